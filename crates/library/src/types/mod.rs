//! What a library says, once it was read and found sound.
//!
//! Every type has one shape for Rust, JSON and YAML: the field names are those of the file. Only questions
//! differ: a file keys them by URN, JSON lists them, since databases do not keep the order of keys.

mod catalogue;
mod framework;
mod library;
mod mapping;
mod matrix;
mod metric;
mod question;
mod score;
mod technique;
mod urn;

use std::collections::BTreeMap;

pub use catalogue::{ControlCategory, CsfFunction, ReferenceControl, Threat};
pub use framework::{DisplayMode, Framework, ImplementationGroup, Importance, RequirementNode};
pub use library::{Library, Objects};
pub use mapping::{MappingSet, Relationship, RequirementMapping};
pub use matrix::{Level, RiskMatrix};
pub use metric::{MetricCategory, MetricChoice, MetricDefinition};
pub use question::{Choice, ComputeResult, Condition, DependsOn, Question, QuestionType};
pub use score::{Aggregation, Score, ScoreScales, ScoresDefinition};
pub use technique::{Group, Tactic, Technique, TtpCatalog};
pub use urn::Urn;

/// Texts in other languages: by language, then by the name of the field.
pub type Translations = BTreeMap<String, BTreeMap<String, String>>;

/// What can be told by one word of a closed list.
pub trait Word: Sized {
    const WORDS: &[&str];

    fn from_word(word: &str) -> Option<Self>;
}

/// A closed list of words, as the files spell them.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$case_doc:meta])* $case:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$case_doc])* #[serde(rename = $word)] $case),+
        }

        impl $name {
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$case => $word),+
                }
            }
        }

        impl $crate::types::Word for $name {
            const WORDS: &[&str] = &[$($word),+];

            fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$case),)+
                    _ => None,
                }
            }
        }
    };
}
use words;
