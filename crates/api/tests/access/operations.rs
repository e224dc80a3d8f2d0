//! Every operation of the API, for nobody, for a stranger and for every built-in role.
//!
//! What is expected follows from the registry and the role table. The few operations that do not
//! come from the registry are listed here by hand; one that is not listed fails the test.

use cairn_access::Verb;
use cairn_engine::Resource;
use cairn_engine::action::On;
use cairn_engine::clock::Clock;
use cairn_engine::entry::ROLES;
use cairn_engine::registry::view_assigned;
use cairn_model::kind::Kind;
use cairn_testkit::{Answer, Client, TestApp, both};
use http::Method;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::world::{self, UNKNOWN, World, by_rank};

/// What can be done with a what-if draft once.
const WHAT_IF: [&str; 3] = ["/apply/", "/discard/", "/remove-step/"];
const APPROVE: &str = "/api/proposals/{id}/approve/";
const APPROVE_EXCEPTION: &str = "/api/security-exceptions/{id}/approve/";
const REJECT_EXCEPTION: &str = "/api/security-exceptions/{id}/reject/";
const SYNC_CONTROLS: &str = "/api/reference-controls/{id}/sync-applied-controls/";
const ERASE: &str = "/api/users/{id}/erase/";
const LIBRARY: &str = "/api/stored-libraries/{id}/";
const IMPORT: &str = "/api/stored-libraries/{id}/import/";
const UNLOAD: &str = "/api/stored-libraries/{id}/unload/";
const ACCEPTANCE: &str = "/api/risk-acceptances/{id}/";
const VALIDATION_STEPS: [&str; 6] = ["/approve/", "/reject/", "/request-changes/", "/resubmit/", "/drop/", "/revoke/"];
const DOWNLOAD: &str = "/api/jobs/{id}/download/";

