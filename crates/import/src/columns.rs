//! Matches columns to fields.

use std::collections::BTreeMap;

use cairn_engine::error::{Error, FieldErrors, Result};
use cairn_engine::registry::Resource;
use cairn_model::FieldDef;
use cairn_model::def::ID;
use cairn_model::kind::Kind;

use super::cell::folded;

/// Common names for some fields, whatever the resource.
const ALIASES: [(&str, &str); 3] =
    [("domain", "folder"), ("parentdomain", "parent_folder"), ("labels", "filtering_labels")];

/// The fields of the columns, and the unknown headings.
#[derive(Debug)]
pub(super) struct Columns {
    /// The position of the field of each column.
    pub fields: Vec<Option<usize>>,
    /// Ignored columns: only the server writes them, or they come from another tool.
    pub ignored: Vec<String>,
}

/// The fields that a file can set, in the order of the definition.
pub fn importable(resource: &Resource) -> impl Iterator<Item = (usize, &'static FieldDef)> {
    let part = resource.entry.part.map(|part| part.field);
    resource.def.fields.iter().enumerate().filter(move |(_, field)| {
        field.writable() && !field.secret && !matches!(field.kind, Kind::File(_)) && Some(field.name) != part
    })
}

/// `mapping` says which field a heading means; an empty one skips the column.
pub(super) fn find(resource: &Resource, headings: &[String], mapping: &BTreeMap<String, String>) -> Result<Columns> {
    let mapping: BTreeMap<String, &String> = mapping.iter().map(|(heading, field)| (folded(heading), field)).collect();
    let mut errors = FieldErrors::default();
    let known_headings: Vec<String> = headings.iter().map(|heading| folded(heading)).collect();
    for heading in mapping.keys().filter(|heading| !known_headings.contains(heading)) {
        errors.add("mapping", format!("The file has no column “{heading}”. It has: {}.", headings.join(", ")));
    }
    let mut found = Columns { fields: Vec::new(), ignored: Vec::new() };
    for heading in headings {
        let wanted = mapping.get(&folded(heading)).map_or(heading.as_str(), |field| field.as_str());
        let position = field(resource, wanted);
        match position {
            Some(at) if found.fields.contains(&Some(at)) => {
                let name = resource.field(at).name;
                errors.add(heading, format!("Two columns are mapped to “{name}”. Remove one."));
            }
            Some(_) => {}
            // Only a column that was mapped by hand must match a field.
            None if !wanted.is_empty() && wanted != heading && !is_shown(resource, wanted) => {
                errors.add(heading, unknown(resource));
            }
            None => found.ignored.push(heading.clone()),
        }
        found.fields.push(position);
    }
    errors.into_result()?;
    if found.fields.iter().all(Option::is_none) {
        return Err(Error::field("file", unknown(resource)));
    }
    Ok(found)
}

/// Whether a heading is a field of a resource, apart from the id that all have.
pub(super) fn fits(resource: &Resource, heading: &str, mapping: &BTreeMap<String, String>) -> bool {
    let mapped = mapping.iter().find(|(from, _)| folded(from) == folded(heading)).map(|(_, field)| field.as_str());
    field(resource, mapped.unwrap_or(heading)).is_some_and(|at| at != ID)
}

/// The name of the field that a heading means.
pub(super) fn field_named(resource: &'static Resource, heading: &str) -> Option<&'static str> {
    field(resource, heading).map(|at| resource.field(at).name)
}

/// The field that a heading means: by name or label, singular or plural.
fn field(resource: &Resource, heading: &str) -> Option<usize> {
    let wanted = folded(heading.trim_end_matches('*'));
    if wanted == "id" {
        return Some(ID);
    }
    let fields = || importable(resource);
    let is = |field: &FieldDef| folded(field.name) == wanted || folded(&field.label()) == wanted;
    let exact = fields().find(|(_, field)| is(field));
    let alias = || {
        let (_, name) = ALIASES.iter().find(|(alias, _)| *alias == wanted)?;
        fields().find(|(_, field)| field.name == *name)
    };
    let singular = |text: &str| folded(text).trim_end_matches('s').to_owned();
    let near = || {
        let mut near = fields().filter(|(_, field)| singular(field.name) == singular(&wanted));
        near.next().filter(|_| near.next().is_none())
    };
    exact.or_else(alias).or_else(near).map(|(at, _)| at)
}

/// Whether an export of the resource has such a column.
fn is_shown(resource: &Resource, heading: &str) -> bool {
    let wanted = folded(heading);
    let fields = resource
        .def
        .fields
        .iter()
        .filter(|field| !field.secret)
        .flat_map(|field| [folded(field.name), folded(&field.label())]);
    let computed = resource.entry.computed.iter().map(|field| folded(field.name));
    fields.chain(computed).chain(["path".to_owned()]).any(|known| known == wanted)
}

fn unknown(resource: &Resource) -> String {
    let known: Vec<&str> = std::iter::once("id").chain(importable(resource).map(|(_, field)| field.name)).collect();
    format!(
        "Not a field of {}. Valid fields: {}. Map the column to one of them, or leave it unmapped to skip it.",
        resource.plural().to_lowercase(),
        known.join(", ")
    )
}
