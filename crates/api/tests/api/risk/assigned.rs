//! Being named by a risk gives no access to it: neither an owner nor an approver sees or changes more than their roles let
//! them.

use cairn_testkit::both;
use serde_json::json;
use uuid::Uuid;

use super::{assessment, scenario, with};
use crate::support::{actor_of, make};

both!(async fn who_is_only_named_sees_and_changes_nothing(app) {
    let (domain, elsewhere) = (app.domain("Sales").await, app.domain("Legal").await);
    let outsider = app.user("outsider@example.com", "ANA", elsewhere).await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let actors = [actor_of(&app, outsider.user).await, actor_of(&app, reader.user).await];
    let place = assessment(&app, domain, json!({ "authors": actors, "reviewers": actors })).await;
    let risk = scenario(&app, place, json!({ "owner": actors })).await;
    let in_domain = |more| with(json!({ "name": "Named", "folder": domain }), more);
    let control = make(&app, "applied-controls", in_domain(json!({ "owner": actors }))).await;
    let weakness = make(&app, "vulnerabilities", in_domain(json!({ "applied_controls": [control] }))).await;
    let exception = make(&app, "security-exceptions", in_domain(json!({ "owners": actors }))).await;
    let incident = make(&app, "incidents", in_domain(json!({ "owners": actors }))).await;
    let body = json!({ "name": "Live with it", "folder": domain, "risk_scenarios": [risk], "approver": approver.user });
    let acceptance = make(&app, "risk-acceptances", body).await;
    let all: [(&str, Uuid, Option<&str>); 6] = [
        ("risk-assessments", place, Some("authors")),
        ("risk-scenarios", risk, Some("owner")),
        ("vulnerabilities", weakness, None),
        ("security-exceptions", exception, Some("owners")),
        ("incidents", incident, Some("owners")),
        ("risk-acceptances", acceptance, None),
    ];
    let mine = async |client: &cairn_testkit::Client, path: &str| -> String {
        let body = client.get("/api/folders/my_assignments/").await.is(200).body();
        let buckets = body["results"].as_array().expect("buckets").iter().filter(|bucket| bucket["resource"] == path);
        buckets.map(|bucket| bucket["objects"].to_string()).collect()
    };
    for (path, id, named) in all {
        let url = format!("/api/{path}/{id}/");
        for hidden in [url.clone(), format!("{url}object/"), format!("{url}history/")] {
            outsider.get(&hidden).await.is(404);
        }
        outsider.patch(&url, json!({ "name": "Taken" })).await.is(404);
        outsider.delete(&url).await.is(404);
        assert!(outsider.get(&format!("/api/{path}/")).await.is(200).ids().is_empty(), "{path}");
        assert!(!mine(&outsider, path).await.contains(&id.to_string()), "{path}");
        reader.get(&url).await.is(200);
        reader.patch(&url, json!({ "name": "Taken" })).await.is(403);
        reader.delete(&url).await.is(403);
        if let Some(field) = named {
            let found = reader.get(&format!("/api/{path}/?{field}={}", actors[1])).await.is(200);
            assert_eq!(found.ids(), [id], "{path}");
            assert!(mine(&reader, path).await.contains(&id.to_string()), "{path}");
            // The filter does not tell an outsider that there is something.
            assert!(outsider.get(&format!("/api/{path}/?{field}={}", actors[0])).await.is(200).ids().is_empty());
        }
    }
    let found = outsider.get("/api/folders/quality_check/").await.is(200).text();
    for (path, id, _) in all {
        assert!(!found.contains(&id.to_string()), "{path}");
    }
});

both!(async fn an_approver_who_lost_the_role_decides_nothing(app) {
    let domain = app.domain("Sales").await;
    let approver = app.user("approver@example.com", "APP", domain).await;
    let risk = scenario(&app, assessment(&app, domain, json!({})).await, json!({})).await;
    let body = json!({ "name": "Live with it", "folder": domain, "risk_scenarios": [risk], "approver": approver.user });
    let acceptance = make(&app, "risk-acceptances", body).await;
    let exception = json!({ "name": "Old servers", "folder": domain, "approver": approver.user, "status": "in_review" });
    let exception = make(&app, "security-exceptions", exception).await;
    let group = app.admin.get(&format!("/api/user-groups/?folder={domain}&code=BI-UG-APP")).await.is(200).ids()[0];
    let members = json!({ "users": [approver.user] });
    app.admin.post(&format!("/api/user-groups/{group}/remove-members/"), members).await.is(200);
    for path in [
        format!("/api/risk-acceptances/{acceptance}/accept/"),
        format!("/api/risk-acceptances/{acceptance}/reject/"),
        format!("/api/security-exceptions/{exception}/approve/"),
        format!("/api/security-exceptions/{exception}/reject/"),
    ] {
        let refused = approver.post(&path, json!({})).await;
        assert!([403, 404].contains(&refused.status.as_u16()), "{path}: {}", refused.text());
    }
    let state = app.admin.get(&format!("/api/risk-acceptances/{acceptance}/")).await.is(200).body()["state"].clone();
    let status = app.admin.get(&format!("/api/security-exceptions/{exception}/")).await.is(200).body()["status"].clone();
    assert_eq!((state, status), (json!("created"), json!("in_review")));
});
