//! A requested change as data: however it came in, it runs here.
//!
//! The API's routes turn requests into orders. The orders of a propose-only token are tried out and stored; when a
//! person approves one, it runs again with their own permissions.

use cairn_access::Verb;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::action::{self, Action, Answers, Asked, Files, Method, On, Reply};
use crate::batch::{self, Batch};
use crate::cx::{Cx, not_found};
use crate::error::{Error, Result};
use crate::journal::Change;
use crate::registry::{Registry, Resource};
use crate::restore::{self, Restore};
use crate::write::{self, Mode};
use crate::{query, render};

/// The path of jobs.
pub const JOBS: &str = "jobs";

/// What to do with a resource or one of its objects.
#[derive(Clone, Copy)]
pub enum Deed {
    Create,
    Update(Uuid, Mode),
    Delete(Uuid),
    Batch,
    Restore(Uuid),
    Action(&'static Action, Option<Uuid>),
}

pub struct Order {
    pub resource: &'static Resource,
    pub deed: Deed,
    pub body: Json,
    /// The state that it expects, by its ETag.
    pub if_match: Option<String>,
    /// The files that came with the body.
    pub files: Files,
}

impl Deed {
    /// The object that it is about, if any.
    pub fn object(self) -> Option<Uuid> {
        match self {
            Self::Update(id, _) | Self::Delete(id) | Self::Restore(id) => Some(id),
            Self::Action(_, id) => id,
            Self::Create | Self::Batch => None,
        }
    }

    /// Its name where it is stored.
    pub fn word(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Update(_, Mode::Patch) => "update",
            Self::Update(_, Mode::Put) => "replace",
            Self::Delete(_) => "delete",
            Self::Batch => "batch",
            Self::Restore(_) => "restore",
            Self::Action(..) => "action",
        }
    }
}

impl Order {
    /// Runs it with the caller's permissions and returns the body of the response.
    pub async fn run(&self, cx: &mut Cx) -> Result<Vec<u8>> {
        let resource = self.resource;
        let output = match self.deed {
            Deed::Create => {
                let object = write::create(cx, resource, &self.body).await?;
                let object = query::as_seen(cx, resource, object, true).await?;
                return Ok(render::raw_for(cx, resource, &object));
            }
            Deed::Update(id, mode) => {
                let object = write::update(cx, resource, id, &self.body, mode, self.if_match.as_deref()).await?;
                let object = query::as_seen(cx, resource, object, false).await?;
                return Ok(render::raw_for(cx, resource, &object));
            }
            Deed::Delete(id) => {
                write::delete(cx, resource, id, self.if_match.as_deref()).await?;
                return Ok(Vec::new());
            }
            Deed::Batch => {
                let batch: Batch = action::input(self.body.clone())?;
                action::output(batch::run(cx, resource, batch).await?)?
            }
            Deed::Restore(id) => {
                let wanted: Restore = action::input(self.body.clone())?;
                action::output(restore::restore(cx, resource, id, &wanted).await?)?
            }
            Deed::Action(action, id) => {
                permit(cx, resource, action, id).await?;
                let asked = Asked { resource, id, files: &self.files };
                match (action.run)(cx, asked, self.body.clone()).await? {
                    Reply::Json(output) => output,
                    Reply::Job(job) => return show_job(cx, job).await,
                    Reply::File(_) | Reply::Text(_) => {
                        return Err(Error::internal("an action that changes something answers like one that reads"));
                    }
                }
            }
        };
        Ok(output.to_string().into_bytes())
    }

    /// The same for an order that creates something: also returns its id.
    pub async fn run_for_id(&self, cx: &mut Cx) -> Result<(Uuid, Vec<u8>)> {
        #[derive(serde::Deserialize)]
        struct Made {
            id: Uuid,
        }
        let body = self.run(cx).await?;
        let made: Made = serde_json::from_slice(&body).map_err(|error| Error::internal(error.to_string()))?;
        Ok((made.id, body))
    }

    /// The order as it is stored. The state will differ when it runs later, so the tag is not part of it.
    pub fn to_json(&self) -> Json {
        let action = match self.deed {
            Deed::Action(action, _) => Some(action.name),
            _ => None,
        };
        json!({ "resource": self.resource.path, "deed": self.deed.word(), "id": self.deed.object(), "action": action,
            "body": self.body })
    }

