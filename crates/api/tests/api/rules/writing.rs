//! What a rule may say.

use cairn_testkit::both;

use super::*;
use crate::support::control;

async fn refused(app: &TestApp, expression: &str) -> String {
    let refused = app.admin.get(&trial("applied-controls", expression)).await.is(400).error("expression");
    let body = json!({ "name": "Bad", "folder": app.root, "resource": "applied-controls", "expression": expression });
    assert_eq!(app.admin.post(RULES, body).await.is(400).error("expression"), refused);
    refused
}

both!(async fn mistakes_are_explained(app) {
    assert_eq!(
        refused(&app, "object.statu == \"active\"").await,
        "“statu” is not a field of applied controls. Did you mean “status”?"
    );
    assert_eq!(
        refused(&app, "object.status == \"aktive\"").await,
        "“aktive” is not a choice of “status”. Choose one of: to_do, in_progress, on_hold, active, degraded, deprecated, --."
    );
    assert!(refused(&app, "object.status ==").await.starts_with("Line 1, column "));
    assert!(refused(&app, "object.evidences.exists(e, e.statu == \"x\")").await.contains("Did you mean “status”?"));
    assert!(refused(&app, "object.evidences.exists(e, e.owner.size() == 0)").await.contains("follow one link"));
    assert!(refused(&app, "object.name.first == \"x\"").await.contains("single value"));
    assert!(refused(&app, "object.priority == \"P1\"").await.contains("is a number"));
    assert!(refused(&app, "name == \"x\"").await.contains("name"));
    assert!(refused(&app, "matches(object.name, \"x\")").await.contains("matches"));
    assert!(refused(&app, "object == null").await.contains("object"));
    let long = trial("applied-controls", &"object.name == \"x\" || ".repeat(200));
    assert!(app.admin.get(&long).await.is(400).error("expression").contains("bytes"));
    let french = app.admin.with("Accept-Language", "fr");
    let said = french.get(&trial("applied-controls", "object.statu == 1")).await.is(400).error("expression");
    assert!(said.contains("n’est pas un champ"), "{said}");
    for path in ["rules", "rule-matches", "notifications", "log-entries", "jobs", "nothing"] {
        app.admin.get(&trial(path, "true")).await.is(400).error("resource");
    }
});

both!(async fn what_an_expression_can_use_is_listed(app) {
    let offered = app.admin.get(&format!("{RULES}fields/?resource=applied-controls")).await.is(200).body();
    let fields = offered["fields"].as_array().unwrap();
    let find = |path: &str| fields.iter().find(|field| field["path"] == path).unwrap_or_else(|| panic!("no {path}"));
    assert_eq!((&find("status")["kind"], &find("status")["link"]), (&json!("choice"), &json!(null)));
    assert_eq!(find("status")["choices"][3], json!({ "value": "active", "label": "Active" }));
    assert_eq!(find("priority")["choices"][0]["value"], 1);
    assert_eq!((&find("evidences")["link"], &find("evidences[].status")["label"]), (&json!("many"), &json!("Evidence › Status")));
    assert_eq!((&find("folder")["link"], &find("folder.name")["kind"]), (&json!("one"), &json!("text")));
    let french = app.admin.with("Accept-Language", "fr");
    let french = french.get(&format!("{RULES}fields/?resource=applied-controls")).await.is(200).body();
    let status = french["fields"].as_array().unwrap().iter().find(|field| field["path"] == "status").unwrap().clone();
    assert_eq!(status["label"], "Statut");
    let watched = app.admin.get(&format!("{RULES}resources/")).await.is(200).body();
    let paths: Vec<&str> = watched.as_array().unwrap().iter().filter_map(|one| one["path"].as_str()).collect();
    assert!(paths.contains(&"assets") && !paths.contains(&"rules") && !paths.contains(&"notifications"));
    // Every field that is listed can be used, whatever its resource.
    for path in paths {
        let offered = app.admin.get(&format!("{RULES}fields/?resource={path}")).await.is(200).body();
        let of = |field: &Json| {
            let path = field["path"].as_str().unwrap();
            match path.split_once("[].") {
                Some((link, name)) => format!("object.{link}.exists(x, x.{name} == null)"),
                None if field["link"] == "many" => format!("object.{path}.size() == 1"),
                None => format!("object.{path} == null"),
            }
        };
        for parts in offered["fields"].as_array().unwrap().chunks(12) {
            let expression = parts.iter().map(of).collect::<Vec<_>>().join(" || ");
            let tried = app.admin.get(&trial(path, &expression)).await.is(200).body();
            assert_eq!(tried["failure_count"], 0, "{path}: {expression}: {tried}");
        }
    }
});

