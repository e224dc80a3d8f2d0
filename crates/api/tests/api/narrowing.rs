//! Parameters of actions and filters that narrow an answer.

use cairn_testkit::both;
use serde_json::{Value as Json, json};

use crate::support::{actor_of, asset, control, make};

fn names(nodes: &Json) -> Vec<String> {
    nodes.as_array().into_iter().flatten().map(|node| node["name"].as_str().unwrap().to_owned()).collect()
}

both!(async fn the_tree_of_domains_shows_what_is_wanted(app) {
    let sales = app.domain("Sales").await;
    make(&app, "perimeters", json!({ "name": "Shop", "folder": sales })).await;
    make(&app, "folders", json!({ "name": "Partner", "parent_folder": sales })).await;
    let tree = |query: &'static str| {
        let app = &app;
        async move { app.admin.get(&format!("/api/folders/org_tree/{query}")).await.is(200).body() }
    };
    let below = |tree: &Json| names(&tree["children"][0]["children"]);
    assert_eq!(below(&tree("").await), ["Partner", "Shop"]);
    assert_eq!(tree("").await["children"][0]["children"][1]["content_type"], "perimeter");
    assert_eq!(below(&tree("?include_perimeters=false").await), ["Partner"]);
    assert_eq!(below(&tree("?include_perimeters=false&include_enclaves=true").await), ["Partner"]);
    assert_eq!(below(&tree("?include_perimeters=&include_enclaves=true").await), ["Partner", "Shop"]);
    app.admin.get("/api/folders/org_tree/?include_perimeters=maybe").await.is(400).error("include_perimeters");
    // Perimeters are shown to those who may see them.
    let lab = app.domain("Lab").await;
    let reader = app.user("rea@example.com", "AUD", lab).await;
    assert!(!reader.get("/api/folders/org_tree/").await.is(200).text().contains("Shop"));
});

both!(async fn assignments_of_teams_may_be_left_out(app) {
    let domain = app.domain("Sales").await;
    let ann = app.user("ann@example.com", "ANA", domain).await;
    let team = make(&app, "teams", json!({ "name": "Blue", "folder": domain, "leader": ann.user })).await;
    let actor = app.admin.get(&format!("/api/actors/?team={team}")).await.ids()[0];
    let own = actor_of(&app, ann.user).await;
    make(&app, "assets", json!({ "name": "Mine", "folder": domain, "owner": [own] })).await;
    make(&app, "assets", json!({ "name": "Ours", "folder": domain, "owner": [actor] })).await;
    for (query, expected) in [("", 2), ("?include_teams=true", 2), ("?include_teams=false", 1)] {
        let all = ann.get(&format!("/api/folders/my_assignments/{query}")).await.is(200).body()["results"].clone();
        let assets = all.as_array().unwrap().iter().find(|one| one["resource"] == "assets").unwrap().clone();
        assert_eq!(assets["count"], expected, "{query}");
    }
});

both!(async fn a_graph_may_do_without_domains(app) {
    let domain = app.domain("Sales").await;
    let vault = asset(&app, domain, "Vault").await;
    make(&app, "assets", json!({ "name": "Rack", "folder": domain, "parent_assets": [vault] })).await;
    let whole = app.admin.get("/api/assets/graph/").await.is(200).body();
    assert_eq!(names(&whole["nodes"]), ["Global", "Sales", "Rack", "Vault"]);
    let bare = app.admin.get("/api/assets/graph/?hide_domains=true").await.is(200).body();
    assert_eq!(names(&bare["nodes"]), ["Rack", "Vault"]);
    assert_eq!(bare["links"], json!([{ "source": 0, "target": 1, "value": "supports" }]));
    let category = bare["nodes"][0]["category"].as_u64().unwrap() as usize;
    assert_eq!(bare["categories"][category]["name"], "Sales");
});

both!(async fn classes_are_counted_and_shown_as_wanted(app) {
    let (sales, lab) = (app.domain("Sales").await, app.domain("Lab").await);
    let class = make(&app, "asset-class", json!({ "name": "Robots" })).await;
    let hidden = make(&app, "asset-class", json!({ "name": "Retired", "parent": class, "is_visible": false })).await;
    for (domain, name, class) in [(sales, "A", class), (lab, "B", class), (lab, "C", hidden)] {
        make(&app, "assets", json!({ "name": name, "folder": domain, "asset_class": class })).await;
    }
    let count = |tree: Json| tree.as_array().unwrap().iter().find(|node| node["name"] == "Robots").unwrap()["count"].clone();
    assert_eq!(count(app.admin.get("/api/assets/class-tree/").await.is(200).body()), 3);
    assert_eq!(count(app.admin.get(&format!("/api/assets/class-tree/?folder={sales}")).await.is(200).body()), 1);
    let tree = app.admin.get("/api/asset-class/tree/").await.is(200).text();
    assert!(tree.contains("Retired"));
    let tree = app.admin.get("/api/asset-class/tree/?visible_only=true").await.is(200).text();
    assert!(tree.contains("Robots") && !tree.contains("Retired"));
});

both!(async fn two_hyphens_ask_for_what_has_no_choice(app) {
    let domain = app.domain("Sales").await;
    control(&app, domain, "None").await;
    for (name, priority) in [("One", 1), ("Two", 2)] {
        make(&app, "applied-controls", json!({ "name": name, "folder": domain, "priority": priority })).await;
    }
    for (query, expected) in [("priority=--", vec!["None"]), ("priority=--,1", vec!["None", "One"]), ("priority__in=2,--", vec!["None", "Two"]), ("priority=1,2", vec!["One", "Two"]), ("status=--", vec!["None", "One", "Two"])] {
        let found = app.admin.get(&format!("/api/applied-controls/?ordering=name&{query}")).await.is(200).column("name");
        assert_eq!(found, expected, "{query}");
    }
    app.admin.get("/api/applied-controls/?priority=---").await.is(400).error("priority");
});
