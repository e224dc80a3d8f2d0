//! What `/api/webhooks/event-types/` says of messages is what messages are.

use std::collections::{BTreeMap, BTreeSet};

use cairn_engine::Resource;
use cairn_model::kind::{Kind, TextFormat};
use cairn_report::Language;
use cairn_testkit::{TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::json_schema::mistakes;
use super::receiver::{Delivery, Receiver};
use super::world::{World, by_rank, offer_update, send_template_in};
use super::{endpoint, switch_on};

/// What never happens: these are made by the program alone, or made once, or kept.
const NEVER: [&str; 14] = [
    "assetcapability.created",
    "assetcapability.deleted",
    "assetcapability.updated",
    "attachment.updated",
    "authtoken.updated",
    "evidencefile.updated",
    "globalsettings.deleted",
    "libraryversion.updated",
    "permission.created",
    "permission.deleted",
    "permission.updated",
    "proposal.deleted",
    "requirementmapping.updated",
    "requirementmappingset.updated",
];

async fn described(app: &TestApp) -> BTreeMap<String, Json> {
    let types = app.admin.get("/api/webhooks/event-types/").await.is(200).body();
    let types = types["results"].as_array().expect("a list").clone();
    types.into_iter().map(|one| (one["name"].as_str().expect("a name").to_owned(), one)).collect()
}

both!(async fn every_full_body_fits_its_schema(app) {
    let described = described(&app).await;
    let names: Vec<&str> = described.keys().map(String::as_str).collect();
    switch_on(&app).await;
    let receiver = Receiver::start().await;
    endpoint(&app.admin, &receiver.url, &names).await;
    let domain = app.domain("Payments").await;
    let world = World::make(&app, domain, "told").await;
    fill_in(&app, &world).await;
    let resources = by_rank(&app);
    for resource in resources.iter().filter(|resource| resource.is_writable()) {
        change(&app, resource, world.ids[resource.path]).await;
    }
    // What has ways of its own to be changed and ended.
    offer_update(&app, "told", true).await;
    send_template_in(&app.admin, domain, "told template", Language::French).await.is(201);
    app.admin.patch("/api/settings/general/", json!({ "currency": "£" })).await.is(200);
    let reason = json!({ "reason": "Not now" });
    app.admin.post(&format!("/api/proposals/{}/reject/", world.ids["proposals"]), reason).await.is(200);
    app.admin.patch(&format!("/api/users/{}/", world.ids["users"]), json!({ "email": "new@example.com" })).await.is(200);
    let token = app.admin.post("/api/iam/auth-tokens/", json!({ "name": "Short" })).await.is(201).body();
    app.admin.delete(&format!("/api/iam/auth-tokens/{}/", token["id"].as_str().expect("an id"))).await.is(204);
    for resource in resources.iter().rev().filter(|resource| resource.is_creatable()) {
        let url = format!("/api/{}/{}/", resource.path, world.ids[resource.path]);
        // Some went along with what they belong to.
        let status = app.admin.delete(&url).await.status.as_u16();
        assert!(matches!(status, 204 | 404), "{url} {status}");
    }
    app.admin.delete(&format!("/api/report-templates/{}/", world.ids["report-templates"])).await.is(204);
    // A campaign leaves its audits behind.
    for audit in app.admin.get("/api/compliance-assessments/").await.is(200).ids() {
        app.admin.delete(&format!("/api/compliance-assessments/{audit}/")).await.is(204);
    }
    let library = format!("/api/stored-libraries/{}/", world.ids["stored-libraries"]);
    app.admin.post(&format!("{library}unload/"), json!({})).await.is(200);
    app.admin.delete(&library).await.is(204);
    app.worker.run_due().await.expect("a round");

    let mut missing: BTreeSet<&str> = names.into_iter().collect();
    for body in receiver.received().iter().map(Delivery::json) {
        let event = body["type"].as_str().expect("an event");
        let mistakes = mistakes(&described[event]["schema"], &body);
        assert!(mistakes.is_empty(), "{event}: {mistakes:#?}\n{body}");
        missing.remove(event);
    }
    assert_eq!(missing, BTreeSet::from(NEVER), "of every other event there is an example");
});

both!(async fn every_example_fits_its_schema_and_shows_every_member(app) {
    for (name, event) in described(&app).await {
        let mistakes = mistakes(&event["schema"], &event["example"]);
        assert!(mistakes.is_empty(), "{name}: {mistakes:#?}");
    }
});

/// Gives an asset and a control every value that they can have: what is empty fits almost any schema.
async fn fill_in(app: &TestApp, world: &World) {
    let values = json!({
        "security_objectives": { "objectives": { "confidentiality": { "value": 2, "is_enabled": true } } },
        "disaster_recovery_objectives": { "objectives": { "rto": { "value": 3600 } } },
        "owner": [world.ids["actors"]],
    });
    app.admin.patch(&format!("/api/assets/{}/", world.ids["assets"]), values).await.is(200);
    let values = json!({
        "eta": "2026-04-01",
        "effort": "M",
        "assets": [world.ids["assets"]],
        "evidences": [world.ids["evidences"]],
        "owner": [world.ids["actors"]],
    });
    app.admin.patch(&format!("/api/applied-controls/{}/", world.ids["applied-controls"]), values).await.is(200);
}

/// Changes some text of an object.
async fn change(app: &TestApp, resource: &Resource, id: Uuid) {
    // An answer has no text of its own where there are choices.
    if resource.path == "requirement-assignments" {
        app.admin
            .patch(&format!("/api/requirement-assignments/{id}/"), json!({ "requirement_assessments": [] }))
            .await
            .is(200);
        return;
    }
    if resource.path == "answers" {
        let answer = app.admin.get(&format!("/api/answers/{id}/")).await.is(200).body();
        let question = answer["question"]["id"].as_str().expect("an answer has a question");
        let choices = app.admin.get(&format!("/api/question-choices/?question={question}")).await.is(200).ids();
        app.admin.patch(&format!("/api/answers/{id}/"), json!({ "selected_choices": &choices[..1] })).await.is(200);
        return;
    }
    let is_text = |kind: &Kind| match kind {
        Kind::Text(text) => text.format == TextFormat::Plain,
        Kind::Markdown(_) => true,
        _ => false,
    };
    let mut fields = resource.def.fields.iter();
    let field = fields.find(|field| field.writable() && !field.secret && !field.immutable && is_text(&field.kind));
    let field = field.unwrap_or_else(|| panic!("change an example of {}", resource.path)).name;
    let body = json!({ field: format!("A changed {}", resource.model) });
    app.admin.patch(&format!("/api/{}/{id}/", resource.path), body).await.is(200);
}
