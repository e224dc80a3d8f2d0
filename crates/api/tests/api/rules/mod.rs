//! Rules: what they find, who sees it, and what they do about it.

mod access;
mod acting;
mod finding;
mod links;
mod writing;

use cairn_domain::platform::rule::RunRules;
use cairn_testkit::{Client, TestApp};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::risk::run;
use crate::support::make;

const RULES: &str = "/api/rules/";

/// A rule of the administrator on applied controls.
async fn rule(app: &TestApp, domain: Uuid, expression: &str, more: Json) -> Uuid {
    rule_on(app, "applied-controls", domain, expression, more).await
}

async fn rule_on(app: &TestApp, resource: &str, domain: Uuid, expression: &str, more: Json) -> Uuid {
    let body = json!({ "name": format!("Rule {expression:.80}"), "folder": domain, "resource": resource, "expression": expression });
    make(app, "rules", with(body, more)).await
}

fn with(mut body: Json, more: Json) -> Json {
    if let (Some(fields), Json::Object(more)) = (body.as_object_mut(), more) {
        fields.extend(more);
    }
    body
}

/// Lets the background work that is due happen, shortly after what was done.
async fn settle(app: &TestApp) {
    app.clock.advance_seconds(2);
    while app.jobs.run_due().await.expect("a run") > 0 {}
}

/// A night in which all rules run.
async fn night(app: &TestApp) {
    run(app, &RunRules { rule: None }).await;
}

async fn matches(client: &Client, rule: Uuid, state: &str) -> Vec<Json> {
    let list = client.get(&format!("/api/rule-matches/?rule={rule}&state={state}")).await.is(200).body();
    list["results"].as_array().expect("a list").clone()
}

/// The names of the objects of open matches, in order.
async fn open(client: &Client, rule: Uuid) -> Vec<String> {
    let name = |one: &Json| one["object"]["str"].as_str().expect("a name").to_owned();
    let mut names: Vec<String> = matches(client, rule, "open").await.iter().map(name).collect();
    names.sort();
    names
}

async fn change(app: &TestApp, path: &str, id: Uuid, body: Json) {
    app.admin.patch(&format!("/api/{path}/{id}/"), body).await.is(200);
}

async fn shown(client: &Client, rule: Uuid) -> Json {
    client.get(&format!("{RULES}{rule}/")).await.is(200).body()
}

/// The address of a dry run.
fn trial(resource: &str, expression: &str) -> String {
    let mut encoded = String::new();
    for byte in expression.bytes() {
        if byte.is_ascii_alphanumeric() || b"_.".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded = format!("{encoded}%{byte:02X}");
        }
    }
    format!("{RULES}try/?resource={resource}&expression={encoded}")
}
