//! Metric definitions: those of libraries, and an organisation's own.

use cairn_engine::{Cx, Entry, Error, Module, Result, Rules};
use cairn_resources::library::{MetricCategory, MetricDefinition};

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
    async fn before_write(_: &mut Cx, _: Option<&MetricDefinition>, new: &mut MetricDefinition) -> Result<()> {
        let levels = new.choices_definition.0.len();
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
