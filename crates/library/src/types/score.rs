use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Translations, words};

/// What the scores of a framework mean.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ScoresDefinition {
    /// One scale for every requirement.
    Scale(Vec<Score>),
    /// A scale, others that requirements choose by name, and how scores add up.
    Scales(ScoreScales),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ScoreScales {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scale: Vec<Score>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub alternatives: BTreeMap<String, Vec<Score>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aggregation: Option<Aggregation>,
}

/// One step of a scale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    pub score: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What the step means for the documentation score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description_doc: Option<String>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

words! {
    /// How the scores of answers become the score of a requirement.
    Aggregation {
        Sum = "sum",
        Mean = "mean",
    }
}
