//! What people and other instances call an object, besides its id.

use cairn_model::kind::Kind;

use crate::object::Object;
use crate::registry::Resource;

/// Fields that can identify an object, in order of preference.
const IDENTITIES: [&str; 7] = ["email", "urn", "name", "label", "codename", "code", "ref_id"];

/// The identifying fields that a resource has.
pub fn identities(resource: &Resource) -> impl Iterator<Item = &'static str> {
    IDENTITIES.into_iter().filter(|name| {
        resource.def.field(name).is_some_and(|field| matches!(field.kind, Kind::Text(_)) && !field.secret)
    })
}

/// What an object may be called, the best first.
pub fn names_of<'a>(resource: &'a Resource, object: &'a Object) -> impl Iterator<Item = String> + 'a {
    identities(resource).filter_map(|name| object.get(name).as_str().filter(|text| !text.is_empty()).map(str::to_owned))
}

/// Longer than any name with its domains: a longer text matches nothing and is not looked up.
const LONGEST: usize = 2000;
const DEEPEST: usize = 32;

/// Whether a text can be a name, with or without its domain in front.
pub fn is_plausible(text: &str) -> bool {
    text.len() <= LONGEST && text.bytes().filter(|byte| *byte == b'/').count() <= DEEPEST
}

/// `Place/Name`. Both may contain slashes, so any of them may be the separator.
pub fn borders(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let most = if is_plausible(text) { DEEPEST } else { 0 };
    let cut = |(at, _): (usize, &str)| (text[..at].trim(), text[at + 1..].trim());
    text.match_indices('/').take(most).map(cut).filter(|(place, name)| !place.is_empty() && !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slash_may_be_the_border_and_a_long_text_has_none() {
        assert_eq!(borders("Sales/ A/B ").collect::<Vec<_>>(), [("Sales", "A/B"), ("Sales/ A", "B")]);
        assert_eq!(borders("/A/").collect::<Vec<_>>(), [("", ""); 0]);
        assert_eq!(borders(&"a/".repeat(100_000)).count(), 0);
        assert!(is_plausible("Vault") && !is_plausible(&"a".repeat(3000)));
    }
}
