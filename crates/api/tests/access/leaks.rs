//! What a caller may not see appears nowhere: not by name, not by id, not in a number.

use cairn_testkit::{Answer, Client, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::world::{UNKNOWN, upload};

async fn make(client: &Client, path: &str, body: Json) -> Uuid {
    client.post(&format!("/api/{path}/"), body).await.is(201).id()
}

/// Two domains with objects that are linked across, and an analyst of the first.
struct Linked {
    ours: Uuid,
    theirs: Uuid,
    analyst: Client,
    asset: Uuid,
    control: Uuid,
    evidence: Uuid,
    assessment: Uuid,
    finding: Uuid,
    hidden: Hidden,
}

/// Objects of the other domain. All of them have "hushed" in their name.
struct Hidden {
    asset: Uuid,
    control: Uuid,
    evidence: Uuid,
    assessment: Uuid,
    finding: Uuid,
    perimeter: Uuid,
    label: Uuid,
}

impl Hidden {
    fn all(&self) -> [(&'static str, Uuid); 7] {
        [
            ("assets", self.asset),
            ("applied-controls", self.control),
            ("evidences", self.evidence),
            ("findings-assessments", self.assessment),
            ("findings", self.finding),
            ("perimeters", self.perimeter),
            ("filtering-labels", self.label),
        ]
    }
}

impl Linked {
    async fn make(app: &TestApp) -> Self {
        let (ours, theirs) = (app.domain("Payments").await, app.domain("Hushed domain").await);
        let analyst = app.user("analyst@example.com", "ANA", ours).await;
        let admin = &app.admin;
        let secret = |name: &str| json!({ "name": format!("hushed {name}"), "folder": theirs });
        let label = make(admin, "filtering-labels", json!({ "label": "hushedlabel", "folder": theirs })).await;
        let perimeter = make(admin, "perimeters", secret("perimeter")).await;
        let asset = make(admin, "assets", secret("asset")).await;
        let control = make(admin, "applied-controls", secret("control")).await;
        let evidence = make(admin, "evidences", secret("evidence")).await;
        upload(admin, &format!("/api/evidences/{evidence}/upload/"), "hushed.txt").await.is(200);
        let assessment = make(admin, "findings-assessments", secret("assessment")).await;
        let finding = make(
            admin,
            "findings",
            json!({ "name": "hushed finding", "findings_assessment": assessment, "severity": 4 }),
        )
        .await;
        let hidden = Hidden { asset, control, evidence, assessment, finding, perimeter, label };

        let own = |name: &str| json!({ "name": name, "folder": ours, "filtering_labels": [label] });
        let with = |mut body: Json, more: Json| {
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            body
        };
        let asset = make(admin, "assets", with(own("Card vault"), json!({ "parent_assets": [hidden.asset] }))).await;
        let links = json!({ "assets": [asset, hidden.asset], "evidences": [hidden.evidence] });
        let control = make(admin, "applied-controls", with(own("Backups"), links)).await;
        let evidence =
            make(admin, "evidences", with(own("Minutes"), json!({ "applied_controls": [hidden.control] }))).await;
        let assessment =
            make(admin, "findings-assessments", with(own("Pentest"), json!({ "perimeter": hidden.perimeter }))).await;
        let finding = make(
            admin,
            "findings",
            json!({
                "name": "Weak key", "findings_assessment": assessment, "asset": hidden.asset,
                "applied_controls": [control, hidden.control], "evidences": [hidden.evidence],
            }),
        )
        .await;
        // And from there to here: what others link to ours is hidden as well.
        let url = format!("/api/findings/{}/", hidden.finding);
        admin
            .patch(&url, json!({ "applied_controls": [control], "asset": asset, "evidences": [evidence] }))
            .await
            .is(200);
        admin
            .patch(&format!("/api/assets/{}/", hidden.asset), json!({ "applied_controls": [hidden.control, control] }))
            .await
            .is(200);
        let child = json!({ "name": "hushed child", "folder": theirs, "parent_assets": [asset] });
        make(admin, "assets", child).await;
        Self { ours, theirs, analyst, asset, control, evidence, assessment, finding, hidden }
    }

    /// Nothing of what is hidden is in the answer.
    #[track_caller]
    fn clean(&self, asked: &str, answer: &Answer) {
        let text = answer.text().to_lowercase();
        assert!(!text.contains("hushed"), "{asked} names something hidden: {text}");
        for (path, id) in self.hidden.all() {
            assert!(!text.contains(&id.to_string()), "{asked} shows the id of the hidden {path}: {text}");
        }
        assert!(!text.contains(&self.theirs.to_string()), "{asked} shows the id of the hidden domain: {text}");
    }

    fn own(&self) -> [(&'static str, Uuid); 5] {
        [
            ("assets", self.asset),
            ("applied-controls", self.control),
            ("evidences", self.evidence),
            ("findings-assessments", self.assessment),
            ("findings", self.finding),
        ]
    }
}

both!(async fn reading_shows_only_links_to_what_may_be_seen(app) {
    let world = Linked::make(&app).await;
    let me = &world.analyst;
    for (path, id) in world.own() {
        for tail in ["", "object/", "cascade-info/"] {
            let url = format!("/api/{path}/{id}/{tail}");
            world.clean(&url, &me.get(&url).await.is(200));
        }
        for tail in ["", "ids/", "autocomplete/", "cascade-info/", "export_csv/"] {
            let url = format!("/api/{path}/{tail}");
            world.clean(&url, &me.get(&url).await.is(200));
        }
        let list = me.get(&format!("/api/{path}/")).await.is(200);
        assert_eq!((list.body()["count"].clone(), list.ids()), (json!(1), vec![id]), "{path}");
        assert_eq!(me.get(&format!("/api/{path}/?limit=1&offset=1")).await.is(200).body()["count"], 1);
        assert_eq!(me.get(&format!("/api/{path}/autocomplete/")).await.is(200).body()["count"], 1);
        assert_eq!(me.get(&format!("/api/{path}/?search=hushed")).await.is(200).body()["count"], 0);
    }
    for url in [
        "/api/folders/", "/api/folders/org_tree/", "/api/folders/my_assignments/", "/api/folders/get_accessible_objects/",
        "/api/folders/ids/", "/api/perimeters/names/", "/api/perimeters/", "/api/filtering-labels/", "/api/user-groups/",
        "/api/teams/", "/api/assets/graph/", "/api/assets/class-tree/", "/api/assets/security_objectives/",
        "/api/assets/disaster_recovery_objectives/", "/api/applied-controls/per_status/", "/api/applied-controls/todo/",
        "/api/applied-controls/owner/", "/api/findings/sankey_data/", "/api/vulnerabilities/sankey_data/",
        "/api/vulnerabilities/treemap_data/", "/api/security-exceptions/sankey_data/", "/api/incidents/summary_stats/",
        "/api/incidents/monthly_metrics/", "/api/applied-controls/analytics/", "/api/applied-controls/budget-overview/",
        "/api/applied-controls/impact_effort/", "/api/applied-controls/impact_graph/",
        "/api/applied-controls/get_gantt_data/", "/api/applied-controls/sunburst_data/", "/api/evidence-revisions/", "/api/evidence-files/",
        "/api/iam/current-user/", "/api/task-templates/per_status/", "/api/task-templates/assigned_to/",
        "/api/task-templates/yearly_review/", "/api/folders/calendar/?start=2025-01-01&end=2027-01-01", "/api/task-templates/workload/", "/api/task-nodes/",
    ] {
        world.clean(url, &me.get(url).await.is(200));
    }
    let md = me.get(&format!("/api/findings-assessments/{}/md/", world.assessment)).await.is(200);
    world.clean("md", &md);
    let found = me.get("/api/search/?q=hush").await.is(200).body();
    assert_eq!((&found["count"], &found["results"]), (&json!(0), &json!([])));
});

both!(async fn numbers_count_only_what_may_be_seen(app) {
    let world = Linked::make(&app).await;
    let me = &world.analyst;
    let control = me.get(&format!("/api/applied-controls/{}/", world.control)).await.is(200).body();
    assert_eq!(control["findings_count"], 1);
    assert_eq!(control["linked_models"], json!(["assets", "findings"]), "its only evidence is hidden");
    let asset = me.get(&format!("/api/assets/{}/", world.asset)).await.is(200).body();
    assert_eq!((&asset["children_assets"], &asset["support_assets"]), (&json!([]), &json!([])));
    assert_eq!(asset["parent_assets"], json!([]));
    let finding = me.get(&format!("/api/findings/{}/", world.finding)).await.is(200).body();
    assert_eq!((&finding["asset"], &finding["perimeter"]), (&Json::Null, &Json::Null));
    assert_eq!(finding["applied_controls"].as_array().map(Vec::len), Some(1));
    let metrics = me.get(&format!("/api/findings-assessments/{}/metrics/", world.assessment)).await.is(200).body();
    assert_eq!(metrics["raw_metrics"]["total_count"], 1);
    assert_eq!(metrics["raw_metrics"]["unresolved_important_count"], 0);
    let status = me.get("/api/applied-controls/per_status/").await.is(200).body();
    let total: i64 = status["results"]["values"].as_array().unwrap().iter().filter_map(|bar| bar["value"].as_i64()).sum();
    assert_eq!(total, 1);
    let graph = me.get("/api/assets/graph/").await.is(200).body();
    assert_eq!(graph["nodes"].as_array().map(Vec::len), Some(3), "the root, the domain and the asset");
    // Deleting would touch hidden things; the question before it does not say so.
    let info = me.get(&format!("/api/assets/{}/cascade-info/", world.asset)).await.is(200).body();
    assert_eq!(info["affected"]["count"], 1, "{info}");
});

both!(async fn a_filter_by_something_hidden_is_like_one_by_nothing(app) {
    let world = Linked::make(&app).await;
    let hidden = &world.hidden;
    let filters = [
        ("assets", "parent_assets", hidden.asset),
        ("assets", "filtering_labels", hidden.label),
        ("assets", "applied_controls", hidden.control),
        ("assets", "exclude_children", hidden.asset),
        ("assets", "exclude_parents", hidden.asset),
        ("assets", "folder", world.theirs),
        ("assets", "id", hidden.asset),
        ("applied-controls", "evidences", hidden.evidence),
        ("applied-controls", "findings", hidden.finding),
        ("applied-controls", "findings_assessments", hidden.assessment),
        ("evidences", "applied_controls", hidden.control),
        ("evidences", "findings", hidden.finding),
        ("findings-assessments", "perimeter", hidden.perimeter),
        ("findings", "asset", hidden.asset),
        ("findings", "evidences", hidden.evidence),
        ("findings", "findings_assessment", hidden.assessment),
        ("evidence-revisions", "evidence", hidden.evidence),
    ];
    for (path, filter, id) in filters {
        let answers = [id, UNKNOWN].map(|id| format!("/api/{path}/?{filter}={id}"));
        let [with_hidden, with_unknown] = [&answers[0], &answers[1]];
        let (one, other) = (world.analyst.get(with_hidden).await.is(200), world.analyst.get(with_unknown).await.is(200));
        assert_eq!(one.text(), other.text(), "{path} {filter}");
        let listed = format!("/api/{path}/?{filter}={id},{UNKNOWN}");
        assert_eq!(world.analyst.get(&listed).await.is(200).text(), other.text(), "{path} {filter}");
    }
    // Whether there is a hidden one is not told either: it is shown as null, so it counts as null.
    for (path, filter) in [("findings", "asset"), ("findings-assessments", "perimeter"), ("assets", "parent_assets")] {
        let url = |no: bool| format!("/api/{path}/?{filter}__isnull={no}");
        assert_eq!(world.analyst.get(&url(true)).await.is(200).body()["count"], 1, "{path} {filter}");
        assert_eq!(world.analyst.get(&url(false)).await.is(200).body()["count"], 0, "{path} {filter}");
        assert!(app.admin.get(&url(false)).await.is(200).body()["count"].as_i64() > Some(0), "{path} {filter}");
    }
    for (filter, count) in [("linked_models=evidences", 0), ("linked_models=findings", 1)] {
        let list = world.analyst.get(&format!("/api/applied-controls/?{filter}")).await.is(200);
        assert_eq!(list.body()["count"], count, "{filter}");
    }
});

both!(async fn the_order_of_a_list_tells_nothing_of_what_is_hidden(app) {
    let world = Linked::make(&app).await;
    let alpha = make(&app.admin, "assets", json!({ "name": "hushed alpha", "folder": world.theirs })).await;
    let of = |name: &str, asset: Option<Uuid>| json!({ "name": name, "findings_assessment": world.assessment, "asset": asset });
    let first = make(&app.admin, "findings", of("none", None)).await;
    let second = make(&app.admin, "findings", of("alpha", Some(alpha))).await;
    // To the analyst all three have no asset, so their order is that of their ids.
    let expected = vec![world.finding, first, second];
    assert_eq!(world.analyst.get("/api/findings/?ordering=asset").await.is(200).ids(), expected);
    let reversed: Vec<Uuid> = expected.into_iter().rev().collect();
    assert_eq!(world.analyst.get("/api/findings/?ordering=-asset").await.is(200).ids(), reversed);
    let seen = app.admin.get(&format!("/api/findings/?ordering=asset&folder={}", world.ours)).await.is(200).ids();
    assert_eq!(seen, [second, world.finding, first], "by name, the one without at last");
});

both!(async fn secrets_can_neither_be_filtered_nor_ordered_by(app) {
    for query in ["password__icontains=a", "password=a", "ordering=password", "ordering=-password", "password__isnull=true"] {
        let answer = app.admin.get(&format!("/api/users/?{query}")).await.is(400);
        assert!(!answer.text().contains("argon2"));
    }
    for path in ["/api/users/", "/api/users/export_csv/", "/api/users/autocomplete/", "/api/model/"] {
        let text = app.admin.get(path).await.is(200).text();
        assert!(!text.contains("argon2") && !text.contains("digest"), "{path}");
    }
    app.admin.patch(&format!("/api/users/{}/", app.admin.user), json!({ "password": "x" })).await.is(400);
    app.admin.get("/api/users/?search=argon2").await.is(200);
});

both!(async fn hidden_and_unknown_ids_get_the_same_words(app) {
    let world = Linked::make(&app).await;
    let (me, hidden) = (&world.analyst, &world.hidden);
    let same = |asked: &str, one: &Answer, id: Uuid, other: &Answer| {
        assert_eq!(one.status, other.status, "{asked}: {} {}", one.text(), other.text());
        // When something was done is told, and each is done at its own time.
        let plain = |answer: &Answer, id: Uuid| {
            let mut text = answer.text().replace(&id.to_string(), "ID");
            if let Some(at) = serde_json::from_str::<Json>(&text).ok().and_then(|body| body["at"].as_str().map(str::to_owned)) {
                text = text.replace(&at, "AT");
            }
            text
        };
        assert_eq!(plain(one, id), plain(other, UNKNOWN), "{asked}");
        assert_eq!(one.header("etag"), other.header("etag"), "{asked}");
    };
    for (path, id) in hidden.all() {
        for tail in ["", "object/", "cascade-info/", "attachment/", "md/", "metrics/"] {
            let url = |id: Uuid| format!("/api/{path}/{id}/{tail}");
            same(&url(id), &me.get(&url(id)).await, id, &me.get(&url(UNKNOWN)).await);
        }
        let url = |id: Uuid| format!("/api/{path}/{id}/");
        let tagged = me.with("If-None-Match", "*").with("If-Match", "\"0000000000000000\"");
        same(path, &tagged.get(&url(id)).await.is(404), id, &tagged.get(&url(UNKNOWN)).await);
        same(path, &tagged.delete(&url(id)).await, id, &tagged.delete(&url(UNKNOWN)).await);
        let (one, other) = (tagged.patch(&url(id), json!({})).await, tagged.patch(&url(UNKNOWN), json!({})).await);
        same(path, &one.is(404), id, &other);
        let (one, other) = (me.put(&url(id), json!({})).await, me.put(&url(UNKNOWN), json!({})).await);
        same(path, &one, id, &other);
        let batch = |id: Uuid| json!({ "action": "delete", "ids": [id] });
        let url = format!("/api/{path}/batch-action/");
        same(&url, &me.post(&url, batch(id)).await, id, &me.post(&url, batch(UNKNOWN)).await);
    }
    let control = format!("/api/applied-controls/{}/", world.control);
    let asset = format!("/api/assets/{}/", world.asset);
    let finding = format!("/api/findings/{}/", world.finding);
    let named = |field: &str, id: Uuid| json!({ field: id });
    let listed = |field: &str, id: Uuid| json!({ field: [id] });
    for (url, field, id) in [
        (&control, "assets", hidden.asset),
        (&control, "evidences", hidden.evidence),
        (&control, "findings", hidden.finding),
        (&control, "filtering_labels", hidden.label),
        (&asset, "parent_assets", hidden.asset),
        (&asset, "applied_controls", hidden.control),
    ] {
        let (one, other) = (me.patch(url, listed(field, id)).await.is(400), me.patch(url, listed(field, UNKNOWN)).await);
        same(field, &one, id, &other);
    }
    for (url, field, id) in [(&control, "folder", world.theirs), (&finding, "findings_assessment", hidden.assessment)] {
        let (one, other) = (me.patch(url, named(field, id)).await.is(400), me.patch(url, named(field, UNKNOWN)).await);
        same(field, &one, id, &other);
    }
    let actions = [
        ("/api/applied-controls/merge/", json!({ "target": hidden.control, "sources": [world.control] }), hidden.control),
        ("/api/applied-controls/merge/", json!({ "target": world.control, "sources": [hidden.control] }), hidden.control),
        ("/api/assets/batch-create/", json!({ "assets_text": "x", "folder": world.theirs }), world.theirs),
        ("/api/evidence-revisions/", json!({ "evidence": hidden.evidence }), hidden.evidence),
        ("/api/findings/", json!({ "name": "x", "findings_assessment": hidden.assessment }), hidden.assessment),
        ("/api/perimeters/", json!({ "name": "x", "folder": world.theirs }), world.theirs),
    ];
    for (url, body, id) in actions {
        let unknown: Json = serde_json::from_str(&body.to_string().replace(&id.to_string(), &UNKNOWN.to_string())).unwrap();
        let (one, other) = (me.post(url, body).await.is(400), me.post(url, unknown).await);
        same(url, &one, id, &other);
    }
    let duplicate = |id: Uuid| format!("/api/applied-controls/{id}/duplicate/");
    let body = json!({ "name": "copy" });
    let one = me.post(&duplicate(hidden.control), body.clone()).await.is(404);
    same("duplicate", &one, hidden.control, &me.post(&duplicate(UNKNOWN), body.clone()).await);
    let there = json!({ "name": "copy", "folder": world.theirs });
    me.post(&duplicate(world.control), there).await.is(400).error("folder");
});

both!(async fn writing_keeps_hidden_links_and_does_not_show_them(app) {
    let world = Linked::make(&app).await;
    let me = &world.analyst;
    let control = format!("/api/applied-controls/{}/", world.control);
    let answer = me.patch(&control, json!({ "assets": [], "evidences": [], "findings": [], "filtering_labels": [] })).await.is(200);
    world.clean("PATCH", &answer);
    let kept = app.admin.get(&format!("{control}object/")).await.is(200).body();
    assert_eq!(kept["assets"], json!([world.hidden.asset]));
    assert_eq!(kept["evidences"], json!([world.hidden.evidence]));
    assert_eq!(kept["findings"], json!([world.hidden.finding]));
    assert_eq!(kept["filtering_labels"], json!([world.hidden.label]));
    let body = json!({ "action": "change_field", "ids": [world.control], "field": "assets", "value": [world.asset] });
    world.clean("batch", &me.post("/api/applied-controls/batch-action/", body).await.is(200));

    // A form that shows a hidden reference as empty does not empty it.
    let finding = format!("/api/findings/{}/", world.finding);
    let form = me.get(&format!("{finding}object/")).await.is(200);
    assert_eq!(form.body()["asset"], Json::Null);
    let mut sent = form.body();
    for read_only in ["id", "folder", "created_at", "updated_at"] {
        sent.as_object_mut().unwrap().remove(read_only);
    }
    let answer = me.with("If-Match", form.header("etag").unwrap()).put(&finding, sent).await.is(200);
    world.clean("PUT", &answer);
    assert_eq!(app.admin.get(&finding).await.is(200).body()["asset"]["id"], json!(world.hidden.asset));

    // What changes out of sight is no lost update.
    let before = me.get(&finding).await.is(200);
    let more = json!({ "applied_controls": [world.control] });
    app.admin.patch(&finding, more).await.is(200);
    assert_eq!(before.status, 200);

    // A copy has only what its maker sees; a merge hands hidden links on without naming them.
    let copy = me.post(&format!("{control}duplicate/"), json!({ "name": "Copy" })).await.is(200);
    world.clean("duplicate", &copy);
    let copied = app.admin.get(&format!("/api/applied-controls/{}/object/", copy.id())).await.is(200).body();
    assert_eq!(copied["evidences"], json!([]));
    let merge = json!({ "target": copy.id(), "sources": [world.control] });
    world.clean("merge", &me.post("/api/applied-controls/merge/", merge).await.is(200));
    let merged = app.admin.get(&format!("/api/applied-controls/{}/object/", copy.id())).await.is(200).body();
    assert_eq!(merged["evidences"], json!([world.hidden.evidence]));
    world.clean("merged", &me.get(&format!("/api/applied-controls/{}/", copy.id())).await.is(200));
});

both!(async fn files_are_as_hidden_as_their_evidence(app) {
    let world = Linked::make(&app).await;
    let (me, evidence) = (&world.analyst, world.hidden.evidence);
    let revision = app.admin.get(&format!("/api/evidence-revisions/?evidence={evidence}")).await.is(200).ids()[0];
    let file = app.admin.get(&format!("/api/evidence-files/?revision={revision}")).await.is(200).ids()[0];
    app.admin.get(&format!("/api/evidence-files/{file}/content/")).await.is(200);
    for url in [
        format!("/api/evidences/{evidence}/attachment/"),
        format!("/api/evidence-revisions/{revision}/attachment/"),
        format!("/api/evidence-revisions/{revision}/"),
        format!("/api/evidence-files/{file}/"),
        format!("/api/evidence-files/{file}/content/"),
    ] {
        world.clean(&url, &me.get(&url).await.is(404));
    }
    for url in [format!("/api/evidences/{evidence}/upload/"), format!("/api/evidence-revisions/{revision}/upload/")] {
        world.clean(&url, &upload(me, &url, "mine.txt").await.is(404));
    }
    me.post(&format!("/api/evidence-revisions/{revision}/delete_attachment/"), json!({})).await.is(404);
    // A file of another revision is not deleted through one's own.
    let own = app.admin.get(&format!("/api/evidence-revisions/?evidence={}", world.evidence)).await.is(200).ids()[0];
    me.post(&format!("/api/evidence-revisions/{own}/delete_attachment/"), json!({ "file": file })).await.is(400);
    assert!(me.get("/api/evidence-files/").await.is(200).ids().is_empty());
    app.admin.get(&format!("/api/evidence-files/{file}/content/")).await.is(200);
});

both!(async fn published_objects_of_ancestors_are_read_below_and_not_written(app) {
    let top = app.domain("Top").await;
    let middle = app.domain_under("Middle", top).await;
    let below = app.domain_under("Below", middle).await;
    let beside = app.domain_under("Beside", top).await;
    let analyst = app.user("analyst@example.com", "ANA", below).await;
    let perimeter = |folder: Uuid, name: &str, published: bool| json!({ "name": name, "folder": folder, "is_published": published });
    let shared = make(&app.admin, "perimeters", perimeter(middle, "Shared", true)).await;
    let kept = make(&app.admin, "perimeters", perimeter(middle, "Kept", false)).await;
    let over = make(&app.admin, "perimeters", perimeter(beside, "Beside", true)).await;
    let deeper = app.domain_under("Deeper", below).await;
    let under = make(&app.admin, "perimeters", perimeter(deeper, "Under", false)).await;
    assert_eq!(analyst.get("/api/perimeters/?ordering=name").await.is(200).ids(), [shared, under]);
    for hidden in [kept, over] {
        analyst.get(&format!("/api/perimeters/{hidden}/")).await.is(404);
    }
    let url = format!("/api/perimeters/{shared}/");
    let read = analyst.get(&url).await.is(200);
    assert_eq!((&read.body()["folder"], &read.body()["path"]), (&Json::Null, &json!([])), "its domain is not seen");
    let form = analyst.get(&format!("{url}object/")).await.is(200);
    assert_eq!(form.body()["folder"], Json::Null);
    assert!(!form.text().contains(&middle.to_string()));
    assert!(!analyst.get("/api/perimeters/export_csv/").await.is(200).text().contains("Middle"));
    for name in ["Middle", "Top", "Beside"] {
        for url in ["/api/perimeters/autocomplete/", "/api/perimeters/ids/", "/api/folders/org_tree/", "/api/search/?q=Shared"] {
            assert!(!analyst.get(url).await.is(200).text().contains(name), "{url} names {name}");
        }
    }
    analyst.patch(&url, json!({ "name": "Mine" })).await.is(403);
    analyst.put(&url, json!({ "name": "Mine" })).await.is(403);
    analyst.delete(&url).await.is(403);
    let refused = analyst.patch(&url, json!({ "folder": below })).await.is(403);
    assert!(!refused.text().contains("Middle"));
    // It can be used below.
    let body = json!({ "name": "Pentest", "folder": below, "perimeter": shared });
    let assessment = analyst.post("/api/findings-assessments/", body).await.is(201).id();
    let read = analyst.get(&format!("/api/findings-assessments/{assessment}/")).await.is(200).body();
    assert_eq!(read["perimeter"]["str"], "Shared");
    assert_eq!(analyst.get("/api/search/?q=Shared").await.is(200).body()["count"], 1);
    // No longer published, it is gone, also from what refers to it.
    app.admin.patch(&url, json!({ "is_published": false })).await.is(200);
    analyst.get(&url).await.is(404);
    assert_eq!(analyst.get("/api/search/?q=Shared").await.is(200).body()["count"], 0);
    let read = analyst.get(&format!("/api/findings-assessments/{assessment}/")).await.is(200).body();
    assert_eq!(read["perimeter"], Json::Null);
    // A published domain above is shown by name.
    app.admin.patch(&format!("/api/folders/{middle}/"), json!({ "is_published": true })).await.is(200);
    let read = analyst.get(&format!("/api/findings-assessments/{assessment}/")).await.is(200).body();
    let names: Vec<&Json> = read["path"].as_array().unwrap().iter().map(|place| &place["str"]).collect();
    assert_eq!(names, [&json!("Middle"), &json!("Below")]);
});

both!(async fn a_search_forgets_what_moved_away(app) {
    let world = Linked::make(&app).await;
    let count = async |client: &Client| client.get("/api/search/?q=vault").await.is(200).body()["count"].clone();
    assert_eq!(count(&world.analyst).await, 1);
    let asset = format!("/api/assets/{}/", world.asset);
    app.admin.patch(&asset, json!({ "folder": world.theirs })).await.is(200);
    assert_eq!(count(&world.analyst).await, 0);
    world.analyst.get(&asset).await.is(404);
    let links = world.analyst.get(&format!("/api/applied-controls/{}/", world.control)).await.is(200).body();
    assert_eq!(links["assets"], json!([]));
    app.admin.delete(&asset).await.is(204);
    assert_eq!(count(&app.admin).await, 0);
});

both!(async fn an_idempotency_key_is_its_users_own(app) {
    let world = Linked::make(&app).await;
    let other = app.user("other@example.com", "ANA", world.theirs).await;
    let body = |folder: Uuid| json!({ "name": "Once", "folder": folder });
    let key = |client: &Client| client.with("Idempotency-Key", "k1");
    let first = key(&world.analyst).post("/api/assets/", body(world.ours)).await.is(201);
    let again = key(&world.analyst).post("/api/assets/", body(world.ours)).await.is(201);
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(first.text(), again.text());
    // The same request of someone else is not answered with the first one's answer.
    let refused = key(&other).post("/api/assets/", body(world.ours)).await.is(400);
    assert!(!refused.text().contains(&first.id().to_string()));
    key(&other).post("/api/assets/", body(world.theirs)).await.is(201);
    // Nor with what a wider token of the same person was answered.
    let made = world.analyst.post("/api/iam/auth-tokens/", json!({ "name": "narrow", "read_only": true })).await.is(201);
    let narrow = app.nobody.with("Authorization", &format!("Token {}", made.body()["token"].as_str().unwrap()));
    let refused = key(&narrow).post("/api/assets/", body(world.ours)).await;
    assert!(refused.status.is_client_error() && !refused.text().contains(&first.id().to_string()), "{}", refused.text());
    let made = world.analyst.post("/api/iam/auth-tokens/", json!({ "name": "other" })).await.is(201);
    let second = app.nobody.with("Authorization", &format!("Token {}", made.body()["token"].as_str().unwrap()));
    key(&second).post("/api/assets/", body(world.ours)).await.is(409);
});
