//! Assertions and tokens of CI systems in place of a secret, and everything that may be wrong with them. Whatever it is,
//! the client learns that it was refused, and the audit log says why.

use cairn_engine::clock::Clock as _;
use cairn_testkit::{Answer, TestApp, both};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::issuer::{Issuer, Key, confused, rsa, unsigned};
use crate::service_accounts::{ACCOUNTS, IDENTITIES, account, ask, holder, permissions, text, url};

const JWT_BEARER: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const EXCHANGE: &str = "urn:ietf:params:oauth:grant-type:token-exchange";
const JWT: &str = "urn:ietf:params:oauth:token-type:jwt";
/// The tests' requests name no host.
const AUDIENCE: &str = "https://cairn.example/api/identity/o/api/token";

async fn assert_as(app: &TestApp, client: &str, assertion: &str) -> Answer {
    let fields = [
        ("grant_type", "client_credentials"),
        ("client_id", client),
        ("client_assertion_type", JWT_BEARER),
        ("client_assertion", assertion),
    ];
    ask(&app.nobody, &fields).await
}

/// The reasons of all refusals so far, in order.
async fn reasons(app: &TestApp) -> Vec<String> {
    let log = app.admin.get("/api/log-entries/?kind=sign_in_failed&ordering=seq&limit=1000").await.is(200);
    log.column("detail").iter().map(|detail| detail["reason"].as_str().unwrap_or_default().to_owned()).collect()
}

/// Refused, with this reason in the log, and nothing else said to the client.
async fn refused(app: &TestApp, answer: Answer, reason: &str) {
    let body = answer.is(401).body();
    assert_eq!(body["error"], "invalid_client");
    assert_eq!(body["error_description"], "The client is unknown or disabled, or its credentials are wrong.");
    assert_eq!(reasons(app).await.last().map(String::as_str), Some(reason));
    // The log has a limit for each minute, and guesses have to wait.
    app.clock.advance_seconds(20 * 60);
}

fn now(app: &TestApp) -> i64 {
    app.clock.now().seconds()
}

fn claims(app: &TestApp, client: &str) -> Json {
    let id = Uuid::now_v7().to_string();
    json!({ "iss": client, "sub": client, "aud": AUDIENCE, "exp": now(app) + 300, "iat": now(app), "jti": id })
}

async fn keyed(app: &TestApp, key: &Key, domain: Uuid) -> Json {
    app.admin.patch("/api/settings/mail/", json!({ "site_url": "https://cairn.example/" })).await.is(200);
    let permissions = permissions(app, &["view_folder", "view_asset"]).await;
    let body = json!({
        "name": format!("Signer {}", key.id), "permissions": permissions, "folders": [domain],
        "jwks": key.set(), "generate_secret": false,
    });
    let made = app.admin.post(ACCOUNTS, body).await.is(201).body();
    assert!(made.get("client_secret").is_none() && made["secret_preview"].is_null());
    made
}

both!(async fn an_account_may_sign_with_a_key_of_its_own(app) {
    let domain = app.domain("Payments").await;
    let key = Key::new("one");
    let made = keyed(&app, &key, domain).await;
    let id = text(&made, "client_id").to_owned();
    let answer = assert_as(&app, &id, &key.sign(&claims(&app, &id))).await;
    let client = holder(&app, answer);
    client.get("/api/assets/").await.is(200);
    // The client id may be left to the assertion.
    let assertion = key.sign(&claims(&app, &id));
    ask(&app.nobody, &[("grant_type", "client_credentials"), ("client_assertion_type", JWT_BEARER), ("client_assertion", &assertion)]).await.is(200);
    // A new key ends what the old one gave.
    let other = Key::new("two");
    app.admin.patch(&url(&made), json!({ "jwks": other.set() })).await.is(200);
    client.get("/api/assets/").await.is(401);
    refused(&app, assert_as(&app, &id, &key.sign(&claims(&app, &id))).await, "unknown_key").await;
    assert_as(&app, &id, &other.sign(&claims(&app, &id))).await.is(200);
});

