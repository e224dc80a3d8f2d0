//! An object of every resource in a domain, so that every operation has something to work on.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Body;
use cairn_domain::iam::expiry::EndExpired;
use cairn_engine::{Caller, Resource};
use cairn_model::Many;
use cairn_model::kind::{Kind, TextFormat};
use cairn_report::{Language, media};
use cairn_resources::work::Asset;
use cairn_testkit::{Answer, Client, TestApp};
use http::Method;
use serde_json::{Value as Json, json};
use uuid::Uuid;

/// An id that nothing has.
pub const UNKNOWN: Uuid = Uuid::from_u128(0x0198_c0de_0000_7000_8000_0000_0000_ffff);

/// One object of every resource, made by the administrator in one domain.
pub struct World {
    pub domain: Uuid,
    /// A word in the name of each of them.
    pub tag: String,
    pub ids: BTreeMap<&'static str, Uuid>,
}

impl World {
    pub async fn make(app: &TestApp, domain: Uuid, tag: &str) -> Self {
        let mut world = Self { domain, tag: tag.to_owned(), ids: BTreeMap::new() };
        // Some setting must have been changed for there to be one.
        app.admin.patch("/api/settings/general/", json!({ "currency": "€" })).await.is(200);
        load_library(app, tag).await;
        for resource in by_rank(app) {
            let id = if resource.is_creatable() {
                let body = world.body(app, resource, tag).await;
                app.admin.post(&format!("/api/{}/", resource.path), body).await.is(201).id()
            } else {
                world.newest(app, resource).await
            };
            world.ids.insert(resource.path, id);
            if resource.path == "rule-matches" {
                // The worker that ran the rule has run the job, too.
                world.ids.insert("jobs", ask_for_a_job(app).await);
            }
            if resource.path == "webhooks/endpoints" {
                world.deliver(app).await;
            }
            if resource.path == "evidence-revisions" {
                upload(&app.admin, &format!("/api/evidence-revisions/{id}/upload/"), &format!("{tag}.txt"))
                    .await
                    .is(200);
            }
        }
        world
    }

    /// Lets a change become a message with an attempt, for there to be a log.
    async fn deliver(&self, app: &TestApp) {
        app.admin.patch("/api/settings/feature-flags/", json!({ "outgoing_webhooks": true })).await.is(200);
        let body = json!({ "label": format!("{} told", self.tag), "folder": self.domain });
        app.admin.post("/api/filtering-labels/", body).await.is(201);
        app.worker.run_due().await.expect("a round of the worker");
        let mut conn = app.engine.db.write().await.expect("a transaction");
        conn.execute_batch("update webhooks_deliveries set state = 'delivered'").await.expect("the log is settled");
        conn.commit().await.expect("the log is settled");
    }

    /// Has a change of the domain proposed, which everyone in it may see.
    pub async fn propose(&self, app: &TestApp, tag: &str) -> Uuid {
        let body = json!({ "name": format!("{tag} proposer"), "propose_only": true });
        let made = app.admin.post("/api/iam/auth-tokens/", body).await.is(201).body();
        let token = made["token"].as_str().expect("a new token is shown");
        let client = app.nobody.with("Authorization", &format!("Token {token}"));
        let body = json!({ "description": format!("{tag} proposed") });
        client.patch(&format!("/api/folders/{}/", self.domain), body).await.is(202).id()
    }

    /// Makes a what-if draft with one step, which everyone in the domain may see.
    pub async fn what_if(&self, app: &TestApp, tag: &str) -> Uuid {
        let body = json!({ "name": format!("{tag} draft"), "folder": self.domain, "is_shared": true });
        let draft = app.admin.post("/api/what-if-drafts/", body).await.is(201).id();
        let body = json!({ "name": format!("{tag} drafted {draft}"), "folder": self.domain });
        app.admin.post(&format!("/api/assets/?draft={draft}"), body).await.is(201);
        draft
    }

