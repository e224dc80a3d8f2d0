//! A domain with everything in it, in a form that another domain can be made from: what a change set takes.
//!
//! Which resources belong to it follows from their definitions. Left out is what cannot or must not travel:
//! - what has secrets, since they never leave the server;
//! - what decides who may do what (people, groups, roles), since a file must not bring rights along;
//! - what people say to each other, since their words are theirs and nobody else's;
//! - logs, and what only the server writes, but for files, which have content.
//!
//! References inside the domain are names or keys. Those that lead out of it are names that the same thing has
//! elsewhere: an e-mail address, a URN, a name. Order and text follow from the content alone, so that the same domain
//! always gives the same document.

mod fields;
mod keys;

use std::collections::HashMap;

use cairn_change_sets::{Change, ChangeAction, ChangeSet, NaturalKeys, comes_in_files};
use cairn_engine::cx::{Cx, not_found};
use cairn_engine::error::{Error, Result};
use cairn_engine::identity::identities;
use cairn_engine::object::Object;
use cairn_engine::query::{self, Select};
use cairn_engine::registry::{FOLDERS, Registry, Resource};
use cairn_model::kind::Kind;
use cairn_model::{Describe, FieldType, File, ScopeRule, Timestamp, Type, Value};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

/// The key of the domain itself.
pub const DOMAIN: &str = "domain";
pub const FORMAT: &str = "cairn-domain";
pub const SCHEMA_VERSION: u32 = 1;
/// The most objects of one domain.
pub const MOST: usize = 50_000;

/// A domain as a document.
#[derive(Debug, Clone, Serialize, Deserialize, Describe)]
pub struct Document {
    /// `cairn-domain`.
    pub format: String,
    /// The version of this form.
    pub schema_version: u32,
    /// The version of Cairn that wrote it.
    pub app_version: String,
    pub domain: Piece,
    /// Everything in the domain and in those below it.
    pub objects: Vec<Piece>,
}

/// One object of a document.
#[derive(Debug, Clone, Serialize, Deserialize, Describe)]
pub struct Piece {
    /// What references inside the document may call it.
    pub key: String,
    /// The path of its resource.
    pub resource: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Uuid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<Timestamp>,
    /// The fields that are not at their defaults, as a change set takes them.
    pub fields: Map<String, Json>,
}

/// An object on its way into a document.
struct Found {
    resource: &'static Resource,
    object: Object,
    words: String,
    key: String,
}

/// Whether objects of a resource travel with their domain.
pub fn is_carried(resource: &Resource) -> bool {
    let entry = resource.entry;
    let has_file = resource.def.fields.iter().any(|field| matches!(field.kind, Kind::File(_)));
    if resource.def.scope == ScopeRule::OwnId {
        return true;
    }
    let travels = entry.routed && !entry.log && !entry.view && comes_in_files(resource);
    travels && entry.part.is_none() && (resource.is_writable() || has_file)
}

/// Reads a domain that the caller may see, with everything in it that they may see.
pub async fn extract(cx: &mut Cx, folder: Uuid) -> Result<Document> {
    let folders = cx.registry().get(FOLDERS);
    let scope = cx.scope(folders);
    let domain = query::find(cx, folders, &scope, folder).await?.ok_or_else(|| not_found(folders))?;
    if folder == cx.root_folder() {
        return Err(Error::field("detail", "The root domain is the instance itself. Choose one of its subdomains."));
    }
    let mut found = vec![Found { resource: folders, words: domain.name(), object: domain, key: DOMAIN.to_owned() }];
    let inside = cx.tree().subtree(folder);
    for resource in cx.registry().tables().filter(|resource| is_carried(resource)).collect::<Vec<_>>() {
        found.extend(objects_in(cx, resource, folder, &inside).await?);
        if found.len() > MOST {
            return Err(Error::TooLarge(format!("The domain has more than {MOST} objects.")));
        }
    }
    keys::assign(cx, &mut found[1..]);
    let mut texts = fields::Texts::new(&found);
    let mut pieces = Vec::with_capacity(found.len());
    for one in &found {
        let fields = fields::of(cx, &mut texts, folder, one).await?;
        pieces.push(Piece {
            key: one.key.clone(),
            resource: one.resource.path.to_owned(),
            id: Some(one.object.id()),
            updated_at: Some(one.object.updated_at()),
            fields,
        });
    }
    let domain = pieces.remove(0);
    Ok(Document {
        format: FORMAT.to_owned(),
        schema_version: SCHEMA_VERSION,
        app_version: env!("CARGO_PKG_VERSION").to_owned(),
        domain,
        objects: pieces,
    })
}

