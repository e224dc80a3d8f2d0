//! Lists: paging, order, search, and every way to filter.

use std::sync::Arc;

use cairn_access::Limits;
use cairn_engine::clock::Clock;
use cairn_engine::query::{PageRequest, Select, load_page};
use cairn_engine::{Caller, Origin};
use cairn_model::Record;
use cairn_resources::work::Asset;
use cairn_testkit::{Client, TestApp, both};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{actor_of, asset, control, evidence, make, root};

/// The names that a list of assets or controls shows, in its order.
async fn names(app: &TestApp, query: &str) -> Vec<String> {
    let answer = app.admin.get(&format!("/api/{query}")).await.is(200);
    answer.column("name").iter().map(|name| name.as_str().unwrap_or_default().to_owned()).collect()
}

async fn some_assets(app: &TestApp, names: &[&str]) -> Uuid {
    let domain = app.domain("Sales").await;
    for name in names {
        asset(app, domain, name).await;
    }
    domain
}

both!(async fn a_page_tells_how_many_there_are_and_where_its_neighbours_are(app) {
    some_assets(&app, &["A", "B", "C", "D", "E"]).await;
    let first = app.admin.get("/api/assets/?limit=2&search=").await.is(200).body();
    assert_eq!((&first["count"], &first["previous"]), (&json!(5), &Json::Null));
    let second = app.admin.get(first["next"].as_str().unwrap()).await.is(200);
    assert_eq!(second.column("name"), ["C", "D"]);
    let second = second.body();
    assert_eq!(app.admin.get(second["previous"].as_str().unwrap()).await.is(200).column("name"), ["A", "B"]);
    let third = app.admin.get(second["next"].as_str().unwrap()).await.is(200);
    assert_eq!((third.column("name"), &third.body()["next"]), (vec![json!("E")], &Json::Null));
    let beyond = app.admin.get("/api/assets/?offset=99").await.is(200).body();
    assert_eq!((&beyond["count"], &beyond["results"]), (&json!(5), &json!([])));
});

both!(async fn a_page_may_have_1_to_5000_rows(app) {
    some_assets(&app, &["A"]).await;
    for good in ["limit=1", "limit=5000", "offset=0", "offset=9223372036854775807"] {
        app.admin.get(&format!("/api/assets/?{good}")).await.is(200);
        app.admin.get(&format!("/api/assets/autocomplete/?{good}")).await.is(200);
    }
    for bad in ["-1", "0", "abc", "5001", "1.5", "", "99999999999999999999", "1%20"] {
        let answer = app.admin.get(&format!("/api/assets/?limit={bad}")).await.is(400);
        assert!(answer.error("limit").contains("from 1 to 5000"), "{}", answer.text());
    }
    for bad in ["-1", "abc", "9223372036854775808"] {
        assert!(app.admin.get(&format!("/api/assets/?offset={bad}")).await.is(400).error("offset").contains("at least 0"));
    }
});

both!(async fn rows_come_in_the_order_that_is_asked_for(app) {
    let domain = some_assets(&app, &["beta", "Alpha", "gamma"]).await;
    make(&app, "assets", json!({ "name": "delta", "folder": domain, "type": "PR", "ref_id": "1" })).await;
    assert_eq!(names(&app, "assets/").await, ["Alpha", "beta", "delta", "gamma"]);
    assert_eq!(names(&app, "assets/?ordering=-name").await, ["gamma", "delta", "beta", "Alpha"]);
    assert_eq!(names(&app, "assets/?ordering=type,-name").await, ["delta", "gamma", "beta", "Alpha"]);
    assert_eq!(names(&app, "assets/?ordering=-created_at").await, ["delta", "gamma", "Alpha", "beta"]);
    assert_eq!(names(&app, "assets/?ordering=folder,name").await, ["Alpha", "beta", "delta", "gamma"]);
    for bad in ["owner", "nothing", "name,", "password", "security_objectives", "--name", "name;drop"] {
        let message = app.admin.get(&format!("/api/assets/?ordering={bad}")).await.is(400).error("ordering");
        let known = message.split_once("Valid fields: id").map(|(_, known)| known).unwrap_or_default();
        assert!(known.contains("name") && !known.contains("security_objectives"), "{bad}: {message}");
    }
});

both!(async fn rows_without_a_value_come_last_and_first_when_turned_round(app) {
    let domain = app.domain("Sales").await;
    for (name, eta) in [("none", Json::Null), ("late", json!("2027-01-01")), ("soon", json!("2026-04-01"))] {
        make(&app, "applied-controls", json!({ "name": name, "folder": domain, "eta": eta })).await;
    }
    assert_eq!(names(&app, "applied-controls/?ordering=eta").await, ["soon", "late", "none"]);
    assert_eq!(names(&app, "applied-controls/?ordering=-eta").await, ["none", "late", "soon"]);
});

both!(async fn search_finds_the_beginnings_of_words_in_any_spelling(app) {
    let domain = app.domain("Sales").await;
    make(&app, "assets", json!({ "name": "Évaluation des risques", "folder": domain, "ref_id": "AST-007" })).await;
    make(&app, "assets", json!({ "name": "Resume store", "folder": domain, "description": "the naive CV" })).await;
    for (words, found) in [
        ("eval", "Évaluation des risques"),
        ("ÉVAL", "Évaluation des risques"),
        ("risq%20eval", "Évaluation des risques"),
        ("ast-007", "Évaluation des risques"),
        ("r%C3%A9sum%C3%A9", "Resume store"),
        ("na%C3%AFve", "Resume store"),
        ("store,%20resume!", "Resume store"),
    ] {
        assert_eq!(names(&app, &format!("assets/?search={words}")).await, [found], "{words}");
    }
    for words in ["valuation", "eval%20store", "zzz", "%3F!%27%22*%28", "%22%20OR%201=1"] {
        assert!(names(&app, &format!("assets/?search={words}")).await.is_empty(), "{words}");
    }
    assert_eq!(names(&app, "assets/?search=").await.len(), 2, "nothing to look for is no filter");
    let very_long = "a".repeat(5000);
    assert!(names(&app, &format!("assets/?search={very_long}")).await.is_empty());
    app.admin.get(&format!("/api/search/?q={very_long}")).await.is(200);
});

