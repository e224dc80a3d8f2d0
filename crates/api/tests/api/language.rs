//! Answers in the reader's language: messages by the catalogue, content by its translations.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use cairn_testkit::both;
use regex::Regex;
use serde_json::json;

use crate::support::make;

/// Where messages to callers arise.
const CRATES: [&str; 16] = [
    "api",
    "auth",
    "change-sets",
    "domain",
    "engine",
    "export",
    "expression",
    "extract",
    "import",
    "jobs",
    "model",
    "notify",
    "proof",
    "recurrence",
    "risk",
    "validation",
];

/// Files whose sentences describe the API and are no messages, or are written in every language.
const DESCRIPTIONS: [&str; 10] = [
    "operations.rs",
    "description.rs",
    "webhook/event.rs",
    "metrics.rs",
    "notify/src/account.rs",
    "notify/src/choices.rs",
    "metrology/builtin/catalogue.rs",
    "metrology/included.rs",
    "rule/examples.rs",
    "rule/trouble.rs",
];

/// Where programs are answered in the words of a standard, which are English.
const PROTOCOLS: [&str; 2] = ["api/src/oauth/", "api/src/scim/"];

/// Sentences that are shown as descriptions, and not sent as messages.
const NOT_MESSAGES: [&str; 6] = [
    "A class with its children, in the same form.",
    "Number of assets in this class and its descendants.",
    "The domain type, or `perimeter`.",
    "The password to sign in with. Null removes it.",
    "Time to answer.",
    "Whether there is a password.",
];

static LITERAL: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#""((?:[^"\\]|\\(?s:.))*)""#).unwrap());
static COMMENT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?m)^\s*//.*$").unwrap());
static CONTINUED: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\\\n\s*").unwrap());
static HOLE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\{[A-Za-z_0-9.:?]*\}").unwrap());
/// What comes before a sentence that is not sent to a caller.
static ASIDE: LazyLock<Regex> = LazyLock::new(|| {
    let aside = r"computed!\(|action!\(|\bdoc:|\.summary\(|parameters::query\(|described|expect\(|panic!\(|assert\w*!\(|tracing::\w+!\(|Due \{|Check \{|Error::[iI]nternal\(";
    Regex::new(&format!("(?s)(?:{aside})[^;]*$")).unwrap()
});

fn sources(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The sentences in the source that callers may read, with a `{}` for what varies.
fn messages() -> BTreeMap<String, String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for name in CRATES {
        sources(&crates.join(name).join("src"), &mut files);
    }
    let mut messages = BTreeMap::new();
    for file in files {
        let place = file.strip_prefix(crates).unwrap().display().to_string();
        let is_protocol = PROTOCOLS.iter().any(|protocol| place.starts_with(protocol));
        let is_description = DESCRIPTIONS.iter().any(|description| place.ends_with(description));
        if is_protocol || is_description || place.contains("/tests") {
            continue;
        }
        let source = std::fs::read_to_string(&file).unwrap();
        let source = source.split("#[cfg(test)]").next().unwrap_or_default();
        let source = COMMENT.replace_all(source, "");
        for literal in LITERAL.captures_iter(&source) {
            let (whole, text) = (literal.get(0).unwrap(), CONTINUED.replace_all(&literal[1], "").replace("\\\"", "\""));
            let is_sentence = text.starts_with(|first: char| first.is_ascii_uppercase() || "“{".contains(first))
                && text.ends_with(['.', '!', '?'])
                && text.contains(' ');
            let before = &source[..whole.start()];
            let before: String = before.chars().rev().take(200).collect::<Vec<_>>().into_iter().rev().collect();
            if is_sentence && !ASIDE.is_match(&before) {
                messages.insert(HOLE.replace_all(&text, "{}").into_owned(), place.clone());
            }
        }
    }
    messages
}

#[test]
fn every_message_has_a_translation() {
    let catalogue: BTreeMap<String, String> = serde_json::from_str(include_str!("../../src/language/fr.json")).unwrap();
    let messages = messages();
    assert!(messages.len() > 300, "the messages are found");
    let missing: BTreeSet<String> = messages
        .iter()
        .filter(|(text, _)| !catalogue.contains_key(*text) && !NOT_MESSAGES.contains(&text.as_str()))
        .map(|(text, place)| format!("{place}: {text}"))
        .collect();
    assert!(missing.is_empty(), "put these into crates/api/src/language/fr.json:\n{missing:#?}");
    for (english, french) in &catalogue {
        assert!(!french.trim().is_empty(), "{english}");
    }
}

