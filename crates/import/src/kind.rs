//! What the rows of a file are.

use cairn_access::Verb;
use cairn_engine::cx::Cx;
use cairn_engine::error::{Error, Result};
use cairn_engine::registry::{Registry, Resource};
use cairn_model::kind::Kind;

use super::cell::folded;
use super::matching::parent;
use super::sheet::Sheet;
use super::{Options, columns};

/// Everything that can be imported.
pub fn kinds(registry: &'static Registry) -> impl Iterator<Item = &'static Resource> {
    registry.routed().filter(|resource| resource.is_creatable() && !resource.entry.log)
}

/// The resource named by its path (`applied-controls`), its type (`AppliedControl`) or its name.
pub fn find_kind(registry: &'static Registry, text: &str) -> Option<&'static Resource> {
    let wanted = folded(text);
    kinds(registry).find(|resource| {
        let words = [folded(resource.path), folded(resource.model), folded(&resource.name()), type_name(resource)];
        words.contains(&wanted)
    })
}

fn type_name(resource: &Resource) -> String {
    folded(resource.entry.part.map_or(resource.def.type_name, |part| part.name))
}

/// With the name of a container, the rows are its parts: findings of a findings assessment.
pub(super) fn with_container(
    registry: &'static Registry,
    resource: &'static Resource,
    container: Option<&str>,
) -> Result<&'static Resource> {
    if container.is_none() || parent(resource).is_some() {
        return Ok(resource);
    }
    parts(registry, resource)
        .ok_or_else(|| Error::field("X-Name", format!("{} have no child records to import.", resource.plural())))
}

/// The parts of an object, if they can be imported along with it.
pub(super) fn parts(registry: &'static Registry, resource: &'static Resource) -> Option<&'static Resource> {
    let is_named = |resource: &Resource| resource.def.field("name").is_some();
    let is_part = |child: &&'static Resource| {
        parent(child).and_then(|field| child.def.field(field)).is_some_and(|field| {
            matches!(&field.kind, Kind::Reference(kind) if kind.target == resource.path) && is_named(child)
        })
    };
    kinds(registry).find(is_part).filter(|_| is_named(resource))
}

/// Whether a file without a container still holds the parts of one: other tools write the findings of an assessment but
/// no assessment. The columns that only one of the two has decide; if in doubt, they are parts.
pub(super) fn has_parts(resource: &Resource, parts: &Resource, sheet: &Sheet, options: &Options) -> bool {
    let fits = |resource: &Resource, heading: &&String| columns::fits(resource, heading, &options.mapping);
    let headings = || sheet.headings.iter();
    let of_parts = headings().filter(|heading| fits(parts, heading) && !fits(resource, heading)).count();
    let of_whole = headings().filter(|heading| fits(resource, heading) && !fits(parts, heading)).count();
    of_parts >= of_whole
}

/// Without permission to add or change anything of this kind, the import is refused before the first row.
pub(super) fn may_import(cx: &Cx, resource: &Resource) -> Result<()> {
    let allowed =
        [Verb::Add, Verb::Change].into_iter().any(|verb| cx.authority.allows_somewhere(resource.permission(verb)));
    if allowed {
        return Ok(());
    }
    Err(Error::Forbidden(format!("You do not have permission to add {}.", resource.plural().to_lowercase())))
}