both!(async fn words_of_any_length_are_found_again(app) {
    let domain = app.domain("Sales").await;
    let long = "x".repeat(3000);
    let body = json!({ "name": "Long", "folder": domain, "description": format!("{long} end") });
    make(&app, "assets", body).await;
    assert_eq!(names(&app, &format!("assets/?search={long}")).await, ["Long"]);
    assert_eq!(names(&app, "assets/?search=xxx%20end").await, ["Long"]);
});

both!(async fn search_follows_what_changes(app) {
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "Ledger").await;
    app.admin.patch(&format!("/api/assets/{id}/"), json!({ "name": "Journal" })).await.is(200);
    assert!(names(&app, "assets/?search=ledger").await.is_empty());
    assert_eq!(names(&app, "assets/?search=journal").await, ["Journal"]);
    app.admin.delete(&format!("/api/assets/{id}/")).await.is(204);
    assert_eq!(app.admin.get("/api/search/?q=journal&type=assets").await.is(200).body()["count"], 0);
});

both!(async fn the_search_over_everything_ranks_names_first(app) {
    let domain = app.domain("Sales").await;
    let described = json!({ "name": "Other", "folder": domain, "description": "about the ledger" });
    make(&app, "assets", described).await;
    let named = control(&app, domain, "Ledger").await;
    let found = app.admin.get("/api/search/?q=ledger").await.is(200).body();
    assert_eq!(found["count"], 2);
    assert_eq!(found["results"][0]["id"], json!(named));
    assert_eq!(found["results"][0]["type"], "applied-controls");
    assert_eq!(found["results"][0]["folder"], "Sales");
    let only = app.admin.get("/api/search/?q=ledger&type=assets,evidences").await.is(200).body();
    assert_eq!(only["count"], 1);
    app.admin.get("/api/search/?q=").await.is(400).error("q");
    app.admin.get("/api/search/?q=a&type=nothing").await.is(400).error("type");
    app.admin.get("/api/search/?q=a&limit=0").await.is(400).error("limit");
    app.admin.get("/api/search/?q=a&page=2").await.is(400).error("page");
});

both!(async fn texts_are_matched_whole_in_a_list_or_in_part(app) {
    some_assets(&app, &["100% done", "100 done", "a_b", "aXb", "it's \"quoted\"", "back\\slash"]).await;
    assert_eq!(names(&app, "assets/?name=100%25%20done").await, ["100% done"]);
    assert_eq!(names(&app, "assets/?name=100").await, Vec::<String>::new());
    assert_eq!(names(&app, "assets/?name__in=a_b,aXb").await, ["a_b", "aXb"]);
    assert_eq!(names(&app, "assets/?name__icontains=DONE").await, ["100 done", "100% done"]);
    assert_eq!(names(&app, "assets/?name__icontains=100%25").await, ["100% done"]);
    assert_eq!(names(&app, "assets/?name__icontains=A_B").await, ["a_b"]);
    assert_eq!(names(&app, "assets/?name__icontains=it%27s%20%22").await, ["it's \"quoted\""]);
    assert_eq!(names(&app, "assets/?name__icontains=k%5Cs").await, ["back\\slash"]);
    app.admin.get("/api/assets/?name=%00").await.is(400).error("name");
    let long = "a".repeat(60_000);
    app.admin.get(&format!("/api/assets/?name__icontains={long}")).await.is(400).error("name__icontains");
    assert!(names(&app, &format!("assets/?name={long}")).await.is_empty());
});

both!(async fn dates_numbers_and_choices_are_compared(app) {
    let domain = app.domain("Sales").await;
    for (name, eta, progress, priority) in
        [("one", "2026-01-01", 10, 1), ("two", "2026-02-01", 20, 2), ("three", "2026-03-01", 30, 3)]
    {
        let body = json!({
            "name": name, "folder": domain, "eta": eta, "progress_field": progress, "priority": priority,
            "category": if priority == 1 { Json::Null } else { json!("process") },
        });
        make(&app, "applied-controls", body).await;
    }
    for (filter, expected) in [
        ("eta=2026-02-01", vec!["two"]),
        ("eta__in=2026-01-01,2026-03-01", vec!["one", "three"]),
        ("eta__gte=2026-02-01", vec!["two", "three"]),
        ("eta__gt=2026-02-01", vec!["three"]),
        ("eta__lte=2026-02-01", vec!["one", "two"]),
        ("eta__lt=2026-02-01", vec!["one"]),
        ("eta__gte=2026-01-15&eta__lt=2026-02-15", vec!["two"]),
        ("eta__isnull=true", vec![]),
        ("progress_field=20", vec!["two"]),
        ("progress_field__gt=10", vec!["two", "three"]),
        ("progress_field__lte=10", vec!["one"]),
        ("priority__lt=3", vec!["one", "two"]),
        ("priority=1,3", vec!["one", "three"]),
        ("priority__in=2", vec!["two"]),
        ("category__isnull=true", vec!["one"]),
        ("category__isnull=0", vec!["two", "three"]),
        ("category=process,technical", vec!["two", "three"]),
        ("category=process&category=policy", vec!["two", "three"]),
        ("status=--", vec!["one", "two", "three"]),
        ("status__in=active,to_do", vec![]),
        ("eta__year=2026", vec!["one", "two", "three"]),
        ("eta__month=3", vec!["three"]),
    ] {
        assert_eq!(names(&app, &format!("applied-controls/?ordering=created_at&{filter}")).await, expected, "{filter}");
    }
});