/// What an operation asks of its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// Nothing.
    Public(u16),
    /// To be someone; it answers the status then.
    SignedIn(u16),
    /// A permission on the domain of an object.
    Item(&'static str, Verb),
    /// A permission on any domain.
    Collection(&'static str, Verb),
    /// To add, on the domain that the body names.
    Create(&'static str),
    /// A permission on the root, where settings are.
    Settings(Verb),
}

struct Operation {
    method: Method,
    path: String,
    rule: Rule,
}

/// All operations of the OpenAPI document, with what they ask.
fn operations(app: &TestApp) -> Vec<Operation> {
    let (_, text) = cairn_api::golden_files().into_iter().find(|(path, _)| path.ends_with("openapi.json")).unwrap();
    let document: Json = serde_json::from_str(&text).unwrap();
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for name in methods.as_object().unwrap().keys().filter(|name| *name != "parameters") {
            let method: Method = name.to_uppercase().parse().unwrap();
            let rule = fixed(&method, path)
                .or_else(|| of_registry(app, &method, path))
                .unwrap_or_else(|| panic!("say in this test who may call {method} {path}"));
            all.push(Operation { method, path: path.clone(), rule });
        }
    }
    assert!(all.len() > 250, "the document has every operation");
    all
}

/// The operations that do not come from the registry.
fn fixed(method: &Method, path: &str) -> Option<Rule> {
    use Rule::{Collection, Create, Item, Public, Settings, SignedIn};
    Some(match (method.as_str(), path) {
        ("POST", "/api/iam/login/" | "/api/identity/o/api/token") => Public(401),
        ("GET", "/api/health/") => Public(200),
        // No mail is set up, and there is no such link; see the tests of accounts.
        ("POST", "/api/iam/password-reset/") => Public(409),
        ("POST", "/api/iam/password-reset/check/" | "/api/iam/password-reset/confirm/") => Public(404),
        ("POST", "/api/iam/password-strength/") => SignedIn(200),
        ("POST", "/api/iam/logout/" | "/api/iam/logoutall/") => SignedIn(204),
        ("POST", "/api/iam/revoke-sessions/") => SignedIn(200),
        ("DELETE", "/api/iam/sessions/{id}/") => SignedIn(404),
        // Only with a browser's session; see the tests of signing in.
        ("POST", "/api/iam/change-password/") => SignedIn(403),
        ("POST", "/api/iam/set-password/") => Item("users", Verb::Change),
        ("POST", "/api/iam/auth-tokens/") => SignedIn(201),
        ("DELETE", "/api/iam/auth-tokens/{id}/") => SignedIn(404),
        (
            "GET",
            "/api/iam/current-user/"
            | "/api/iam/auth-tokens/"
            | "/api/iam/sessions/"
            | "/api/settings/feature-flags/defaults/"
            | "/api/build/"
            | "/api/schema/"
            | "/api/model/"
            | "/api/search/"
            | "/api/diff/"
            | "/api/get_counters/"
            | "/api/get_metrics/"
            | "/api/get_audits_metrics/"
            | "/api/get_combined_assessments_status/"
            | "/api/get_governance_calendar_data/"
            | "/api/data-wizard/templates/"
            | "/api/data-wizard/templates/{type}/",
        )
        | ("GET" | "PUT" | "PATCH", "/api/user-preferences/") => SignedIn(200),
        (
            "GET",
            "/api/settings/general/"
            | "/api/settings/general/object/"
            | "/api/settings/feature-flags/"
            | "/api/settings/infra-config/"
            | "/api/settings/mail/"
            | "/api/settings/mail-templates/"
            | "/api/settings/mail-templates/included/"
            | "/api/settings/sign-in/"
            | "/api/settings/vulnerability-sla/",
        ) => Settings(Verb::View),
        (
            "PUT" | "PATCH",
            "/api/settings/general/"
            | "/api/settings/feature-flags/"
            | "/api/settings/infra-config/"
            | "/api/settings/mail/"
            | "/api/settings/mail-templates/"
            | "/api/settings/sign-in/"
            | "/api/settings/vulnerability-sla/",
        )
        | ("POST", "/api/settings/mail/test/" | "/api/settings/mail-templates/preview/") => Settings(Verb::Change),
        ("GET" | "POST" | "DELETE", "/api/iam/scim-token/") => Settings(Verb::Change),
        ("POST", "/api/data-wizard/load-file/" | "/api/data-wizard/read-file/") => Collection("assets", Verb::Add),
        // Each change of a set asks for its own right; see the tests of change sets.
        ("POST", "/api/change-sets/") => SignedIn(200),
        ("POST", "/api/folders/import/") => Create("folders"),
        ("POST", "/api/evidences/batch-upload/") => Create("evidences"),
        // Whoever answers submits; the rest is for whoever may change it.
        ("POST", "/api/requirement-assignments/{id}/set_status/") => Item("requirement-assignments", Verb::Change),
        // Those it is assigned to can too; see the tests of tasks.
        ("POST", "/api/task-nodes/{id}/set_status/") => Item("task-nodes", Verb::Change),
        // The copy is added somewhere.
        ("POST", "/api/metrology/dashboards/{id}/duplicate/") => Item("metrology/dashboards", Verb::Add),
        ("GET", "/api/task-templates/calendar/{start}/{end}/") => Collection("task-templates", Verb::View),
        ("POST", "/api/stored-libraries/upload/") => Create("stored-libraries"),
        ("POST", "/api/report-templates/upload/") => Create("report-templates"),
        ("POST", "/api/library-drafts/adopt/" | "/api/library-drafts/import-yaml/") => Create("library-drafts"),
        // The journal as a whole is for administrators, who alone see roles.
        ("GET", "/api/journal/head/" | "/api/journal/heads/" | "/api/journal/keys/" | "/api/journal/proof/") => {
            Collection("roles", Verb::View)
        }
        ("GET", "/api/webhooks/event-types/") => Collection("webhooks/endpoints", Verb::View),
        ("POST", "/api/webhooks/endpoints/{id}/test/") => Item("webhooks/endpoints", Verb::Change),
        _ => return None,
    })
}

/// The operations that every resource has, and its actions.
fn of_registry(app: &TestApp, method: &Method, path: &str) -> Option<Rule> {
    let inside = |resource: &Resource| path.strip_prefix(&format!("/api/{}/", resource.path)).map(str::to_owned);
    let (resource, rest) = app.engine.registry.routed().find_map(|resource| Some((resource, inside(resource)?)))?;
    let (place, on) = (resource.path, rest.strip_prefix("{id}/"));
    let action = resource.actions().find(|action| match action.on {
        On::Item => on == Some(&format!("{}/", action.name)),
        On::Collection => rest == format!("{}/", action.name),
    });
    if let Some(action) = action {
        return Some(match action.on {
            On::Item => Rule::Item(place, action.permission),
            On::Collection => Rule::Collection(place, action.permission),
        });
    }
    Some(match (method.as_str(), rest.as_str()) {
        (
            "GET",
            "" | "ids/" | "autocomplete/" | "cascade-info/" | "groups/" | "export_csv/" | "export_xlsx/"
            | "export_jsonl/",
        ) => Rule::Collection(place, Verb::View),
        ("POST", "") => Rule::Create(place),
        ("POST", "batch-action/") => Rule::Collection(place, Verb::Delete),
        ("GET", "{id}/" | "{id}/object/" | "{id}/cascade-info/" | "{id}/history/") => Rule::Item(place, Verb::View),
        ("POST", "{id}/restore/") => Rule::Item(place, Verb::Change),
        ("PUT" | "PATCH", "{id}/") => Rule::Item(place, Verb::Change),
        ("DELETE", "{id}/") => Rule::Item(place, Verb::Delete),
        ("GET", field) => {
            let field = resource.def.field(field.trim_end_matches('/'))?;
            matches!(field.kind, Kind::Choice(_)).then_some(Rule::SignedIn(200))?
        }
        _ => return None,
    })
}

/// Someone who calls operations on the objects of a world.
struct Visit<'a> {
    app: &'a TestApp,
    world: &'a World,
    /// A word for the names of what is made.
    tag: String,
    /// Another control to fold into the world's, someone to put into a group, and a library that is not loaded.
    spare: Spare,
}

