//! Matrices as risks need them: the grid, and the names and colours of the levels in the reader's language.

use cairn_engine::{Cx, Error, Result};
use cairn_model::{Describe, Type};
use cairn_report::register_words::knowledge;
use cairn_resources::library::{MatrixDefinition, MatrixLevel, RiskMatrix};
use cairn_risk::Matrix;
use cairn_risk::rating::KNOWLEDGE_LEVELS;
use cairn_store::Sql;
use serde::Serialize;
use uuid::Uuid;

use crate::library::risk_matrix::sound;
use crate::work::told;

/// A level for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Describe)]
pub struct LevelName {
    /// Its place, from 0. -1 for what is not rated.
    pub value: i64,
    pub name: String,
    /// Empty if the matrix has none.
    pub hexcolor: String,
}

/// A matrix that risks can be rated with.
pub struct Grid {
    pub matrix: Matrix,
    /// Whether it can be chosen for new assessments.
    pub is_enabled: bool,
    definition: MatrixDefinition,
}

impl Grid {
    pub fn new(definition: MatrixDefinition) -> Result<Self> {
        let matrix = sound(&definition).map_err(|problems| {
            Error::field("risk_matrix", format!("This matrix cannot be used. {}", problems.join(" ")))
        })?;
        Ok(Self { matrix, is_enabled: true, definition })
    }

    /// A matrix by its id, whoever asks.
    pub async fn of_matrix(cx: &mut Cx, id: Uuid) -> Result<Self> {
        let matrix: Option<RiskMatrix> = cx.find(id).await?;
        let matrix = matrix.ok_or_else(|| Error::field("risk_matrix", "There is no such matrix."))?;
        Ok(Self { is_enabled: matrix.is_enabled, ..Self::new(matrix.json_definition.0)? })
    }

    /// The matrix of an assessment. Read with one query: scenarios are rated more often than anything else.
    pub async fn of_assessment(cx: &mut Cx, assessment: Uuid) -> Result<Self> {
        let mut sql = Sql::raw(
            "select cast(m.json_definition as text) from risk_matrices m \
             join risk_assessments a on a.risk_matrix = m.id where a.id = ",
        );
        sql.bind(assessment);
        let found = cx.conn.query(&sql, &[Type::Text]).await?;
        let text = found.first().and_then(|row| row[0].as_str());
        let text = text.ok_or_else(|| Error::field("risk_assessment", "There is no such risk assessment."))?;
        let definition = serde_json::from_str(text).map_err(|error| Error::internal(error.to_string()))?;
        Self::new(definition)
    }

    /// How many levels the strength of knowledge has.
    pub fn knowledge_levels(&self) -> usize {
        let own = self.definition.strength_of_knowledge.as_ref().and_then(|levels| levels.as_array());
        own.map(Vec::len).filter(|count| *count > 0).unwrap_or(KNOWLEDGE_LEVELS)
    }

    /// How well a risk can be known, from the lowest: the levels of the matrix, or else low, medium and high.
    pub fn knowledge(&self, cx: &Cx) -> Vec<LevelName> {
        let own = self.definition.strength_of_knowledge.as_ref().and_then(|levels| levels.as_array());
        let own = own.filter(|levels| !levels.is_empty());
        let level = |(at, given): (usize, &serde_json::Value)| {
            let known = serde_json::from_value::<MatrixLevel>(given.clone()).ok().map(|level| named(cx, &level).name);
            known.unwrap_or_else(|| at.to_string())
        };
        let names: Vec<String> = match own {
            Some(levels) => levels.iter().enumerate().map(level).collect(),
            None => {
                let language = told::language(cx);
                (0..KNOWLEDGE_LEVELS).filter_map(knowledge).map(|text| language.say(text).to_owned()).collect()
            }
        };
        let counted = (0..).zip(names);
        counted.map(|(value, name)| LevelName { value, name, hexcolor: String::new() }).collect()
    }

    /// The levels of risk, from the lowest.
    pub fn risks(&self, cx: &Cx) -> Vec<LevelName> {
        self.definition.risk.iter().map(|level| named(cx, level)).collect()
    }

    pub fn probabilities(&self, cx: &Cx) -> Vec<LevelName> {
        self.definition.probability.iter().map(|level| named(cx, level)).collect()
    }

    pub fn impacts(&self, cx: &Cx) -> Vec<LevelName> {
        self.definition.impact.iter().map(|level| named(cx, level)).collect()
    }
}

fn named(cx: &Cx, level: &MatrixLevel) -> LevelName {
    let translated = cx.language().and_then(|language| level.translations.get(language.tag())?.get("name"));
    let name = translated.filter(|name| !name.is_empty()).or(level.name.as_ref()).or(level.abbreviation.as_ref());
    LevelName {
        value: i64::try_from(level.id).unwrap_or(-1),
        name: name.cloned().unwrap_or_else(|| level.id.to_string()),
        hexcolor: level.hexcolor.clone().unwrap_or_default(),
    }
}