both!(async fn a_forged_assertion_is_refused(app) {
    let domain = app.domain("Payments").await;
    let (key, stranger) = (Key::new("one"), Key::new("one"));
    let made = keyed(&app, &key, domain).await;
    let id = text(&made, "client_id").to_owned();
    let good = || claims(&app, &id);
    let with = |name: &str, value: Json| {
        let mut claims = good();
        claims[name] = value;
        claims
    };
    let without = |name: &str| {
        let mut claims = good();
        claims.as_object_mut().unwrap().remove(name);
        claims
    };
    let header = |header: Json| key.sign_as(&header, &good());

    refused(&app, assert_as(&app, &id, &unsigned(&good())).await, "algorithm_not_allowed").await;
    refused(&app, assert_as(&app, &id, &key.confused(&good())).await, "algorithm_not_allowed").await;
    refused(&app, assert_as(&app, &id, &header(json!({ "alg": "RS256", "kid": "one" }))).await, "algorithm_not_allowed").await;
    refused(&app, assert_as(&app, &id, &header(json!({ "alg": "ES384", "kid": "one" }))).await, "algorithm_not_allowed").await;
    refused(&app, assert_as(&app, &id, &header(json!({ "alg": "ES256", "kid": "../one" }))).await, "unknown_key").await;
    refused(&app, assert_as(&app, &id, &header(json!({ "alg": "ES256", "kid": ["one"] }))).await, "malformed").await;
    refused(&app, assert_as(&app, &id, &header(json!({ "alg": "ES256", "kid": "one", "crit": ["exp"] }))).await, "malformed").await;
    let own = json!({ "alg": "ES256", "kid": "one", "jwk": stranger.public(), "jku": "http://127.0.0.1:9/keys" });
    refused(&app, assert_as(&app, &id, &stranger.sign_as(&own, &good())).await, "wrong_signature").await;
    refused(&app, assert_as(&app, &id, &stranger.sign(&good())).await, "wrong_signature").await;
    refused(&app, assert_as(&app, &id, &key.sign(&with("aud", json!("https://other.example")))).await, "wrong_audience").await;
    refused(&app, assert_as(&app, &id, &key.sign(&without("aud"))).await, "wrong_audience").await;
    refused(&app, assert_as(&app, &id, &key.sign(&with("sub", json!("sa_other")))).await, "wrong_subject").await;
    refused(&app, assert_as(&app, &id, &key.sign(&with("iss", json!("sa_other")))).await, "unknown_issuer").await;
    refused(&app, assert_as(&app, &id, &key.sign(&without("iss"))).await, "unknown_issuer").await;
    refused(&app, assert_as(&app, &id, &key.sign(&with("exp", json!(now(&app) - 61)))).await, "expired").await;
    refused(&app, assert_as(&app, &id, &key.sign(&without("exp"))).await, "expired").await;
    refused(&app, assert_as(&app, &id, &key.sign(&with("exp", json!(now(&app) + 86_400)))).await, "valid_for_too_long").await;
    refused(&app, assert_as(&app, &id, &key.sign(&with("nbf", json!(now(&app) + 200)))).await, "not_yet_valid").await;
    refused(&app, assert_as(&app, &id, &key.sign(&with("iat", json!(now(&app) + 200)))).await, "not_yet_valid").await;
    refused(&app, assert_as(&app, &id, &key.sign(&without("jti"))).await, "no_jti").await;
    refused(&app, assert_as(&app, &id, &key.sign(&with("x", json!("a".repeat(17_000))))).await, "too_long").await;
    for broken in ["x", "a.b.c", "..", "%%%"] {
        refused(&app, assert_as(&app, &id, broken).await, "malformed").await;
    }
    // Once is enough, whoever sends it again.
    let assertion = key.sign(&good());
    assert_as(&app, &id, &assertion).await.is(200);
    refused(&app, assert_as(&app, &id, &assertion).await, "replayed").await;
    // An account without keys takes no assertion, not even of its own.
    let bare = account(&app, "Bare", domain).await;
    let bare = text(&bare, "client_id").to_owned();
    refused(&app, assert_as(&app, &bare, &key.sign(&claims(&app, &bare))).await, "no_keys").await;
    // One account's assertion is not another's.
    let other = Key::new("other");
    let second = keyed(&app, &other, domain).await;
    refused(&app, assert_as(&app, text(&second, "client_id"), &key.sign(&good())).await, "unknown_issuer").await;
    app.admin.patch(&url(&made), json!({ "is_active": false })).await.is(200);
    refused(&app, assert_as(&app, &id, &key.sign(&good())).await, "disabled").await;
});