both!(async fn times_of_making_and_changing_are_compared_everywhere(app) {
    let domain = app.domain("Sales").await;
    let early = asset(&app, domain, "early").await;
    app.clock.advance_seconds(60);
    let late = asset(&app, domain, "late").await;
    let made = crate::support::field(&app, "assets", late, "created_at").await;
    let made = made.as_str().unwrap();
    assert_eq!(names(&app, &format!("assets/?created_at__gte={made}")).await, ["late"]);
    assert_eq!(names(&app, &format!("assets/?created_at__lt={made}")).await, ["early"]);
    assert_eq!(names(&app, &format!("assets/?created_at={made}")).await, ["late"]);
    app.clock.advance_seconds(60);
    app.admin.patch(&format!("/api/assets/{early}/"), json!({ "ref_id": "E" })).await.is(200);
    assert_eq!(names(&app, &format!("assets/?updated_at__gt={made}")).await, ["early"]);
    for resource in app.engine.registry.routed() {
        app.admin.get(&format!("/api/{}/?updated_at__gte=2100-01-01T00:00:00%2B02:00", resource.path)).await.is(200);
        app.admin.get(&format!("/api/{}/?created_at__lt=yesterday", resource.path)).await.is(400);
    }
});

both!(async fn relations_are_filtered_by_id_and_by_lists_of_ids(app) {
    let (sales, finance) = (app.domain("Sales").await, app.domain("Finance").await);
    let (one, two) = (asset(&app, sales, "one").await, asset(&app, finance, "two").await);
    let owner = actor_of(&app, app.admin.user).await;
    let linked = json!({ "name": "linked", "folder": sales, "assets": [one], "owner": [owner] });
    make(&app, "applied-controls", linked).await;
    make(&app, "applied-controls", json!({ "name": "both", "folder": finance, "assets": [one, two] })).await;
    control(&app, finance, "free").await;
    for (filter, expected) in [
        (format!("folder={sales}"), vec!["linked"]),
        (format!("folder={sales},{finance}"), vec!["both", "free", "linked"]),
        (format!("folder={sales}&folder={finance}"), vec!["both", "free", "linked"]),
        (format!("folder__in={sales}"), vec!["linked"]),
        (format!("assets={one}"), vec!["both", "linked"]),
        (format!("assets={two}"), vec!["both"]),
        (format!("assets__in={one},{two}"), vec!["both", "linked"]),
        ("assets__isnull=true".to_owned(), vec!["free"]),
        ("owner__isnull=false".to_owned(), vec!["linked"]),
        (format!("owner={owner}"), vec!["linked"]),
        ("is_assigned=true".to_owned(), vec!["linked"]),
        ("linked_models=assets".to_owned(), vec!["both", "linked"]),
        (format!("assets={}", Uuid::nil()), vec![]),
    ] {
        assert_eq!(names(&app, &format!("applied-controls/?ordering=name&{filter}")).await, expected, "{filter}");
    }
    assert_eq!(names(&app, "assets/?applied_controls__isnull=false").await, ["one", "two"], "from the other side");
    assert_eq!(names(&app, &format!("assets/?id={one},{two}")).await, ["one", "two"]);
});

both!(async fn special_filters_have_their_own_meaning(app) {
    let domain = app.domain("Sales").await;
    let top = make(&app, "assets", json!({ "name": "top", "folder": domain, "type": "PR" })).await;
    let middle = make(&app, "assets", json!({ "name": "middle", "folder": domain, "parent_assets": [top] })).await;
    make(&app, "assets", json!({ "name": "low", "folder": domain, "parent_assets": [middle] })).await;
    assert_eq!(names(&app, "assets/?is_primary=true").await, ["top"]);
    assert_eq!(names(&app, "assets/?is_primary=false").await, ["low", "middle"]);
    assert_eq!(names(&app, &format!("assets/?exclude_children={middle}")).await, ["top"]);
    assert_eq!(names(&app, &format!("assets/?exclude_parents={middle}")).await, ["low"]);
    let others = app.admin.get("/api/users/?exclude_current=true").await.is(200);
    assert!(!others.ids().contains(&app.admin.user));
});

both!(async fn wrong_values_are_refused_by_the_name_of_the_parameter(app) {
    for (path, name, value) in [
        ("assets", "folder", "nothing"),
        ("assets", "id", "1"),
        ("assets", "type", "XX"),
        ("assets", "type", "PR,XX"),
        ("assets", "is_published", "maybe"),
        ("assets", "owner__isnull", "2"),
        ("assets", "created_at__gte", "yesterday"),
        ("assets", "created_at__gte", "-4713-01-01"),
        ("assets", "updated_at__lt", "0000-01-01T00:00:00Z"),
        ("assets", "changed_since", "+12026-01-01"),
        ("assets", "exclude_children", "x"),
        ("applied-controls", "eta", "2026-02-30"),
        ("applied-controls", "eta__gte", "soon"),
        ("applied-controls", "progress_field", "many"),
        ("applied-controls", "progress_field__in", "1,x"),
        ("applied-controls", "priority", "9"),
        ("applied-controls", "todo", "perhaps"),
        ("applied-controls", "eta__month", "13"),
        ("applied-controls", "eta__year", "0"),
        ("applied-controls", "linked_models", "owners"),
    ] {
        let answer = app.admin.get(&format!("/api/{path}/?{name}={value}")).await.is(400);
        assert!(!answer.error(name).is_empty());
    }
});