struct Spare {
    controls: [Uuid; 2],
    user: Uuid,
    library: Uuid,
}

impl Spare {
    fn email(tag: &str) -> String {
        format!("spare.{tag}@example.com")
    }

    async fn make(app: &TestApp, domain: Uuid, tag: &str) -> Self {
        let mut controls = [Uuid::nil(); 2];
        for (at, path) in ["applied-controls", "policies"].into_iter().enumerate() {
            let body = json!({ "name": format!("{tag} spare {at}"), "folder": domain });
            controls[at] = app.admin.post(&format!("/api/{path}/"), body).await.is(201).id();
        }
        let body = json!({ "email": Self::email(tag) });
        let user = app.admin.post("/api/users/", body).await.is(201).id();
        let library = world::send_library(&app.admin, &format!("{tag} spare")).await.is(201).id();
        Self { controls, user, library }
    }
}

impl<'a> Visit<'a> {
    async fn new(app: &'a TestApp, world: &'a World, tag: &str) -> Self {
        let spare = Spare::make(app, world.domain, &format!("{}-{tag}", world.tag)).await;
        Self { app, world, tag: tag.to_owned(), spare }
    }

    async fn call(&self, client: &Client, operation: &Operation) -> Answer {
        let place = match operation.rule {
            Rule::Item(place, _) | Rule::Collection(place, _) | Rule::Create(place) => Some(place),
            _ => None,
        };
        let id = place.map_or(UNKNOWN, |place| self.world.ids[place]);
        // A proposal is decided about once.
        let id = match operation.path.as_str() {
            APPROVE => self.world.propose(self.app, &format!("{}-{}", self.world.tag, self.tag)).await,
            // And what becomes of a draft, too.
            path if WHAT_IF.iter().any(|action| path.ends_with(action)) && place == Some("what-if-drafts") => {
                self.world.what_if(self.app, &format!("{}-{}", self.world.tag, self.tag)).await
            }
            // And a person is erased once.
            ERASE => self.spare.user,
            // What is loaded can neither be loaded nor deleted.
            IMPORT | UNLOAD => self.spare.library,
            LIBRARY if operation.method == Method::DELETE => self.spare.library,
            _ => id,
        };
        // A library is updated where there is a newer version, and goes back where it was updated.
        if operation.path.starts_with("/api/loaded-libraries/{id}/update") {
            world::offer_update(self.app, &self.world.tag, false).await;
        } else if operation.path == "/api/loaded-libraries/{id}/roll-back/" {
            world::offer_update(self.app, &self.world.tag, true).await;
        }
        // Only the approver decides about an exception that waits for it.
        if [APPROVE_EXCEPTION, REJECT_EXCEPTION].contains(&&*operation.path) && !client.user.is_nil() {
            let body = json!({ "approver": client.user, "status": "in_review" });
            // Refused for those who may not approve.
            self.app.admin.patch(&format!("/api/security-exceptions/{id}/"), body).await;
        }
        // What is removed from a draft has to be in it.
        if operation.path == "/api/library-drafts/{id}/delete-object/" {
            let path = format!("/api/library-drafts/{id}/upsert-object/");
            self.app.admin.post(&path, world::drafted_object()).await.is(200);
        }
        // Only a draft is submitted, and only what was submitted becomes a draft again.
        if let Some(place @ ("draft" | "submit")) =
            operation.path.strip_prefix(ACCEPTANCE).map(|end| end.trim_end_matches('/'))
        {
            let before = if place == "draft" { "submit" } else { "draft" };
            self.app.admin.post(&format!("/api/risk-acceptances/{id}/{before}/"), json!({})).await;
        }
        // Evidence is removed from an occurrence that it was made for.
        if operation.path == "/api/task-nodes/{id}/remove_evidence/" {
            let path = format!("/api/evidence-revisions/{}/", self.world.ids["evidence-revisions"]);
            self.app.admin.patch(&path, json!({ "task_node": id })).await.is(200);
        }
        let mut path = operation.path.replace("{id}", &id.to_string()).replace("{type}", "assets");
        path = path.replace("{start}", "2026-03-01").replace("{end}", "2026-03-31");
        if path.ends_with("/task-templates/calendar/") || path.ends_with("/folders/calendar/") {
            path.push_str("?start=2026-03-01&end=2026-03-31");
        }
        if path == "/api/search/" {
            path = format!("/api/search/?q={}", self.world.tag);
        }
        if path == "/api/diff/" {
            path.push_str("?from=2026-03-01T09:30:00Z");
        }
        if path.ends_with("/for_object/") {
            path = format!("{path}?object_id={}", self.world.ids["findings-assessments"]);
        }
        if path == "/api/rules/try/" {
            path.push_str("?resource=applied-controls&expression=true");
        }
        if path == "/api/rules/fields/" {
            path.push_str("?resource=applied-controls");
        }
        if path.ends_with("/compare/") {
            path = format!("{path}?compare_id={}", self.world.ids["compliance-assessments"]);
        }
        if path.ends_with("/map_from_preview/") {
            path = format!("{path}?source_audit_id={}", self.world.other_audit(self.app).await);
        }
        if path.ends_with("/check-identity/") {
            path = format!("{path}?packager=acme&ref_id=free");
        }
        if path.ends_with("/matrix_change_preview/") {
            path = format!("{path}?risk_matrix={}", self.world.ids["risk-matrices"]);
        }
        if path == "/api/risk-scenarios/default_ref_id/" {
            path = format!("{path}?risk_assessment={}", self.world.ids["risk-assessments"]);
        }
        if path.ends_with("/derived/") {
            path = format!("{path}?framework={}", self.world.ids["frameworks"]);
        }
        if path == "/api/journal/proof/" {
            self.app.journal.seal().await.unwrap();
            path = "/api/journal/proof/?first=1".into();
        }
        if let (Some(place), true) = (place, path.ends_with("/groups/")) {
            path = format!("{path}?by={}", groupable(self.app, place));
        }
        if path == "/api/data-wizard/load-file/" || path == "/api/data-wizard/read-file/" {
            // Tried only: what it would make stands in nobody's way.
            let client = client.with("X-Model-Type", "assets").with("X-Dry-Run", "true");
            let client = client.with("X-Folder-Id", &self.world.domain.to_string());
            return client.send(Method::POST, &path, "name\nImported\n".into(), Some("text/csv")).await;
        }
        if path == "/api/identity/o/api/token" {
            let form = "grant_type=client_credentials&client_id=nobody&client_secret=wrong";
            return client.send(Method::POST, &path, form.into(), Some("application/x-www-form-urlencoded")).await;
        }
        if path == "/api/folders/import/" {
            let path = format!("{path}?parent_folder={}", self.world.domain);
            let zip = world::exported_domain(&format!("{} brought in", self.tag));
            return client.send(Method::POST, &path, zip.into(), Some("application/zip")).await;
        }
        if path == "/api/evidences/batch-upload/" {
            let form = world::form(self.world.domain, &format!("{}.txt", self.tag));
            return client.send(Method::POST, &path, form.into(), Some("multipart/form-data; boundary=line")).await;
        }
        if path == "/api/stored-libraries/upload/" {
            return world::send_library(client, &format!("{} sent", self.tag)).await;
        }
        if path == "/api/report-templates/upload/" {
            return world::send_template(client, self.world.domain, &format!("{} sent", self.tag)).await;
        }
        if path == "/api/library-drafts/import-yaml/" || path.ends_with("/import-objects/") {
            return world::send_file(client, &path, &format!("{} imported", self.tag)).await;
        }
        if path == "/api/attachments/upload/" {
            path = format!("{path}?about={}", self.world.ids["applied-controls"]);
            return world::upload(client, &path, &format!("{}-2.txt", self.tag)).await;
        }
        if path.ends_with("/upload/") {
            return world::upload(client, &path, &format!("{}.txt", self.tag)).await;
        }
        if operation.method == Method::GET || operation.method == Method::DELETE {
            return client.send(operation.method.clone(), &path, axum::body::Body::empty(), None).await;
        }
        let body = self.body(operation, place, id).await;
        client.json(operation.method.clone(), &path, &body).await
    }

