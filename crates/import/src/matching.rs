//! Matches a row to an existing object: by id, else by ref id, else by its unique fields, which for most
//! resources are the name and the domain.

use std::collections::HashMap;

use cairn_engine::cx::Cx;
use cairn_engine::decode::{self, Input};
use cairn_engine::error::{Error, Result};
use cairn_engine::object::Object;
use cairn_engine::query::Select;
use cairn_engine::registry::{FOLDERS, Resource};
use cairn_model::def::ID;
use cairn_model::kind::Kind;
use cairn_model::{Type, Value};
use uuid::Uuid;

/// Objects by ref id, each with the domain in which it counts.
type RefIds = HashMap<String, Vec<(Uuid, Uuid)>>;

pub(super) struct Matching {
    /// The position of the ref id, and the objects that have one of the file's ref ids.
    ref_ids: Option<(usize, RefIds)>,
    /// Groups of fields that identify an object.
    groups: Vec<Vec<usize>>,
    /// The objects created from this file, each with its row number.
    made: HashMap<Uuid, usize>,
}

impl Matching {
    pub async fn new(cx: &mut Cx, resource: &'static Resource, ref_ids: Vec<String>) -> Result<Self> {
        let position = resource.def.position("ref_id").filter(|_| !ref_ids.is_empty());
        let ref_ids = match position {
            Some(position) => {
                let scope = cx.scope(resource);
                let mut select = Select::new(cx, resource, &scope);
                select.any_of("ref_id", Value::Texts(ref_ids));
                let columns = format!("t.ref_id, t.id, t.\"{}\"", place(resource));
                let rows = cx.conn.query(&select.project(&columns), &[Type::Text, Type::Uuid, Type::Uuid]).await?;
                let mut known = RefIds::new();
                for row in rows {
                    if let (Some(word), Some(id)) = (row[0].as_str(), row[1].as_uuid()) {
                        known.entry(word.to_owned()).or_default().push((id, row[2].as_uuid().unwrap_or_default()));
                    }
                }
                Some((position, known))
            }
            None => None,
        };
        Ok(Self { ref_ids, groups: groups(resource), made: HashMap::new() })
    }

    /// The existing object for a row, if any. `values` are those that the row would have as a new object.
    pub async fn find(&self, cx: &mut Cx, resource: &'static Resource, values: &Object) -> Result<Option<Uuid>> {
        let here = values.get(place(resource)).as_uuid();
        if let Some((position, known)) = &self.ref_ids
            && let Some(word) = values.values[*position].as_str()
            && let Some(found) = known.get(word)
        {
            let mut found = found.iter().filter(|(_, place)| here.is_none_or(|here| here == *place));
            match (found.next(), found.next()) {
                (Some((id, _)), None) => return Ok(Some(*id)),
                (Some(_), Some(_)) => {
                    return Err(Error::field("ref_id", format!("“{word}” matches several objects. Use the id.")));
                }
                (None, _) => {}
            }
        }
        for group in &self.groups {
            if group.iter().any(|at| values.values[*at].is_null()) {
                continue;
            }
            let scope = cx.scope(resource);
            let mut select = Select::new(cx, resource, &scope);
            for at in group {
                select.equals(resource.field(*at).name, values.values[*at].clone());
            }
            let ref_id = if resource.def.field("ref_id").is_some() { "t.ref_id" } else { "null" };
            let mut sql = select.project(&format!("t.id, {ref_id}"));
            sql.push(" limit 2");
            let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await?;
            let is_other = |row: &[Value]| {
                let known = row[1].as_str().filter(|known| !known.is_empty());
                let given = values.get("ref_id").as_str().filter(|given| !given.is_empty());
                known.is_some() && given.is_some() && known != given
            };
            match rows.as_slice() {
                [row] if !is_other(row) => return Ok(row[0].as_uuid()),
                // Where names needn't be unique, a name that occurs twice identifies nothing.
                _ => {}
            }
        }
        Ok(None)
    }

    /// The row of this file that created an object.
    pub fn made_by(&self, id: Uuid) -> Option<usize> {
        self.made.get(&id).copied()
    }

    /// Records which row created an object.
    pub fn made(&mut self, id: Uuid, row: usize) {
        self.made.insert(id, row);
    }

    /// Rows further down can match what was created here.
    pub fn learn(&mut self, resource: &Resource, object: &Object) {
        if let Some((position, known)) = &mut self.ref_ids
            && let Some(word) = object.values[*position].as_str().filter(|word| !word.is_empty())
        {
            let place = object.get(place(resource)).as_uuid().unwrap_or_default();
            let known = known.entry(word.to_owned()).or_default();
            if !known.contains(&(object.id(), place)) {
                known.push((object.id(), place));
            }
        }
    }
}

/// The initial values of a new object.
pub(super) fn as_new(cx: &Cx, resource: &Resource, input: &Input) -> Object {
    let mut object = decode::defaults(resource);
    let scope = resource.scope_position;
    if scope != ID && resource.field(scope).writable() {
        object.values[scope] = Value::Uuid(cx.root_folder());
    }
    if resource.path == FOLDERS {
        object.set("parent_folder", cx.root_folder());
    }
    for (position, value) in &input.0 {
        object.values[*position] = value.clone();
    }
    object
}

/// The field within which names are unique: the domain, or the object it is a part of.
fn place(resource: &Resource) -> &'static str {
    if resource.path == FOLDERS {
        return "parent_folder";
    }
    parent(resource).unwrap_or("folder")
}

/// The reference to the object that this resource is a part of, if that determines its domain.
pub(super) fn parent(resource: &Resource) -> Option<&'static str> {
    if resource.scope_position == ID || resource.field(resource.scope_position).writable() {
        return None;
    }
    let mut required =
        resource.def.fields.iter().filter(|field| field.required() && matches!(field.kind, Kind::Reference(_)));
    required.next().map(|field| field.name)
}

fn groups(resource: &Resource) -> Vec<Vec<usize>> {
    let positions = |names: &mut dyn Iterator<Item = &str>| -> Option<Vec<usize>> {
        names.map(|name| resource.def.position(name)).collect()
    };
    let mut all: Vec<Vec<usize>> =
        resource.def.unique.iter().filter_map(|group| positions(&mut group.split(','))).collect();
    if all.is_empty() {
        all.extend(positions(&mut [place(resource), "name"].into_iter()));
    }
    all
}
