//! The fixed routes, described for OpenAPI. Those of resources describe themselves.

use cairn_describe::{Content, Method, Operation};
use cairn_domain::iam::auth_token::{NewToken, TokenInfo};
use cairn_domain::iam::current_user::CurrentUser;
use cairn_domain::iam::own_sessions::SessionInfo;
use cairn_domain::platform::settings::{FeatureFlags, General};
use cairn_engine::diff::Diff;
use cairn_engine::query::within::WITHIN;
use cairn_engine::search::Found;
use cairn_model::{Describe, Timestamp};
use cairn_resources::iam::Preferences;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::change_set_operations::change_set;
use crate::iam::{ChangePassword, Credentials, SetPassword};
use crate::journal_proof::{ConsistencyProof, Heads, InclusionProof, Keys, NewestHead};
use crate::sessions::Ended;
use crate::webhooks::{EventTypes, TestEvent, TestResult};

fn body<T: Describe>() -> Content {
    Content::json(T::schema())
}

/// Every operation that does not come from the registry.
pub fn fixed_operations() -> Vec<Operation> {
    let mut all = signing_in();
    all.extend(settings());
    all.extend(crate::data_wizard::operations());
    all.extend(webhooks());
    all.extend(journal());
    all.extend(service());
    all.push(change_set());
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
            .description("Ends all of your sessions, this one too. Tokens go on."),
        Operation::new(Method::Get, "/api/iam/sessions/", "sessions_list", TAG)
            .summary("Where you are signed in")
            .response(body::<Vec<SessionInfo>>())
            .status(200),
        Operation::new(Method::Delete, "/api/iam/sessions/{id}/", "sessions_destroy", TAG)
            .summary("End one of your sessions"),
        Operation::new(Method::Post, "/api/iam/revoke-sessions/", "revoke_sessions", TAG)
            .summary("End all of your other sessions")
            .response(body::<Ended>())
            .status(200),
        Operation::new(Method::Get, "/api/iam/current-user/", "current_user", TAG)
            .summary("The signed-in user")
            .description("With groups, roles and the permissions on each domain.")
            .response(body::<CurrentUser>())
            .status(200),
        Operation::new(Method::Post, "/api/iam/change-password/", "change_password", TAG)
            .summary("Change your own password")
            .request(body::<ChangePassword>())
            .problem(429),
        Operation::new(Method::Post, "/api/iam/set-password/", "set_password", TAG)
            .summary("Set the password of someone whose account you may change")
            .request(body::<SetPassword>()),
        Operation::new(Method::Get, "/api/iam/auth-tokens/", "auth_tokens_list", TAG)
            .summary("Your personal access tokens")
            .response(body::<Vec<TokenInfo>>())
            .status(200),
        Operation::new(Method::Post, "/api/iam/auth-tokens/", "auth_tokens_create", TAG)
            .summary("Make a personal access token")
            .description("The answer is the only one that shows the token.")
            .request(body::<NewToken>())
            .response(body::<TokenInfo>())
            .status(201)
            .idempotent(),
        Operation::new(Method::Delete, "/api/iam/auth-tokens/{id}/", "auth_tokens_destroy", TAG)
            .summary("Revoke a token at once"),
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
            .description("What is left out stays as it is. An unknown name is refused.")
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
            .summary("The events that an endpoint can be told of")
            .response(body::<EventTypes>())
            .status(200),
        Operation::new(Method::Post, "/api/webhooks/endpoints/{id}/test/", "webhooks_endpoints_test", TAG)
            .summary("Send a test event and see the whole exchange")
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
            .summary("The newest signed head of the journal")
            .description(
                "Keep it: `cairn journal verify --head` tells later whether everything that was there is there.",
            )
            .response(body::<NewestHead>())
            .status(200),
        Operation::new(Method::Get, "/api/journal/heads/", "journal_heads", TAG)
            .summary("All signed heads, newest first")
            .query("limit", "How many heads.", &json!({ "type": "integer", "minimum": 1, "maximum": 5000 }), false)
            .query("offset", "How many heads to pass over.", &whole(0), false)
            .response(body::<Heads>())
            .status(200),
        Operation::new(Method::Get, "/api/journal/keys/", "journal_keys", TAG)
            .summary("The public keys that signed heads, the one in use first")
            .response(body::<Keys>())
            .status(200),
        Operation::new(Method::Get, "/api/journal/proof/", "journal_proof", TAG)
            .summary("Prove that an entry is in the journal, or that nothing before it has changed")
            .description(
                "With `seq`, the RFC 6962 inclusion proof of an entry, also for those who may see its object. With \
                 `first`, the consistency proof between the trees of two sizes.",
            )
            .query("seq", "The number of an entry.", &whole(1), false)
            .query("size", "The tree to find it in; the newest signed one when left out.", &whole(1), false)
            .query("first", "The size of the smaller tree.", &whole(1), false)
            .query("second", "The size of the larger tree; the newest signed one when left out.", &whole(1), false)
            .response(Content::json(json!({ "oneOf": [InclusionProof::schema(), ConsistencyProof::schema()] })))
            .status(200),
    ]
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
                "Resources, fields, choices, filters and actions, cut to what you may see. Keep it: with \
                 `If-None-Match` and its `ETag` the answer is 304 while it is the same. It is long: an interface takes \
                 the outline first, and then the areas that it shows.",
            )
            .query("outline", "Every resource with its names and rights only.", &json!({ "type": "boolean" }), false)
            .query("area", "The resources of this area only, as `areas` names it.", &json!({ "type": "string" }), false)
            .response(text(json!({ "type": "object", "additionalProperties": true })))
            .etag()
            .status(200),
        Operation::new(Method::Get, "/api/search/", "search", TAG)
            .summary("Search everything that you may see")
            .query("q", "Words; each must begin a word of the object.", &String::schema(), true)
            .query("type", "Resources to look in, such as `assets,findings`.", &String::schema(), false)
            .query(
                WITHIN,
                "The id of a domain: only what is in it or in those below it.",
                &json!({ "type": "string", "format": "uuid" }),
                false,
            )
            .query(
                "limit",
                "How many results, from 1 to 200.",
                &json!({ "type": "integer", "minimum": 1, "maximum": 200, "default": 50 }),
                false,
            )
            .response(body::<Found>())
            .status(200)
            .as_of(true),
        Operation::new(Method::Get, "/api/diff/", "diff", TAG)
            .summary("What is different between two instants")
            .description(
                "What was created, changed (in all) and deleted, of what you may see; at most 10,000 objects are compared.",
            )
            .query("from", "The earlier instant.", &Timestamp::schema(), true)
            .query("to", "The later instant; now when left out.", &Timestamp::schema(), false)
            .query("folder", "A domain, with what lies under it.", &Uuid::schema(), false)
            .with_parameters(["Limit", "Offset"].map(|name| json!({ "$ref": format!("#/components/parameters/{name}") })))
            .response(body::<Diff>())
            .status(200)
            .problem(413),
    ]
}
