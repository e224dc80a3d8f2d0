//! The fixed routes, described for OpenAPI. Those of resources describe themselves.

use cairn_describe::{Content, Method, Operation};
use cairn_domain::iam::auth_token::{NewToken, TokenInfo};
use cairn_domain::iam::current_user::CurrentUser;
use cairn_domain::iam::own_sessions::SessionInfo;
use cairn_domain::iam::scim::token::ScimToken;
use cairn_domain::platform::mail_settings::{self, Mail};
use cairn_domain::platform::mail_templates::{Draft, MailTemplates, Preview};
use cairn_domain::platform::notification::{Tried, Try};
use cairn_domain::platform::settings::{FeatureFlags, General, InfraConfig, SignIn, VulnerabilitySla};
use cairn_engine::diff::Diff;
use cairn_engine::query::within::WITHIN;
use cairn_engine::search::Found;
use cairn_model::{Describe, Timestamp};
use cairn_resources::iam::Preferences;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::analytics_operations::analytics;
use crate::change_set_operations::change_set;
use crate::iam::{ChangePassword, SetPassword};
use crate::journal_proof::{ConsistencyProof, Heads, InclusionProof, Keys, NewestHead};
use crate::password_reset::{Candidate, Forgotten, LinkInfo, LinkToken, SetByLink, Strength};
use crate::sessions::Ended;
use crate::sign_in::Credentials;
use crate::webhooks::{EventTypes, TestEvent, TestResult};

fn body<T: Describe>() -> Content {
    Content::json(T::schema())
}

/// Every operation that does not come from the registry.
pub fn fixed_operations() -> Vec<Operation> {
    let mut all = signing_in();
    all.extend(crate::oauth::operations());
    all.extend(settings());
    all.extend(crate::data_wizard::operations());
    all.extend(webhooks());
    all.extend(journal());
    all.extend(service());
    all.push(change_set());
    all.push(task_calendar());
    all.extend(analytics());
    all
}

