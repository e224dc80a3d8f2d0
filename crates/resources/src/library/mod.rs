//! Libraries of catalogue content, and what is loaded from them.

mod filtering_label;
mod framework;
mod library_draft;
mod library_version;
mod loaded_library;
mod mapping_set;
mod metric_definition;
mod question;
mod question_choice;
mod reference_control;
mod requirement_mapping;
mod requirement_node;
mod risk_matrix;
mod score_strategy;
mod stored_library;
mod threat;

pub use filtering_label::LibraryFilteringLabel;
pub use framework::{
    AccessByRole, FieldAccess, FieldVisibility, Framework, GroupDefinition, ScoreStep, ScoresDefinition,
};
pub use library_draft::LibraryDraft;
pub use library_version::LibraryVersion;
pub use loaded_library::LoadedLibrary;
pub use mapping_set::RequirementMappingSet;
pub use metric_definition::{MetricCategory, MetricDefinition, MetricLevel};
pub use question::{DependsOn, Question, QuestionType};
pub use question_choice::QuestionChoice;
pub use reference_control::ReferenceControl;
pub use requirement_mapping::{Relationship, RequirementMapping};
pub use requirement_node::{DisplayMode, Importance, RequirementNode};
pub use risk_matrix::{MatrixDefinition, MatrixLevel, RiskMatrix};
pub use score_strategy::ScoreStrategy;
pub use stored_library::StoredLibrary;
pub use threat::Threat;