both!(async fn an_unknown_parameter_is_refused_with_those_that_are_known(app) {
    let answer = app.admin.get("/api/assets/?nam=x&folder__gte=1&limit=1").await.is(400);
    assert!(answer.error("nam").contains("Valid parameters: limit, offset, ordering, search, within, changed_since, fields, as_of, draft, id"), "{}", answer.text());
    assert!(answer.error("folder__gte").contains("folder__in"));
    for secret in ["password", "password__icontains", "password__isnull"] {
        let message = app.admin.get(&format!("/api/users/?{secret}=a")).await.is(400).error(secret);
        assert!(!message.contains("password"), "a secret is not even named");
    }
    for list in ["ids", "autocomplete", "export_csv", "export_xlsx", "export_jsonl"] {
        app.admin.get(&format!("/api/assets/{list}/?nam=x")).await.is(400).error("nam");
    }
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "A").await;
    for path in [format!("{id}/"), format!("{id}/object/"), format!("{id}/cascade-info/"), "type/".into()] {
        app.admin.get(&format!("/api/assets/{path}?nam=x")).await.is(400).error("nam");
    }
    app.admin.get("/api/applied-controls/todo/?nam=x").await.is(400).error("nam");
    for path in ["build/", "schema/"] {
        app.admin.get(&format!("/api/{path}?nam=x")).await.is(400).error("nam");
    }
    // A write that ignored one would change another row than the one that was meant.
    let path = format!("/api/assets/{id}/?name=B");
    app.admin.patch(&path, json!({ "name": "Taken" })).await.is(400).error("name");
    app.admin.put(&path, json!({ "name": "Taken", "folder": domain })).await.is(400).error("name");
    app.admin.delete(&path).await.is(400).error("name");
    app.admin.post("/api/assets/?name=B", json!({ "name": "B", "folder": domain })).await.is(400).error("name");
    app.admin.post("/api/assets/batch-action/?nam=x", json!({ "action": "delete", "ids": [id] })).await.is(400);
    assert_eq!(names(&app, "assets/").await, ["A"]);
});

both!(async fn an_export_has_no_pages(app) {
    some_assets(&app, &["Alpha", "Beta"]).await;
    for format in ["csv", "xlsx", "jsonl"] {
        let answer = app.admin.get(&format!("/api/assets/export_{format}/?limit=1&offset=1")).await.is(400);
        assert!(answer.error("limit").contains("all rows") && answer.error("offset").contains("all rows"));
    }
});

both!(async fn ids_are_found_by_name(app) {
    let (sales, finance) = (app.domain("Sales").await, app.domain("Finance").await);
    let one = asset(&app, sales, "One").await;
    let (a, b) = (asset(&app, sales, "Twin").await, asset(&app, finance, "Twin").await);
    let ids = app.admin.get("/api/assets/ids/").await.is(200).body();
    assert_eq!(ids, json!({ "One": one, "Sales/Twin": a, "Finance/Twin": b }));

    let (first, second) = (app.domain_under("Shop", sales).await, app.domain_under("Shop", finance).await);
    let folders = app.admin.get("/api/folders/ids/").await.is(200).body();
    assert_eq!(folders["Sales/Shop"], json!(first));
    assert_eq!(folders["Finance/Shop"], json!(second));
    assert_eq!(folders["Sales"], json!(sales));
    let (c, d) = (asset(&app, first, "Till").await, asset(&app, second, "Till").await);
    let literal = asset(&app, finance, "Sales/Shop/Till").await;
    let ids = app.admin.get("/api/assets/ids/").await.is(200).body();
    assert_eq!(ids[format!("Sales/Shop/Till ({c})")], json!(c));
    assert_eq!(ids[format!("Sales/Shop/Till ({literal})")], json!(literal));
    assert_eq!(ids["Finance/Shop/Till"], json!(d));

    // Nobody gets the name of another object by calling their own like it.
    let impostor = asset(&app, finance, &format!("Sales/Shop/Till ({c})")).await;
    let ids = app.admin.get("/api/assets/ids/").await.is(200).body();
    assert_eq!(ids.as_object().map(serde_json::Map::len), Some(7), "{ids}");
    assert_eq!(ids[format!("Sales/Shop/Till ({c}) ({c})")], json!(c));
    assert_eq!(ids[format!("Sales/Shop/Till ({c}) ({impostor})")], json!(impostor));
});

both!(async fn no_name_among_the_accessible_objects_stands_for_two(app) {
    let (sales, finance) = (app.domain("Sales").await, app.domain("Finance").await);
    let (first, second) = (app.domain_under("Shop", sales).await, app.domain_under("Shop", finance).await);
    let mut perimeters = Vec::new();
    for folder in [sales, finance] {
        perimeters.push(make(&app, "perimeters", json!({ "name": "Cards", "folder": folder })).await);
    }
    let all = app.admin.get("/api/folders/get_accessible_objects/").await.is(200).body();
    let folders = json!({
        "Global": root(&app).await, "Sales": sales, "Finance": finance, "Sales/Shop": first, "Finance/Shop": second,
    });
    assert_eq!(all["folders"], folders);
    assert_eq!(all["perimeters"], json!({ "Sales/Cards": perimeters[0], "Finance/Cards": perimeters[1] }));
    let visitor = app.user("visitor@example.com", "AUD", sales).await;
    let seen = visitor.get("/api/folders/get_accessible_objects/").await.is(200).body();
    assert_eq!(seen["perimeters"], json!({ "Cards": perimeters[0] }));
});

both!(async fn users_are_found_by_what_they_are_not_in_and_answer_for(app) {
    let domain = app.domain("Sales").await;
    let (ana, bob) = (app.user("ana@example.com", "ANA", domain).await, app.user("bob@example.com", "AUD", domain).await);
    let of = async |client: &Client, query: &str| {
        let mut ids = client.get(&format!("/api/users/?{query}&exclude_current=true")).await.is(200).ids();
        ids.sort_unstable();
        ids
    };
    let groups = app.admin.get(&format!("/api/user-groups/?folder={domain}&name__icontains=Analyst")).await.is(200).ids();
    let mut both = vec![ana.user, bob.user];
    both.sort_unstable();
    assert_eq!(of(&app.admin, "limit=10").await, both);
    assert_eq!(of(&app.admin, &format!("exclude_user_groups={}", groups[0])).await, [bob.user]);
    assert_eq!(of(&app.admin, &format!("exclude_user_groups={},{}", groups[0], Uuid::nil())).await, [bob.user]);
    app.admin.get("/api/users/?exclude_user_groups=x").await.is(400).error("exclude_user_groups");
    let owner = actor_of(&app, bob.user).await;
    make(&app, "applied-controls", json!({ "name": "Locks", "folder": domain, "owner": [owner] })).await;
    assert_eq!(of(&app.admin, "is_applied_control_owner=true").await, [bob.user]);
    assert_eq!(of(&app.admin, "is_applied_control_owner=false").await, [ana.user]);
    // Neither filter tells of what the asker may not see.
    let other = app.domain("Other").await;
    let eve = app.user("eve@example.com", "ANA", other).await;
    assert_eq!(of(&eve, "is_applied_control_owner=true").await, [] as [Uuid; 0]);
    assert!(of(&eve, &format!("exclude_user_groups={}", groups[0])).await.contains(&ana.user));
});