fn signing_in() -> Vec<Operation> {
    const TAG: &str = "Signing in";
    let session = json!({
        "type": "object",
        "properties": { "user": CurrentUser::schema(), "csrf_token": { "type": "string" } },
        "required": ["user", "csrf_token"],
    });
    vec![
        Operation::new(Method::Post, "/api/iam/login/", "login", TAG)
            .summary("Sign in")
            .description(
                "Sets the session cookie, and a CSRF cookie whose value later changes repeat in `X-CSRF-Token`.",
            )
            .request(body::<Credentials>())
            .response(Content::json(session))
            .status(200)
            .public()
            .problem(401)
            .problem(429),
        Operation::new(Method::Post, "/api/iam/logout/", "logout", TAG).summary("Sign out"),
        Operation::new(Method::Post, "/api/iam/logoutall/", "logout_all", TAG)
            .summary("Sign out everywhere")
            .description("Ends all your sessions, including this one. Access tokens keep working."),
        Operation::new(Method::Get, "/api/iam/sessions/", "sessions_list", TAG)
            .summary("Your active sessions")
            .response(body::<Vec<SessionInfo>>())
            .status(200),
        Operation::new(Method::Delete, "/api/iam/sessions/{id}/", "sessions_destroy", TAG)
            .summary("End one of your sessions"),
        Operation::new(Method::Post, "/api/iam/revoke-sessions/", "revoke_sessions", TAG)
            .summary("End all your other sessions")
            .response(body::<Ended>())
            .status(200),
        Operation::new(Method::Get, "/api/iam/current-user/", "current_user", TAG)
            .summary("The signed-in user")
            .description("Includes groups, roles and the permissions in each domain.")
            .response(body::<CurrentUser>())
            .status(200),
        Operation::new(Method::Post, "/api/iam/change-password/", "change_password", TAG)
            .summary("Change your own password")
            .request(body::<ChangePassword>())
            .problem(429),
        Operation::new(Method::Post, "/api/iam/set-password/", "set_password", TAG)
            .summary("Set the password of a user you can manage")
            .request(body::<SetPassword>()),
        Operation::new(Method::Post, "/api/iam/password-reset/", "password_reset", TAG)
            .summary("Ask for an email with a link to set a new password")
            .description(
                "The answer is the same whether the account exists or not. 409 if this instance does not send email.",
            )
            .request(body::<Forgotten>())
            .public()
            .problem(409)
            .problem(429),
        Operation::new(Method::Post, "/api/iam/password-reset/check/", "password_reset_check", TAG)
            .summary("Whom a password link is for")
            .description("The link stays valid.")
            .request(body::<LinkToken>())
            .response(body::<LinkInfo>())
            .status(200)
            .public()
            .problem(404),
        Operation::new(Method::Post, "/api/iam/password-reset/confirm/", "password_reset_confirm", TAG)
            .summary("Set a password with a link")
            .description("The link is used up, and all sessions of the account end.")
            .request(body::<SetByLink>())
            .public()
            .problem(404),
        Operation::new(Method::Post, "/api/iam/password-strength/", "password_strength", TAG)
            .summary("Whether a password would be accepted")
            .description("For your own account, or for that of a password link.")
            .request(body::<Candidate>())
            .response(body::<Strength>())
            .status(200)
            .public()
            .problem(401)
            .problem(404),
        Operation::new(Method::Get, "/api/iam/auth-tokens/", "auth_tokens_list", TAG)
            .summary("Your personal access tokens")
            .response(body::<Vec<TokenInfo>>())
            .status(200),
        Operation::new(Method::Post, "/api/iam/auth-tokens/", "auth_tokens_create", TAG)
            .summary("Create a personal access token")
            .description("The token is only shown in this response.")
            .request(body::<NewToken>())
            .response(body::<TokenInfo>())
            .status(201)
            .idempotent(),
        Operation::new(Method::Delete, "/api/iam/auth-tokens/{id}/", "auth_tokens_destroy", TAG)
            .summary("Revoke a token"),
        Operation::new(Method::Get, "/api/iam/scim-token/", "scim_token_retrieve", TAG)
            .summary("Whether an identity provider can connect by SCIM")
            .response(body::<ScimToken>())
            .status(200),
        Operation::new(Method::Post, "/api/iam/scim-token/", "scim_token_create", TAG)
            .summary("Create or replace the SCIM token")
            .description("The token is only shown in this response. The previous one stops working immediately.")
            .response(body::<ScimToken>())
            .status(201)
            .idempotent(),
        Operation::new(Method::Delete, "/api/iam/scim-token/", "scim_token_destroy", TAG)
            .summary("Revoke the SCIM token"),
        Operation::new(Method::Get, "/api/user-preferences/", "user_preferences_retrieve", TAG)
            .summary("Your preferences")
            .response(body::<Preferences>())
            .status(200),
        preferences(Method::Patch, "user_preferences_partial_update"),
        preferences(Method::Put, "user_preferences_update"),
    ]
}

fn preferences(method: Method, id: &str) -> Operation {
    Operation::new(method, "/api/user-preferences/", id, "Signing in")
        .summary("Change some of your preferences")
        .request(body::<Preferences>())
        .response(body::<Preferences>())
        .status(200)
}

fn settings() -> Vec<Operation> {
    let mut all = of_settings::<General>("general", "general settings");
    all.extend(of_settings::<FeatureFlags>("feature-flags", "feature flags"));
    all.extend(of_settings::<VulnerabilitySla>("vulnerability-sla", "deadlines of vulnerabilities"));
    all.extend(of_settings::<SignIn>("sign-in", "settings of passwords and sessions"));
    all.extend(of_settings::<InfraConfig>("infra-config", "addresses from which the instance can be used"));
    all.extend(mail());
    all.extend(of_settings::<MailTemplates>("mail-templates", "templates of emails"));
    all.push(
        Operation::new(Method::Get, "/api/settings/mail-templates/included/", "mail_templates_included", "Settings")
            .summary("The templates of emails that come with Cairn")
            .response(body::<MailTemplates>())
            .status(200),
    );
    all.push(
        Operation::new(Method::Post, "/api/settings/mail-templates/preview/", "mail_templates_preview", "Settings")
            .summary("See an email with templates that are not stored yet")
            .request(body::<Draft>())
            .response(body::<Preview>())
            .status(200)
            .idempotent(),
    );
    all.push(
        Operation::new(Method::Get, "/api/settings/general/object/", "settings_general_object", "Settings")
            .summary("Read the general settings for a form")
            .response(body::<General>())
            .status(200)
            .as_of(true),
    );
    all.push(
        Operation::new(Method::Get, "/api/settings/feature-flags/defaults/", "feature_flags_defaults", "Settings")
            .summary("The feature flags of a fresh instance")
            .response(body::<FeatureFlags>())
            .status(200),
    );
    all
}

