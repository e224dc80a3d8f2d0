//! Custom headers of an endpoint. They often carry a password for a gateway, so each value is encrypted like a secret,
//! and only the names are ever shown.

use std::collections::{BTreeMap, HashSet};

use cairn_auth::seal::Sealer;
use cairn_engine::FieldErrors;
use cairn_model::Json;

/// Names and values; stored values are encrypted.
pub type Headers = Json<BTreeMap<String, String>>;

const MOST: usize = 20;
const LONGEST_NAME: usize = 100;
const LONGEST_VALUE: usize = 2000;

/// Headers that the sender or the connection sets; a second one would confuse receivers.
const RESERVED: [&str; 10] = [
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "cookie",
    "expect",
    "host",
    "te",
    "transfer-encoding",
    "upgrade",
];

/// Encrypts the values in a request, or says what is wrong with them.
pub fn seal(sealer: &Sealer, given: &mut Option<Headers>, errors: &mut FieldErrors) {
    if given.as_ref().is_some_and(|headers| headers.0.is_empty()) {
        *given = None;
    }
    let Some(headers) = given else { return };
    if headers.0.len() > MOST {
        errors.add("headers", format!("Ensure there are no more than {MOST} headers."));
    }
    let mut seen = HashSet::new();
    for (name, value) in &mut headers.0 {
        let lower = name.to_ascii_lowercase();
        if let Err(message) = check(&lower, value) {
            errors.add("headers", format!("{}: {message}", shown(name)));
        } else if !seen.insert(lower) {
            errors.add("headers", format!("{}: Another one differs only in case.", shown(name)));
        }
        *value = sealer.seal(value);
    }
}

fn check(name: &str, value: &str) -> Result<(), String> {
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.is_empty() || name.len() > LONGEST_NAME || !name.bytes().all(is_token) {
        return Err("This is not a valid header name.".into());
    }
    if RESERVED.contains(&name) || name.starts_with("webhook-") || name.starts_with("proxy-") {
        return Err("This header is reserved.".into());
    }
    if value.len() > LONGEST_VALUE {
        return Err(format!("Ensure the value has no more than {LONGEST_VALUE} characters."));
    }
    if value.trim() != value || !value.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
        return Err("The value must be ASCII, without line breaks or surrounding spaces.".into());
    }
    Ok(())
}

fn shown(name: &str) -> String {
    name.chars().take(LONGEST_NAME).collect()
}

/// The headers as they are sent.
pub fn open(sealer: &Sealer, headers: Option<&Headers>) -> Result<Vec<(String, String)>, String> {
    let Some(headers) = headers else { return Ok(Vec::new()) };
    let open = |(name, sealed): (&String, &String)| {
        let value = sealer.open(sealed).map_err(|error| error.to_string())?;
        Ok((name.clone(), value))
    };
    headers.0.iter().map(open).collect()
}

/// The names, which may be shown.
pub fn names(headers: Option<&Headers>) -> Vec<String> {
    headers.map(|headers| headers.0.keys().cloned().collect()).unwrap_or_default()
}