    /// A stored order; none if the resource or the action no longer exists.
    pub fn from_json(registry: &'static Registry, kept: &Json) -> Option<Self> {
        let resource = registry.find(kept["resource"].as_str()?)?;
        let id: Option<Uuid> = kept["id"].as_str().and_then(|id| id.parse().ok());
        let deed = match kept["deed"].as_str()? {
            "create" => Deed::Create,
            "update" => Deed::Update(id?, Mode::Patch),
            "replace" => Deed::Update(id?, Mode::Put),
            "delete" => Deed::Delete(id?),
            "batch" => Deed::Batch,
            "restore" => Deed::Restore(id?),
            "action" => {
                let name = kept["action"].as_str()?;
                let fits = |action: &&Action| {
                    action.name == name
                        && action.method == Method::Post
                        && (action.on == On::Item) == id.is_some()
                        && action.form.is_none()
                        && action.answers != Answers::Job
                };
                Deed::Action(resource.actions().find(fits)?, id)
            }
            _ => return None,
        };
        Some(Self { resource, deed, body: kept["body"].clone(), if_match: None, files: Files::default() })
    }

    /// What it does, in words, given the changes that it made: “Update asset “Vault””.
    pub fn words(&self, changes: &[Change]) -> String {
        let resource = self.resource;
        let one = resource.name().to_lowercase();
        let main = match self.deed.object() {
            Some(id) => changes.iter().find(|change| change.object.id() == id),
            None => changes.iter().find(|change| change.resource.def.path == resource.def.path),
        };
        let called = main.map(|change| format!(" “{}”", change.object.name())).unwrap_or_default();
        match self.deed {
            Deed::Create => format!("Create {one}{called}"),
            Deed::Update(..) => format!("Update {one}{called}"),
            Deed::Delete(_) => format!("Delete {one}{called}"),
            Deed::Restore(_) => format!("Restore {one}{called}"),
            Deed::Batch => {
                let delete = self.body["action"] == "delete";
                let verb = if delete { "Delete" } else { "Update" };
                match self.body["ids"].as_array().map_or(0, Vec::len) {
                    1 => format!("{verb} {one}{called}"),
                    count => format!("{verb} {count} {}", resource.plural().to_lowercase()),
                }
            }
            Deed::Action(action, Some(_)) => format!("Run “{}” on {one}{called}", action.name),
            Deed::Action(action, None) => format!("Run “{}” on {}", action.name, resource.plural().to_lowercase()),
        }
    }

    /// Which of the fields it names are secrets.
    pub fn secrets(&self) -> Vec<&'static str> {
        let named = |name: &str| match (&self.deed, &self.body) {
            (Deed::Batch, body) => body["field"] == name,
            (_, Json::Object(body)) => body.contains_key(name),
            _ => false,
        };
        let fields = self.resource.def.fields.iter().filter(|field| field.secret && field.stored && named(field.name));
        fields.map(|field| field.name).collect()
    }
}

/// An action needs its permission: in the item's domain, or anywhere for a collection.
pub async fn permit(cx: &mut Cx, resource: &'static Resource, action: &Action, id: Option<Uuid>) -> Result<()> {
    match (action.on, id) {
        (On::Item, Some(id)) => {
            let scope = cx.scope(resource);
            let found = query::find(cx, resource, &scope, id).await?;
            let object = found.ok_or_else(|| not_found(resource))?;
            if action.permission != Verb::View {
                cx.require(resource, action.permission, object.folder())?;
            }
            Ok(())
        }
        _ if cx.authority.may(resource, action.permission) => Ok(()),
        _ => {
            let verb = action.permission.word();
            Err(Error::Forbidden(format!("You do not have permission to {verb} {}.", resource.plural().to_lowercase())))
        }
    }
}

/// A job that was just started, as its list shows it.
async fn show_job(cx: &mut Cx, job: Uuid) -> Result<Vec<u8>> {
    let jobs = cx.registry().get(JOBS);
    let page = query::item(cx, jobs, job).await?;
    Ok(render::item(cx, &page))
}

/// Changes in a form that can be stored and compared: what happened to which object, field by field.
pub fn differences(changes: &[Change]) -> Json {
    changes
        .iter()
        .map(|change| {
            json!({
                "kind": change.kind.word(),
                "resource": change.resource.def.path,
                "id": change.object.id(),
                "name": change.object.name(),
                "folder": change.object.folder(),
                "changes": change.difference,
            })
        })
        .collect()
}
