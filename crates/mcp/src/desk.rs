//! What a tool works with: the caller's client, the model document, and names.

use std::sync::Arc;

use cairn_client::{Client, Model, Names, Query, Reply, Resource, SentFile};
use chrono::NaiveDate;
use http::{HeaderName, Method};
use parking_lot::Mutex;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::failure::{Failure, Result};

const MODEL: &str = "/api/model/";

/// The header with the reason for a proposed change.
const NOTE: &str = "cairn-note";

/// The model document that was fetched last, with its ETag.
type Kept = Arc<Mutex<Option<(String, Arc<Model>)>>>;

/// One caller's connection to an instance.
#[derive(Clone)]
pub struct Office {
    client: Client,
    kept: Kept,
}

impl Office {
    pub fn new(client: Client) -> Self {
        Self { client, kept: Kept::default() }
    }

    /// A desk with the current model, so that an updated instance or a new role takes effect with the next call.
    pub async fn desk(&self) -> Result<Desk> {
        let known = self.kept.lock().clone();
        let reply = self.client.get_unless(MODEL, known.as_ref().map(|(tag, _)| tag.as_str())).await?;
        let model = match (reply, known) {
            (Some(reply), _) => {
                let model = Model::parse(&reply.body);
                let model = model.map_err(|error| Failure::new(format!("the model document cannot be read: {error}")));
                let model = Arc::new(model?);
                let tag = reply.header("etag").unwrap_or_default().to_owned();
                *self.kept.lock() = (!tag.is_empty()).then(|| (tag, model.clone()));
                model
            }
            (None, Some((_, model))) => model,
            (None, None) => return Err(Failure::new("the instance did not send its model document")),
        };
        Ok(Desk { client: self.client.clone(), model })
    }
}

pub struct Desk {
    pub client: Client,
    pub model: Arc<Model>,
}

/// The outcome of a change.
pub enum Outcome {
    Done(Json),
    /// A job is running.
    Started(Json),
    /// The token may only propose: a person decides.
    Proposed(Json),
}

impl Desk {
    /// Today's date in the time zone of the instance, which may differ from ours.
    pub async fn today(&self) -> Result<NaiveDate> {
        let user = self.client.get("/api/iam/current-user/", &Vec::new()).await?;
        let today = user["today"].as_str().and_then(|text| text.parse().ok());
        today.ok_or_else(|| Failure::new("the instance did not say today's date"))
    }

    pub fn names(&self) -> Names<'_> {
        Names::new(&self.client, &self.model)
    }

    /// The resource that a word means: `assets`, `asset`, `Asset`, `applied_controls`, `Applied controls`.
    pub fn resource(&self, word: &str) -> Result<&Resource> {
        let plain = cairn_client::kebab(word);
        let fits = |one: &&Resource| {
            one.path == word || one.word() == plain || cairn_client::kebab(&one.path) == plain || one.model == word
        };
        self.model.resources().iter().find(fits).ok_or_else(|| {
            let known: Vec<&str> = self.model.resources().iter().map(|resource| resource.path.as_str()).collect();
            Failure::new(format!("there is no resource “{word}”. Available: {}", known.join(", ")))
        })
    }

    /// The object with this id, name, ref id, URN, email address or `Domain/Name`.
    pub async fn object(&self, resource: &Resource, text: &str) -> Result<Uuid> {
        Ok(self.names().find(&resource.path, text).await?)
    }

    /// Limits a query to a domain and its subdomains.
    pub async fn narrow(&self, query: &mut Query, domain: Option<&str>) -> Result<()> {
        if let Some(domain) = domain {
            let id = self.object(self.resource("folders")?, domain).await?;
            query.push(("within".to_owned(), id.to_string()));
        }
        Ok(())
    }

    /// The same desk, with a note on its changes.
    pub fn noted(&self, note: Option<&str>) -> Result<Self> {
        let client = match note.map(str::trim).filter(|note| !note.is_empty()) {
            Some(note) => {
                // A header has one line.
                let line = note.split_whitespace().collect::<Vec<_>>().join(" ");
                self.client.clone().with_header(HeaderName::from_static(NOTE), &line)?
            }
            None => self.client.clone(),
        };
        Ok(Self { client, model: self.model.clone() })
    }

    pub async fn change(&self, method: Method, path: &str, body: Option<&Json>, tag: Option<&str>) -> Result<Outcome> {
        outcome(&self.client.change(method, path, body, tag).await?)
    }

    /// The same for a change with files.
    pub async fn submit(&self, path: &str, fields: &Query, files: &[SentFile]) -> Result<Outcome> {
        outcome(&self.client.submit(path, fields, files).await?)
    }
}

fn outcome(reply: &Reply) -> Result<Outcome> {
    let answer = body_of(reply)?;
    let is_job = reply.header("location").is_some_and(|place| place.contains("/jobs/"));
    Ok(match reply.status {
        202 if is_job => Outcome::Started(answer),
        202 => Outcome::Proposed(answer),
        _ => Outcome::Done(answer),
    })
}

impl Outcome {
    /// The response of a tool that changes something; `done` builds it from the result.
    pub fn answer(self, done: impl FnOnce(Json) -> Json) -> Json {
        match self {
            Self::Done(body) => done(body),
            Self::Started(job) => json!({
                "outcome": "started",
                "what_now": "This runs as a job. `get` it from the resource `jobs` until its state is `done`, `failed` or `cancelled`. `run_action` with `download` returns its file, and `cancel` stops it.",
                "job": format!("cairn://job/{}", job["id"].as_str().unwrap_or_default()),
                "untrusted_data": job,
            }),
            Self::Proposed(proposal) => json!({
                "outcome": "proposed",
                "what_now": "Nothing is changed yet. The proposal awaits approval; `get` it to see the decision.",
                "proposal": format!("cairn://proposal/{}", proposal["id"].as_str().unwrap_or_default()),
                "untrusted_data": proposal,
            }),
        }
    }
}

fn body_of(reply: &Reply) -> Result<Json> {
    if reply.body.is_empty() {
        return Ok(Json::Null);
    }
    serde_json::from_slice(&reply.body).map_err(|_| Failure::new("the instance did not respond with JSON"))
}
