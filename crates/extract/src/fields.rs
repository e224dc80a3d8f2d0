//! The fields of an object in a document: what can be written, is not at its default, and means the same elsewhere.

use std::collections::HashMap;

use cairn_change_sets::NaturalKeys;
use cairn_engine::cx::Cx;
use cairn_engine::decode;
use cairn_engine::error::Result;
use cairn_engine::identity::names_of;
use cairn_engine::query;
use cairn_engine::registry::Resource;
use cairn_model::def::{CREATED_AT, ID, UPDATED_AT};
use cairn_model::kind::Kind;
use cairn_model::{ScopeRule, Value};
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use super::{DOMAIN, Found, names_inside};

/// What references are written as.
pub struct Texts {
    names: NaturalKeys,
    inside: HashMap<Uuid, Json>,
    outside: HashMap<(&'static str, Uuid), Option<Json>>,
}

impl Texts {
    pub fn new(found: &[Found]) -> Self {
        let names = names_inside(found);
        let inside =
            found.iter().enumerate().map(|(at, one)| (one.object.id(), text_inside(&names, at, one))).collect();
        Self { names, inside, outside: HashMap::new() }
    }

    /// The text for a reference; none where the caller may not see what it leads to.
    async fn of(&mut self, cx: &mut Cx, target: &'static Resource, id: Uuid) -> Result<Option<Json>> {
        if let Some(text) = self.inside.get(&id) {
            return Ok(Some(text.clone()));
        }
        let key = (target.path, id);
        if let Some(text) = self.outside.get(&key) {
            return Ok(text.clone());
        }
        let text = self.names.text_for(cx, target, id).await?.map(Json::from);
        self.outside.insert(key, text.clone());
        Ok(text)
    }
}

impl Texts {
    /// The text for a reference to any object, with the path of its resource before the name.
    async fn of_any(&mut self, cx: &mut Cx, kind: &Kind, id: Uuid) -> Result<Option<Json>> {
        let found = query::find_any(cx, kind, [id].into()).await?;
        let Some(found) = found.get(&id) else { return Ok(None) };
        let text = self.of(cx, cx.registry().get(found.resource), id).await?;
        Ok(text.map(|text| match text.as_str() {
            Some(name) if Uuid::try_parse(name).is_err() => format!("{}:{name}", found.resource).into(),
            _ => text,
        }))
    }
}

/// A name that nothing else inside has, or else the key. The domain itself may get another name, and so is always
/// meant by its key.
fn text_inside(names: &NaturalKeys, at: usize, one: &Found) -> Json {
    let means_it = |text: &String| names.inside(one.resource, text) == [at] && Uuid::try_parse(text).is_err();
    let called = names_of(one.resource, &one.object).filter(|_| one.key != DOMAIN).find(means_it);
    match called {
        Some(text) => text.into(),
        None if means_it(&one.key) => one.key.as_str().into(),
        None => json!({ "key": one.key }),
    }
}

pub async fn of(cx: &mut Cx, texts: &mut Texts, top: Uuid, one: &Found) -> Result<Map<String, Json>> {
    let (resource, object) = (one.resource, &one.object);
    let defaults = decode::defaults(resource);
    let place = match resource.def.scope {
        ScopeRule::Folder | ScopeRule::Within(_) => Some(resource.scope_position),
        ScopeRule::OwnId => resource.def.position("parent_folder"),
    };
    let mut fields = Map::new();
    for (position, field) in resource.def.fields.iter().enumerate() {
        let is_reverse = matches!(&field.kind, Kind::Many(kind) if kind.reverse.is_some());
        let is_kept = field.writable() && field.stored && !field.secret && !is_reverse;
        if !is_kept || matches!(position, ID | CREATED_AT | UPDATED_AT) {
            continue;
        }
        let value = &object.values[position];
        if place == Some(position) && (value.as_uuid() == Some(top) || one.key == DOMAIN) {
            continue;
        }
        let json = match (&field.kind, value) {
            (_, Value::Null) => Json::Null,
            (Kind::Reference(kind), _) => {
                let target = cx.registry().get(kind.target);
                match texts.of(cx, target, value.as_uuid().unwrap_or_default()).await? {
                    Some(text) => text,
                    None => continue,
                }
            }
            (Kind::Any(_), _) => match texts.of_any(cx, &field.kind, value.as_uuid().unwrap_or_default()).await? {
                Some(text) => text,
                None => continue,
            },
            (Kind::Many(kind), _) => {
                let target = cx.registry().get(kind.target);
                let mut list = Vec::new();
                for id in value.as_uuids() {
                    list.extend(texts.of(cx, target, *id).await?);
                }
                list.sort_by_key(Json::to_string);
                Json::Array(list)
            }
            _ => value.to_json(),
        };
        let is_default = match &field.kind {
            Kind::Many(_) => json.as_array().is_some_and(Vec::is_empty),
            Kind::Reference(_) | Kind::Any(_) => json.is_null(),
            _ => json == defaults.values[position].to_json(),
        };
        if !is_default || field.required() {
            fields.insert(field.name.to_owned(), json);
        }
    }
    Ok(fields)
}