both!(async fn a_search_tells_how_much_there_is_beyond_its_limit(app) {
    some_assets(&app, &["Card vault", "Card reader", "Card printer", "Printer"]).await;
    for (limit, count) in [(50, 3), (3, 3), (2, 2)] {
        let found = app.admin.get(&format!("/api/search/?q=card&type=assets&limit={limit}")).await.is(200).body();
        assert_eq!((&found["count"], &found["total_candidates"]), (&json!(count), &json!(3)));
    }
    let nothing = app.admin.get("/api/search/?q=nothing").await.is(200).body();
    assert_eq!((&nothing["count"], &nothing["total_candidates"]), (&json!(0), &json!(0)));
});

both!(async fn pickers_get_a_short_list(app) {
    let domain = some_assets(&app, &["Alpha", "Beta"]).await;
    let found = app.admin.get("/api/assets/autocomplete/?search=al").await.is(200).body();
    assert_eq!(found["count"], 1);
    assert_eq!(found["results"][0]["str"], "Alpha");
    assert_eq!(found["results"][0]["folder"], json!({ "id": domain, "str": "Sales" }));
    let found = app.admin.get("/api/assets/autocomplete/?limit=1").await.is(200).body();
    assert_eq!(found["next"], "/api/assets/autocomplete/?limit=1&offset=1");
});

both!(async fn choices_come_with_their_labels(app) {
    let types = app.admin.get("/api/assets/type/").await.is(200).body();
    assert_eq!(types, json!({ "PR": "Primary", "SP": "Support" }));
    let priorities = app.admin.get("/api/applied-controls/priority/").await.is(200).body();
    assert_eq!(priorities, json!({ "1": "P1", "2": "P2", "3": "P3", "4": "P4" }));
    app.nobody.get("/api/assets/type/").await.is(401);
});

both!(async fn a_table_for_spreadsheets_runs_nothing(app) {
    let domain = app.domain("Sales").await;
    for name in ["=1+1", "+cmd", "-2", "@SUM(A1)", "plain, \"quoted\"\nname", "Café"] {
        asset(&app, domain, name).await;
    }
    let answer = app.admin.get("/api/assets/export_csv/").await.is(200);
    assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(answer.header("content-disposition"), Some("attachment; filename=\"assets.csv\"; filename*=UTF-8''assets%2Ecsv"));
    let text = answer.text();
    assert!(text.starts_with("\u{feff}id,"));
    for (shown, refused) in [("'=1+1", ",=1+1"), ("'+cmd", ",+cmd"), ("'-2", ",-2,"), ("'@SUM(A1)", ",@SUM")] {
        assert!(text.contains(shown) && !text.contains(refused), "{text}");
    }
    assert!(text.contains("\"plain, \"\"quoted\"\"") && text.contains("Café"));
    let filtered = app.admin.get("/api/assets/export_csv/?name=-2").await.is(200).text();
    assert_eq!(filtered.trim_end().lines().count(), 2);
    assert!(!app.admin.get("/api/users/export_csv/").await.is(200).text().contains("password"));
});

both!(async fn a_workbook_opens_and_has_the_rows_of_the_list(app) {
    use calamine::{Data, Reader, Xlsx};
    let domain = app.domain("Sales").await;
    let owner = actor_of(&app, app.admin.user).await;
    let body = json!({ "name": "=1+1", "folder": domain, "progress_field": 30, "owner": [owner], "eta": "2026-05-01" });
    make(&app, "applied-controls", body).await;
    control(&app, domain, "Other").await;
    let answer = app.admin.get("/api/applied-controls/export_xlsx/?progress_field=30").await.is(200);
    assert_eq!(answer.header("content-disposition"), Some("attachment; filename=\"applied-controls.xlsx\"; filename*=UTF-8''applied%2Dcontrols%2Exlsx"));
    let mut workbook: Xlsx<_> = Xlsx::new(std::io::Cursor::new(answer.bytes.to_vec())).expect("a workbook");
    let sheet = workbook.worksheet_range("Applied controls").expect("the sheet");
    let formulas = workbook.worksheet_formula("Applied controls").expect("the sheet");
    assert!(formulas.cells().all(|(_, _, formula)| formula.is_empty()), "a name is never a formula");
    let rows: Vec<&[Data]> = sheet.rows().collect();
    assert_eq!(rows.len(), 2);
    let cell = |name: &str| {
        let column = rows[0].iter().position(|heading| heading == &Data::String(name.into())).expect("a column");
        rows[1][column].clone()
    };
    assert_eq!(cell("name"), Data::String("=1+1".into()));
    assert_eq!(cell("progress_field"), Data::Float(30.0));
    assert_eq!(cell("folder"), Data::String("Sales".into()));
    assert_eq!(cell("owner"), Data::String("admin@example.com".into()));
    assert_eq!(cell("eta"), Data::String("2026-05-01".into()));
});

both!(async fn every_resource_can_be_exported_and_completed(app) {
    for resource in app.engine.registry.routed() {
        for list in ["", "ids/", "autocomplete/", "export_csv/", "export_xlsx/", "export_jsonl/"] {
            app.admin.get(&format!("/api/{}/{list}", resource.path)).await.is(200);
        }
        for field in resource.def.fields.iter().filter(|field| !field.secret) {
            for lookup in field.kind.behaviour().lookups() {
                let answer = app.admin.get(&format!("/api/{}/?{}{}=1", resource.path, field.name, lookup.suffix())).await;
                assert!([200, 400].contains(&answer.status.as_u16()), "{}", answer.text());
            }
        }
    }
});

