//! Controls in rings: by function, category and status.

use cairn_engine::{Cx, Result, action};
use cairn_model::choice::ChoiceDef;
use cairn_model::{Describe, FieldType, Value};
use cairn_resources::work::{AppliedControl, Category, CsfFunction, Status};
use serde::Serialize;

use super::analytics::listed;
use super::{Place, budget};
use crate::list_query::ListQuery;

/// A ring of a sunburst, from the inside: function, category, status.
#[derive(Debug, PartialEq, Eq, Serialize, Describe)]
pub struct Ring {
    /// The key of the choice, or `_unset`.
    pub key: String,
    pub name: String,
    pub value: usize,
    pub children: Vec<Ring>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Sunburst {
    /// Rings of rings: by function, then by category, then by status.
    pub results: Vec<serde_json::Value>,
}

pub async fn sunburst<P: Place>(cx: &mut Cx, query: ListQuery) -> Result<Sunburst> {
    let controls = listed::<P>(cx, &query).await?;
    let all: Vec<&AppliedControl> = controls.iter().collect();
    let results = rings(&all, &LEVELS).into_iter().map(action::output).collect::<Result<_>>()?;
    Ok(Sunburst { results })
}

/// A choice of controls and how to read it.
type Level = (&'static ChoiceDef, fn(&AppliedControl) -> Option<Value>);

const LEVELS: [Level; 3] = [
    (CsfFunction::DEF, |one| one.csf_function.map(FieldType::into_value)),
    (Category::DEF, |one| one.category.map(FieldType::into_value)),
    (Status::DEF, |one| Some(one.status.into_value())),
];

/// Only what occurs, in the order of the choices. What is not set comes last.
fn rings(controls: &[&AppliedControl], levels: &[Level]) -> Vec<Ring> {
    let Some(((choices, read), deeper)) = levels.split_first() else { return Vec::new() };
    let options = choices.options.iter().map(|option| (option.key.to_string(), option.label()));
    let all = options.chain([(budget::UNSET.to_owned(), "not_set".to_owned())]);
    let key = |one: &AppliedControl| {
        read(one).and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_else(|| budget::UNSET.to_owned())
    };
    all.filter_map(|(wanted, name)| {
        let own: Vec<&AppliedControl> = controls.iter().copied().filter(|one| key(one) == wanted).collect();
        let ring = || Ring { key: wanted, name, value: own.len(), children: rings(&own, deeper) };
        (!own.is_empty()).then(ring)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::applied_control::tests::control;

    #[test]
    fn rings_add_up() {
        let mut detecting = control();
        (detecting.csf_function, detecting.category) = (Some(CsfFunction::Detect), Some(Category::Technical));
        let plain = control();
        let found = rings(&[&detecting, &plain, &plain], &LEVELS);
        let outer: Vec<_> = found.iter().map(|ring| (ring.key.as_str(), ring.value)).collect();
        assert_eq!(outer, [("detect", 1), ("_unset", 2)]);
        assert_eq!(found[0].children[0].key, "technical");
        assert_eq!(found[1].children[0].children[0].value, 2);
    }
}
