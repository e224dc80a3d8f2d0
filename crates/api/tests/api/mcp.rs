//! The tools for assistants over HTTP: who gets in, and that the tools see and change what their caller may.
//!
//! `make mcp` has the official SDKs call every tool; these are the questions of access, on both databases.

use cairn_testkit::{Answer, Client, both};
use serde_json::{Value as Json, json};

use crate::support::{asset, evidence, journal_since, mark};

async fn send(client: &Client, method: &str, params: Json) -> Answer {
    let client = client.with("Accept", "application/json, text/event-stream").with("Host", "cairn.example");
    client.post("/mcp", json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })).await
}

/// What a tool answers, and whether it is a failure.
async fn call(client: &Client, tool: &str, arguments: Json) -> (String, bool) {
    let body = send(client, "tools/call", json!({ "name": tool, "arguments": arguments })).await.is(200).body();
    let text = body["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{body}")).to_owned();
    (text, body["result"]["isError"] == json!(true))
}

both!(async fn only_programs_with_a_token_get_in(app) {
    let answer = send(&app.nobody, "tools/list", json!({})).await.is(401);
    assert_eq!(answer.header("www-authenticate"), Some("Token"));
    assert!(answer.body()["detail"].as_str().unwrap().contains("Authorization: Bearer"));
    send(&app.nobody.with("Authorization", "Token nonsense"), "tools/list", json!({})).await.is(401);
    send(&app.nobody.with("Cookie", "cairn_session=x"), "tools/list", json!({})).await.is(401);
    let page = app.admin.with("Origin", "https://evil.example");
    assert!(send(&page, "tools/list", json!({})).await.is(403).text().contains("Origin"));
    let named = app.admin.with("Host", "cairn.example").with("Accept", "application/json, text/event-stream");
    named.get("/mcp").await.is(405);
    named.post("/mcp", json!({ "x": "y".repeat(2_000_000) })).await.is(413);
    let tools = send(&app.admin, "tools/list", json!({})).await.is(200).body();
    assert_eq!(tools["result"]["tools"].as_array().unwrap().len(), 12);
});

both!(async fn tools_see_and_change_what_their_caller_may(app) {
    let (sales, lab) = (app.domain("Sales").await, app.domain("Lab").await);
    asset(&app, sales, "Till").await;
    asset(&app, lab, "Laser").await;
    let reader = app.user("reader@example.com", "AUD", sales).await;
    let analyst = app.user("analyst@example.com", "ANA", sales).await;

    let (found, _) = call(&reader, "list", json!({ "resource": "assets" })).await;
    assert!(found.contains("Till") && !found.contains("Laser"), "{found}");
    for hidden in ["Laser", "Lab/Laser"] {
        let (answer, failed) = call(&reader, "get", json!({ "resource": "assets", "object": hidden })).await;
        assert!(failed && answer.contains("there is no asset"), "{answer}");
    }
    let (overview, _) = call(&reader, "describe", json!({})).await;
    assert!(overview.contains("\"assets\"") && !overview.contains("role-assignments"), "{overview}");

    let before = mark(&app).await;
    let change = json!({ "resource": "assets", "object": "Till", "values": { "description": "new" } });
    let (answer, failed) = call(&reader, "update", change.clone()).await;
    assert!(failed && answer.contains("You do not have permission to change assets"), "{answer}");
    assert_eq!(mark(&app).await, before, "nothing was written");
    let (answer, failed) = call(&analyst, "update", change).await;
    assert!(!failed && answer.contains("updated"), "{answer}");
    let entries = journal_since(&app, before).await;
    let [entry] = entries.as_slice() else { panic!("{entries:?}") };
    assert_eq!((entry.what().as_str(), entry.actor_label.as_str()), ("updated assets", "analyst@example.com"));
    assert_eq!(entry.origin, "token");
});

both!(async fn one_request_id_leads_from_the_call_to_the_journal(app) {
    let before = mark(&app).await;
    let client = app.admin.with("X-Request-Id", "from-the-proxy-7");
    call(&client, "create", json!({ "resource": "assets", "values": { "name": "Vault", "folder": "Global" } })).await;
    let entries = journal_since(&app, before).await;
    assert_eq!(entries.last().unwrap().request.as_deref(), Some("from-the-proxy-7"));
});

both!(async fn a_name_that_fits_two_objects_changes_neither(app) {
    let (sales, lab) = (app.domain("Sales").await, app.domain("Lab").await);
    asset(&app, sales, "Vault").await;
    asset(&app, lab, "Vault").await;
    let arguments = |object: &str| json!({ "resource": "assets", "object": object, "values": { "ref_id": "V-1" } });
    let (answer, failed) = call(&app.admin, "update", arguments("Vault")).await;
    assert!(failed && answer.contains("matches several assets") && answer.contains("Sales/Vault"), "{answer}");
    let (answer, failed) = call(&app.admin, "update", arguments("Lab/Vault")).await;
    assert!(!failed, "{answer}");
    let (answer, _) = call(&app.admin, "list", json!({ "resource": "assets", "filters": { "ref_id": "V-1" } })).await;
    assert!(answer.contains("\"count\":1") && answer.contains("Lab"), "{answer}");
});

