//! Writes at the same moment that want the same things: each ends well or says what it found, none fails.

use std::collections::BTreeMap;

use cairn_testkit::{TestApp, both};
use futures_util::future::join_all;
use serde_json::{Value as Json, json};

use crate::support::{asset, control, evidence, make, targets};

const AT_ONCE: usize = 8;
const ROUNDS: usize = 3;

/// Sends requests at the same time, and counts the answers by their status.
async fn at_once(app: &TestApp, requests: Vec<(&str, String, Json)>) -> BTreeMap<u16, usize> {
    let answers = requests.into_iter().map(|(method, path, body)| async move {
        match method {
            "DELETE" => app.admin.delete(&path).await,
            "PATCH" => app.admin.patch(&path, body).await,
            _ => app.admin.post(&path, body).await,
        }
    });
    let mut counts = BTreeMap::new();
    for answer in join_all(answers).await {
        *counts.entry(answer.status.as_u16()).or_default() += 1;
    }
    counts
}

fn only(counts: &BTreeMap<u16, usize>, expected: &[u16]) {
    assert!(counts.keys().all(|status| expected.contains(status)), "{counts:?}, expected {expected:?} only");
}

both!(async fn what_is_referred_to_may_be_deleted_at_the_same_moment(app) {
    let domain = app.domain("Races").await;
    for round in 0..ROUNDS {
        let label = make(&app, "filtering-labels", json!({ "label": format!("label-{round}") })).await;
        let assets = join_all((0..AT_ONCE).map(|at| {
            let (app, name) = (&app, format!("A{round} {at}"));
            async move { asset(app, domain, &name).await }
        }))
        .await;
        let mut requests = vec![("DELETE", format!("/api/filtering-labels/{label}/"), Json::Null)];
        let body = json!({ "filtering_labels": [label] });
        requests.extend(assets.iter().map(|id| ("PATCH", format!("/api/assets/{id}/"), body.clone())));
        only(&at_once(&app, requests).await, &[200, 204, 400]);

        let proof = evidence(&app, domain, &format!("E{round}")).await;
        let mut requests: Vec<_> = (0..AT_ONCE)
            .map(|at| {
                let body = json!({ "name": format!("C{round} {at}"), "folder": domain, "evidences": [proof] });
                ("POST", "/api/applied-controls/".to_owned(), body)
            })
            .collect();
        requests.push(("DELETE", format!("/api/evidences/{proof}/"), Json::Null));
        only(&at_once(&app, requests).await, &[201, 204, 400]);

        let below = app.domain_under(&format!("Below {round}"), domain).await;
        let mut requests: Vec<_> = (0..AT_ONCE)
            .map(|at| ("POST", "/api/assets/".to_owned(), json!({ "name": format!("B{round} {at}"), "folder": below })))
            .collect();
        requests.insert(AT_ONCE / 2, ("DELETE", format!("/api/folders/{below}/"), Json::Null));
        only(&at_once(&app, requests).await, &[201, 204, 400, 403]);
        let left = app.admin.get(&format!("/api/assets/?search=B{round}")).await.is(200).body();
        assert_eq!(left["count"], 0, "what was made in it went with it");
    }
});

both!(async fn the_same_objects_may_be_changed_in_any_order(app) {
    let domain = app.domain("Races").await;
    let mut controls = Vec::new();
    for at in 0..AT_ONCE {
        controls.push(control(&app, domain, &format!("C{at}")).await);
    }
    let batches = |round: usize| {
        let controls = controls.clone();
        (0..AT_ONCE).map(move |at| {
            let mut ids = controls.clone();
            if at % 2 == 1 {
                ids.reverse();
            }
            let body = json!({ "action": "change_field", "ids": ids, "field": "priority", "value": (at + round) % 4 + 1 });
            ("POST", "/api/applied-controls/batch-action/".to_owned(), body)
        })
    };
    for round in 0..ROUNDS {
        only(&at_once(&app, batches(round).collect()).await, &[200]);
    }
});

