//! What can go wrong between a program and an instance, in words for the person who waits.

use std::fmt::{self, Write as _};

use serde::Deserialize;
use serde_json::{Map, Value as Json};
use uuid::Uuid;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No answer: the way there, the handshake or the waiting failed.
    #[error("cannot reach {address}: {reason}")]
    Unreachable { address: String, reason: String },
    /// An answer that says no, and why.
    #[error("{0}")]
    Refused(Box<Problem>),
    /// An answer that Cairn would not give.
    #[error("{address} does not respond like Cairn: {detail}")]
    Strange { address: String, detail: String },
    #[error("there is no {what} “{name}”{}", perhaps(.similar))]
    NoSuch { what: String, name: String, similar: Vec<Candidate> },
    #[error("“{name}” matches several {plural}:{}\n  use the id, or the domain and name: “{}”", lines(.candidates), example(.candidates, .name))]
    Ambiguous { plural: String, name: String, candidates: Vec<Candidate> },
    /// The change was kept for a person to decide about, because the token may only propose.
    #[error("nothing has changed yet: stored as the proposal {name} ({id}), which awaits approval")]
    Proposed { name: String, id: String, proposal: Box<Json> },
    /// Something on this machine: a file, a certificate.
    #[error("{0}")]
    Local(String),
}

/// An object that may be meant by a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub id: Uuid,
    pub name: String,
    pub ref_id: Option<String>,
    /// The domain that it lies in, if it may be seen.
    pub folder: Option<String>,
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  ", self.id)?;
        if let Some(folder) = &self.folder {
            write!(f, "{folder}/")?;
        }
        f.write_str(&self.name)?;
        if let Some(ref_id) = &self.ref_id {
            write!(f, " ({ref_id})")?;
        }
        Ok(())
    }
}

/// How many objects an error lists at most.
const LISTED: usize = 10;

fn lines(candidates: &[Candidate]) -> String {
    let mut text = candidates.iter().take(LISTED).fold(String::new(), |mut text, candidate| {
        let _ = write!(text, "\n  {candidate}");
        text
    });
    if candidates.len() > LISTED {
        let _ = write!(text, "\n  and {} more", candidates.len() - LISTED);
    }
    text
}

fn perhaps(candidates: &[Candidate]) -> String {
    if candidates.is_empty() { String::new() } else { format!("; perhaps one of:{}", lines(candidates)) }
}

fn example(candidates: &[Candidate], name: &str) -> String {
    let folder = candidates.iter().find_map(|candidate| candidate.folder.as_deref());
    format!("{}/{name}", folder.unwrap_or("Domain"))
}

/// An RFC 9457 problem body.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Problem {
    /// The stable identifier, such as `invalid` or `not_found`.
    #[serde(rename = "type", default)]
    pub kind: String,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub status: u16,
    #[serde(default)]
    pub detail: String,
    /// Field name → messages.
    #[serde(default)]
    pub errors: Map<String, Json>,
    /// The report of work that failed in parts.
    #[serde(default)]
    pub results: Json,
}

impl Problem {
    /// Each message with the field that it is about.
    pub fn field_errors(&self) -> Vec<(String, String)> {
        let mut all = Vec::new();
        for (field, messages) in &self.errors {
            collect(field, messages, &mut all);
        }
        all
    }
}

/// Messages may stand in lists, and for nested values in objects.
fn collect(place: &str, messages: &Json, all: &mut Vec<(String, String)>) {
    match messages {
        Json::String(text) => all.push((place.to_owned(), text.clone())),
        Json::Array(list) => list.iter().for_each(|message| collect(place, message, all)),
        Json::Object(inner) => inner.iter().for_each(|(key, value)| collect(&format!("{place}.{key}"), value, all)),
        other => all.push((place.to_owned(), other.to_string())),
    }
}

/// A message with its field. What is about no field in particular stands under `detail`.
fn about((field, message): &(String, String)) -> String {
    if field == "detail" { message.clone() } else { format!("{field}: {message}") }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = self.field_errors();
        match errors.as_slice() {
            [] if self.detail.is_empty() => f.write_str(&self.title),
            [] => f.write_str(&self.detail),
            [one] => f.write_str(&about(one)),
            several => {
                f.write_str("some input is not valid:")?;
                several.iter().try_for_each(|one| write!(f, "\n  {}", about(one)))
            }
        }
    }
}

impl Error {
    /// The problem that the server told, if it told one.
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            Self::Refused(problem) => Some(problem),
            _ => None,
        }
    }

    pub fn status(&self) -> Option<u16> {
        self.problem().map(|problem| problem.status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(body: &str) -> String {
        serde_json::from_str::<Problem>(body).expect("a problem").to_string()
    }

    #[test]
    fn a_problem_names_field_and_reason() {
        let one = r#"{"type":"invalid","detail":"See the errors.","errors":{"name":["This field is required."]}}"#;
        assert_eq!(problem(one), "name: This field is required.");
        let two = r#"{"errors":{"name":["Too long."],"value":{"rto":["Must be positive."]}}}"#;
        assert_eq!(problem(two), "some input is not valid:\n  name: Too long.\n  value.rto: Must be positive.");
        assert_eq!(problem(r#"{"errors":{"detail":["Not the root."]}}"#), "Not the root.");
        assert_eq!(problem(r#"{"title":"Not found"}"#), "Not found");
    }

    #[test]
    fn an_ambiguous_name_shows_what_it_may_mean() {
        let candidate = |id: u128, folder: &str| Candidate {
            id: Uuid::from_u128(id),
            name: "Vault".into(),
            ref_id: Some("A-1".into()),
            folder: Some(folder.into()),
        };
        let error = Error::Ambiguous {
            plural: "assets".into(),
            name: "Vault".into(),
            candidates: vec![candidate(1, "Sales"), candidate(2, "Lab")],
        };
        assert_eq!(
            error.to_string(),
            "“Vault” matches several assets:\n  00000000-0000-0000-0000-000000000001  Sales/Vault (A-1)\n  \
             00000000-0000-0000-0000-000000000002  Lab/Vault (A-1)\n  \
             use the id, or the domain and name: “Sales/Vault”"
        );
    }
}
