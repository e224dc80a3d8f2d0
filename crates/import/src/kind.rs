//! What a file is about.

use cairn_access::Verb;
use cairn_engine::cx::Cx;
use cairn_engine::error::{Error, Result};
use cairn_engine::registry::{Registry, Resource};
use cairn_model::kind::Kind;

use super::cell::folded;
use super::matching::parent;

/// Everything that can be imported.
pub fn kinds(registry: &'static Registry) -> impl Iterator<Item = &'static Resource> {
    registry.routed().filter(|resource| resource.is_writable() && !resource.entry.log)
}

/// The resource that someone means by its path (`applied-controls`), its type (`AppliedControl`) or its name.
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

/// With the name of a container, the rows are its parts: findings for an assessment of findings.
pub(super) fn with_container(
    registry: &'static Registry,
    resource: &'static Resource,
    container: Option<&str>,
) -> Result<&'static Resource> {
    if container.is_none() || parent(resource).is_some() {
        return Ok(resource);
    }
    let is_part = |child: &&'static Resource| {
        parent(child).and_then(|field| child.def.field(field)).is_some_and(|field| {
            matches!(&field.kind, Kind::Reference(kind) if kind.target == resource.path)
                && child.def.field("name").is_some()
        })
    };
    kinds(registry).find(is_part).ok_or_else(|| {
        Error::field("X-Name", format!("{} have no parts that could be imported into one.", resource.plural()))
    })
}

/// Whoever may neither add nor change anything of a kind is told so before the first row.
pub(super) fn may_import(cx: &Cx, resource: &Resource) -> Result<()> {
    let allowed =
        [Verb::Add, Verb::Change].into_iter().any(|verb| cx.authority.allows_somewhere(resource.permission(verb)));
    if allowed {
        return Ok(());
    }
    Err(Error::Forbidden(format!("You may not add {}.", resource.plural().to_lowercase())))
}