    async fn body(&self, operation: &Operation, place: Option<&str>, id: Uuid) -> Json {
        let last = operation.path.trim_end_matches('/').rsplit('/').next().unwrap();
        match (operation.method.as_str(), last) {
            ("POST", "prepare-export") => json!({ "format": "csv" }),
            ("POST", "batch-action") => json!({ "action": "delete", "ids": [UNKNOWN] }),
            ("POST", "add-members" | "remove-members") => json!({ "users": [self.spare.user] }),
            ("POST", "merge") => {
                let spare = self.spare.controls[usize::from(place == Some("policies"))];
                json!({ "target": id, "sources": [spare] })
            }
            ("POST", "duplicate") => json!({ "name": format!("{} copy of {}", self.tag, place.unwrap()) }),
            ("POST", "batch-create") => json!({ "assets_text": self.tag, "folder": self.world.domain }),
            // Restored to what it is: what is asked is the right to do it.
            ("POST", "restore") => json!({ "as_of": self.app.clock.now() }),
            ("POST", "erase") => json!({ "email": Spare::email(&format!("{}-{}", self.world.tag, self.tag)) }),
            ("POST", "set_status") => json!({ "status": "in_progress" }),
            ("POST", "map_from") => json!({ "source_audit_id": self.world.other_audit(self.app).await }),
            ("POST", "prepare-report") => json!({ "kind": "csv" }),
            ("POST", "adopt") => {
                let library = self.world.ids["loaded-libraries"];
                json!({ "library": library, "folder": self.world.domain, "packager": self.tag, "ref_id": "adopted" })
            }
            ("POST", "add-framework") => json!({ "name": self.tag, "ref_id": self.tag }),
            ("POST", "upsert-object") => world::drafted_object(),
            ("POST", "delete-object") => json!({ "kind": "threats", "urn": "urn:acme:risk:threat:drafted" }),
            ("POST", "remove_evidence") => json!({ "evidence": self.world.ids["evidences"] }),
            ("POST", "refresh") => json!({ "object_id": self.world.ids["findings-assessments"] }),
            ("POST", "remove-step") => json!({ "step": 1 }),
            ("POST", "reject") if place == Some("proposals") => json!({ "reason": self.tag }),
            ("POST", "replay") => json!({ "since": "2026-01-01T00:00:00Z" }),
            ("POST", "login") => json!({ "email": "nobody@example.com", "password": "wrong" }),
            ("POST", "password-reset") => json!({ "email": "nobody@example.com" }),
            ("POST", "check") => json!({ "token": "cl_wrong" }),
            ("POST", "confirm") => json!({ "token": "cl_wrong", "new_password": "Correct-Horse-43-Battery" }),
            ("POST", "password-strength") => json!({ "password": "Correct-Horse-43-Battery" }),
            ("POST", "change-password") => json!({ "old_password": "x", "new_password": "y" }),
            ("POST", "set-password") => json!({ "user": id, "new_password": "Correct-Horse-43-Battery" }),
            ("POST", "change-sets") => json!({ "plan": true, "changes": [] }),
            ("POST", "auth-tokens") => json!({ "name": self.tag }),
            ("POST" | "PUT", _) if place.is_some() && (last == "{id}" || Some(last) == short(place)) => {
                let resource = self.app.engine.registry.get(place.unwrap());
                self.world.body(self.app, resource, &format!("{}-{}", self.tag, operation.method)).await
            }
            _ => json!({}),
        }
    }
}

