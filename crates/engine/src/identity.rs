//! What people and other instances call an object, beside its id.

use cairn_model::kind::Kind;

use crate::object::Object;
use crate::registry::Resource;

/// Fields by which an object can be meant, in the order in which they are chosen to stand for it.
const IDENTITIES: [&str; 7] = ["email", "urn", "name", "label", "codename", "code", "ref_id"];

/// The identities that a resource has.
pub fn identities(resource: &Resource) -> impl Iterator<Item = &'static str> {
    IDENTITIES.into_iter().filter(|name| {
        resource.def.field(name).is_some_and(|field| matches!(field.kind, Kind::Text(_)) && !field.secret)
    })
}

/// What an object may be called, the best first.
pub fn names_of<'a>(resource: &'a Resource, object: &'a Object) -> impl Iterator<Item = String> + 'a {
    identities(resource).filter_map(|name| object.get(name).as_str().filter(|text| !text.is_empty()).map(str::to_owned))
}
