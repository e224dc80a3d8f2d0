//! Random libraries that are sound.

mod catalogue;
mod framework;
mod parts;

use cairn_library::types::Framework;
use cairn_library::{Library, Objects, Urn};
use chrono::NaiveDate;
use proptest::option::of;
use proptest::prelude::*;
use serde_json::json;

use catalogue::{catalog, control, matrix, metric, tactic, technique, threat};
use framework::{framework, mapping_set};
use parts::{about, numbered, text, urn, value};

fn objects() -> BoxedStrategy<Objects> {
    let catalogues = (
        numbered("ttp_catalog", catalog(), |one, urn| one.urn = urn),
        numbered("tactic", tactic(), |one, urn| one.urn = urn),
        numbered("technique", technique(), |one, urn| one.urn = urn),
        numbered("threat", threat(), |one, urn| one.urn = urn),
        numbered("function", control(), |one, urn| one.urn = urn),
        numbered("metric", metric(), |one, urn| one.urn = urn),
    );
    let rest = (
        numbered("matrix", matrix(), |one, urn| one.urn = urn),
        // The URNs of nodes are unique in a file.
        of(framework()),
        numbered("req_mapping_set", mapping_set(), |one, urn| one.urn = urn),
        of(value()),
    );
    (catalogues, rest)
        .prop_map(
            |(
                (ttp_catalogs, tactics, techniques, threats, reference_controls, metric_definitions),
                (risk_matrices, framework, requirement_mapping_sets, anything),
            )| Objects {
                ttp_catalogs,
                tactics,
                techniques,
                threats,
                reference_controls,
                metric_definitions,
                risk_matrices,
                frameworks: framework.map(|one| Framework { urn: urn("framework")(0), ..one }).into_iter().collect(),
                requirement_mapping_sets,
                preset: anything.clone().map(|value| json!({"profile": value})),
                workflows: anything.map(|value| json!({"nodes": [value]})).into_iter().collect(),
            },
        )
        .boxed()
}

pub fn library() -> BoxedStrategy<Library> {
    let texts = (text(), about(), of(text()), of(text()), of(text()));
    let date = of((1900..2100i32, 1..13u32, 1..29u32)
        .prop_map(|(year, month, day)| NaiveDate::from_ymd_opt(year, month, day).unwrap()));
    (texts, 0..i64::from(i32::MAX), date, prop::collection::vec(text(), 0..3), objects())
        .prop_map(|(texts, version, publication_date, labels, objects)| {
            let (name, (ref_id, provider, description, annotation, translations), packager, copyright, _) = texts;
            Library {
                urn: Urn::new("urn:acme:risk:library:random"),
                locale: "en".to_owned(),
                ref_id,
                name,
                description,
                annotation,
                version,
                provider,
                packager,
                publication_date,
                copyright,
                dependencies: vec![Urn::new("urn:acme:risk:library:other")],
                labels,
                translations,
                objects,
                notes: vec![],
            }
        })
        .boxed()
}