fn short(place: Option<&str>) -> Option<&str> {
    place.and_then(|place| place.rsplit('/').next())
}

/// Reads first, then what changes things, and deletes at last: what refers to others before them.
fn in_order(app: &TestApp, mut all: Vec<Operation>) -> Vec<Operation> {
    let ranks = by_rank(app);
    let rank = |place: &str| ranks.iter().position(|resource| resource.path == place).unwrap_or_default();
    all.sort_by_key(|operation| match (operation.method.as_str(), operation.rule) {
        ("GET", _) => (0, 0),
        ("DELETE", Rule::Item(place, _)) => (3, usize::MAX - rank(place)),
        ("POST", _) if operation.path.ends_with("/remove-members/") || operation.path == ERASE => (2, 0),
        ("POST", _) if operation.path.ends_with("/delete_attachment/") => (2, 0),
        _ => (1, 0),
    });
    all
}

both!(async fn nobody_may_call_anything_but_sign_in(app) {
    let domain = app.domain("Payments").await;
    let world = World::make(&app, domain, "zebra").await;
    let visit = Visit::new(&app, &world, "nobody").await;
    for operation in operations(&app) {
        let answer = visit.call(&app.nobody, &operation).await;
        if let Rule::Public(status) = operation.rule {
            // Wrong credentials are no missing ones, but they get the same status.
            answer.is(status);
            continue;
        }
        let answer = answer.is(401);
        assert_eq!(answer.header("www-authenticate"), Some("Token"), "{}", operation.path);
        assert_eq!(answer.body()["type"], "not_authenticated");
        assert!(!answer.text().contains("zebra"));
    }
});