    async fn newest(&self, app: &TestApp, resource: &Resource) -> Uuid {
        if resource.path == "proposals" {
            return self.propose(app, &self.tag).await;
        }
        if resource.path == "attachments" {
            let url = format!("/api/attachments/upload/?about={}", self.ids["applied-controls"]);
            upload(&app.admin, &url, &format!("{}.txt", self.tag)).await.is(200);
        }
        if resource.path == "report-templates" {
            return send_template(&app.admin, self.domain, &format!("{} template", self.tag)).await.is(201).id();
        }
        if resource.path == "jobs" {
            return ask_for_a_job(app).await;
        }
        if resource.path == "metrology/builtin-metric-samples" {
            let body = json!({ "object_id": self.ids["findings-assessments"] });
            app.admin.post("/api/metrology/builtin-metric-samples/refresh/", body).await.is(200);
        }
        if resource.path == "rule-matches" {
            let rule = self.ids["rules"];
            app.admin.post(&format!("/api/rules/{rule}/run/"), json!({})).await.is(202);
            while app.jobs.run_due().await.expect("a run") > 0 {}
            return app.admin.get(&format!("/api/rule-matches/?rule={rule}&limit=1")).await.is(200).ids()[0];
        }
        if resource.path == "notifications" {
            assign_to_admin(app, self.domain, &self.tag).await;
        }
        // Of the log, an entry about something that every reader of it may see.
        let only = if resource.path == "log-entries" {
            format!("&folder={}&resource=perimeters", self.domain)
        } else {
            String::new()
        };
        let list = app.admin.get(&format!("/api/{}/?ordering=-created_at&limit=1{only}", resource.path)).await.is(200);
        *list.ids().first().unwrap_or_else(|| panic!("make an example of {} for the tests of access", resource.path))
    }

    /// Another audit of the same framework, in the same domain.
    pub async fn other_audit(&self, app: &TestApp) -> Uuid {
        let name = format!("{} other", self.tag);
        let found = app
            .admin
            .get(&format!("/api/compliance-assessments/?name={}", name.replace(' ', "%20")))
            .await
            .is(200)
            .ids();
        if let Some(id) = found.first() {
            return *id;
        }
        let body = json!({ "name": name, "folder": self.domain, "framework": self.ids["frameworks"] });
        app.admin.post("/api/compliance-assessments/", body).await.is(201).id()
    }

    /// A risk in the domain.
    async fn scenario(&self, app: &TestApp) -> Uuid {
        let known = app.admin.get(&format!("/api/risk-scenarios/?folder={}", self.domain)).await.is(200).ids();
        if let Some(id) = known.first() {
            return *id;
        }
        let name = |what: &str| json!(format!("{} {what}", self.tag));
        let level = json!([{ "id": 0, "name": "Any" }]);
        let matrix = json!({ "probability": level, "impact": level, "risk": level, "grid": [[0]] });
        let body = json!({ "name": name("own matrix"), "folder": self.domain, "json_definition": matrix });
        let matrix = app.admin.post("/api/risk-matrices/", body).await.is(201).id();
        let body = json!({ "name": name("accepted"), "folder": self.domain, "risk_matrix": matrix });
        let assessment = app.admin.post("/api/risk-assessments/", body).await.is(201).id();
        let body = json!({ "name": name("risk"), "risk_assessment": assessment });
        app.admin.post("/api/risk-scenarios/", body).await.is(201).id()
    }

