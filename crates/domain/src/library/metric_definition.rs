//! Metric definitions: those of libraries, and an organisation's own.

use cairn_engine::{Cx, Entry, Error, Module, Result, Rules};
use cairn_resources::library::{MetricCategory, MetricDefinition};

use crate::metrology::instance::has_samples;

pub const ENTRY: Entry = Entry::of::<MetricDefinition>()
    .module(Module::Catalogues, "ruler")
    .rank(60)
    .roles("vacd vacd v - v - - -")
    .by_urn()
    .adjustable(&["filtering_labels"])
    .rules::<MetricDefinitionRules>();

pub struct MetricDefinitionRules;

impl Rules for MetricDefinitionRules {
    type Record = MetricDefinition;

    /// Libraries are taken as they are. What people define can be measured.
    async fn before_write(cx: &mut Cx, old: Option<&MetricDefinition>, new: &mut MetricDefinition) -> Result<()> {
        let levels = new.choices_definition.0.len();
        let before = old.map(|old| (old.category, old.choices_definition.0.len()));
        let is_narrower = before.is_some_and(|before| before.0 != new.category || before.1 > levels);
        if new.library.is_none() && is_narrower && has_samples(cx, "metric_definition", new.id.uuid()).await? {
            let words = "Values were already recorded with it. Create another definition, or delete them first.";
            return Err(Error::field("category", words));
        }
        match new.category {
            _ if new.library.is_some() => Ok(()),
            MetricCategory::Qualitative if levels == 0 => {
                Err(Error::field("choices_definition", "A qualitative metric needs at least one level."))
            }
            MetricCategory::Quantitative if levels > 0 => {
                Err(Error::field("choices_definition", "Only a qualitative metric has levels."))
            }
            _ => Ok(()),
        }
    }
}
