//! The options in the headers of an import.

use std::collections::BTreeMap;

use cairn_engine::{Error, Registry, Resource};
use cairn_import::{Empty, OnConflict, Options, Reading};
use cairn_model::kind::Kind;
use cairn_model::text::NUL_REFUSED;
use http::HeaderMap;
use percent_encoding::percent_decode;

pub struct Wanted {
    pub resource: &'static Resource,
    pub options: Options,
    pub reading: Reading,
    pub dry_run: bool,
    /// All options as one text.
    pub fingerprint: String,
}

impl Wanted {
    pub fn read(registry: &'static Registry, headers: &HeaderMap) -> Result<Self, Error> {
        // They may be percent-encoded, so that a NUL character could get through.
        for (name, value) in headers.iter().filter(|(name, _)| name.as_str().starts_with("x-")) {
            if percent_decode(value.as_bytes()).any(|byte| byte == 0) {
                return Err(Error::field(name.as_str(), NUL_REFUSED));
            }
        }
        let get = |name: &str| text(headers, name);
        let kind = get("x-model-type").ok_or_else(|| {
            Error::field("X-Model-Type", "Set what the file contains, such as Asset or applied-controls.")
        })?;
        let resource = cairn_import::find_kind(registry, &kind).ok_or_else(|| {
            let known: Vec<&str> = cairn_import::kinds(registry).map(|resource| resource.path).collect();
            Error::field("X-Model-Type", format!("“{kind}” cannot be imported. Choose one of: {}.", known.join(", ")))
        })?;
        let on_conflict = match get("x-on-conflict").as_deref() {
            None | Some("stop") => OnConflict::Stop,
            Some("skip") => OnConflict::Skip,
            Some("update") => OnConflict::Update,
            Some(_) => return Err(Error::field("X-On-Conflict", "Choose stop, skip or update.")),
        };
        let empty = match get("x-empty").as_deref() {
            None | Some("keep") => Empty::Keep,
            Some("clear") => Empty::Clear,
            Some(_) => return Err(Error::field("X-Empty", "Choose keep or clear.")),
        };
        let mapping: BTreeMap<String, String> = match get("x-mapping") {
            None => BTreeMap::new(),
            Some(json) => serde_json::from_str(&json).map_err(|_| {
                Error::field("X-Mapping", "Expected JSON that gives each heading a field: {\"Title\": \"name\"}.")
            })?,
        };
        let words = match get("x-words") {
            None => BTreeMap::new(),
            Some(json) => serde_json::from_str(&json).map_err(|_| {
                Error::field(
                    "X-Words",
                    "Expected JSON that gives the words of a field their keys: {\"status\": {\"En cours\": \"in_progress\"}}.",
                )
            })?,
        };
        let dry_run = match get("x-dry-run") {
            None => false,
            Some(text) => cairn_engine::filter::boolean(&text).map_err(|message| Error::field("X-Dry-Run", message))?,
        };
        let references = references(resource, headers);
        let options = Options { on_conflict, empty, mapping, words, references, container: get("x-name"), file: None };
        let reading = Reading {
            separator: separator(get("x-separator").as_deref())?,
            encoding: get("x-encoding"),
            sheet: get("x-sheet"),
        };
        let fingerprint = format!("{} {dry_run} {options:?} {reading:?}", resource.path);
        Ok(Self { resource, options, reading, dry_run, fingerprint })
    }
}

/// `X-Folder-Id`, `X-Perimeter-Id`, and likewise for whatever the rows can refer to.
fn references(resource: &Resource, headers: &HeaderMap) -> BTreeMap<String, String> {
    let own =
        resource.def.fields.iter().filter(|field| matches!(field.kind, Kind::Reference(_))).map(|field| field.name);
    own.chain(["folder", "perimeter"])
        .filter_map(|name| Some((name.to_owned(), text(headers, &format!("x-{}-id", name.replace('_', "-")))?)))
        .collect()
}

fn separator(text: Option<&str>) -> Result<Option<u8>, Error> {
    match text {
        None => Ok(None),
        Some("tab" | "\\t") => Ok(Some(b'\t')),
        Some(text) => match text.as_bytes() {
            [one] if one.is_ascii() && !one.is_ascii_alphanumeric() && *one != b'"' => Ok(Some(*one)),
            _ => Err(Error::field("X-Separator", "Must be one character, or the word tab.")),
        },
    }
}

/// A header that is not empty. Non-ASCII letters may be percent-encoded, or plain.
fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    let bytes = headers.get(name)?.as_bytes();
    let plain: Vec<u8> = percent_decode(bytes).collect();
    let text = String::from_utf8(plain).unwrap_or_else(|error| {
        // Some clients send one byte for each Western European letter.
        error.into_bytes().into_iter().map(char::from).collect()
    });
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}
