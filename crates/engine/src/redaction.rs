//! Fields that some callers may not see of some rows.
//!
//! It concerns callers who see rows only because they are assigned to them. What they get of such a row, in lists,
//! files and responses to writes, has nothing in the fields that are hidden from them. They cannot filter, sort, group or
//! search by a field that can be hidden, and its changes are not in the history they read.

use std::collections::{HashMap, HashSet};

use cairn_model::Value;
use futures_util::future::BoxFuture;
use uuid::Uuid;

use crate::cx::Cx;
use crate::error::Result;
use crate::object::Object;
use crate::registry::Resource;

/// What can be hidden, and where it is.
#[derive(Clone, Copy)]
pub struct Redaction {
    /// The fields that can be hidden: values and relations, not references to one object.
    pub fields: &'static [&'static str],
    /// Those that are hidden from the caller, by row.
    pub hidden: for<'a> fn(&'a mut Cx, Vec<Uuid>) -> BoxFuture<'a, Result<Hidden>>,
}

/// Hidden fields by row. Rows without any are left out.
pub type Hidden = HashMap<Uuid, HashSet<&'static str>>;

/// The fields of a resource that can be hidden from the caller.
pub fn hideable(cx: &Cx, resource: &Resource) -> &'static [&'static str] {
    match resource.entry.redaction {
        Some(redaction) if cx.scope(resource).looks_at_rows() => redaction.fields,
        _ => &[],
    }
}

/// Empties what the caller may not see.
pub async fn redact(cx: &mut Cx, resource: &'static Resource, objects: &mut [Object]) -> Result<()> {
    let Some(redaction) = resource.entry.redaction else { return Ok(()) };
    if objects.is_empty() || hideable(cx, resource).is_empty() {
        return Ok(());
    }
    let hidden = (redaction.hidden)(cx, objects.iter().map(Object::id).collect()).await?;
    for object in objects {
        for field in hidden.get(&object.id()).into_iter().flatten() {
            let Some(position) = resource.def.position(field) else { continue };
            let is_many = resource.field(position).kind.is_many();
            object.values[position] = if is_many { Value::Uuids(Vec::new()) } else { Value::Null };
        }
    }
    Ok(())
}