    /// A body that makes an object of the resource in the domain.
    pub async fn body(&self, app: &TestApp, resource: &Resource, tag: &str) -> Json {
        let mut body = cairn_describe::example::create_body(resource);
        let fields = body.as_object_mut().expect("a body is an object");
        for (name, value) in fields.iter_mut() {
            let kind = &resource.def.field(name).expect("the field of a body").kind;
            let of = |target: &str| json!(self.ids.get(target).unwrap_or_else(|| panic!("{target} comes first")));
            match kind {
                Kind::Reference(kind) => *value = of(kind.target),
                Kind::Any(_) => *value = of("applied-controls"),
                Kind::Many(kind) => *value = json!([of(kind.target)]),
                Kind::Text(text) if text.format == TextFormat::Email => *value = json!(format!("{tag}@example.com")),
                Kind::Text(text) if text.format == TextFormat::Plain => {
                    *value = json!(format!("{tag} {name} of {}", resource.model));
                }
                _ => {}
            }
        }
        if resource.def.field("folder").is_some_and(|field| !field.read_only) {
            fields.insert("folder".into(), json!(self.domain));
        }
        // What rules ask for beyond the definition.
        match resource.path {
            "folders" => drop(fields.insert("parent_folder".into(), json!(self.domain))),
            // A comment is about one thing.
            "comments" => drop(fields.insert("applied_control".into(), json!(self.ids["applied-controls"]))),
            "roles" => {
                let found = app.admin.get("/api/permissions/?codename=view_folder").await.is(200);
                fields.insert("permissions".into(), json!(found.ids()));
            }
            // Nobody listens there: the attempt fails at once.
            "webhooks/endpoints" => {
                fields.insert("url".into(), json!("http://127.0.0.1:9/"));
                fields.insert("event_types".into(), json!(["filteringlabel.created"]));
            }
            // A campaign is for some perimeter and some framework.
            "campaigns" => {
                let framework = app.admin.get("/api/frameworks/?ordering=-created_at").await.is(200).ids()[0];
                let path = format!("/api/perimeters/?folder={}", self.domain);
                let perimeter = match app.admin.get(&path).await.is(200).ids().first() {
                    Some(known) => *known,
                    None => {
                        let body = json!({ "name": format!("{tag} covered"), "folder": self.domain });
                        app.admin.post("/api/perimeters/", body).await.is(201).id()
                    }
                };
                fields.insert("frameworks".into(), json!([framework]));
                fields.insert("perimeters".into(), json!([perimeter]));
            }
            // A baseline is an audit of the same framework.
            "compliance-assessments" => drop(fields.remove("baseline")),
            // The question is one of the requirement.
            "answers" => {
                let question =
                    app.admin.get(&format!("/api/questions/{}/", self.ids["questions"])).await.is(200).body();
                // There is one answer to a question in an audit, so another one is for another audit.
                let audit = if tag.ends_with("-POST") {
                    let body = json!({ "name": format!("{tag} asked"), "folder": self.domain, "framework": self.ids["frameworks"] });
                    app.admin.post("/api/compliance-assessments/", body).await.is(201).id()
                } else {
                    self.ids["compliance-assessments"]
                };
                let node = question["requirement_node"]["id"].as_str().expect("a question has a requirement");
                let list = format!("/api/requirement-assessments/?compliance_assessment={audit}&requirement={node}");
                fields.insert("requirement_assessment".into(), json!(app.admin.get(&list).await.is(200).ids()[0]));
                fields.remove("value");
            }
            "requirement-assignments" => {
                fields.insert("actor".into(), json!([self.ids["actors"]]));
                // A requirement is in one assignment at most.
                let rows =
                    if tag.ends_with("-POST") { json!([]) } else { json!([self.ids["requirement-assessments"]]) };
                fields.insert("requirement_assessments".into(), rows);
            }
            // Someone may decide about some risk.
            "risk-acceptances" => {
                fields.insert("risk_scenarios".into(), json!([self.scenario(app).await]));
                fields.insert("approver".into(), json!(app.admin.user));
            }
            // Others see only what is shared.
            "what-if-drafts" => drop(fields.insert("is_shared".into(), json!(true))),
            "metrology/custom-metric-samples" => {
                fields.insert("value".into(), json!({ "result": 1 }));
                fields.insert("timestamp".into(), json!("2026-02-01T00:00:00Z"));
            }
            // A widget shows one thing.
            "metrology/dashboard-widgets" => {
                fields.insert("chart_type".into(), json!("text"));
                fields.insert("text_content".into(), json!(format!("{tag} text")));
            }
            "saved-views" => drop(fields.insert("resource".into(), json!("assets"))),
            "rules" => {
                fields.insert("resource".into(), json!("applied-controls"));
                fields.insert("expression".into(), json!("object.name != \"\""));
            }
            "iam/service-accounts" => {
                let found = app.admin.get("/api/permissions/?codename=view_folder").await.is(200);
                fields.insert("permissions".into(), json!(found.ids()));
                fields.insert("folders".into(), json!([self.domain]));
            }
            "role-assignments" => {
                fields.insert("user".into(), json!(self.ids["users"]));
                fields.insert("perimeter_folders".into(), json!([self.domain]));
            }
            _ => {}
        }
        body
    }
}

/// Loads a library of which every kind of content has something, and updates it.
async fn load_library(app: &TestApp, tag: &str) {
    let stored = send_library(&app.admin, tag).await.is(201).id();
    app.admin.post(&format!("/api/stored-libraries/{stored}/import/"), json!({})).await.is(200);
    // Once it was updated, there is an earlier version of it.
    offer_update(app, tag, true).await;
}

/// Puts a newer version of a loaded library into the store, and updates to it if that is wanted.
pub async fn offer_update(app: &TestApp, word: &str, is_applied: bool) {
    let urn = renamed("urn:acme:risk:library:baseline", word);
    let loaded = app.admin.get(&format!("/api/loaded-libraries/{urn}/")).await.is(200).body();
    let next = loaded["version"].as_i64().unwrap() + 1;
    let mut text = renamed(cairn_testkit::BASELINE, word).replace("version: 1\n", &format!("version: {next}\n"));
    for word in ["Acme baseline", "Passwords", "Is it on?", "\"Yes"] {
        text = text.replace(word, &format!("{word} {next}"));
    }
    let client = app.admin.with("Content-Disposition", "attachment; filename=\"library.yaml\"");
    let yaml = Some("application/yaml");
    client.send(Method::POST, "/api/stored-libraries/upload/", Body::from(text), yaml).await.is(201);
    if is_applied {
        app.admin.post(&format!("/api/loaded-libraries/{urn}/update/"), json!({})).await.is(200);
    }
}