/// What the role table says of one of its columns.
struct Table {
    permissions: Vec<String>,
}

impl Table {
    fn of(app: &TestApp, column: usize) -> Self {
        Self { permissions: app.engine.registry.role_permissions(column) }
    }

    fn allows(&self, resource: &Resource, verb: Verb) -> bool {
        self.permissions.contains(&verb.codename(resource.model))
    }

    fn allows_assigned(&self, resource: &Resource) -> bool {
        self.permissions.contains(&view_assigned(resource.model))
    }
}

/// Whether it is answered with a job.
fn starts_job(operation: &Operation) -> bool {
    let is_file = ["/prepare-export/", "/prepare-report/"].iter().any(|end| operation.path.ends_with(end));
    is_file || ["/api/folders/{id}/pack/", "/api/rules/{id}/run/", ERASE].contains(&&*operation.path)
}

/// The status that the table asks for.
fn expected(app: &TestApp, table: &Table, operation: &Operation) -> u16 {
    let registry = app.engine.registry;
    let done = match (operation.method.as_str(), operation.rule) {
        ("POST", Rule::Create(_)) => 201,
        ("DELETE", _) => 204,
        ("POST", _) if operation.path == "/api/iam/scim-token/" => 201,
        _ if operation.path == "/api/iam/set-password/" => 204,
        _ if starts_job(operation) => 202,
        _ => 200,
    };
    // Nobody says anything about what they do not see.
    let is_blind = !table.allows(registry.get("applied-controls"), Verb::View);
    match operation.rule {
        // Nor answers it.
        Rule::Create("answers")
            if !table.allows(registry.get("answers"), Verb::View)
                && table.allows(registry.get("answers"), Verb::Add) =>
        {
            400
        }
        Rule::Create("comments") if is_blind && table.allows(registry.get("comments"), Verb::Add) => 400,
        // A comment is seen by those who see what it is on, a control here.
        Rule::Item("comments", _) if is_blind && table.allows(registry.get("comments"), Verb::View) => 404,
        // Files are seen by those who see what they belong to, a control here, and changed by those who may change it.
        Rule::Item("attachments", _) if is_blind && table.allows(registry.get("attachments"), Verb::View) => 404,
        Rule::Collection("attachments", Verb::Add)
            if is_blind && table.allows(registry.get("attachments"), Verb::Add) =>
        {
            400
        }
        // Nobody but the approver decides, whatever else they may do.
        Rule::Item("risk-acceptances", _)
            if ["accept/", "reject/", "revoke/"].iter().any(|end| operation.path.ends_with(end))
                && table.allows(registry.get("risk-acceptances"), Verb::View) =>
        {
            403
        }
        // Nor does anybody but the approver and whoever asked take a step of a validation.
        Rule::Item("validation-flows", _)
            if VALIDATION_STEPS.iter().any(|end| operation.path.ends_with(end))
                && table.allows(registry.get("validation-flows"), Verb::View) =>
        {
            403
        }
        // Nor does anyone approve an exception who may not be its approver.
        Rule::Item("security-exceptions", _)
            if [APPROVE_EXCEPTION, REJECT_EXCEPTION].contains(&&*operation.path)
                && table.allows(registry.get("security-exceptions"), Verb::View)
                && !table.permissions.iter().any(|name| name == "approve_securityexception") =>
        {
            403
        }
        // Whoever sees a reference control copies it to the controls that they may change.
        Rule::Item("reference-controls", _)
            if operation.path == SYNC_CONTROLS
                && table.allows(registry.get("reference-controls"), Verb::View)
                && !table.allows(registry.get("applied-controls"), Verb::Change) =>
        {
            403
        }
        // Nobody sees what someone else is notified of.
        Rule::Item("notifications", _) => 404,
        // Only those who see everything see a job that Cairn itself asked for; what it made is for nobody else.
        Rule::Item("jobs", _) if operation.path == DOWNLOAD && table.allows(registry.get("roles"), Verb::View) => 403,
        Rule::Item("jobs", _) if !table.allows(registry.get("roles"), Verb::View) => 404,
        Rule::Public(status) | Rule::SignedIn(status) => status,
        // Who sees an object, or what someone can do, is for those who see who has which role.
        Rule::Item(place, _)
            if ["/who-can-see/", "/what-can-they-do/"].iter().any(|end| operation.path.ends_with(end))
                && table.allows(registry.get(place), Verb::View)
                && !table.allows(registry.get("role-assignments"), Verb::View) =>
        {
            403
        }
        Rule::Item(place, verb) => {
            let resource = registry.get(place);
            match (table.allows(resource, Verb::View), table.allows(resource, verb)) {
                // What is approved is done by the approver's own rights.
                (true, true) if operation.path == APPROVE && !table.allows(registry.get("folders"), Verb::Change) => {
                    403
                }
                // No mail is set up.
                (true, true) if operation.path == "/api/users/{id}/send-password-link/" => 409,
                (true, true) => done,
                (true, false) => 403,
                // Who may not see it is not told that it is there.
                (false, _) => 404,
            }
        }
        Rule::Collection(place, verb) if table.allows(registry.get(place), verb) => done,
        // Whoever sees only what is assigned to them gets a list, which is empty here.
        Rule::Collection(place, Verb::View) if table.allows_assigned(registry.get(place)) => done,
        Rule::Create(place) if table.allows(registry.get(place), Verb::Add) => done,
        Rule::Settings(verb) if table.allows(registry.get("settings/global"), verb) => done,
        _ => 403,
    }
}