both!(async fn examples_work_as_they_are(app) {
    let domain = app.domain("Sales").await;
    let examples = app.admin.get(&format!("{RULES}examples/")).await.is(200).body();
    let examples = examples.as_array().unwrap();
    assert!(examples.len() >= 8);
    for (path, name) in [("assets", "Asset"), ("applied-controls", "Control"), ("evidences", "Evidence"), ("incidents", "Incident")] {
        make(&app, path, json!({ "name": name, "folder": domain })).await;
    }
    let needs = json!({ "objectives": { "availability": { "value": 4 } } });
    make(&app, "assets", json!({ "name": "Shop", "type": "PR", "folder": domain, "security_objectives": needs })).await;
    make(&app, "assets", json!({ "name": "Page", "type": "PR", "folder": domain })).await;
    for example in examples {
        let rule = make(&app, "rules", with(example.clone(), json!({ "folder": domain }))).await;
        settle(&app).await;
        let seen = shown(&app.admin, rule).await;
        assert_eq!((&seen["failures"], &seen["last_error"]), (&json!(0), &json!(null)), "{example}");
        if example["resource"] == "assets" {
            assert_eq!(open(&app.admin, rule).await, ["Shop"]);
        }
    }
    let french = app.admin.with("Accept-Language", "fr").get(&format!("{RULES}examples/")).await.is(200).body();
    assert_eq!(french[0]["name"], "Mesure P1 sans preuve récente");
});

both!(async fn a_rule_keeps_what_it_watches_and_findings_need_a_place(app) {
    let domain = app.domain("Sales").await;
    let id = rule(&app, domain, "true", json!({ "is_active": false })).await;
    let url = format!("{RULES}{id}/");
    app.admin.patch(&url, json!({ "resource": "assets" })).await.is(400).error("resource");
    app.admin.patch(&url, json!({ "action": "finding" })).await.is(400).error("findings_assessment");
    app.admin.patch(&url, json!({ "created_by": null })).await.is(400).error("created_by");
    // Only what people have to say can be changed about a match.
    control(&app, domain, "Backups").await;
    change(&app, "rules", id, json!({ "is_active": true })).await;
    settle(&app).await;
    let found = matches(&app.admin, id, "open").await[0]["id"].as_str().unwrap().to_owned();
    let url = format!("/api/rule-matches/{found}/");
    app.admin.patch(&url, json!({ "observation": "Known" })).await.is(200);
    app.admin.patch(&url, json!({ "state": "closed" })).await.is(400).error("state");
    app.admin.delete(&url).await.is(405);
    app.admin.post("/api/rule-matches/", json!({})).await.is(405);
});

both!(async fn there_are_at_most_200_active_rules(app) {
    let domain = app.domain("Sales").await;
    for number in 0..200 {
        let body = json!({ "name": format!("Rule {number}"), "folder": domain, "resource": "assets", "expression": "false" });
        make(&app, "rules", body).await;
    }
    let body = json!({ "name": "More", "folder": domain, "resource": "assets", "expression": "false" });
    app.admin.post(RULES, body.clone()).await.is(400).error("is_active");
    let id = app.admin.post(RULES, with(body, json!({ "is_active": false }))).await.is(201).id();
    app.admin.patch(&format!("{RULES}{id}/"), json!({ "is_active": true })).await.is(400).error("is_active");
});
