//! What an update has done, kept so that it can be rolled back: the rows it made, and the values it changed in audits.

use cairn_engine::{Error, Result};
use cairn_model::{Decimal, File, Json};
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment};
use cairn_resources::library::{ScoreStrategy, ScoresDefinition};
use cairn_store::FileStore;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::super::file;

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Done {
    pub made: Made,
    /// Rows of audits for new requirements.
    pub made_rows: Vec<Uuid>,
    pub action: Option<ScoreStrategy>,
    /// Audits whose scale was changed, and every score in them.
    pub audits: Vec<Changed<Scale>>,
    pub scores: Vec<Changed<Scores>>,
}

/// Rows that an update made, by resource.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Made {
    pub threats: Vec<Uuid>,
    pub reference_controls: Vec<Uuid>,
    pub risk_matrices: Vec<Uuid>,
    /// Records of earlier releases have none.
    #[serde(default)]
    pub metric_definitions: Vec<Uuid>,
    pub frameworks: Vec<Uuid>,
    pub nodes: Vec<Uuid>,
    pub questions: Vec<Uuid>,
    pub choices: Vec<Uuid>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Changed<T> {
    pub id: Uuid,
    pub before: T,
    pub after: T,
}

/// What an audit is scored on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scale {
    pub min_score: Option<i64>,
    pub max_score: Option<i64>,
    pub scores_definition: Option<ScoresDefinition>,
    #[serde(with = "exact")]
    pub target_score: Option<Decimal>,
}

impl Scale {
    pub fn of(audit: &ComplianceAssessment) -> Self {
        Self {
            min_score: audit.min_score,
            max_score: audit.max_score,
            scores_definition: audit.scores_definition.as_ref().map(|scores| scores.0.clone()),
            target_score: audit.target_score,
        }
    }

    pub fn put(self, audit: &mut ComplianceAssessment) {
        audit.min_score = self.min_score;
        audit.max_score = self.max_score;
        audit.scores_definition = self.scores_definition.map(Json);
        audit.target_score = self.target_score;
    }
}

/// The scores of a requirement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    pub is_scored: bool,
    pub score: Option<i64>,
    pub documentation_score: Option<i64>,
    #[serde(with = "exact")]
    pub target_score: Option<Decimal>,
}

impl Scores {
    pub fn of(row: &RequirementAssessment) -> Self {
        Self {
            is_scored: row.is_scored,
            score: row.score,
            documentation_score: row.documentation_score,
            target_score: row.target_score,
        }
    }

    pub fn put(self, row: &mut RequirementAssessment) {
        row.is_scored = self.is_scored;
        row.score = self.score;
        row.documentation_score = self.documentation_score;
        row.target_score = self.target_score;
    }

    pub fn are_any(&self) -> bool {
        self.score.is_some() || self.documentation_score.is_some() || self.target_score.is_some()
    }
}

pub async fn keep(store: &FileStore, done: &Done) -> Result<File> {
    let bytes = serde_json::to_vec(done).map_err(|error| Error::internal(error.to_string()))?;
    let kept = file::keep(store, "update.json", &bytes).await?;
    Ok(File { media_type: "application/json".to_owned(), ..kept })
}

pub async fn read(store: &FileStore, kept: &File) -> Result<Done> {
    let bytes = file::bytes_of(store, kept).await?;
    serde_json::from_slice(&bytes).map_err(|error| Error::internal(error.to_string()))
}

/// Decimals as text, which keeps them exactly.
mod exact {
    use cairn_model::Decimal;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::ref_option, reason = "serde calls it with a reference to the field")]
    pub fn serialize<S: Serializer>(value: &Option<Decimal>, serializer: S) -> Result<S::Ok, S::Error> {
        value.map(|value| value.to_string()).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Decimal>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        Ok(text.and_then(|text| Decimal::parse(&text)))
    }
}