macro_rules! roles {
    ($($name:ident = $column:literal;)*) => {
        $(both!(async fn $name(app) { the_api_does_what_the_table_says(&app, $column).await; });)*

        #[test]
        fn every_built_in_role_is_tried() {
            assert_eq!([$($column),*], std::array::from_fn::<usize, { ROLES.len() }, _>(|column| column));
        }
    };
}

roles! {
    an_administrator_may_what_the_table_says = 0;
    a_domain_manager_may_what_the_table_says = 1;
    an_analyst_may_what_the_table_says = 2;
    an_approver_may_what_the_table_says = 3;
    a_reader_may_what_the_table_says = 4;
    an_auditee_may_what_the_table_says = 5;
    a_respondent_may_what_the_table_says = 6;
    a_tester_may_what_the_table_says = 7;
}

async fn the_api_does_what_the_table_says(app: &TestApp, column: usize) {
    let domain = app.domain("Payments").await;
    let (letters, _, _) = ROLES[column];
    let place = if letters == "ADM" { app.root } else { domain };
    let client = app.user(&format!("{letters}@example.com"), letters, place).await;
    let table = Table::of(app, column);
    let world = World::make(app, domain, "zebra").await;
    let visit = Visit::new(app, &world, letters).await;
    for operation in in_order(app, operations(app)) {
        if matches!(operation.rule, Rule::Public(_)) {
            continue;
        }
        let answer = visit.call(&client, &operation).await;
        assert_eq!(
            answer.status.as_u16(),
            expected(app, &table, &operation),
            "{letters}: {} {} answered {}",
            operation.method,
            operation.path,
            answer.text()
        );
        // Nobody may have many jobs that wait.
        if answer.status.as_u16() == 202 && starts_job(&operation) {
            app.admin.post(&format!("/api/jobs/{}/cancel/", answer.id()), json!({})).await.is(200);
        }
        if answer.status.as_u16() == 200 && operation.path == "/api/risk-assessments/{id}/duplicate/" {
            app.admin.delete(&format!("/api/risk-assessments/{}/", answer.id())).await.is(204);
        }
        // What was made must not stand in the way of deleting what it refers to.
        if let (201, Rule::Create(place)) = (answer.status.as_u16(), operation.rule) {
            let made = if answer.body()["results"].is_array() { answer.ids() } else { vec![answer.id()] };
            for id in made {
                app.admin.delete(&format!("/api/{place}/{id}/")).await.is(204);
            }
        }
    }
}

