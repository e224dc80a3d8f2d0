//! Rows that people use but do not change: those that come with Cairn, and those of a library.
//!
//! The definition decides which rows these are: rows with `builtin` set, and rows with a `library` they were loaded from.
//! A resource only declares which of their fields may be adjusted nevertheless, such as whether a class is offered
//! ([`Entry::adjustable`](crate::Entry::adjustable)).

use cairn_model::Value;
use cairn_model::text::humanize;

use crate::cx::Cx;
use crate::error::{Error, Result};
use crate::journal;
use crate::object::Object;
use crate::query::column;
use crate::registry::Resource;

/// The column that marks library rows, and whether there is one for built-in rows.
fn marks(resource: &Resource) -> (Option<&'static str>, bool) {
    let library = resource.def.field("library").map(|field| field.name);
    (library, resource.builtin_position.is_some())
}

/// The condition that a row under an alias is a given one; none if the resource has no such rows.
pub(crate) fn condition(resource: &Resource, alias: &str) -> Option<String> {
    let (library, has_builtin) = marks(resource);
    let mut all: Vec<String> = library.iter().map(|name| format!("{} is not null", column(alias, name))).collect();
    if has_builtin {
        all.push(column(alias, "builtin"));
    }
    (!all.is_empty()).then(|| format!("({})", all.join(" or ")))
}

/// Where a given row came from, for people.
fn origin(resource: &Resource, object: &Object) -> Option<String> {
    let name = resource.name().to_lowercase();
    let (library, _) = marks(resource);
    if resource.builtin_position.is_some_and(|at| object.values[at] == Value::Bool(true)) {
        return Some(format!("is a built-in {name}"));
    }
    let is_of_library = library.is_some_and(|field| *object.get(field) != Value::Null);
    is_of_library.then(|| format!("is a {name} from a library"))
}

/// Refuses a requested change to something that may not be changed.
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
    Err(Error::Conflict(format!("“{name}” {origin}. You can change only: {}.", fields.join(", "))))
}

/// Refuses a requested deletion.
pub(crate) fn refuse_deletion(cx: &Cx, resource: &Resource, old: &Object) -> Result<()> {
    match origin(resource, old) {
        Some(origin) if !cx.is_consequence() => {
            Err(Error::Conflict(format!("“{}” {origin} and cannot be deleted.", old.name())))
        }
        _ => Ok(()),
    }
}