both!(async fn problems_speak_the_language_of_their_reader(app) {
    let french = app.admin.with("Accept-Language", "fr-FR, en;q=0.5");
    let answer = french.post("/api/assets/", json!({ "nam": "x", "type": 7 })).await.is(400);
    assert_eq!(answer.header("content-language"), Some("fr"));
    assert_eq!(answer.body()["title"], "Requête non valide");
    assert_eq!(answer.body()["type"], "invalid", "what programs read stays");
    let missing = french.post("/api/assets/", json!({})).await.is(400);
    assert_eq!(missing.error("name"), "Ce champ est obligatoire.");
    assert!(answer.error("nam").starts_with("Champ inconnu. Champs valides : "), "{}", answer.text());
    let unknown = french.get(&format!("/api/assets/{}/", uuid::Uuid::nil())).await.is(404);
    assert_eq!(unknown.body()["detail"], "Aucun objet (actif) n’a cet id, ou vous n’y avez pas accès.");
    let english = app.admin.with("Accept-Language", "de, en;q=0.1").get("/api/nothing/").await.is(404);
    assert_eq!(english.body()["detail"], "There is nothing at this path.");
    let nobody = app.nobody.with("Accept-Language", "fr").get("/api/assets/").await.is(401);
    assert_eq!(nobody.body()["title"], "Authentification requise");
});

both!(async fn what_a_person_prefers_counts_where_the_request_does_not_say(app) {
    let domain = app.domain("Sales").await;
    let reader = app.user("reader@example.com", "AUD", domain).await;
    let title = async || reader.post("/api/assets/", json!({ "name": "x", "folder": domain })).await.is(403).body()["title"].clone();
    assert_eq!(title().await, "Permission denied");
    reader.patch("/api/user-preferences/", json!({ "lang": "fr" })).await.is(200);
    assert_eq!(title().await, "Accès refusé");
});

both!(async fn content_is_shown_in_the_language_of_its_reader(app) {
    let class = json!({
        "name": "Lighthouse", "description": "Shows the way",
        "translations": { "fr": { "name": "Phare", "description": "" }, "de": { "name": "Leuchtturm" } },
    });
    let class = make(&app, "asset-class", class).await;
    let other = make(&app, "asset-class", json!({ "name": "Zeppelin" })).await;
    let domain = app.domain("Coast").await;
    let asset = make(&app, "assets", json!({ "name": "North", "folder": domain, "asset_class": class })).await;
    let speaking = |language: &str| app.admin.with("Accept-Language", language);
    let (french, url) = (speaking("fr-CH"), format!("/api/asset-class/{class}/"));
    let shown = french.get(&url).await.is(200).body();
    assert_eq!((&shown["name"], &shown["description"]), (&json!("Phare"), &json!("Shows the way")));
    assert_eq!(french.get(&format!("/api/asset-class/{other}/")).await.is(200).body()["name"], "Zeppelin");
    for (language, name) in [("de", "Leuchtturm"), ("it", "Lighthouse"), ("en", "Lighthouse")] {
        assert_eq!(speaking(language).get(&url).await.is(200).body()["name"], name, "{language}");
    }
    // What a form edits, and what guards a write, is the row as it is.
    assert_eq!(french.get(&format!("{url}object/")).await.is(200).body()["name"], "Lighthouse");
    let label = &french.get(&format!("/api/assets/{asset}/")).await.is(200).body()["asset_class"];
    assert_eq!(label["str"], "Phare");
    let lists = [
        format!("asset-class/?id={class}"),
        "asset-class/?search=phare".to_owned(),
        "asset-class/autocomplete/?search=leuchtturm".to_owned(),
    ];
    for list in lists {
        assert_eq!(french.get(&format!("/api/{list}")).await.is(200).column("name"), ["Phare"], "{list}");
    }
    let found = french.get("/api/search/?q=phare").await.is(200).body();
    assert_eq!((&found["count"], &found["results"][0]["name"]), (&json!(1), &json!("Phare")));
    let table = french.get(&format!("/api/asset-class/export_csv/?id={class}&fields=name")).await.is(200);
    assert!(table.text().contains("Phare"), "{}", table.text());
    let table = french.get("/api/assets/export_csv/?fields=name,asset_class").await.is(200);
    assert!(table.text().contains("Phare"), "{}", table.text());
    let order = french.get(&format!("/api/asset-class/?id={class},{other}&ordering=-name")).await.is(200);
    assert_eq!(order.column("name"), ["Zeppelin", "Phare"]);
});

both!(async fn built_in_rows_stay_as_they_are_but_for_what_may_be_adjusted(app) {
    let class = app.admin.get("/api/asset-class/?builtin=true&limit=1").await.is(200).ids()[0];
    let url = format!("/api/asset-class/{class}/");
    let refused = app.admin.patch(&url, json!({ "name": "Mine" })).await.is(409);
    assert!(refused.body()["detail"].as_str().unwrap().contains("You can change only: is visible, translations"));
    app.admin.patch(&url, json!({ "is_visible": false })).await.is(200);
    app.admin.patch(&url, json!({ "translations": { "fr": { "name": "Autre" } } })).await.is(200);
    app.admin.delete(&url).await.is(409);
    // The root is called what the organisation is called.
    app.admin.patch(&format!("/api/folders/{}/", app.root), json!({ "name": "Acme" })).await.is(200);
    app.admin.delete(&format!("/api/folders/{}/", app.root)).await.is(409);
    let role = app.admin.get("/api/roles/?builtin=true&limit=1").await.is(200).ids()[0];
    app.admin.patch(&format!("/api/roles/{role}/"), json!({ "name": "Mine" })).await.is(409);
});
