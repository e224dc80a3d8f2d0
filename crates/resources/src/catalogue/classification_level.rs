use super::ObjectClassification;
use crate::iam::Folder;
use cairn_model::{Id, Markdown, Record, Ref, Translations};

/// A level of a classification.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "classification-levels",
    event = "classificationlevel",
    order = "object_classification,rank",
    unique = "object_classification,name",
    within = "object_classification",
    always_published
)]
pub struct ClassificationLevel {
    pub id: Id<ClassificationLevel>,
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(immutable, shows = "name")]
    pub object_classification: Ref<ObjectClassification>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 50, blank, default = "")]
    pub abbreviation: String,
    /// Its place, from the least sensitive up.
    #[field(min = 0, max = 1000, default = 0)]
    pub rank: i64,
    /// A colour such as #FFC000.
    #[field(max = 9, blank, default = "")]
    pub hexcolor: String,
    #[field(read_only, default = false)]
    pub builtin: bool,
    /// Whether it can be chosen.
    #[field(default = true)]
    pub is_visible: bool,
    pub translations: Option<Translations>,
}
