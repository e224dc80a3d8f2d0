//! The language of a response: that of `Accept-Language`, or else the person's preference, or else the instance's.
//!
//! The engine translates content. Messages are written in English and translated here, on their way out, with a
//! catalogue keyed by the English text; `{}` stands for a value. A test compares the catalogue with the messages in
//! the source.

mod catalogue;

use std::sync::{Arc, OnceLock};

use axum::body::{Body, to_bytes};
use axum::response::Response;
use cairn_engine::Language;
use http::request::Parts;
use http::{HeaderValue, header};
use serde_json::Value as Json;

use self::catalogue::Catalogue;
use crate::app::App;

/// The languages of messages, English first.
const SPOKEN: [&str; 2] = ["en", "fr"];

/// A report of many rows is longer than most problems, but not longer than this.
const LONGEST: usize = 64 << 20;

/// The caller's preferred language, set once they are known.
#[derive(Debug, Clone, Default)]
pub struct Preferred(Arc<OnceLock<Language>>);

/// The languages of a request, the best first.
fn accepted(header: Option<&HeaderValue>) -> Vec<Language> {
    let header = header.and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut ranges: Vec<(f32, Language)> = header
        .split(',')
        .filter_map(|range| {
            let (tag, weight) = range.split_once(';').unwrap_or((range, ""));
            let weight = weight.trim().strip_prefix("q=").map_or(Some(1.0), |weight| weight.parse::<f32>().ok())?;
            Some((weight, Language::parse(tag)?)).filter(|_| weight > 0.0)
        })
        .collect();
    // Stable, so that equals stay in their order.
    ranges.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranges.into_iter().map(|(_, language)| language).collect()
}

/// The language in which someone wants to read content, also used for messages.
pub fn of_caller(app: &App, request: &Parts, user: uuid::Uuid) -> Option<Language> {
    let access = app.engine.access();
    let own = access.user(user).and_then(|user| user.language.as_deref());
    let preferred = own.or(access.setting("default_language")).and_then(Language::parse);
    if let (Some(noted), Some(language)) = (request.extensions.get::<Preferred>(), &preferred) {
        // The caller may be looked up twice in a request; it is the same person.
        let _ = noted.0.set(language.clone());
    }
    accepted(request.headers.get(header::ACCEPT_LANGUAGE)).into_iter().next().or(preferred)
}

/// The language of messages: the first in `Accept-Language` that is available.
pub fn of_messages(header: Option<&HeaderValue>, preferred: &Preferred) -> &'static str {
    let accepted = accepted(header);
    let wanted: Vec<&Language> =
        if accepted.is_empty() { preferred.0.get().into_iter().collect() } else { accepted.iter().collect() };
    let spoken = |language: &Language| SPOKEN.into_iter().find(|spoken| *spoken == language.tag());
    wanted.into_iter().find_map(spoken).unwrap_or(SPOKEN[0])
}

/// Marks the response of an action whose output has messages under [`SPOKEN_MEMBERS`].
#[derive(Debug, Clone, Copy)]
pub struct HasMessages;

/// The messages in the output of an action.
const SPOKEN_MEMBERS: &[&str] = &["message", "label"];

/// The messages in a report.
const REPORTED: &[&str] = &["errors", "error", "message", "detail"];

/// Translates a problem, or the messages in the output of an action, into its reader's language.
pub async fn speak(response: Response, language: &str) -> Response {
    let is_problem =
        response.headers().get(header::CONTENT_TYPE).is_some_and(|value| value == "application/problem+json");
    let has_messages = response.extensions().get::<HasMessages>().is_some();
    let Some(catalogue) = Catalogue::of(language).filter(|_| is_problem || has_messages) else { return response };
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, LONGEST).await else { return Response::from_parts(parts, Body::empty()) };
    let Ok(mut problem) = serde_json::from_slice::<Json>(&bytes) else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    if has_messages {
        messages(catalogue, &mut problem, SPOKEN_MEMBERS);
    } else {
        for key in ["title", "detail"] {
            translate(catalogue, &mut problem[key]);
        }
        if let Some(errors) = problem.get_mut("errors") {
            all(catalogue, errors);
        }
        if let Some(results) = problem.get_mut("results") {
            messages(catalogue, results, REPORTED);
        }
    }
    let text = problem.to_string();
    parts.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(text.len()));
    if let Ok(language) = HeaderValue::from_str(language) {
        parts.headers.insert(header::CONTENT_LANGUAGE, language);
    }
    Response::from_parts(parts, Body::from(text))
}

/// A message in a language, or as it is where there is no translation.
pub fn in_language(text: &str, language: Option<&Language>) -> String {
    let catalogue = language.and_then(|language| Catalogue::of(language.tag()));
    catalogue.and_then(|catalogue| catalogue.translate(text)).unwrap_or_else(|| text.to_owned())
}

fn translate(catalogue: &Catalogue, value: &mut Json) {
    if let Some(text) = value.as_str().and_then(|text| catalogue.translate(text)) {
        *value = text.into();
    }
}

/// All texts below.
fn all(catalogue: &Catalogue, value: &mut Json) {
    match value {
        Json::String(_) => translate(catalogue, value),
        Json::Array(items) => items.iter_mut().for_each(|item| all(catalogue, item)),
        Json::Object(members) => members.values_mut().for_each(|member| all(catalogue, member)),
        _ => {}
    }
}

/// Translates what is under these names; people's own content stays.
fn messages(catalogue: &Catalogue, report: &mut Json, names: &[&str]) {
    match report {
        Json::Array(items) => items.iter_mut().for_each(|item| messages(catalogue, item, names)),
        Json::Object(members) => {
            for (name, member) in members {
                if names.contains(&name.as_str()) {
                    all(catalogue, member);
                } else {
                    messages(catalogue, member, names);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_language_that_is_spoken_wins() {
        let nobody = Preferred::default();
        for (header, language) in [
            ("fr", "fr"),
            ("fr-CH, en;q=0.9", "fr"),
            ("en;q=0.5, fr;q=0.8", "fr"),
            ("de, fr;q=0.1", "fr"),
            ("de", "en"),
            ("fr;q=0, *", "en"),
            ("nonsense;;q", "en"),
        ] {
            assert_eq!(of_messages(Some(&HeaderValue::from_static(header)), &nobody), language, "{header}");
        }
    }

    #[test]
    fn what_a_person_prefers_counts_where_the_request_says_nothing() {
        let french = Preferred::default();
        french.0.set(Language::parse("fr").unwrap()).unwrap();
        assert_eq!(of_messages(None, &french), "fr");
        assert_eq!(of_messages(Some(&HeaderValue::from_static("en")), &french), "en");
    }
}
