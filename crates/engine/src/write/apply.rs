//! What a request sets: its values go into the new state, and everything that they refer to is checked.

use std::collections::{BTreeSet, HashMap};

use cairn_model::kind::Kind;
use cairn_model::{Type, Value};
use cairn_store::Sql;
use uuid::Uuid;

use crate::cx::Cx;
use crate::decode::Input;
use crate::error::{Error, FieldErrors, Result};
use crate::object::Object;
use crate::query::{self, Named};
use crate::registry::{Registry, Relation, Resource};

/// The new targets of a relation that is owned elsewhere.
pub(crate) type Reverse = Vec<(usize, Vec<Uuid>)>;

/// Applies a request's values to the new state and checks everything that they refer to.
pub(crate) async fn apply(
    cx: &mut Cx,
    resource: &'static Resource,
    new: &mut Object,
    old: Option<&Object>,
    input: Input,
) -> Result<Reverse> {
    let mut errors = FieldErrors::default();
    let mut reverse = Vec::new();
    let current = current_targets(cx, resource, old, &input).await?;
    let seen = query::seen(cx, mentioned(cx.registry(), resource, old, &input, &current)).await?;
    let registry = cx.registry();
    let sees = |kind: &Kind, id: Uuid| {
        registry.targets(kind).iter().any(|target| seen.get(target).is_some_and(|ids| ids.contains(&id)))
    };
    for (position, value) in input.0 {
        let field = resource.field(position);
        if field.immutable
            && let Some(old) = old
        {
            // What the caller may not see looks empty to them, and stays.
            let before = old.values[position].as_uuid().filter(|_| field.kind.is_reference());
            let hidden = before.filter(|id| !sees(&field.kind, *id));
            let before = if hidden.is_some() { &Value::Null } else { &old.values[position] };
            if *before != value {
                errors.add(field.name, "This field cannot be changed after creation.");
            }
            if hidden.is_some() || *before != value {
                continue;
            }
        }
        let mut check = |id: Uuid| {
            if !sees(&field.kind, id) {
                errors.add(field.name, unknown_target(registry, &field.kind, id));
            }
        };
        match &field.kind {
            Kind::Many(kind) => {
                value.as_uuids().iter().for_each(|id| check(*id));
                // Links to objects that the caller may not see are kept: they were not in what the caller read, so
                // leaving them out does not remove them.
                let hidden = current[&position].iter().copied().filter(|id| !sees(&field.kind, *id));
                let targets: BTreeSet<Uuid> = value.as_uuids().iter().copied().chain(hidden).collect();
                let targets = targets.into_iter().collect();
                if kind.reverse.is_some() {
                    reverse.push((position, targets));
                } else {
                    new.values[position] = Value::Uuids(targets);
                }
            }
            Kind::Reference(_) | Kind::Any(_) => {
                let before = old.and_then(|old| old.values[position].as_uuid());
                match value.as_uuid() {
                    // Also for existing links: guessing a hidden id gets no different response.
                    Some(id) => check(id),
                    // Clearing what looks empty to the caller keeps what they may not see.
                    None if before.is_some_and(|hidden| !sees(&field.kind, hidden)) => continue,
                    None => {}
                }
                new.values[position] = value;
            }
            _ => new.values[position] = value,
        }
    }
    errors.into_result()?;
    Ok(reverse)
}

/// The current targets of a request's relations, by position, regardless of who may see them.
async fn current_targets(
    cx: &mut Cx,
    resource: &'static Resource,
    old: Option<&Object>,
    input: &Input,
) -> Result<HashMap<usize, Vec<Uuid>>> {
    let mut current = HashMap::new();
    for relation in resource.relations.iter().filter(|relation| input.get(relation.position).is_some()) {
        let targets = match old {
            Some(old) if relation.owner_field.is_some() => linked(cx, relation, old.id()).await?,
            Some(old) => old.values[relation.position].as_uuids().to_vec(),
            None => Vec::new(),
        };
        current.insert(relation.position, targets);
    }
    Ok(current)
}

/// Everything that a request refers to, or would no longer refer to, by resource.
fn mentioned(
    registry: &Registry,
    resource: &Resource,
    old: Option<&Object>,
    input: &Input,
    current: &HashMap<usize, Vec<Uuid>>,
) -> Named {
    let mut all = Named::new();
    for (position, value) in &input.0 {
        let before = old.and_then(|old| old.values[*position].as_uuid());
        for target in registry.targets(&resource.field(*position).kind) {
            let ids = all.entry(target).or_default();
            ids.extend(value.as_uuids().iter().chain(current.get(position).into_iter().flatten()));
            ids.extend(value.as_uuid().or(before));
        }
    }
    all
}

/// The refusal of a reference to an object that does not exist or may not be seen.
pub fn unknown_reference(registry: &Registry, field: &str, kind: &Kind, id: Uuid) -> Error {
    Error::field(field, unknown_target(registry, kind, id))
}

/// The same message whether the id is unknown, of another resource or hidden from the caller.
fn unknown_target(registry: &Registry, kind: &Kind, id: Uuid) -> String {
    let name = kind.target().map_or_else(|| "object".to_owned(), |path| registry.get(path).name().to_lowercase());
    format!("There is no {name} with the id {id}, or you do not have access to it.")
}

pub(crate) async fn linked(cx: &mut Cx, relation: &Relation, id: Uuid) -> Result<Vec<Uuid>> {
    let mut sql = Sql::raw(format!("select {} from {} where {} = ", relation.other, relation.table, relation.own));
    sql.bind(id);
    let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
    Ok(rows.iter().filter_map(|row| row[0].as_uuid()).collect())
}

/// The targets of the links of any of some objects.
pub(crate) async fn linked_to_any(cx: &mut Cx, relation: &Relation, ids: &[Uuid]) -> Result<BTreeSet<Uuid>> {
    let Relation { other, table, own, .. } = relation;
    let mut sql = Sql::raw(format!("select distinct {other} from {table} where {own}"));
    sql.any(cx.conn.dialect(), Value::Uuids(ids.to_vec()));
    let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
    Ok(rows.iter().filter_map(|row| row[0].as_uuid()).collect())
}