both!(async fn a_public_key_is_no_secret(app) {
    let domain = app.domain("Payments").await;
    let key = Key::new("unused");
    let made = keyed(&app, &key, domain).await;
    let id = text(&made, "client_id").to_owned();
    let (public, secrets) = rsa();
    app.admin.patch(&url(&made), json!({ "jwks": { "keys": [public] } })).await.is(200);
    // The key as it is, as a text, as JSON and not at all: whatever a library might take it for.
    for secret in secrets {
        for algorithm in ["HS256", "HS384", "HS512", "hs256"] {
            let forged = confused(&json!({ "alg": algorithm, "kid": "rsa" }), &secret, &claims(&app, &id));
            refused(&app, assert_as(&app, &id, &forged).await, "algorithm_not_allowed").await;
        }
        let forged = confused(&json!({ "alg": "RS256", "kid": "rsa" }), &secret, &claims(&app, &id));
        refused(&app, assert_as(&app, &id, &forged).await, "wrong_signature").await;
    }
    for algorithm in ["none", "None", "nOnE", ""] {
        let forged = confused(&json!({ "alg": algorithm, "kid": "rsa" }), b"", &claims(&app, &id));
        refused(&app, assert_as(&app, &id, &forged).await, "algorithm_not_allowed").await;
    }
});

both!(async fn keys_may_be_fetched(app) {
    let domain = app.domain("Payments").await;
    let key = Key::new("one");
    let issuer = Issuer::start(&key).await;
    let made = keyed(&app, &key, domain).await;
    let id = text(&made, "client_id").to_owned();
    let keys = format!("{}/keys", issuer.url);
    app.admin.patch(&url(&made), json!({ "jwks_url": keys })).await.is(400).error("jwks_url");
    app.admin.patch(&url(&made), json!({ "jwks": null, "jwks_url": keys })).await.is(200);
    assert_as(&app, &id, &key.sign(&claims(&app, &id))).await.is(200);
    assert_as(&app, &id, &key.sign(&claims(&app, &id))).await.is(200);
    assert_eq!(issuer.times_asked(), 1, "keys are kept");
    // Where keys come from is the operator's to allow.
    for (url_of_keys, word) in [
        ("http://10.0.0.1/keys", "private"),
        ("http://169.254.169.254/keys", "metadata"),
        ("http://keys.example/keys", "https"),
        ("ftp://keys.example/keys", ""),
    ] {
        let message = app.admin.patch(&url(&made), json!({ "jwks_url": url_of_keys })).await.is(400).error("jwks_url");
        assert!(message.contains(word), "{message}");
    }
    for (jwks, _) in [(json!({}), ""), (json!({ "keys": [] }), ""), (json!({ "keys": [{ "kty": "oct", "k": "c2VjcmV0" }] }), "")] {
        app.admin.patch(&url(&made), json!({ "jwks_url": null, "jwks": jwks })).await.is(400).error("jwks");
    }
});

struct Pipeline {
    key: Key,
    issuer: Issuer,
    account: Json,
    identity: Uuid,
}

impl Pipeline {
    async fn set_up(app: &TestApp) -> Self {
        Self::set_up_named(app, 0).await
    }

    async fn set_up_named(app: &TestApp, number: u32) -> Self {
        let domain = app.domain(&format!("Payments {number}")).await;
        let key = Key::new("ci");
        let issuer = Issuer::start(&key).await;
        let permissions = permissions(app, &["view_folder", "view_evidence", "add_evidence"]).await;
        let name = format!("Pipeline {number}");
        let body = json!({ "name": name, "permissions": permissions, "folders": [domain], "generate_secret": false });
        let account = app.admin.post(ACCOUNTS, body).await.is(201).body();
        let body = json!({
            "service_account": account["id"], "name": "main branch", "issuer": issuer.url,
            "audience": "https://cairn.example", "subject": "repo:org/app:ref:refs/heads/*",
            "claims": { "repository_owner": "org" },
        });
        let identity = app.admin.post(IDENTITIES, body).await.is(201).id();
        Self { key, issuer, account, identity }
    }

    fn claims(&self, app: &TestApp) -> Json {
        json!({
            "iss": self.issuer.url, "aud": "https://cairn.example", "sub": "repo:org/app:ref:refs/heads/main",
            "repository_owner": "org", "iat": now(app), "nbf": now(app), "exp": now(app) + 600,
        })
    }

    fn with(&self, app: &TestApp, name: &str, value: Json) -> Json {
        let mut claims = self.claims(app);
        claims[name] = value;
        claims
    }

    async fn exchange(&self, app: &TestApp, token: &str) -> Answer {
        let id = text(&self.account, "client_id");
        let fields =
            [("grant_type", EXCHANGE), ("client_id", id), ("subject_token", token), ("subject_token_type", JWT)];
        ask(&app.nobody, &fields).await
    }
}