fn mail() -> Vec<Operation> {
    let words = "Omitted settings are left unchanged. The password is stored encrypted and never shown; changing the host, \
                 port, encryption or user without it removes it.";
    let described = |(at, operation): (usize, Operation)| {
        let operation = operation.response(Content::json(mail_settings::shown_schema()));
        // The first one reads.
        if at == 0 {
            operation
        } else {
            operation.description(words).request(Content::json(mail_settings::change_schema()))
        }
    };
    let all = of_settings::<Mail>("mail", "mail settings").into_iter().enumerate();
    let mut all: Vec<Operation> = all.map(described).collect();
    all.push(
        Operation::new(Method::Post, "/api/settings/mail/test/", "settings_mail_test", "Settings")
            .summary("Send a test email and see the full exchange")
            .request(body::<Try>())
            .optional_request()
            .response(body::<Tried>())
            .status(200)
            .idempotent(),
    );
    all
}

fn of_settings<G: Describe>(name: &str, words: &str) -> Vec<Operation> {
    let path = format!("/api/settings/{name}/");
    let id = name.replace('-', "_");
    let mut some = G::schema();
    // A request may give any part of them.
    if let Some(object) = some.as_object_mut() {
        object.remove("required");
    }
    let change = |method, id: String| {
        Operation::new(method, path.clone(), id, "Settings")
            .summary(format!("Change some of the {words}"))
            .description("Omitted settings are left unchanged. Unknown names are rejected.")
            .request(Content::json(some.clone()))
            .response(body::<G>())
            .status(200)
    };
    vec![
        Operation::new(Method::Get, path.clone(), format!("settings_{id}_retrieve"), "Settings")
            .summary(format!("Read the {words}"))
            .response(body::<G>())
            .status(200)
            .as_of(true),
        change(Method::Patch, format!("settings_{id}_partial_update")),
        change(Method::Put, format!("settings_{id}_update")),
    ]
}

fn webhooks() -> Vec<Operation> {
    const TAG: &str = "Webhooks";
    vec![
        Operation::new(Method::Get, "/api/webhooks/event-types/", "webhooks_event_types", TAG)
            .summary("The events an endpoint can subscribe to")
            .response(body::<EventTypes>())
            .status(200),
        Operation::new(Method::Post, "/api/webhooks/endpoints/{id}/test/", "webhooks_endpoints_test", TAG)
            .summary("Send a test event and see the full exchange")
            .request(body::<TestEvent>())
            .optional_request()
            .response(body::<TestResult>())
            .status(200)
            .idempotent()
            .problem(409),
    ]
}

fn journal() -> Vec<Operation> {
    const TAG: &str = "Journal";
    let whole = |least: i64| json!({ "type": "integer", "minimum": least });
    vec![
        Operation::new(Method::Get, "/api/journal/head/", "journal_head", TAG)
            .summary("The latest signed tree head of the journal")
            .description(
                "Keep a copy. `cairn journal verify --head` uses it later to verify that nothing was removed or changed.",
            )
            .response(body::<NewestHead>())
            .status(200),
        Operation::new(Method::Get, "/api/journal/heads/", "journal_heads", TAG)
            .summary("All signed tree heads, newest first")
            .query("limit", "Number of tree heads.", &json!({ "type": "integer", "minimum": 1, "maximum": 5000 }), false)
            .query("offset", "Number of tree heads to skip.", &whole(0), false)
            .response(body::<Heads>())
            .status(200),
        Operation::new(Method::Get, "/api/journal/keys/", "journal_keys", TAG)
            .summary("The public keys that signed tree heads, the current one first")
            .response(body::<Keys>())
            .status(200),
        Operation::new(Method::Get, "/api/journal/proof/", "journal_proof", TAG)
            .summary("Get an inclusion proof or a consistency proof")
            .description(
                "With `seq`, the RFC 6962 inclusion proof of an entry, available to anyone with access to its object. With `first`, the consistency proof between trees of two sizes.",
            )
            .query("seq", "The number of an entry.", &whole(1), false)
            .query("size", "The size of the tree. Defaults to the latest signed tree.", &whole(1), false)
            .query("first", "The size of the smaller tree.", &whole(1), false)
            .query("second", "The size of the larger tree. Defaults to the latest signed tree.", &whole(1), false)
            .response(Content::json(json!({ "oneOf": [InclusionProof::schema(), ConsistencyProof::schema()] })))
            .status(200),
    ]
}

