use cairn_library::Urn;
use cairn_library::types::{
    ControlCategory, CsfFunction, Group, Level, MetricCategory, MetricChoice, MetricDefinition, ReferenceControl,
    RiskMatrix, Tactic, Technique, Threat, TtpCatalog,
};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use super::parts::{about, text, urn};

pub fn threat() -> BoxedStrategy<Threat> {
    about()
        .prop_map(|(ref_id, name, description, annotation, translations)| Threat {
            urn: Urn::new(""),
            ref_id,
            name,
            description,
            annotation,
            translations,
        })
        .boxed()
}

pub fn control() -> BoxedStrategy<ReferenceControl> {
    use ControlCategory::{Physical, Policy, Procedure, Process, Technical};
    use CsfFunction::{Detect, Govern, Identify, Protect, Recover, Respond};
    let category = of(select(vec![Policy, Process, Technical, Physical, Procedure]));
    let function = of(select(vec![Govern, Identify, Protect, Detect, Respond, Recover]));
    (about(), category, function, prop::collection::vec(text(), 0..3))
        .prop_map(
            |((ref_id, name, description, annotation, translations), category, csf_function, typical_evidence)| {
                ReferenceControl {
                    urn: Urn::new(""),
                    ref_id,
                    name,
                    description,
                    annotation,
                    category,
                    csf_function,
                    typical_evidence,
                    translations,
                }
            },
        )
        .boxed()
}

pub fn metric() -> BoxedStrategy<MetricDefinition> {
    let choice = (text(), about()).prop_map(|(name, (ref_id, _, description, _, translations))| MetricChoice {
        ref_id,
        name,
        description,
        translations,
    });
    let target = of(any::<f64>().prop_filter("JSON has no other numbers", |number| number.is_finite()));
    (text(), about(), prop::collection::vec(choice, 0..3), any::<Option<bool>>(), target)
        .prop_map(
            |(
                name,
                (ref_id, unit, description, annotation, translations),
                choices,
                higher_is_better,
                default_target,
            )| {
                MetricDefinition {
                    urn: Urn::new(""),
                    ref_id,
                    name,
                    description,
                    annotation,
                    category: if choices.is_empty() {
                        MetricCategory::Quantitative
                    } else {
                        MetricCategory::Qualitative
                    },
                    unit,
                    choices_definition: choices,
                    higher_is_better,
                    default_target,
                    translations,
                }
            },
        )
        .boxed()
}

pub fn levels() -> BoxedStrategy<Vec<Level>> {
    prop::collection::vec(about(), 1..4)
        .prop_map(|all| {
            let level = |(id, (abbreviation, name, description, hexcolor, translations))| Level {
                id,
                abbreviation,
                name,
                description,
                hexcolor,
                translations,
            };
            all.into_iter().enumerate().map(level).collect()
        })
        .boxed()
}

pub fn matrix() -> BoxedStrategy<RiskMatrix> {
    (text(), about(), levels(), levels(), levels(), any::<u64>(), of(Just(json!([{"name": "weak"}]))))
        .prop_map(
            |(name, (ref_id, _, description, annotation, translations), probability, impact, risk, seed, knowledge)| {
                let cell = |row: usize, column: usize| (seed as usize).wrapping_add(row * 7 + column) % risk.len();
                let row = |row: usize| (0..impact.len()).map(|column| cell(row, column)).collect();
                RiskMatrix {
                    urn: Urn::new(""),
                    ref_id,
                    name,
                    description,
                    annotation,
                    translations,
                    grid: (0..probability.len()).map(row).collect(),
                    probability,
                    impact,
                    risk,
                    strength_of_knowledge: knowledge,
                }
            },
        )
        .boxed()
}

pub fn catalog() -> BoxedStrategy<TtpCatalog> {
    let group = (text(), about()).prop_map(|(ref_id, (name, description, dimension, _, translations))| Group {
        ref_id,
        name,
        description,
        dimension,
        translations,
    });
    (text(), about(), prop::collection::vec(group, 0..3))
        .prop_map(|(name, (ref_id, _, description, annotation, translations), grouping_definition)| TtpCatalog {
            urn: Urn::new(""),
            ref_id,
            name,
            description,
            annotation,
            grouping_definition,
            translations,
        })
        .boxed()
}

pub fn tactic() -> BoxedStrategy<Tactic> {
    (text(), about())
        .prop_map(|(name, (ref_id, _, description, annotation, translations))| Tactic {
            urn: Urn::new(""),
            catalog_urn: Some(urn("ttp_catalog")(0)),
            ref_id,
            name,
            description,
            annotation,
            translations,
        })
        .boxed()
}

pub fn technique() -> BoxedStrategy<Technique> {
    (text(), about(), prop::collection::vec(text(), 0..3), any::<bool>())
        .prop_map(|(name, (ref_id, _, description, annotation, translations), groups, is_deprecated)| Technique {
            urn: Urn::new(""),
            catalog_urn: None,
            parent_urn: None,
            ref_id,
            name,
            description,
            annotation,
            tactics: vec![urn("tactic")(0)],
            groups,
            reference_controls: vec![urn("function")(0)],
            is_deprecated,
            translations,
        })
        .boxed()
}
