use crate::iam::Folder;
use cairn_model::{Id, Markdown, Record, Ref, Translations, choice};

choice! {
    /// The list that a term is a choice of.
    pub enum FieldPath {
        RiskOrigin = "ro_to.risk_origin" ("Risk origin"),
        Qualifications = "qualifications",
        AccreditationStatus = "accreditation.status" ("Accreditation status"),
        AccreditationCategory = "accreditation.category" ("Accreditation category"),
        EntityRelationship = "entity.relationship" ("Entity relationship"),
        MetricUnit = "metric_definition.unit" ("Metric unit"),
        ProjectStatus = "project.status" ("Project status"),
        ProjectHealth = "project.health" ("Project health"),
        ProcessingNature = "processing.nature" ("Nature of processing"),
        PersonalDataCategory = "personal_data.category" ("Category of personal data"),
    }
}

/// A word that people choose from a list, such as "Activist" as the origin of a risk. Each organisation can have its own.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "terminologies",
    event = "terminology",
    order = "field_path,name",
    unique = "field_path,name",
    always_published
)]
pub struct Terminology {
    pub id: Id<Terminology>,
    #[field(read_only)]
    pub folder: Ref<Folder>,
    /// The list it belongs to.
    #[field(immutable)]
    pub field_path: FieldPath,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(read_only, default = false)]
    pub builtin: bool,
    /// Whether it can be chosen.
    #[field(default = true)]
    pub is_visible: bool,
    pub translations: Option<Translations>,
}
