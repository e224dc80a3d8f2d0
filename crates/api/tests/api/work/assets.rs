//! Assets: objectives, inheritance, the graph, classes, and many at once.

use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::support::{asset, field, make, mark, targets};

fn objectives(values: &Json) -> Json {
    let objectives: serde_json::Map<String, Json> =
        values.as_object().unwrap().iter().map(|(name, value)| (name.clone(), json!({ "value": value }))).collect();
    json!({ "objectives": objectives })
}

/// One line of a comparison: expectation, reality and verdict.
async fn compared(app: &TestApp, id: Uuid, comparison: &str, objective: &str) -> (Json, Json, Json) {
    let all = field(app, "assets", id, comparison).await;
    let line = all.as_array().unwrap().iter().find(|line| line["objective"] == objective).cloned();
    let line = line.unwrap_or_else(|| panic!("no {objective} in {all}"));
    (line["expectation"].clone(), line["reality"].clone(), line["verdict"].clone())
}

both!(async fn supporting_assets_inherit_the_most_demanding_objective(app) {
    let domain = app.domain("Sales").await;
    let primary = |name: &str, integrity: i64, rto: i64| {
        json!({
            "name": name, "folder": domain, "type": "PR", "security_objectives": objectives(&json!({ "integrity": integrity })),
            "disaster_recovery_objectives": objectives(&json!({ "rto": rto })),
        })
    };
    let lax = make(&app, "assets", primary("Lax", 1, 7200)).await;
    let strict = make(&app, "assets", primary("Strict", 3, 3600)).await;
    let middle = make(&app, "assets", json!({ "name": "Middle", "folder": domain, "parent_assets": [lax, strict] })).await;
    let body = json!({
        "name": "Server", "folder": domain, "parent_assets": [middle],
        "security_objectives": objectives(&json!({ "integrity": 2, "privacy": 1 })),
        "security_capabilities": objectives(&json!({ "integrity": 2, "privacy": 1 })),
        "recovery_capabilities": objectives(&json!({ "rto": 1800 })),
    });
    let server = make(&app, "assets", body).await;
    let (security, recovery) = ("security_objectives_comparison", "recovery_objectives_comparison");
    assert_eq!(compared(&app, server, security, "integrity").await, (json!(3), json!(2), json!(false)));
    assert_eq!(compared(&app, server, security, "privacy").await, (json!(1), json!(1), json!(true)));
    assert_eq!(compared(&app, server, security, "safety").await, (Json::Null, Json::Null, Json::Null));
    assert_eq!(compared(&app, server, recovery, "rto").await, (json!(3600), json!(1800), json!(true)));
    assert_eq!(compared(&app, strict, security, "integrity").await.0, json!(3), "a primary asset has its own alone");
    let children = field(&app, "assets", strict, "children_assets").await;
    assert_eq!(children, json!([{ "id": middle, "str": "Middle" }, { "id": server, "str": "Server" }]));

    let all = app.admin.get("/api/assets/security_objectives/").await.is(200).body();
    let of = |id: Uuid| all.as_array().unwrap().iter().find(|one| one["id"] == json!(id)).cloned().unwrap();
    assert_eq!((&of(server)["objectives"]["integrity"], &of(server)["is_inherited"]), (&json!(3), &json!(true)));
    assert_eq!((&of(lax)["objectives"]["integrity"], &of(lax)["is_inherited"]), (&json!(1), &json!(false)));
    app.admin.get("/api/assets/disaster_recovery_objectives/").await.is(200);
});

both!(async fn what_is_switched_off_is_not_asked_for(app) {
    let domain = app.domain("Sales").await;
    let off = json!({ "objectives": { "integrity": { "value": 4, "is_enabled": false } } });
    let body = json!({ "name": "A", "folder": domain, "type": "PR", "security_objectives": off });
    let id = make(&app, "assets", body).await;
    assert_eq!(compared(&app, id, "security_objectives_comparison", "integrity").await.0, Json::Null);
});

both!(async fn domains_and_assets_are_drawn_as_a_graph(app) {
    let domain = app.domain("Sales").await;
    let top = make(&app, "assets", json!({ "name": "Top", "folder": domain, "type": "PR" })).await;
    let low = make(&app, "assets", json!({ "name": "Low", "folder": domain, "parent_assets": [top] })).await;
    let graph = app.admin.get("/api/assets/graph/").await.is(200).body();
    let nodes = graph["nodes"].as_array().unwrap();
    let at = |id: Uuid| nodes.iter().position(|node| node["pk"] == json!(id)).expect("a node");
    assert_eq!((&nodes[at(top)]["value"], &nodes[at(domain)]["value"]), (&json!("Primary"), &json!("Domain")));
    let links = graph["links"].as_array().unwrap();
    for link in [
        json!({ "source": at(low), "target": at(top), "value": "supports" }),
        json!({ "source": at(domain), "target": at(low), "value": "contains" }),
        json!({ "source": at(app.root), "target": at(domain), "value": "contains" }),
    ] {
        assert!(links.contains(&link), "{link} in {graph}");
    }
});

both!(async fn classes_form_a_tree_that_counts_assets(app) {
    let domain = app.domain("Sales").await;
    let robots = make(&app, "asset-class", json!({ "name": "Robots" })).await;
    let arms = make(&app, "asset-class", json!({ "name": "Arms", "parent": robots })).await;
    make(&app, "assets", json!({ "name": "Left", "folder": domain, "asset_class": arms })).await;
    assert_eq!(field(&app, "asset-class", arms, "full_path").await, "Robots / Arms");
    for path in ["/api/assets/class-tree/", "/api/asset-class/tree/"] {
        let tree = app.admin.get(path).await.is(200).body();
        let node = tree.as_array().unwrap().iter().find(|node| node["id"] == json!(robots)).cloned().unwrap();
        assert_eq!((&node["count"], &node["children"][0]["count"]), (&json!(1), &json!(1)));
    }
    let url = format!("/api/asset-class/{robots}/");
    app.admin.patch(&url, json!({ "parent": arms })).await.is(400).error("parent");
    app.admin.post("/api/asset-class/", json!({ "name": "Robots" })).await.is(400).error("name");
    app.admin.post("/api/asset-class/", json!({ "name": "Arms", "parent": robots })).await.is(400).error("name");
});

both!(async fn a_pasted_list_makes_assets_or_none(app) {
    let domain = app.domain("Sales").await;
    let text = "PR: Payments\n  Gateway\n    HSM\nOffice";
    let made = app.admin.post("/api/assets/batch-create/", json!({ "assets_text": text, "folder": domain })).await;
    let made = made.is(200).body();
    assert_eq!(made["count"], 4);
    let id = |at: usize| made["created"][at]["id"].as_str().unwrap().parse::<Uuid>().unwrap();
    assert_eq!(targets(&app, "assets", id(2), "parent_assets").await, [id(1)]);
    assert_eq!(field(&app, "assets", id(0), "type").await, "PR");

    let before = mark(&app).await;
    for text in ["New\nGateway", "New\nPR:", "", &"x\n".repeat(2), &"y".repeat(201)] {
        let body = json!({ "assets_text": text, "folder": domain });
        app.admin.post("/api/assets/batch-create/", body).await.is(400).error("assets_text");
    }
    let body = json!({ "assets_text": "New", "folder": Uuid::from_u128(7) });
    app.admin.post("/api/assets/batch-create/", body).await.is(400).error("folder");
    assert_eq!(mark(&app).await, before);
    asset(&app, domain, "New").await;
});