both!(async fn a_pipeline_pushes_evidence_without_a_stored_secret(app) {
    let pipeline = Pipeline::set_up(&app).await;
    let folder = pipeline.account["folders"][0].clone();
    let token = pipeline.key.sign(&pipeline.claims(&app));
    let answer = pipeline.exchange(&app, &token).await.is(200);
    assert_eq!(answer.body()["issued_token_type"], "urn:ietf:params:oauth:token-type:access_token");
    let client = holder(&app, answer);
    client.post("/api/evidences/", json!({ "name": "Test report", "folder": folder })).await.is(201);
    // The same token as an assertion, and for another step of the same job.
    assert_as(&app, text(&pipeline.account, "client_id"), &token).await.is(200);
    assert_eq!(pipeline.issuer.times_asked(), 1);
    // What it was trusted for is in the log.
    let log = app.admin.get("/api/log-entries/?kind=signed_in&ordering=-seq&limit=1").await.is(200).body();
    assert_eq!(log["results"][0]["detail"]["credential"], pipeline.identity.to_string());
    // Without the trust, its tokens end.
    app.admin.patch(&format!("{IDENTITIES}{}/", pipeline.identity), json!({ "is_active": false })).await.is(200);
    client.get("/api/evidences/").await.is(401);
    refused(&app, pipeline.exchange(&app, &token).await, "unknown_issuer").await;
});

both!(async fn tokens_of_other_pipelines_are_refused(app) {
    let pipeline = Pipeline::set_up(&app).await;
    let key = &pipeline.key;
    let sign = |claims: Json| key.sign(&claims);
    refused(&app, pipeline.exchange(&app, &unsigned(&pipeline.claims(&app))).await, "algorithm_not_allowed").await;
    refused(&app, pipeline.exchange(&app, &key.confused(&pipeline.claims(&app))).await, "algorithm_not_allowed").await;
    for subject in ["repo:evil/app:ref:refs/heads/main", "repo:org/app:ref:refs/tags/v1", "repo:org/app", "REPO:org/app:ref:refs/heads/main", ""] {
        let token = sign(pipeline.with(&app, "sub", json!(subject)));
        refused(&app, pipeline.exchange(&app, &token).await, "wrong_subject").await;
    }
    refused(&app, pipeline.exchange(&app, &sign(pipeline.with(&app, "sub", json!(["repo:org/app:ref:refs/heads/main"])))).await, "wrong_subject").await;
    refused(&app, pipeline.exchange(&app, &sign(pipeline.with(&app, "repository_owner", json!("evil")))).await, "wrong_subject").await;
    refused(&app, pipeline.exchange(&app, &sign(pipeline.with(&app, "aud", json!("https://other.example")))).await, "wrong_audience").await;
    refused(&app, pipeline.exchange(&app, &sign(pipeline.with(&app, "iss", json!("https://evil.example")))).await, "unknown_issuer").await;
    refused(&app, pipeline.exchange(&app, &sign(pipeline.with(&app, "iss", json!(format!("{}/", pipeline.issuer.url))))).await, "unknown_issuer").await;
    refused(&app, pipeline.exchange(&app, &sign(pipeline.with(&app, "exp", json!(now(&app) - 100)))).await, "expired").await;
    refused(&app, pipeline.exchange(&app, &sign(pipeline.with(&app, "nbf", json!(now(&app) + 100)))).await, "not_yet_valid").await;
    refused(&app, pipeline.exchange(&app, &sign(pipeline.with(&app, "exp", json!(now(&app) + 10 * 86_400)))).await, "valid_for_too_long").await;
    refused(&app, pipeline.exchange(&app, &Key::new("ci").sign(&pipeline.claims(&app))).await, "wrong_signature").await;
    // Another account does not trust the issuer.
    let other = account(&app, "Other", app.root).await;
    let token = sign(pipeline.claims(&app));
    refused(&app, assert_as(&app, text(&other, "client_id"), &token).await, "unknown_issuer").await;
    app.admin.patch(&url(&pipeline.account), json!({ "is_active": false })).await.is(200);
    refused(&app, pipeline.exchange(&app, &token).await, "disabled").await;
});

