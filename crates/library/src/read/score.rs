use std::collections::BTreeMap;

use super::fields::Fields;
use crate::raw::Kind;
use crate::types::{Score, ScoreScales, ScoresDefinition};

/// A framework's range where it names none.
const DEFAULT_RANGE: (i64, i64) = (0, 100);

pub fn definition(framework: &Fields<'_>) -> Option<ScoresDefinition> {
    const KEY: &str = "scores_definition";
    let node = framework.get(KEY)?;
    if !matches!(node.kind, Kind::Map(_)) {
        return Some(ScoresDefinition::Scale(scale(framework, KEY)));
    }
    let path = framework.path.key(KEY);
    let fields = Fields::new(framework.log, &path, node)?;
    let scales = ScoreScales {
        scale: scale(&fields, "scale"),
        alternatives: alternatives(&fields),
        aggregation: fields.word("aggregation"),
    };
    fields.finish(&[]);
    Some(ScoresDefinition::Scales(scales))
}

fn alternatives(scales: &Fields<'_>) -> BTreeMap<String, Vec<Score>> {
    let path = scales.path.key("alternatives");
    let Some(node) = scales.get("alternatives") else { return BTreeMap::new() };
    let Some(fields) = Fields::new(scales.log, &path, node) else { return BTreeMap::new() };
    fields.entries().iter().map(|entry| (entry.key.to_string(), scale(&fields, &entry.key))).collect()
}

fn scale(fields: &Fields<'_>, key: &str) -> Vec<Score> {
    fields.maps(key, score, &[])
}

fn score(fields: &Fields<'_>) -> Score {
    let score = fields.integer("score");
    if fields.get("score").is_none() {
        fields.missing("score");
    }
    Score {
        score: score.unwrap_or_default(),
        name: fields.text("name"),
        description: fields.text("description"),
        description_doc: fields.text("description_doc"),
        translations: fields.translations(),
    }
}

/// Reads a range, of a framework or of one of its nodes. What a node does not say, its framework does.
pub fn range(fields: &Fields<'_>, framework: Option<(Option<i64>, Option<i64>)>) -> (Option<i64>, Option<i64>) {
    let (min, max) = (fields.integer("min_score"), fields.integer("max_score"));
    let (outer_min, outer_max) = framework.unwrap_or_default();
    let from = min.or(outer_min).unwrap_or(DEFAULT_RANGE.0);
    let to = max.or(outer_max).unwrap_or(DEFAULT_RANGE.1);
    if from > to && (min.is_some() || max.is_some()) {
        let key = if min.is_some() { "min_score" } else { "max_score" };
        fields.problem(key, format!("The lowest score, {from}, is above the highest, {to}."));
    }
    (min, max)
}
