//! From what people call things to their ids.
//!
//! An object is meant by its id, or by its ref id, URN, name, e-mail address or label: whichever of them the resource
//! has. A name that occurs in several domains is told apart as `Domain/Name`. The case of letters matters only where
//! it decides between two objects.

use std::collections::BTreeMap;

use parking_lot::Mutex;
use serde_json::Value as Json;
use uuid::Uuid;

use crate::client::Client;
use crate::error::{Candidate, Error, Result};
use crate::model::{Kind, Model, Resource};

/// Fields by which an object can be meant.
const IDENTITIES: [&str; 7] = ["ref_id", "urn", "name", "email", "label", "code", "codename"];

/// How many objects of one name are told apart. With more than that, only an id will do.
const LOOKED_AT: u64 = 1000;

/// Looks names up, each once.
pub struct Names<'a> {
    client: &'a Client,
    model: &'a Model,
    /// When things had the names that are looked up; now when there is none.
    as_of: Option<String>,
    known: Mutex<BTreeMap<(String, String), Uuid>>,
}

impl<'a> Names<'a> {
    pub fn new(client: &'a Client, model: &'a Model) -> Self {
        Self { client, model, as_of: None, known: Mutex::default() }
    }

    /// Names as they were at an instant. What had no such name then may have it now.
    #[must_use]
    pub fn as_of(mut self, instant: Option<String>) -> Self {
        self.as_of = instant;
        self
    }

    /// The id of the object of a resource, given by its path, that `text` means.
    pub async fn find(&self, path: &str, text: &str) -> Result<Uuid> {
        let text = text.trim();
        if let Ok(id) = Uuid::try_parse(text) {
            return Ok(id);
        }
        let key = (path.to_owned(), text.to_owned());
        if let Some(id) = self.known.lock().get(&key) {
            return Ok(*id);
        }
        let Some(resource) = self.model.find(path) else {
            return Err(Error::Local(format!("“{text}”: you may not see {path}, so only an id can be used here")));
        };
        let id = match (self.look_up(resource, text, self.as_of.as_deref()).await, &self.as_of) {
            (Err(Error::NoSuch { .. }), Some(_)) => self.look_up(resource, text, None).await?,
            (found, _) => found?,
        };
        self.known.lock().insert(key, id);
        Ok(id)
    }

    async fn look_up(&self, resource: &Resource, text: &str, at: Option<&str>) -> Result<Uuid> {
        if text.is_empty() {
            return Err(Error::NoSuch { what: resource.one(), name: String::new(), similar: Vec::new() });
        }
        let exact = self.by_identity(resource, "", text, at).await?;
        if !exact.is_empty() {
            return only(resource, text, exact);
        }
        let placed = self.by_place(resource, text, at).await?;
        if !placed.is_empty() {
            return only(resource, text, placed);
        }
        // Nothing is called exactly that. The case may differ; what else comes close is worth showing.
        let near = self.by_identity(resource, "__icontains", text, at).await?;
        let same: Vec<Candidate> = near.iter().filter(|candidate| is_called(candidate, text)).cloned().collect();
        if !same.is_empty() {
            return only(resource, text, same);
        }
        Err(Error::NoSuch { what: resource.one(), name: text.to_owned(), similar: near })
    }

    /// Everything that any of the identities fits.
    async fn by_identity(
        &self,
        resource: &Resource,
        lookup: &str,
        text: &str,
        at: Option<&str>,
    ) -> Result<Vec<Candidate>> {
        let wanted = if lookup.is_empty() { "exact" } else { lookup.trim_start_matches('_') };
        let mut found: Vec<Candidate> = Vec::new();
        for name in IDENTITIES {
            let Some(field) = resource.field(name) else { continue };
            if !field.filters_by(wanted) || !matches!(field.kind, Kind::Text | Kind::Email | Kind::Url | Kind::Link) {
                continue;
            }
            for candidate in self.candidates(resource, &format!("{name}{lookup}"), text, at).await? {
                if !found.iter().any(|known| known.id == candidate.id) {
                    found.push(candidate);
                }
            }
        }
        Ok(found)
    }

    /// `Domain/Name`. Both may have slashes of their own, so every one of them may be the border.
    async fn by_place(&self, resource: &Resource, text: &str, at: Option<&str>) -> Result<Vec<Candidate>> {
        for (border, _) in text.match_indices('/') {
            let (folder, name) = (text[..border].trim(), text[border + 1..].trim());
            if folder.is_empty() || name.is_empty() {
                continue;
            }
            let mut found = self.by_identity(resource, "", name, at).await?;
            found.retain(|one| one.folder.as_ref().is_some_and(|place| place.to_lowercase() == folder.to_lowercase()));
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    async fn candidates(
        &self,
        resource: &Resource,
        parameter: &str,
        text: &str,
        at: Option<&str>,
    ) -> Result<Vec<Candidate>> {
        let mut query = vec![(parameter.to_owned(), text.to_owned())];
        // The short list for pickers knows only the present.
        let path = match at {
            None => format!("{}autocomplete/", resource.collection()),
            Some(instant) => {
                query.push(("as_of".to_owned(), instant.to_owned()));
                resource.collection()
            }
        };
        let page = match self.client.page(&path, &query, LOOKED_AT, 0).await {
            Ok(page) => page,
            // Some texts cannot be a value of the field at all; then no object has it.
            Err(error) if error.status() == Some(400) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        Ok(page.rows.iter().filter_map(|row| candidate(resource, row)).collect())
    }

    /// What contains `text` in its name, for completion.
    pub async fn suggest(&self, path: &str, text: &str, limit: u64) -> Result<Vec<Candidate>> {
        let Some(resource) = self.model.find(path) else { return Ok(Vec::new()) };
        let mut query = Vec::new();
        if !text.is_empty() {
            let named = resource.naming().into_iter().chain(IDENTITIES.iter().filter_map(|name| resource.field(name)));
            let Some(field) = named.into_iter().find(|field| field.filters_by("icontains")) else {
                return Ok(Vec::new());
            };
            query.push((format!("{}__icontains", field.name), text.to_owned()));
        }
        let page = self.client.page(&format!("{}autocomplete/", resource.collection()), &query, limit, 0).await?;
        Ok(page.rows.iter().filter_map(|row| candidate(resource, row)).collect())
    }
}

fn is_called(candidate: &Candidate, text: &str) -> bool {
    let same = |known: &str| known.to_lowercase() == text.to_lowercase();
    same(&candidate.name) || candidate.ref_id.as_deref().is_some_and(same)
}

fn only(resource: &Resource, text: &str, found: Vec<Candidate>) -> Result<Uuid> {
    match found.as_slice() {
        [one] => Ok(one.id),
        _ => Err(Error::Ambiguous { plural: resource.several(), name: text.to_owned(), candidates: found }),
    }
}

fn candidate(resource: &Resource, row: &Json) -> Option<Candidate> {
    let text = |value: &Json| value.as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    Some(Candidate {
        id: row["id"].as_str()?.parse().ok()?,
        name: text(&row["str"]).or_else(|| text(&row[&resource.naming()?.name])).unwrap_or_default(),
        ref_id: text(&row["ref_id"]),
        folder: text(&row["folder"]["str"]),
    })
}