/// Asks for a page as the engine does, and tells what it cost.
async fn cost_of_page(app: &TestApp, limit: i64) -> (usize, u64) {
    let caller = Caller {
        origin: Origin::Token,
        label: "admin".into(),
        user: Some(app.admin.user),
        token: None,
        language: None,
        limits: Limits::default(),
        address: None,
        request: None,
    };
    let mut cx = app.engine.read(Arc::new(caller)).await.expect("a connection");
    let resource = app.engine.registry.get(Asset::PATH);
    let scope = cx.scope(resource);
    let select = Select::new(&cx, resource, &scope);
    let before = cx.conn.queries();
    let page = load_page(&mut cx, resource, select, PageRequest { limit, offset: 0 }).await.expect("a page");
    (page.objects.len(), cx.conn.queries() - before)
}

both!(async fn a_list_of_twenty_costs_as_many_statements_as_a_list_of_one(app) {
    let domain = app.domain("Sales").await;
    let owner = actor_of(&app, app.admin.user).await;
    let label = make(&app, "filtering-labels", json!({ "label": "crown", "folder": domain })).await;
    let class = app.admin.get("/api/asset-class/?limit=1").await.is(200).ids()[0];
    let guard = control(&app, domain, "Guard").await;
    let top = asset(&app, domain, "Top").await;
    for number in 0..20 {
        let body = json!({
            "name": format!("Asset {number:02}"), "folder": domain, "parent_assets": [top], "owner": [owner],
            "asset_class": class, "filtering_labels": [label], "applied_controls": [guard],
        });
        make(&app, "assets", body).await;
    }
    let (rows, cost) = cost_of_page(&app, 1).await;
    assert_eq!(rows, 1);
    assert_eq!(cost_of_page(&app, 20).await, (20, cost));
    let relations = app.engine.registry.get(Asset::PATH).relations.len() as u64;
    assert!(cost <= 2 + relations, "rows, count and one for each relation: {cost}");
});

/// Query parameters that fit together with any others.
fn parameters() -> impl Strategy<Value = Vec<String>> {
    let some = proptest::sample::select(vec![
        "name__icontains=a",
        "name__icontains=%25",
        "type=PR",
        "type=SP",
        "type=PR,SP",
        "ref_id__isnull=true",
        "search=asset",
        "search=a%20b",
        "owner__isnull=true",
        "parent_assets__isnull=false",
        "is_published=true",
        "created_at__gte=2026-01-01T00:00:00Z",
        "updated_at__lt=2030-01-01T00:00:00Z",
        "asset_class__isnull=true",
        "name__in=Asset%201,Asset%202",
        "is_primary=false",
        "observation__icontains=x",
        "id__in=x",
        "type=Q",
        "z=1",
    ]);
    proptest::collection::vec(some.prop_map(str::to_owned), 0..4)
}

fn ordering() -> impl Strategy<Value = String> {
    let fields = ["name", "type", "created_at", "ref_id", "asset_class", "folder", "is_published", "observation"];
    let terms = proptest::collection::vec((proptest::sample::select(fields.to_vec()), any::<bool>()), 1..4);
    terms.prop_map(|terms| {
        let term = |(name, down): (&str, bool)| if down { format!("-{name}") } else { name.to_owned() };
        terms.into_iter().map(term).collect::<Vec<_>>().join(",")
    })
}

both!(async fn pages_of_any_list_are_a_partition_of_it(app) {
    let domain = app.domain("Sales").await;
    for number in 0..12 {
        let kind = if number % 3 == 0 { "PR" } else { "SP" };
        make(&app, "assets", json!({ "name": format!("Asset {number}"), "folder": domain, "type": kind })).await;
    }
    let mut runner = TestRunner::deterministic();
    for _ in 0..24 {
        let (filters, ordering, limit) =
            (parameters(), ordering(), 1_usize..7).new_tree(&mut runner).expect("a case").current();
        let query = format!("ordering={ordering}&{}", filters.join("&"));
        let whole = app.admin.get(&format!("/api/assets/?{query}")).await;
        if whole.status == 400 {
            continue;
        }
        let whole = whole.is(200);
        let mut pages = Vec::new();
        let mut next = Some(format!("/api/assets/?{query}&limit={limit}"));
        while let Some(path) = next {
            let page = app.admin.get(&path).await.is(200);
            assert_eq!(page.body()["count"], whole.body()["count"], "{path}");
            pages.extend(page.ids());
            next = page.body()["next"].as_str().map(str::to_owned);
        }
        assert_eq!(pages, whole.ids(), "{query}");
    }
});

both!(async fn reading_expands_references_and_links(app) {
    let domain = app.domain("Sales").await;
    let below = app.domain_under("Online", domain).await;
    let proof = evidence(&app, below, "Screenshot").await;
    let id = make(&app, "applied-controls", json!({ "name": "Guard", "folder": below, "evidences": [proof] })).await;
    let read = app.admin.get(&format!("/api/applied-controls/?id={id}")).await.is(200).body()["results"][0].clone();
    assert_eq!(read["evidences"], json!([{ "id": proof, "str": "Screenshot" }]));
    assert_eq!(read["path"], json!([{ "id": domain, "str": "Sales" }, { "id": below, "str": "Online" }]));
    assert_eq!(read["status"], "--", "a choice is its key");
});

