use super::{Asset, OrganisationObjective};
use crate::iam::Folder;
use cairn_model::{Date, Id, Many, Markdown, Record, Ref, choice};

choice! {
    /// What it is about.
    pub enum IssueCategory {
        Undefined = "--",
        Political = "political",
        Economic = "economic",
        Social = "social",
        Technology = "technology",
        Legal = "legal",
        Environmental = "environmental",
        OrganisationStructure = "organisationStructure" ("Organisation structure"),
        HumanResources = "humanResources" ("Human resources"),
        InternalProcesses = "internalProcesses" ("Internal processes"),
        FinancialCapacity = "financialCapacity" ("Financial capacity"),
        CompanyCulture = "companyCulture" ("Company culture / communication"),
    }
}

choice! {
    /// Whether it comes from inside or outside.
    pub enum IssueOrigin { Undefined = "--", Internal = "internal", External = "external" }
}

choice! {
    /// Whether it matters now.
    pub enum IssueStatus { Draft = "draft", Active = "active", Inactive = "inactive" }
}

/// Something inside or outside the organisation that affects what it can achieve.
#[derive(Debug, Clone, Record)]
#[resource(path = "organisation-issues", event = "organisationissue", unique = "folder,name")]
pub struct OrganisationIssue {
    pub id: Id<OrganisationIssue>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(max = 100, blank, default = "")]
    pub ref_id: String,
    #[field(default = "--")]
    pub category: IssueCategory,
    #[field(default = "--")]
    pub origin: IssueOrigin,
    #[field(default = "draft")]
    pub status: IssueStatus,
    pub start_date: Option<Date>,
    /// The last day on which it matters. It becomes inactive afterwards.
    pub expiration_date: Option<Date>,
    pub observation: Option<Markdown>,
    pub assets: Many<Asset>,
    #[field(reverse = "issues")]
    pub objectives: Many<OrganisationObjective>,
    #[field(default = false)]
    pub is_published: bool,
}