fn task_calendar() -> Operation {
    Operation::new(Method::Get, "/api/task-templates/calendar/{start}/{end}/", "task_calendar", "Task templates")
        .summary("The occurrences of tasks that are due in a period")
        .description("The same as `calendar/?start=&end=`, with the days in the path.")
        .query(WITHIN, "A domain id. Limits the result to that domain and its subdomains.", &Uuid::schema(), false)
        .response(Content::json(
            json!({ "type": "array", "items": { "type": "object", "additionalProperties": true } }),
        ))
        .status(200)
        .as_of(true)
}

fn service() -> Vec<Operation> {
    const TAG: &str = "Service";
    let text = |schema: Json| Content::json(schema);
    vec![
        Operation::new(Method::Get, "/api/health/", "health", TAG)
            .summary("Whether the service can answer")
            .response(text(json!({ "type": "object", "properties": { "status": { "type": "string" } } })))
            .status(200)
            .public(),
        Operation::new(Method::Get, "/api/build/", "build", TAG)
            .summary("Version and edition")
            .response(text(json!({ "type": "object", "additionalProperties": true })))
            .status(200),
        Operation::new(Method::Get, "/api/schema/", "schema", TAG)
            .summary("This document")
            .response(text(json!({ "type": "object", "additionalProperties": true })))
            .status(200),
        Operation::new(Method::Get, "/api/model/", "model", TAG)
            .summary("The model document")
            .description(
                "Resources, fields, choices, filters and actions, limited to what you have access to. Cache it: with `If-None-Match` and its `ETag`, the response is 304 until it changes. The document is large, so an interface should fetch the outline first and then the modules it shows.",
            )
            .query("outline", "Only the names and permissions of each resource.", &json!({ "type": "boolean" }), false)
            .query("module", "Only the resources of this module, as named in `modules`.", &json!({ "type": "string" }), false)
            .response(text(json!({ "type": "object", "additionalProperties": true })))
            .etag()
            .status(200),
        Operation::new(Method::Get, "/api/search/", "search", TAG)
            .summary("Search everything you have access to")
            .query("q", "Search terms. Each must match the beginning of a word in the object.", &String::schema(), true)
            .query("type", "Resources to search, such as `assets,findings`.", &String::schema(), false)
            .query(
                WITHIN,
                "A domain id. Limits the result to that domain and its subdomains.",
                &json!({ "type": "string", "format": "uuid" }),
                false,
            )
            .query(
                "limit",
                "Number of results, from 1 to 200.",
                &json!({ "type": "integer", "minimum": 1, "maximum": 200, "default": 50 }),
                false,
            )
            .response(body::<Found>())
            .status(200)
            .as_of(true),
        Operation::new(Method::Get, "/api/diff/", "diff", TAG)
            .summary("Compare two points in time")
            .description(
                "What was created, changed and deleted, limited to what you have access to. Compares at most 10,000 objects.",
            )
            .query("from", "The earlier time.", &Timestamp::schema(), true)
            .query("to", "The later time. Defaults to now.", &Timestamp::schema(), false)
            .query("folder", "A domain and its subdomains.", &Uuid::schema(), false)
            .with_parameters(["Limit", "Offset"].map(|name| json!({ "$ref": format!("#/components/parameters/{name}") })))
            .response(body::<Diff>())
            .status(200)
            .problem(413),
    ]
}
