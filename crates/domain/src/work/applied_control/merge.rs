//! Merging several controls into one.

use std::collections::BTreeSet;

use cairn_access::Verb;
use cairn_engine::cx::not_found;
use cairn_engine::merge::{Sources, merge as fold};
use cairn_engine::{Cx, Error, FieldErrors, Result, query};
use cairn_model::Describe;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Place;

/// More would block the writer for too long.
const MAX: usize = 100;

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Merge {
    /// The control to keep. It keeps its own values.
    pub target: Uuid,
    /// The controls to merge into it, at most 100. Earlier ones take precedence.
    pub sources: Vec<Uuid>,
    /// Deletes the merged controls afterwards.
    #[serde(default = "yes")]
    pub delete_sources: bool,
}

fn yes() -> bool {
    true
}

#[derive(Debug, Serialize, Describe)]
pub struct Merged {
    pub id: Uuid,
    pub name: String,
    /// The controls that were merged.
    pub sources: Vec<Uuid>,
    /// Whether they were deleted.
    pub deleted_sources: bool,
}

pub async fn merge<P: Place>(cx: &mut Cx, input: Merge) -> Result<Merged> {
    let sources = checked_sources(input.target, &input.sources)?;
    require::<P>(cx, input.target, "target", &[Verb::Change]).await?;
    let verbs: &[Verb] = if input.delete_sources { &[Verb::Change, Verb::Delete] } else { &[Verb::Change] };
    for source in &sources {
        require::<P>(cx, *source, "sources", verbs).await?;
    }
    let then = if input.delete_sources { Sources::Delete } else { Sources::Keep };
    let merged = fold(cx, P::resource(cx), input.target, &sources, then).await?;
    Ok(Merged { id: merged.id(), name: merged.name(), sources, deleted_sources: input.delete_sources })
}

/// Each source once, in the given order.
fn checked_sources(target: Uuid, sources: &[Uuid]) -> Result<Vec<Uuid>> {
    let mut errors = FieldErrors::default();
    let mut seen = BTreeSet::new();
    let unique: Vec<Uuid> = sources.iter().copied().filter(|id| seen.insert(*id)).collect();
    if unique.is_empty() {
        errors.add("sources", "Choose at least one control to merge into the target.");
    }
    if unique.len() > MAX {
        errors.add("sources", format!("You can merge at most {MAX} controls at once."));
    }
    if seen.contains(&target) {
        errors.add("sources", "A control cannot be merged into itself.");
    }
    errors.into_result()?;
    Ok(unique)
}

/// Refuses unless the caller may see the object and do this with it.
async fn require<P: Place>(cx: &mut Cx, id: Uuid, field: &str, verbs: &[Verb]) -> Result<()> {
    let resource = P::resource(cx);
    let scope = cx.scope(resource);
    let found = query::find(cx, resource, &scope, id).await?;
    let object = found.ok_or_else(|| Error::field(field, format!("{id}: {}", not_found(resource))))?;
    for verb in verbs {
        cx.require(resource, *verb, object.folder())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_taken_once_and_never_the_target() {
        let [a, b, c] = [1, 2, 3].map(Uuid::from_u128);
        assert_eq!(checked_sources(c, &[b, a, b]).unwrap(), [b, a]);
        assert!(checked_sources(a, &[b, a]).unwrap_err().to_string().contains("itself"));
        assert!(checked_sources(a, &[]).is_err());
        let many: Vec<Uuid> = (10..111).map(Uuid::from_u128).collect();
        assert!(checked_sources(a, &many).is_err());
    }
}