/// The URNs of a library that is told from others by a word.
fn renamed(text: &str, word: &str) -> String {
    let number = word.bytes().fold(7_u64, |number, letter| number.wrapping_mul(31).wrapping_add(letter.into()));
    text.replace("urn:acme", &format!("urn:acme{number}"))
}

/// Sends a library that is told from others by a word. Libraries are for everyone, so the word itself is not in it.
pub async fn send_library(client: &Client, word: &str) -> Answer {
    send_file(client, "/api/stored-libraries/upload/", word).await
}

/// Sends the file of a library that is told from others by a word.
pub async fn send_file(client: &Client, path: &str, word: &str) -> Answer {
    let text = renamed(cairn_testkit::BASELINE, word);
    let client = client.with("Content-Disposition", "attachment; filename=\"library.yaml\"");
    client.send(Method::POST, path, Body::from(text), Some("application/yaml")).await
}

/// Puts an object into the draft of a library.
pub fn drafted_object() -> Json {
    json!({ "kind": "threats", "object": { "urn": "urn:acme:risk:threat:drafted", "ref_id": "T9", "name": "Drafted" } })
}

/// Sends a template for reports, for a domain.
pub async fn send_template(client: &Client, domain: Uuid, name: &str) -> Answer {
    send_template_in(client, domain, name, Language::English).await
}

pub async fn send_template_in(client: &Client, domain: Uuid, name: &str, language: Language) -> Answer {
    let bytes = cairn_report::starter_template(language).expect("a template");
    let client = client.with("Content-Disposition", &format!("attachment; filename=\"{name}.docx\""));
    let kind = media::DOCX;
    client
        .send(Method::POST, &format!("/api/report-templates/upload/?folder={domain}"), Body::from(bytes), Some(kind))
        .await
}

/// Has Cairn ask for a job, which those who see everything see.
async fn ask_for_a_job(app: &TestApp) -> Uuid {
    let mut cx = app.engine.write(Arc::new(Caller::system())).await.expect("a transaction");
    let id = cairn_jobs::enqueue(&mut cx, &EndExpired {}).await.expect("a job");
    cx.commit().await.expect("a job");
    id
}

/// Has Cairn make the administrator the owner of something, which they are notified of.
async fn assign_to_admin(app: &TestApp, domain: Uuid, tag: &str) {
    let asset = json!({ "name": format!("{tag} noticed"), "folder": domain });
    let asset = app.admin.post("/api/assets/", asset).await.is(201).id();
    let actor = app.admin.get(&format!("/api/actors/?user={}", app.admin.user)).await.is(200).ids()[0];
    let mut cx = app.engine.write(Arc::new(Caller::system())).await.expect("a transaction");
    let assign = |asset: &mut Asset| {
        asset.owner = Many::of([actor]);
        Ok(())
    };
    cx.modify::<Asset>(asset, assign).await.expect("an owner");
    cx.commit().await.expect("an owner");
}

/// The resources with endpoints, what is referred to before what refers to it.
pub fn by_rank(app: &TestApp) -> Vec<&'static Resource> {
    let registry = app.engine.registry;
    let mut all: Vec<&'static Resource> = registry.routed().collect();
    // The resource of an action's example comes after what it is about, too.
    all.sort_by_key(|resource| (resource.rank, !resource.is_writable()));
    all
}

/// Sends a small text file.
pub async fn upload(client: &Client, path: &str, name: &str) -> Answer {
    let client = client.with("Content-Disposition", &format!("attachment; filename=\"{name}\""));
    client.send(Method::POST, path, Body::from("What was seen.\n"), Some("text/plain")).await
}

/// A form with a small text file for a domain.
pub fn form(domain: Uuid, name: &str) -> String {
    let part = |head: &str, text: &str| format!("--line\r\nContent-Disposition: form-data; {head}\r\n\r\n{text}\r\n");
    let file = part(&format!("name=\"file\"; filename=\"{name}\""), "What was seen.\n");
    format!("{}{file}--line--\r\n", part("name=\"folder\"", &domain.to_string()))
}

/// The file of a domain with nothing in it.
pub fn exported_domain(name: &str) -> Vec<u8> {
    use std::io::Write;
    let document = json!({
        "format": "cairn-domain",
        "schema_version": 1,
        "app_version": "0.1.0",
        "domain": { "key": "domain", "resource": "folders", "fields": { "name": name } },
        "objects": [],
    });
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file("data.json", zip::write::SimpleFileOptions::default()).expect("an entry");
    zip.write_all(document.to_string().as_bytes()).expect("an entry");
    zip.finish().expect("a file").into_inner()
}