both!(async fn a_list_keeps_to_a_domain_and_those_below_it(app) {
    let (sales, lab) = (app.domain("Sales").await, app.domain("Lab").await);
    let shop = app.domain_under("Shop", sales).await;
    let till = app.domain_under("Till", shop).await;
    for (folder, name) in [(sales, "zebra one"), (shop, "zebra two"), (till, "zebra three"), (lab, "zebra four")] {
        make(&app, "assets", json!({ "name": name, "folder": folder })).await;
    }
    let names = async |client: &Client, path: &str| {
        let names = client.get(path).await.is(200).column("name");
        let mut names: Vec<String> = names.iter().filter_map(Json::as_str).map(str::to_owned).collect();
        names.sort();
        names
    };
    assert_eq!(names(&app.admin, &format!("/api/assets/?within={sales}")).await, ["zebra one", "zebra three", "zebra two"]);
    assert_eq!(names(&app.admin, &format!("/api/assets/?within={till}&search=zebra")).await, ["zebra three"]);
    assert_eq!(names(&app.admin, &format!("/api/folders/?within={shop}")).await, ["Shop", "Till"]);
    assert_eq!(app.admin.get(&format!("/api/assets/?within={}", app.root)).await.is(200).body()["count"], 4);
    assert_eq!(app.admin.get(&format!("/api/log-entries/?within={lab}&resource=assets")).await.is(200).body()["count"], 1);
    assert_eq!(names(&app.admin, &format!("/api/search/?q=zebra&within={shop}")).await, ["zebra three", "zebra two"]);
    for path in ["/api/assets/?within=Sales", "/api/search/?q=zebra&within=Sales"] {
        assert!(!app.admin.get(path).await.is(400).error("within").is_empty());
    }
    // A domain that one may not see holds nothing, and does not tell what lies below it.
    let reader = app.user("reader@example.com", "AUD", till).await;
    let stranger = app.user("stranger@example.com", "AUD", lab).await;
    assert_eq!(names(&stranger, "/api/assets/").await, ["zebra four"]);
    for domain in [sales, shop, till] {
        assert!(names(&stranger, &format!("/api/assets/?within={domain}")).await.is_empty());
    }
    for domain in [lab, Uuid::from_u128(7)] {
        assert!(names(&reader, &format!("/api/assets/?within={domain}")).await.is_empty());
        assert!(names(&reader, &format!("/api/search/?q=zebra&within={domain}")).await.is_empty());
    }
    assert_eq!(names(&reader, &format!("/api/assets/?within={till}")).await, ["zebra three"]);
    // Of the past, the tree is the one of then.
    let then = app.clock.now();
    app.clock.advance_seconds(60);
    app.admin.patch(&format!("/api/folders/{till}/"), json!({ "parent_folder": lab })).await.is(200);
    assert_eq!(names(&app.admin, &format!("/api/assets/?within={sales}")).await, ["zebra one", "zebra two"]);
    let before = format!("/api/assets/?within={sales}&as_of={then}");
    assert_eq!(names(&app.admin, &before).await, ["zebra one", "zebra three", "zebra two"]);
    assert_eq!(names(&reader, &format!("/api/assets/?within={till}&as_of={then}")).await, ["zebra three"]);
    assert!(names(&stranger, &before).await.is_empty());
    let found = app.admin.get("/api/assets/?name=zebra%20one").await.is(200).ids()[0];
    app.admin.patch(&format!("/api/assets/{found}/"), json!({ "folder": lab })).await.is(200);
    let search = format!("/api/search/?q=zebra&within={sales}&as_of={then}");
    assert_eq!(names(&app.admin, &search).await, ["zebra one", "zebra three", "zebra two"]);
    assert_eq!(names(&app.admin, &format!("/api/search/?q=zebra&within={lab}&as_of={then}")).await, ["zebra four"]);
    assert_eq!(names(&app.admin, &format!("/api/search/?q=zebra&within={sales}")).await, ["zebra two"]);
});

both!(async fn what_one_answers_for_is_told_for_a_domain(app) {
    let (sales, lab) = (app.domain("Sales").await, app.domain("Lab").await);
    let shop = app.domain_under("Shop", sales).await;
    let owner = actor_of(&app, app.admin.user).await;
    for folder in [shop, lab] {
        make(&app, "assets", json!({ "name": "Till", "folder": folder, "owner": [owner] })).await;
    }
    let counts = async |query: String| {
        let answer = app.admin.get(&format!("/api/folders/my_assignments/{query}")).await.is(200).body();
        let buckets = answer["results"].as_array().unwrap().clone();
        let of_assets = buckets.iter().find(|one| one["resource"] == "assets" && one["field"] == "owner");
        of_assets.map(|one| one["count"].clone()).unwrap_or_default()
    };
    assert_eq!(counts(String::new()).await, 2);
    assert_eq!(counts(format!("?within={sales}")).await, 1);
    assert_eq!(counts(format!("?within={}", Uuid::from_u128(7))).await, 0);
    app.admin.get("/api/folders/my_assignments/?within=Sales").await.is(400);
});

both!(async fn what_is_an_expression_orders_and_filters_lists(app) {
    let domain = app.domain("Sales").await;
    let assessment = async |name: &str, states: &[&str]| {
        let id = make(&app, "findings-assessments", json!({ "name": name, "folder": domain })).await;
        for (at, status) in states.iter().enumerate() {
            let finding = json!({ "name": format!("{name} {at}"), "findings_assessment": id, "status": status });
            make(&app, "findings", finding).await;
        }
    };
    assessment("none", &[]).await;
    assessment("three", &["closed", "closed", "identified"]).await;
    assessment("one", &["closed"]).await;
    let names = async |query: &str| names(&app, &format!("findings-assessments/?{query}")).await;
    assert_eq!(names("ordering=findings_count").await, ["none", "one", "three"]);
    assert_eq!(names("ordering=-findings_count").await, ["three", "one", "none"]);
    assert_eq!(names("ordering=-treatment_progress,name").await, ["one", "three", "none"]);
    assert_eq!(names("findings_count=1").await, ["one"]);
    assert_eq!(names("findings_count__in=0,3&ordering=name").await, ["none", "three"]);
    assert_eq!(names("findings_count__gte=1&ordering=name").await, ["one", "three"]);
    assert_eq!(names("treatment_progress__lt=100&ordering=name").await, ["none", "three"]);
    assert_eq!(names("treatment_progress=66").await, ["three"]);
    for bad in ["findings_count=many", "findings_count__gte=few", "findings_count__isnull=true"] {
        app.admin.get(&format!("/api/findings-assessments/?{bad}")).await.is(400);
    }
    // In code it is worked out for a page at a time, and no order can be made of it.
    app.admin.get("/api/applied-controls/?ordering=annual_cost").await.is(400);
});

