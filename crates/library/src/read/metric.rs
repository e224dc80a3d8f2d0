use super::Declared;
use super::fields::Fields;
use crate::types::{MetricCategory, MetricChoice, MetricDefinition};

pub fn read(fields: &Fields<'_>, declared: &Declared) -> MetricDefinition {
    MetricDefinition {
        urn: declared.own_urn("metric", fields),
        ref_id: fields.text("ref_id"),
        name: fields.required_text("name"),
        description: fields.text("description"),
        annotation: fields.text("annotation"),
        category: fields.word("category").unwrap_or(MetricCategory::Quantitative),
        unit: fields.text("unit"),
        choices_definition: fields.maps("choices_definition", choice, &[]),
        higher_is_better: fields.flag("higher_is_better"),
        default_target: fields.number("default_target"),
        translations: fields.translations(),
    }
}

fn choice(fields: &Fields<'_>) -> MetricChoice {
    MetricChoice {
        ref_id: fields.text("ref_id"),
        name: fields.required_text("name"),
        description: fields.text("description"),
        translations: fields.translations(),
    }
}