async fn objects_in(cx: &mut Cx, resource: &'static Resource, top: Uuid, inside: &[Uuid]) -> Result<Vec<Found>> {
    if !cx.authority.allows_somewhere(resource.view) {
        return Ok(Vec::new());
    }
    let scope = cx.scope(resource);
    let place = resource.scope_column();
    let mut select = Select::new(cx, resource, &scope);
    let places: Vec<Uuid> = inside.iter().copied().filter(|id| resource.def.scope.has_folder() || *id != top).collect();
    select.any_of(place, Value::Uuids(places));
    let words = select.project(&format!("t.id, {}", resource.display("t")));
    let objects = query::objects(cx, resource, select).await?;
    let words = cx.conn.query(&words, &[Type::Uuid, Type::Text]).await?;
    let mut words: HashMap<Uuid, String> = words
        .into_iter()
        .filter_map(|row| Some((row[0].as_uuid()?, row[1].as_str().unwrap_or_default().to_owned())))
        .collect();
    let is_ours = |object: &Object| resource.builtin_position.is_some_and(|at| object.values[at] == Value::Bool(true));
    Ok(objects
        .into_iter()
        .filter(|object| !is_ours(object))
        .map(|object| {
            let words = words.remove(&object.id()).unwrap_or_else(|| object.name());
            Found { resource, object, words, key: String::new() }
        })
        .collect())
}

impl Document {
    /// Without what is different for every copy of a domain.
    #[must_use]
    pub fn timeless(mut self) -> Self {
        for piece in std::iter::once(&mut self.domain).chain(&mut self.objects) {
            (piece.id, piece.updated_at) = (None, None);
        }
        self
    }

    /// The files of the document, with the object that each belongs to.
    pub fn files<'a>(&'a self, registry: &'a Registry) -> impl Iterator<Item = (&'a Piece, File)> {
        self.objects.iter().flat_map(|piece| {
            let fields = registry.find(&piece.resource).map_or(&[][..], |resource| resource.def.fields);
            let files = fields.iter().filter(|field| matches!(field.kind, Kind::File(_)));
            files.filter_map(move |field| {
                let value = piece.fields.get(field.name)?;
                Some((piece, File::from_value(Value::Json(value.to_string())).ok()?))
            })
        })
    }

    /// The set that makes a new domain of it.
    pub fn into_change_set(self) -> ChangeSet {
        let change = |piece: Piece| Change {
            key: piece.key,
            resource: piece.resource,
            action: ChangeAction::Put,
            id: None,
            seen: None,
            fields: piece.fields,
        };
        ChangeSet {
            folder: Some(json!({ "key": self.domain.key })),
            changes: std::iter::once(self.domain).chain(self.objects).map(change).collect(),
            ..ChangeSet::default()
        }
    }
}

/// Names for what is inside, by which references inside can be written.
fn names_inside(found: &[Found]) -> NaturalKeys {
    let mut names = NaturalKeys::default();
    for (at, one) in found.iter().enumerate() {
        let values = identities(one.resource)
            .filter_map(|name| Some((name.to_owned(), Json::from(one.object.get(name).as_str()?))));
        names.add(at, one.resource, &one.key, &values.collect());
        names.own(one.object.id());
    }
    names
}
