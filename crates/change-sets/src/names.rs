//! What references of a set mean: another change of the set, or an object that is there, by its id or by a name that
//! people and other instances know it by.

use std::collections::{HashMap, HashSet};

use cairn_engine::cx::Cx;
use cairn_engine::error::Result;
use cairn_engine::identity::{borders, identities, is_plausible, names_of};
use cairn_engine::query::{self, Select, column};
use cairn_engine::registry::{FOLDERS, Resource};
use cairn_model::Type;
use cairn_model::kind::Kind;
use cairn_store::Sql;
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use super::ChangeAction;
use super::set::{Item, Set};
use super::unique::place_position;

/// How many objects of one name are told apart by their place.
const LOOKED_AT: i64 = 50;

/// The names of the objects of a set: each by its key and its identities.
#[derive(Default)]
pub struct NaturalKeys {
    by_name: HashMap<(&'static str, String), Vec<usize>>,
    found: HashMap<(&'static str, String), Uuid>,
    /// The objects that the set speaks for, which are not called what they were any more.
    own: HashSet<Uuid>,
    /// The objects that the set deletes, each with the key of its change.
    leaving: HashMap<Uuid, String>,
}

impl NaturalKeys {
    pub(super) fn of_set(items: &[Item<'_>]) -> Self {
        let mut all = Self::default();
        for (at, item) in items.iter().enumerate().filter(|(_, item)| item.change.action != ChangeAction::Delete) {
            all.add(at, item.resource, &item.change.key, &item.change.fields);
            all.own.extend(item.id);
        }
        let deletes = items.iter().filter(|item| item.change.action == ChangeAction::Delete && item.found.is_some());
        all.leaving = deletes.filter_map(|item| Some((item.id?, item.change.key.clone()))).collect();
        all
    }

    /// Adds an object under its key and its names.
    pub fn add(&mut self, at: usize, resource: &Resource, key: &str, fields: &Map<String, Json>) {
        let names = identities(resource).filter_map(|name| fields.get(name).and_then(Json::as_str));
        for name in names.chain([key]).filter(|name| !name.is_empty()) {
            let known = self.by_name.entry((resource.def.path, name.to_owned())).or_default();
            if !known.contains(&at) {
                known.push(at);
            }
        }
    }

    pub fn own(&mut self, id: Uuid) {
        self.own.insert(id);
    }

    /// The objects of the set that a text may mean.
    pub fn inside(&self, target: &Resource, text: &str) -> &[usize] {
        self.by_name.get(&(target.def.path, text.to_owned())).map_or(&[], Vec::as_slice)
    }

    /// The object outside of the set that a text means, or why there is none.
    pub async fn outside(
        &mut self,
        cx: &mut Cx,
        target: &'static Resource,
        text: &str,
    ) -> Result<Result<Uuid, String>> {
        let key = (target.def.path, text.to_owned());
        if let Some(id) = self.found.get(&key) {
            return Ok(Ok(*id));
        }
        let mut fitting = if is_plausible(text) { self.called(cx, target, text).await? } else { Vec::new() };
        if fitting.is_empty() {
            fitting = self.placed(cx, target, text).await?;
        }
        let (one, several) = (target.name().to_lowercase(), target.plural().to_lowercase());
        Ok(match fitting.as_slice() {
            [] => Err(format!("There is no {one} “{text}”, or you do not have access to it.")),
            [id] => {
                self.found.insert(key, *id);
                Ok(*id)
            }
            _ => Err(format!("“{text}” matches several {several}. Put the domain in front: “Domain/{text}”.")),
        })
    }

    /// Whether the set deletes an object.
    pub(super) fn leaves(&self, id: Uuid) -> bool {
        self.leaving.contains_key(&id)
    }

    /// What the set deletes cannot be referred to: the link would be gone at once, and the set be wrong from then on.
    fn staying(&self, id: Uuid, text: &str) -> Meant {
        match self.leaving.get(&id) {
            Some(key) => Meant::Unknown(format!(
                "“{text}” is deleted by {key}. Reference something else, delete this too, or keep {key}."
            )),
            None => Meant::Id(id),
        }
    }

    async fn called(&self, cx: &mut Cx, target: &'static Resource, text: &str) -> Result<Vec<Uuid>> {
        let mut any = Sql::new();
        for name in identities(target) {
            any.push(if any.text().is_empty() { "" } else { " or " });
            any.push(&column("t", name)).push(" = ").bind(text);
        }
        if any.text().is_empty() {
            return Ok(Vec::new());
        }
        let scope = cx.scope(target);
        let mut select = Select::new(cx, target, &scope);
        select.condition(any).limit(LOOKED_AT, 0);
        let mut sql = select.project("t.id");
        sql.push(" order by t.id limit ").bind(LOOKED_AT);
        let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
        Ok(rows.iter().filter_map(|row| row[0].as_uuid()).filter(|id| !self.own.contains(id)).collect())
    }

    async fn placed(&self, cx: &mut Cx, target: &'static Resource, text: &str) -> Result<Vec<Uuid>> {
        for (place, name) in borders(text) {
            let mut fitting = Vec::new();
            for id in self.called(cx, target, name).await? {
                let path = place_of(cx, target, id).await?.unwrap_or_default();
                if path == place || path.ends_with(&format!("/{place}")) {
                    fitting.push(id);
                }
            }
            if !fitting.is_empty() {
                return Ok(fitting);
            }
        }
        Ok(Vec::new())
    }

    /// A text by which an object outside of the set can be found again; its id where no name is good enough, and
    /// none where the caller may not see it.
    pub async fn text_for(&mut self, cx: &mut Cx, target: &'static Resource, id: Uuid) -> Result<Option<String>> {
        let scope = cx.scope(target);
        let Some(object) = query::find(cx, target, &scope, id).await? else { return Ok(None) };
        let names: Vec<String> = names_of(target, &object).collect();
        let place = place_of(cx, target, id).await?;
        let placed: Vec<String> =
            place.iter().flat_map(|place| names.iter().map(move |name| format!("{place}/{name}"))).collect();
        for text in names.into_iter().chain(placed) {
            let is_free = self.inside(target, &text).is_empty() && Uuid::try_parse(&text).is_err();
            if is_free && self.outside(cx, target, &text).await? == Ok(id) {
                return Ok(Some(text));
            }
        }
        Ok(Some(id.to_string()))
    }
}

/// Where an object is, from the top: the domains above it, or the objects that it is a part of.
async fn place_of(cx: &mut Cx, resource: &'static Resource, id: Uuid) -> Result<Option<String>> {
    let (mut resource, mut id, mut path) = (resource, id, Vec::new());
    // Deeper than anything real: a damaged database must not hang the server.
    for _ in 0..64 {
        let scope = cx.scope(resource);
        let Some(object) = query::find(cx, resource, &scope, id).await? else { break };
        let Some(position) = place_position(resource) else { break };
        let Some(above) = object.values[position].as_uuid() else { break };
        let target = resource.field(position).kind.target().unwrap_or(FOLDERS);
        if target == FOLDERS {
            let nodes = cx.tree().path(above);
            let names = nodes.iter().rev().filter(|node| cx.sees_folder(node.id)).map(|node| node.name.clone());
            path.extend(names);
            break;
        }
        resource = cx.registry().get(target);
        let scope = cx.scope(resource);
        let Some(parent) = query::find(cx, resource, &scope, above).await? else { break };
        path.push(parent.name());
        id = above;
    }
    path.reverse();
    Ok((!path.is_empty()).then(|| path.join("/")))
}

/// What a reference means.
pub enum Meant {
    Id(Uuid),
    /// A change of the set whose object is not there yet.
    Waits(usize),
    /// Nothing, for this reason.
    Unknown(String),
}

impl Set<'_> {
    /// Finds what a reference to a resource means.
    pub async fn meant(&mut self, cx: &mut Cx, target: &'static Resource, reference: &Json) -> Result<Meant> {
        let text = match reference {
            Json::String(text) => text.trim(),
            Json::Object(object) => match (&object.get("key"), &object.get("id")) {
                (Some(Json::String(key)), None) => return Ok(self.by_key(target, key)),
                (_, Some(Json::String(id))) => id,
                _ => return Ok(Meant::Unknown("Expected “key” or “id” in this object.".to_owned())),
            },
            _ => return Ok(Meant::Unknown("Expected a name, an id, or an object with “key” or “id”.".to_owned())),
        };
        if let Ok(id) = Uuid::try_parse(text) {
            return Ok(self.keys.staying(id, text));
        }
        match self.keys.inside(target, text) {
            [] => {}
            [at] => return Ok(self.items[*at].id.map_or(Meant::Waits(*at), Meant::Id)),
            several => {
                let keys: Vec<&str> = several.iter().map(|at| self.items[*at].change.key.as_str()).collect();
                let words = format!(
                    "“{text}” matches several objects in the change set: {}. Use one of these keys.",
                    keys.join(", ")
                );
                return Ok(Meant::Unknown(words));
            }
        }
        Ok(match self.keys.outside(cx, target, text).await? {
            Ok(id) => self.keys.staying(id, text),
            Err(words) => Meant::Unknown(words),
        })
    }

    /// Finds what a reference to any object means: the key of a change, an id, or a name behind the path of its
    /// resource, as in `findings:Open port`.
    pub async fn meant_by_any(&mut self, cx: &mut Cx, kind: &Kind, reference: &Json) -> Result<Meant> {
        let targets = cx.registry().targets(kind);
        if let Some(key) = reference.get("key").and_then(Json::as_str) {
            let item = self.items.iter().find(|item| item.change.key == key);
            return Ok(match item.filter(|item| targets.contains(&item.resource.def.path)) {
                Some(item) => self.by_key(item.resource, key),
                None => {
                    Meant::Unknown(format!("The change set has no object with the key “{key}” that can be used here."))
                }
            });
        }
        let text = reference.get("id").unwrap_or(reference).as_str().unwrap_or_default().trim();
        if let Ok(id) = Uuid::try_parse(text) {
            return Ok(self.keys.staying(id, text));
        }
        let named = text.split_once(':').map(|(path, name)| (path.trim(), name.trim()));
        match named.and_then(|(path, name)| Some((targets.iter().find(|target| **target == path)?, name))) {
            Some((target, name)) => self.meant(cx, cx.registry().get(target), &name.into()).await,
            None => Ok(Meant::Unknown(
                "Write the resource before the name, as in “findings:Open port”, or give an id or a key.".to_owned(),
            )),
        }
    }

    fn by_key(&self, target: &Resource, key: &str) -> Meant {
        match self.keys.inside(target, key).iter().find(|at| self.items[**at].change.key == key) {
            Some(at) => self.items[*at].id.map_or(Meant::Waits(*at), Meant::Id),
            None => {
                Meant::Unknown(format!("The change set has no {} with the key “{key}”.", target.name().to_lowercase()))
            }
        }
    }
}