both!(async fn counts_that_order_and_filter_are_those_that_the_caller_sees(app) {
    let (own, other) = (app.domain("Own").await, app.domain("Other").await);
    let reader = app.user("reader@example.org", "AUD", own).await;
    let seen = control(&app, own, "seen").await;
    let hidden = control(&app, own, "hidden").await;
    for (folder, control) in [(own, seen), (other, hidden), (other, hidden)] {
        let assessment = make(&app, "findings-assessments", json!({ "name": Uuid::now_v7(), "folder": folder })).await;
        let finding = json!({ "name": "F", "findings_assessment": assessment, "applied_controls": [control] });
        make(&app, "findings", finding).await;
    }
    let names = async |client: &Client, query: &str| {
        client.get(&format!("/api/applied-controls/?{query}")).await.is(200).column("name")
    };
    assert_eq!(names(&app.admin, "ordering=-findings_count").await, ["hidden", "seen"]);
    assert_eq!(names(&reader, "ordering=-findings_count").await, ["seen", "hidden"]);
    assert_eq!(names(&app.admin, "findings_count=2").await, ["hidden"]);
    assert!(names(&reader, "findings_count__gt=1").await.is_empty());
});

both!(async fn an_answer_shows_only_the_fields_that_are_asked_for(app) {
    let domain = app.domain("Sales").await;
    let id = control(&app, domain, "Backups").await;
    let keys = |row: &Json| row.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    for (query, wanted) in [
        ("fields=name", vec!["name"]),
        ("fields=id,name,findings_count", vec!["findings_count", "id", "name"]),
        ("fields=folder,owner,path", vec!["folder", "owner", "path"]),
        ("fields=findings_count", vec!["findings_count"]),
        // Worked out by code, from links that are not shown.
        ("fields=linked_models", vec!["linked_models"]),
    ] {
        let list = app.admin.get(&format!("/api/applied-controls/?{query}")).await.is(200).body();
        let mut found = keys(&list["results"][0]);
        found.sort();
        assert_eq!(found, wanted, "{query}");
        let item = app.admin.get(&format!("/api/applied-controls/{id}/?{query}")).await.is(200).body();
        assert_eq!(item, list["results"][0], "{query}");
        let line = app.admin.get(&format!("/api/applied-controls/export_jsonl/?{query}")).await.is(200);
        assert_eq!(serde_json::from_str::<Json>(line.text().trim()).unwrap(), item, "{query}");
    }
    let table = app.admin.get("/api/applied-controls/export_csv/?fields=findings_count,name").await.is(200);
    assert_eq!(table.text().trim_start_matches('\u{feff}').trim(), "name,findings_count\nBackups,0");
    let whole = app.admin.get("/api/applied-controls/?fields=").await.is(200).body();
    assert!(keys(&whole["results"][0]).len() > 20);
    for bad in ["fields=nothing", "fields=name,", "fields=password"] {
        let answer = app.admin.get(&format!("/api/applied-controls/?{bad}")).await.is(400);
        assert!(answer.error("fields").contains("Valid fields: id"), "{}", answer.text());
    }
    app.admin.get("/api/users/?fields=password_hash").await.is(400);
    app.admin.get("/api/assets/?fields=children_assets").await.is(400);
    app.admin.get("/api/assets/autocomplete/?fields=id").await.is(400);
});

both!(async fn a_narrowed_object_can_still_be_replaced_safely(app) {
    let domain = app.domain("Sales").await;
    let id = asset(&app, domain, "Vault").await;
    let tag = app.admin.get(&format!("/api/assets/{id}/?fields=name")).await.is(200);
    let careful = app.admin.with("If-Match", tag.header("etag").unwrap());
    let url = format!("/api/assets/{id}/");
    careful.patch(&url, json!({ "name": "Safe" })).await.is(200);
    careful.patch(&url, json!({ "name": "Chest" })).await.is(412);
});

both!(async fn pages_of_a_search_are_those_of_the_list(app) {
    let [ours, theirs] = [app.domain("Ours").await, app.domain("Theirs").await];
    // Names that neither follow the order in which they were made nor the domain; two of three have the word.
    let name = |at: u32| format!("{:02} {}", (at * 37) % 90, if at.is_multiple_of(3) { "Vault" } else { "Ledger office" });
    for (domain, places) in [(ours, 0..60), (theirs, 60..90)] {
        let text = places.map(name).collect::<Vec<_>>().join("\n");
        app.admin.post("/api/assets/batch-create/", json!({ "assets_text": text, "folder": domain })).await.is(200);
    }
    // The word is elsewhere too.
    control(&app, ours, "Ledger office").await;
    let reader = app.user("reader@example.com", "AUD", ours).await;
    for (client, domains) in [(&app.admin, 2), (&reader, 1)] {
        let all = client.get("/api/assets/?limit=200").await.is(200).body();
        assert_eq!(all["count"], if domains == 2 { 90 } else { 60 }, "{all}");
        let names = |list: &Json| -> Vec<String> {
            list["results"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
        };
        let wanted: Vec<String> = names(&all).into_iter().filter(|name| name.contains("office")).collect();
        // From a page that is found on the way to one at the end of it, also in the past and narrowed further.
        for (limit, offset) in [(3, 0), (3, 9), (10, 30), (50, 0), (5, wanted.len() - 2), (5, 500)] {
            let page = &wanted[offset.min(wanted.len())..(offset + limit).min(wanted.len())];
            let now = app.engine.clock.now();
            for more in [String::new(), format!("&as_of={now}"), format!("&folder={ours},{theirs}")] {
                let path = format!("/api/assets/?search=off%20ledger&limit={limit}&offset={offset}{more}");
                let found = client.get(&path).await.is(200).body();
                assert_eq!((&found["count"], names(&found)), (&json!(wanted.len()), page.to_vec()), "{path}");
            }
            let path = format!("/api/assets/?search=off&ordering=-name&limit={limit}&offset={offset}");
            let mut backwards = wanted.clone();
            backwards.reverse();
            let page = &backwards[offset.min(wanted.len())..(offset + limit).min(wanted.len())];
            assert_eq!(names(&client.get(&path).await.is(200).body()), page, "{path}");
        }
    }
});
