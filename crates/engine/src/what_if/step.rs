//! A draft as it is stored.

use std::hash::{DefaultHasher, Hash, Hasher};

use cairn_access::Limits;
use cairn_model::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use uuid::Uuid;

use super::{OPEN, PATH};
use crate::cx::Cx;
use crate::error::{Error, Result};
use crate::object::Object;
use crate::query;

/// One step of a draft. It never changes once it is stored.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Step {
    /// Identifies it, wherever it stands in the list. The ids of what it creates are made from it.
    pub key: Uuid,
    /// When it was added.
    pub at: Timestamp,
    /// The domain that the token it was added with was limited to.
    #[serde(default)]
    pub limited_to: Option<Uuid>,
    /// What it does, in words.
    pub name: String,
    /// The order, as [`crate::order::Order::to_json`] writes it.
    pub order: Json,
    /// What it changed when it was added, in the journal's form.
    pub difference: Json,
}

impl Step {
    /// The limits of the token that added it. One that could only read or propose could not have.
    pub fn limits(&self) -> Limits {
        Limits { folder: self.limited_to, ..Limits::default() }
    }
}

/// A draft, as far as running it needs to know it.
#[derive(Debug, Clone)]
pub struct Draft {
    pub id: Uuid,
    pub author: Option<Uuid>,
    pub author_label: String,
    pub steps: Vec<Step>,
}

impl Draft {
    /// An open draft that the caller may see. An unknown one and a hidden one get the same refusal.
    pub async fn open(cx: &mut Cx, field: &str, id: Uuid) -> Result<Self> {
        let drafts = cx.registry().get(PATH);
        let scope = cx.scope(drafts);
        let found = query::find(cx, drafts, &scope, id).await?;
        let unknown = || format!("There is no what-if draft with the id {id}, or you do not have access to it.");
        let object = found.ok_or_else(|| Error::field(field, unknown()))?;
        match object.get("status").as_str() {
            Some(OPEN) => Self::of(&object),
            Some(status) => {
                Err(Error::field(field, format!("This what-if draft is {status}, so there is nothing left to show.")))
            }
            None => Err(Error::field(field, unknown())),
        }
    }

    pub fn of(object: &Object) -> Result<Self> {
        let steps = object.get("stored_steps").as_str().unwrap_or("[]");
        let steps =
            serde_json::from_str(steps).map_err(|error| Error::internal(format!("a draft's steps: {error}")))?;
        Ok(Self {
            id: object.id(),
            author: object.get("author").as_uuid(),
            author_label: object.get("author_label").as_str().unwrap_or_default().to_owned(),
            steps,
        })
    }

    /// Tells whether its steps are still the same.
    pub fn fingerprint(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.id.hash(&mut hasher);
        for step in &self.steps {
            step.key.hash(&mut hasher);
        }
        format!("{:016x}", hasher.finish())
    }
}