both!(async fn a_relation_may_be_edited_from_both_sides_at_once(app) {
    let domain = app.domain("Races").await;
    for round in 0..ROUNDS {
        let thing = asset(&app, domain, &format!("A{round}")).await;
        let safeguard = control(&app, domain, &format!("C{round}")).await;
        let requests = (0..AT_ONCE)
            .map(|at| match at % 2 {
                0 => ("PATCH", format!("/api/assets/{thing}/"), json!({ "applied_controls": [safeguard] })),
                _ => ("PATCH", format!("/api/applied-controls/{safeguard}/"), json!({ "assets": [thing] })),
            })
            .collect();
        only(&at_once(&app, requests).await, &[200]);
        assert_eq!(targets(&app, "assets", thing, "applied_controls").await, [safeguard]);
    }
});

both!(async fn files_come_and_go_at_the_same_moment(app) {
    let domain = app.domain("Races").await;
    let proof = evidence(&app, domain, "E").await;
    let named = app.admin.with("Content-Disposition", "attachment; filename=\"a.txt\"");
    let upload = async || {
        let (url, kind) = (format!("/api/evidences/{proof}/upload/"), Some("application/octet-stream"));
        named.send(http::Method::POST, &url, "content".into(), kind).await
    };
    upload().await.is(200);
    let revision = app.admin.get(&format!("/api/evidence-revisions/?evidence={proof}")).await.is(200).ids()[0];
    let url = format!("/api/evidence-revisions/{revision}/");
    let work = (0..AT_ONCE).map(|at| {
        let (app, upload, url) = (&app, &upload, &url);
        async move {
            match at % 3 {
                0 => upload().await,
                1 => app.admin.patch(url, json!({ "observation": format!("{at}") })).await,
                _ => app.admin.post(&format!("{url}delete_attachment/"), json!({})).await,
            }
        }
    });
    for answer in join_all(work).await {
        answer.is(200);
    }
});

both!(async fn what_is_added_while_the_whole_moves_goes_along(app) {
    let (here, there) = (app.domain("Here").await, app.domain("There").await);
    let review = make(&app, "findings-assessments", json!({ "name": "R", "folder": here })).await;
    let safeguard = control(&app, here, "C").await;
    for round in 0..ROUNDS {
        let folder = if round % 2 == 0 { there } else { here };
        let mut requests: Vec<_> = (0..AT_ONCE)
            .flat_map(|at| {
                let finding = json!({ "name": format!("F{round} {at}"), "findings_assessment": review });
                let comment = json!({ "body": "Why?", "applied_control": safeguard });
                [("POST", "/api/findings/".to_owned(), finding), ("POST", "/api/comments/".to_owned(), comment)]
            })
            .collect();
        let body = json!({ "folder": folder });
        requests.insert(AT_ONCE, ("PATCH", format!("/api/findings-assessments/{review}/"), body.clone()));
        requests.insert(AT_ONCE, ("PATCH", format!("/api/applied-controls/{safeguard}/"), body));
        only(&at_once(&app, requests).await, &[200, 201]);
        for path in ["findings", "comments"] {
            let all = app.admin.get(&format!("/api/{path}/")).await.is(200);
            let places = all.column("folder").iter().filter(|place| place["id"] != json!(folder)).count();
            assert_eq!(places, 0, "{path} that stayed behind");
        }
    }
});

both!(async fn what_was_deleted_comes_back_once(app) {
    let domain = app.domain("Races").await;
    for round in 0..ROUNDS {
        let lost = asset(&app, domain, &format!("A{round}")).await;
        let history = format!("/api/assets/{lost}/history/");
        let made = app.admin.get(&history).await.is(200).body()["results"][0]["seq"].clone();
        app.admin.delete(&format!("/api/assets/{lost}/")).await.is(204);
        let path = format!("/api/assets/{lost}/restore/");
        let requests = vec![("POST", path, json!({ "entry": made })); AT_ONCE];
        let counts = at_once(&app, requests).await;
        only(&counts, &[200]);
        let entries = app.admin.get(&history).await.is(200).body();
        assert_eq!(entries["count"], 4, "made, deleted, brought back, and the note of it: {counts:?}");
    }
});