both!(async fn a_stranger_finds_nothing_and_changes_nothing(app) {
    let (ours, theirs) = (app.domain("Payments").await, app.domain("Elsewhere").await);
    let stranger = app.user("stranger@example.com", "ANA", theirs).await;
    let table = Table::of(&app, 2);
    let world = World::make(&app, ours, "zebra").await;
    let visit = Visit::new(&app, &world, "stranger").await;
    let mut inside = Vec::new();
    for (path, id) in &world.ids {
        let read = app.admin.get(&format!("/api/{path}/{id}/")).await.is(200).body();
        if read["path"][0]["id"] == json!(ours) {
            inside.push((*path, *id));
        }
    }
    assert!(inside.len() > 10, "most objects are in the domain: {inside:?}");
    for operation in in_order(&app, operations(&app)) {
        let answer = visit.call(&stranger, &operation).await;
        let status = answer.status.as_u16();
        let (method, path) = (&operation.method, &operation.path);
        match operation.rule {
            Rule::Item(place, _) if inside.iter().any(|(path, _)| *path == place) => {
                assert_eq!(status, 404, "{method} {path}: {}", answer.text());
            }
            Rule::Create(place) if inside.iter().any(|(path, _)| *path == place) => {
                assert!(matches!(status, 400 | 403), "{method} {path}: {}", answer.text());
            }
            Rule::Collection(..) if *method == Method::POST => {
                assert!(matches!(status, 200 | 202 | 400 | 403), "{method} {path}: {}", answer.text());
                if status == 202 {
                    app.admin.post(&format!("/api/jobs/{}/cancel/", answer.id()), json!({})).await.is(200);
                }
            }
            Rule::Public(_) => {}
            // It names a hidden assessment.
            _ if path == "/api/risk-scenarios/default_ref_id/" => assert_eq!(status, 404),
            _ if path == "/api/metrology/builtin-metric-samples/for_object/" => assert_eq!(status, 400),
            _ => assert_eq!(status, expected(&app, &table, &operation), "{method} {path}: {}", answer.text()),
        }
        if *method == Method::GET && *path != "/api/schema/" {
            let text = answer.text();
            for (path, id) in &inside {
                assert!(!text.contains(&id.to_string()), "{} shows the {path} {id}: {text}", operation.path);
            }
            // Users and roles are shared, and so are their names; a search repeats its words.
            let shared = ["/api/users/", "/api/object-classifications/", "/api/classification-levels/", "/api/actors/", "/api/asset-class/", "/api/terminologies/", "/api/library-filtering-labels/", "/api/search/", "/api/log-entries/", "/api/diff/", "/api/assets/class-tree/", "/api/folders/cascade-info/"];
            if !shared.iter().any(|start| path.starts_with(start)) {
                assert!(!text.contains("zebra"), "{} names something hidden: {text}", operation.path);
            }
        }
    }
    // A batch names each of them, and changes none.
    for (path, id) in &inside {
        let resource = app.engine.registry.get(path);
        if resource.is_writable() && table.allows(resource, Verb::Delete) {
            let body = json!({ "action": "delete", "ids": [id] });
            let answer = stranger.post(&format!("/api/{path}/batch-action/"), body).await.is(200).body();
            assert_eq!(answer["succeeded"], json!([]), "{path}");
        }
        app.admin.get(&format!("/api/{path}/{id}/")).await.is(200);
    }
});

/// The operations that may change something, by method and path.
pub fn unsafe_operations(app: &TestApp) -> Vec<(Method, String)> {
    let all = operations(app).into_iter().filter(|operation| operation.method != Method::GET);
    all.map(|operation| (operation.method, operation.path)).collect()
}

/// A field that a list can be counted by.
fn groupable(app: &TestApp, path: &str) -> &'static str {
    let mut fields = app.engine.registry.get(path).def.fields.iter();
    fields.find(|field| cairn_engine::query::can_group(field)).map_or("folder", |field| field.name)
}
