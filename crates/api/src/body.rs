//! Reading requests: bodies, query parameters, ids.

use axum::body::Body;
use axum::extract::Request;
use cairn_engine::query::{ListParams, refuse_parameters, unknown_parameter};
use cairn_engine::{Error, FieldErrors};
use cairn_model::text;
use http::request::Parts;
use http::{HeaderMap, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde_json::Value as Json;
use uuid::Uuid;

use crate::problem::{Problem, ProblemType};
use crate::strict_json;

/// A request in two parts: its head, which can be read while waiting for something else, and the body, which is read
/// once.
pub struct Call {
    pub parts: Parts,
    pub body: Body,
}

impl From<Request> for Call {
    fn from(request: Request) -> Self {
        let (parts, body) = request.into_parts();
        Self { parts, body }
    }
}

impl From<Call> for Request {
    fn from(call: Call) -> Self {
        Self::from_parts(call.parts, call.body)
    }
}

/// Reads a JSON body. An empty one is null, which only actions without input accept. All input is in the body, so a
/// query parameter would be ignored, and is refused instead.
pub async fn json(request: Call, limit: usize) -> Result<(Json, bytes::Bytes), Problem> {
    refuse_parameters(&query(&request.parts).0, &[])?;
    read_json(request, limit).await
}

/// The same where the query was read before.
pub async fn read_json(request: Call, limit: usize) -> Result<(Json, bytes::Bytes), Problem> {
    let is_json = is_json(&request.parts.headers);
    let bytes = bytes(request, limit).await?;
    if bytes.is_empty() {
        return Ok((Json::Null, bytes));
    }
    if !is_json {
        return Err(Problem::new(
            ProblemType::UnsupportedMediaType,
            "Send JSON with the header “Content-Type: application/json”.",
        ));
    }
    let value = strict_json::read(&bytes).map_err(|error| {
        Problem::from(Error::field("detail", format!("The request body is not valid JSON: {error}.")))
    })?;
    if let Some(place) = text::nul_in(&value) {
        return Err(Error::field(if place.is_empty() { "detail" } else { &place }, text::NUL_REFUSED).into());
    }
    Ok((value, bytes))
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || kind.ends_with("+json")
}

/// Reads a whole body, if it is not too large.
pub async fn bytes(request: Call, limit: usize) -> Result<bytes::Bytes, Problem> {
    let too_large = || {
        Problem::new(
            ProblemType::TooLarge,
            format!("The request body is larger than the limit of {} KiB.", limit / 1024),
        )
    };
    let announced =
        request.parts.headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > limit) {
        return Err(too_large());
    }
    match Limited::new(request.body, limit).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(too_large()),
        Err(_) => Err(Problem::new(ProblemType::Invalid, "The request body is incomplete.")),
    }
}

/// The query parameters. One that is given several times counts as a list.
pub fn query(request: &Parts) -> ListParams {
    ListParams::parse(request.uri.query().unwrap_or_default())
}

/// Refuses a request whose parameters have NUL characters, before anyone reads them.
pub fn refuse_nul(request: &Request) -> Result<(), Problem> {
    let mut errors = FieldErrors::default();
    // Almost no request has one, and then nothing needs to be parsed.
    let query = request.uri().query().filter(|query| query.contains("%00")).unwrap_or_default();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        if name.contains('\0') || value.contains('\0') {
            errors.add(&name.replace('\0', "␀"), text::NUL_REFUSED);
        }
    }
    Ok(errors.into_result()?)
}

/// The query parameters of an action as its input: texts become what the input's schema says.
pub fn action_input(params: &ListParams, schema: &Json) -> Result<Json, Problem> {
    let mut input = serde_json::Map::new();
    let mut errors = FieldErrors::default();
    for (name, text) in &params.0 {
        let more = Some(&schema["additionalProperties"]).filter(|more| more.is_object());
        let Some(property) = schema["properties"].get(name).or(more) else {
            let known: Vec<&str> =
                schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
            errors.add(name, unknown_parameter(&known));
            continue;
        };
        // An empty parameter counts as not given.
        if text.trim().is_empty() {
            continue;
        }
        match typed(text, property) {
            Some(value) => drop(input.insert(name.clone(), value)),
            None => errors.add(name, "Invalid value."),
        }
    }
    errors.into_result()?;
    Ok(Json::Object(input))
}

/// The switches among the inputs of an action. Other inputs belong in the body: addresses end up in logs.
pub fn switches(schema: &Json) -> Json {
    let all = schema["properties"].as_object().into_iter().flatten();
    let switches: serde_json::Map<String, Json> = all
        .filter(|(_, property)| property["type"] == "boolean")
        .map(|(name, property)| (name.clone(), property.clone()))
        .collect();
    serde_json::json!({ "properties": switches })
}

/// The body of an action together with the switches in its query, such as `?dry_run=true`. Each is set in one place.
pub fn with_query(body: Json, given: Json) -> Result<Json, Problem> {
    let Json::Object(given) = given else { return Ok(body) };
    if given.is_empty() {
        return Ok(body);
    }
    let mut all = match body {
        Json::Null => serde_json::Map::new(),
        Json::Object(all) => all,
        // What is no object is refused with the reason when it is read.
        other => return Ok(other),
    };
    let mut errors = FieldErrors::default();
    for (name, value) in given {
        if all.contains_key(&name) {
            errors.add(&name, "Set this either in the URL or in the body.");
        }
        all.insert(name, value);
    }
    errors.into_result()?;
    Ok(Json::Object(all))
}

/// A text as a value of the type in a schema.
pub fn typed(text: &str, schema: &Json) -> Option<Json> {
    let kind = match &schema["type"] {
        Json::Array(kinds) => kinds.first().and_then(Json::as_str),
        kind => kind.as_str(),
    };
    match kind {
        Some("integer") => text.parse::<i64>().ok().map(Json::from),
        Some("number") => text.parse::<f64>().ok().map(Json::from),
        Some("boolean") => cairn_engine::filter::boolean(text).ok().map(Json::from),
        Some("array") => {
            text.split(',').map(|part| typed(part.trim(), &schema["items"])).collect::<Option<Vec<_>>>().map(Json::from)
        }
        _ => Some(text.into()),
    }
}

/// An id in a path; anything else is a 404.
pub fn id(text: &str) -> Result<Uuid, Problem> {
    if text.len() != 36 {
        return Err(Problem::not_found());
    }
    Uuid::try_parse(text).map_err(|_| Problem::not_found())
}
