//! Rows that people use and do not change: those that come with Cairn, and those of a library.
//!
//! Which rows these are follows from the definition: a row whose `builtin` is set, or that names the `library` it was
//! loaded from, or a `urn` that no request can write. A resource says only which of its fields may be adjusted all the
//! same, such as whether a class is offered ([`Entry::adjustable`](crate::Entry::adjustable)).

use cairn_model::Value;
use cairn_model::text::humanize;

use crate::cx::Cx;
use crate::error::{Error, Result};
use crate::journal;
use crate::object::Object;
use crate::registry::Resource;

/// How a given row came here, for people.
fn origin(resource: &Resource, object: &Object) -> Option<String> {
    let name = resource.name().to_lowercase();
    let is_set = |field: &str| resource.def.field(field).is_some() && *object.get(field) != Value::Null;
    if resource.builtin_position.is_some_and(|at| object.values[at] == Value::Bool(true)) {
        return Some(format!("is a built-in {name}"));
    }
    let has_urn = resource.def.field("urn").is_some_and(|urn| urn.read_only) && is_set("urn");
    (is_set("library") || has_urn).then(|| format!("is a {name} of a library"))
}

/// Refuses a change that someone asks for of what may not be changed.
pub(crate) fn refuse_change(cx: &Cx, resource: &Resource, old: &Object, new: &Object) -> Result<()> {
    if cx.is_consequence() {
        return Ok(());
    }
    let Some(origin) = origin(resource, old) else { return Ok(()) };
    let adjustable = resource.entry.adjustable;
    let changed = journal::differences(resource, Some(old), Some(new));
    if changed.iter().all(|at| adjustable.contains(&resource.field(*at).name)) {
        return Ok(());
    }
    let name = old.name();
    if adjustable.is_empty() {
        return Err(Error::Conflict(format!("“{name}” {origin} and cannot be changed.")));
    }
    let fields: Vec<String> = adjustable.iter().map(|field| humanize(field).to_lowercase()).collect();
    Err(Error::Conflict(format!("“{name}” {origin}: only these can be changed: {}.", fields.join(", "))))
}

/// Refuses a deletion that someone asks for.
pub(crate) fn refuse_deletion(cx: &Cx, resource: &Resource, old: &Object) -> Result<()> {
    match origin(resource, old) {
        Some(origin) if !cx.is_consequence() => {
            Err(Error::Conflict(format!("“{}” {origin} and cannot be deleted.", old.name())))
        }
        _ => Ok(()),
    }
}
