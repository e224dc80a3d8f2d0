use super::{Framework, ReferenceControl, Threat};
use crate::iam::Folder;
use cairn_model::{Decimal, Id, Json, Many, Markdown, Record, Ref, Timestamp, Translations, choice};

choice! {
    /// How much a requirement matters.
    pub enum Importance {
        Mandatory = "mandatory",
        Recommended = "recommended",
        NiceToHave = "nice_to_have",
        Undefined = "undefined",
    }
}

choice! {
    /// How a node is shown to respondents.
    pub enum DisplayMode { Default = "default", Splash = "splash" ("Splash screen") }
}

/// A requirement of a framework, or a heading over requirements.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "requirement-nodes",
    event = "requirementnode",
    order = "order_id",
    unique = "urn",
    within = "framework",
    always_published,
    read_only,
    mine = "named_by:requirement-assessments.requirement",
    display = "trim(coalesce({t}.ref_id, '') || ' ' || coalesce({t}.name, ''))"
)]
pub struct RequirementNode {
    pub id: Id<RequirementNode>,
    pub folder: Ref<Folder>,
    pub framework: Ref<Framework>,
    #[field(max = 255)]
    pub urn: String,
    /// The heading it stands under; empty at the top.
    #[field(max = 255)]
    pub parent_urn: Option<String>,
    /// Its place in the framework, counted through the whole tree.
    pub order_id: i64,
    #[field(search, max = 255)]
    pub ref_id: Option<String>,
    #[field(search, max = 4000)]
    pub name: Option<String>,
    #[field(search)]
    pub description: Option<Markdown>,
    pub annotation: Option<Markdown>,
    /// What usually shows that it is met.
    pub typical_evidence: Option<Markdown>,
    /// Whether it can be assessed; otherwise it is a heading.
    pub assessable: bool,
    /// The groups it belongs to, by reference. None means that it belongs to all.
    #[field(default = "[]")]
    pub implementation_groups: Json<Vec<String>>,
    #[field(default = 1)]
    pub weight: i64,
    #[field(default = "undefined")]
    pub importance: Importance,
    #[field(default = "default")]
    pub display_mode: DisplayMode,
    /// A CEL expression that decides whether it is asked for.
    pub visibility_expression: Option<Markdown>,
    /// Its own scale, where it differs from that of the framework.
    pub min_score: Option<i64>,
    pub max_score: Option<i64>,
    /// The name of one of the framework's other scales.
    #[field(max = 255)]
    pub scores_definition_ref: Option<String>,
    pub target_score: Option<Decimal>,
    /// When a newer version of the framework dropped it. Audits that had it keep their answers.
    pub retired_at: Option<Timestamp>,
    pub threats: Many<Threat>,
    pub reference_controls: Many<ReferenceControl>,
    pub translations: Option<Translations>,
}
