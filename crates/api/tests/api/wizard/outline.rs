//! A look into a file before it is imported.

use cairn_testkit::{Answer, Client, both};
use http::Method;
use serde_json::{Value as Json, json};

use crate::support::mark;

async fn look(client: &Client, kind: &str, file: &str) -> Answer {
    let body = axum::body::Body::from(file.to_owned());
    let client = client.with("X-Model-Type", kind);
    client.send(Method::POST, "/api/data-wizard/read-file/", body, Some("application/octet-stream")).await
}

fn columns(outline: &Json) -> Vec<(&str, Option<&str>)> {
    let all = outline["columns"].as_array().expect("columns").iter();
    all.map(|one| (one["heading"].as_str().unwrap(), one["field"].as_str())).collect()
}

both!(async fn columns_are_told_with_what_they_would_become(app) {
    let before = mark(&app).await;
    let file = "Name;Reference;Colour;Domain\nShop;R1;;Sales\nTill;;red;Sales\n";
    let outline = look(&app.admin, "assets", file).await.is(200).body();
    assert_eq!(outline["rows"], 2);
    assert_eq!(outline["sheets"], json!([]));
    assert_eq!(
        columns(&outline),
        [("Name", Some("name")), ("Reference", None), ("Colour", None), ("Domain", Some("folder"))]
    );
    assert_eq!(outline["columns"][2]["samples"], json!(["red"]));
    // Other tools write the findings of an assessment and no assessment.
    let findings = look(&app.admin, "FindingsAssessment", "name,severity\nOpen port,high\n").await.is(200).body();
    assert_eq!(columns(&findings), [("name", Some("name")), ("severity", Some("severity"))]);
    look(&app.admin, "assets", "").await.is(400).error("file");
    assert_eq!(mark(&app).await, before, "nothing is written");
    let reader = app.user("reader@sales.example", "AUD", app.domain("Sales").await).await;
    look(&reader, "assets", file).await.is(403);
    look(&app.nobody, "assets", file).await.is(401);
});