both!(async fn one_issuer_does_not_speak_for_another(app) {
    // Two accounts, each with an issuer; the first trusts both, for different jobs.
    let (first, second) = (Pipeline::set_up_named(&app, 1).await, Pipeline::set_up_named(&app, 2).await);
    let body = json!({
        "service_account": first.account["id"], "name": "second", "issuer": second.issuer.url,
        "audience": "https://second.example", "subject": "project:group/app:*",
    });
    app.admin.post(IDENTITIES, body).await.is(201);
    let meant = |audience: &str, subject: &str| {
        let mut claims = second.claims(&app);
        (claims["aud"], claims["sub"]) = (json!(audience), json!(subject));
        claims
    };
    let own = meant("https://second.example", "project:group/app:main");
    first.exchange(&app, &second.key.sign(&own)).await.is(200);
    // Signed by the second in the name of the first, whose key has the same name.
    refused(&app, first.exchange(&app, &second.key.sign(&first.claims(&app))).await, "wrong_signature").await;
    refused(&app, first.exchange(&app, &first.key.sign(&own)).await, "wrong_signature").await;
    // From the second, for the jobs and the audience of the first.
    let other = meant("https://second.example", "repo:org/app:ref:refs/heads/main");
    refused(&app, first.exchange(&app, &second.key.sign(&other)).await, "wrong_subject").await;
    let other = meant("https://cairn.example", "project:group/app:main");
    refused(&app, first.exchange(&app, &second.key.sign(&other)).await, "wrong_audience").await;
    // The second account trusts its own issuer alone, and nothing is fetched for anyone else.
    let asked = first.issuer.times_asked();
    refused(&app, second.exchange(&app, &first.key.sign(&first.claims(&app))).await, "unknown_issuer").await;
    assert_eq!(first.issuer.times_asked(), asked);
    // What the issuer signed is no assertion of the account's own.
    let mut claims = first.claims(&app);
    (claims["iss"], claims["sub"]) = (first.account["client_id"].clone(), first.account["client_id"].clone());
    refused(&app, first.exchange(&app, &first.key.sign(&claims)).await, "no_keys").await;
});

both!(async fn keys_are_rotated_and_made_up_ones_cause_no_requests(app) {
    let pipeline = Pipeline::set_up(&app).await;
    pipeline.exchange(&app, &pipeline.key.sign(&pipeline.claims(&app))).await.is(200);
    let next = Key::new("next");
    pipeline.issuer.has(&json!({ "keys": [next.public()] }));
    // Right after they were fetched, an unknown key is just unknown.
    for _ in 0..3 {
        assert_eq!(pipeline.exchange(&app, &next.sign(&pipeline.claims(&app))).await.status.as_u16(), 401);
    }
    assert_eq!(pipeline.issuer.times_asked(), 1);
    app.clock.advance_seconds(61);
    pipeline.exchange(&app, &next.sign(&pipeline.claims(&app))).await.is(200);
    assert_eq!(pipeline.issuer.times_asked(), 2);
    // The old key is gone.
    app.clock.advance_seconds(61);
    refused(&app, pipeline.exchange(&app, &pipeline.key.sign(&pipeline.claims(&app))).await, "unknown_key").await;
});

both!(async fn an_issuer_cannot_send_us_anywhere(app) {
    for trick in 0..6 {
        let pipeline = Pipeline::set_up_named(&app, trick).await;
        match trick {
            0 => pipeline.issuer.publishes_too_much(),
            1 => pipeline.issuer.redirects_keys_to("http://127.0.0.1:9/keys"),
            2 => pipeline.issuer.names_keys_at("http://169.254.169.254/keys"),
            3 => pipeline.issuer.names_keys_at("http://[::1]:9/keys"),
            4 => pipeline.issuer.claims_to_be("https://token.actions.githubusercontent.com"),
            _ => pipeline.issuer.has(&json!({ "keys": [{ "kty": "oct", "k": "c2VjcmV0" }] })),
        }
        let token = pipeline.key.sign(&pipeline.claims(&app));
        refused(&app, pipeline.exchange(&app, &token).await, "keys_not_available").await;
    }
});

both!(async fn a_trust_says_whom(app) {
    let made = account(&app, "Pipeline", app.root).await;
    let body = |name: &str, value: &str| {
        let mut body = json!({ "service_account": made["id"], "name": "x", "issuer": "https://ci.example", "audience": "a", "subject": "repo:org/app" });
        body[name] = json!(value);
        body
    };
    for (field, value) in [
        ("subject", "*"),
        ("subject", "*:main"),
        ("subject", ""),
        ("issuer", "http://ci.example"),
        ("issuer", "http://10.0.0.1"),
        ("issuer", "https://ci.example/?x=1"),
        ("issuer", "ci.example"),
        ("audience", ""),
    ] {
        app.admin.post(IDENTITIES, body(field, value)).await.is(400).error(field);
    }
    let made = app.admin.post(IDENTITIES, body("name", "first")).await.is(201);
    app.admin.patch(&format!("{IDENTITIES}{}/", made.id()), json!({ "claims": { "": "x" } })).await.is(400).error("claims");
    // It goes with the account.
    app.admin.delete(&url(&json!({ "id": made.body()["service_account"] }))).await.is(204);
    app.admin.get(&format!("{IDENTITIES}{}/", made.id())).await.is(404);
});