both!(async fn every_question_of_the_model_is_a_list_that_answers(app) {
    let model = app.admin.get("/api/model/").await.is(200).body();
    let mut asked = 0;
    for (path, resource) in model["resources"].as_object().unwrap() {
        let query = |question: &Json| {
            let pairs = question["query"].as_object().unwrap().iter();
            let pairs = pairs.map(|(name, value)| format!("&{name}={}", value.as_str().unwrap()));
            pairs.collect::<String>().replace("{today}", "2026-03-01")
        };
        for check in resource["checks"].as_array().unwrap() {
            let url = format!("/api/{path}/?limit=1{}", query(check));
            app.admin.get(&url).await.is(200);
            asked += 1;
        }
        for due in resource["due"].as_array().unwrap() {
            let field = due["field"].as_str().unwrap();
            let url = format!("/api/{path}/?limit=1&{field}__lte=2026-12-31&ordering={field}{}", query(due));
            app.admin.get(&url).await.is(200);
            asked += 1;
        }
    }
    assert!(asked > 20, "{asked}");
});

both!(async fn checks_find_what_they_say(app) {
    let domain = app.domain("Sales").await;
    let control = |name: &str, status: &str| json!({ "name": name, "folder": domain, "status": status });
    app.admin.post("/api/applied-controls/", control("Bare", "active")).await.is(201);
    app.admin.post("/api/applied-controls/", control("Planned", "to_do")).await.is(201);
    let (answer, _) = call(&app.admin, "inconsistencies", json!({ "check": "active_without_evidence" })).await;
    assert!(answer.contains("Bare") && !answer.contains("Planned"), "{answer}");
    let (answer, failed) = call(&app.admin, "inconsistencies", json!({ "check": "moon_phase" })).await;
    assert!(failed && answer.contains("applied-controls.active_without_evidence"), "{answer}");
});

both!(async fn files_and_jobs_have_a_form_that_a_model_can_use(app) {
    let sales = app.domain("Sales").await;
    asset(&app, sales, "Till").await;
    evidence(&app, sales, "Minutes").await;
    let act = |resource: &str, action: &str, more: Json| {
        let mut arguments = json!({ "resource": resource, "action": action });
        arguments.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        arguments
    };
    let run = |arguments: Json| {
        let client = app.admin.clone();
        async move {
            let (text, failed) = call(&client, "run_action", arguments).await;
            (serde_json::from_str::<Json>(&text).unwrap_or_default(), text, failed)
        }
    };
    let (started, text, failed) = run(act("assets", "prepare-export", json!({ "input": { "format": "csv" } }))).await;
    assert!(!failed && started["outcome"] == "started", "{text}");
    let id = started["untrusted_data"]["id"].as_str().expect("an id").to_owned();
    let (_, text, failed) = run(act("jobs", "download", json!({ "object": id }))).await;
    assert!(failed && text.contains("no file"), "{text}");
    app.jobs.run_due().await.expect("a run");
    let (job, _) = call(&app.admin, "get", json!({ "resource": "jobs", "object": id })).await;
    assert!(job.contains("\"done\""), "{job}");
    let (file, text, _) = run(act("jobs", "download", json!({ "object": id }))).await;
    assert!(file["untrusted_data"].as_str().is_some_and(|rows| rows.contains("Till")), "{text}");
    assert_eq!(file["file"]["path"], format!("/api/jobs/{id}/download/"));

    let note = json!({ "object": "Minutes", "files": [{ "name": "minutes.md", "text": "# Seen" }] });
    let (done, text, failed) = run(act("evidences", "upload", note)).await;
    assert!(!failed && done["outcome"] == "done", "{text}");
    let (file, text, _) = run(act("evidences", "attachment", json!({ "object": "Minutes" }))).await;
    assert_eq!((&file["untrusted_data"], &file["file"]["bytes"]), (&json!("# Seen"), &json!(6)), "{text}");
    let (zip, text, _) = run(act("folders", "export", json!({ "object": "Sales" }))).await;
    assert!(zip["untrusted_data"].is_null() && zip["what_now"].is_string(), "{text}");
    let (_, text, failed) = run(act("assets", "prepare-export", json!({ "input": { "format": "csv" }, "files": [{ "name": "a.md", "text": "x" }] }))).await;
    assert!(failed && text.contains("takes no files"), "{text}");
    let (described, _) = call(&app.admin, "describe", json!({ "resource": "evidences" })).await;
    assert!(described.contains("answers_with") && described.contains("\"files\""), "{described}");
});
