use serde::{Deserialize, Serialize};

use super::{AppliedControl, Incident, OrganisationObjective, SecurityException, Vulnerability};
use crate::catalogue::{AssetCapability, AssetClass, FilteringLabel};
use crate::iam::{Actor, Folder};
use cairn_model::{Describe, Id, Json, Many, Markdown, Record, Ref, choice};

choice! {
    /// Primary assets are what the business depends on directly. Supporting assets keep them running.
    pub enum AssetType { Primary = "PR", Support = "SP" }
}

choice! {
    /// Whether the function is critical or important under DORA.
    pub enum CriticalityAssessment {
        Yes = "eba_BT:x28",
        No = "eba_BT:x29",
        NotPerformed = "eba_BT:x21" ("Assessment not performed"),
    }
}

choice! {
    /// The impact of discontinuing the function under DORA.
    pub enum DiscontinuingImpact {
        Low = "eba_ZZ:x791",
        Medium = "eba_ZZ:x792",
        High = "eba_ZZ:x793",
        NotPerformed = "eba_ZZ:x799" ("Assessment not performed"),
    }
}

/// A security objective, on the instance's scale.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// From 0 (lowest) to 4.
    pub value: Option<i64>,
    #[serde(default = "enabled")]
    pub is_enabled: bool,
}

fn enabled() -> bool {
    true
}

/// The level of protection required.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct SecurityObjectives {
    #[serde(default, skip_serializing_if = "ObjectiveSet::is_empty")]
    pub objectives: ObjectiveSet,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveSet {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidentiality: Option<Objective>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub integrity: Option<Objective>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub availability: Option<Objective>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Objective>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authenticity: Option<Objective>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub privacy: Option<Objective>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub safety: Option<Objective>,
}

impl ObjectiveSet {
    pub const NAMES: [&'static str; 7] =
        ["confidentiality", "integrity", "availability", "proof", "authenticity", "privacy", "safety"];

    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub fn get(&self, name: &str) -> Option<&Objective> {
        match name {
            "confidentiality" => self.confidentiality.as_ref(),
            "integrity" => self.integrity.as_ref(),
            "availability" => self.availability.as_ref(),
            "proof" => self.proof.as_ref(),
            "authenticity" => self.authenticity.as_ref(),
            "privacy" => self.privacy.as_ref(),
            "safety" => self.safety.as_ref(),
            _ => None,
        }
    }
}

/// A time in seconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct RecoveryObjective {
    pub value: Option<u32>,
}

/// How quickly it must recover after a disaster, and how much data may be lost.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct RecoveryObjectives {
    #[serde(default, skip_serializing_if = "RecoverySet::is_empty")]
    pub objectives: RecoverySet,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct RecoverySet {
    /// Recovery time objective.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rto: Option<RecoveryObjective>,
    /// Recovery point objective.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpo: Option<RecoveryObjective>,
    /// Maximum tolerable downtime.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mtd: Option<RecoveryObjective>,
}

impl RecoverySet {
    pub const NAMES: [&'static str; 3] = ["rto", "rpo", "mtd"];

    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub fn get(&self, name: &str) -> Option<&RecoveryObjective> {
        match name {
            "rto" => self.rto.as_ref(),
            "rpo" => self.rpo.as_ref(),
            "mtd" => self.mtd.as_ref(),
            _ => None,
        }
    }
}

/// Something of value to the organisation: a service, a process, a system, a site.
#[derive(Debug, Clone, Record)]
#[resource(path = "assets", order = "name", unique = "folder,name", mine = "owner")]
pub struct Asset {
    pub id: Id<Asset>,
    /// The domain the asset belongs to. It determines who can see the asset.
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 100, blank, default = "")]
    pub ref_id: String,
    #[field(default = "SP")]
    pub r#type: AssetType,
    #[field(shows = "name")]
    pub asset_class: Option<Ref<AssetClass>>,
    /// A link to more information.
    #[field(url, max = 2048)]
    pub reference_link: Option<String>,
    /// The assets this one supports. It inherits their objectives.
    pub parent_assets: Many<Asset>,
    /// The assets that support this one.
    #[field(reverse = "parent_assets")]
    pub support_assets: Many<Asset>,
    #[field(default = "{}")]
    pub security_objectives: Json<SecurityObjectives>,
    #[field(default = "{}")]
    pub disaster_recovery_objectives: Json<RecoveryObjectives>,
    /// What the asset actually provides, to compare with its objectives.
    #[field(default = "{}")]
    pub security_capabilities: Json<SecurityObjectives>,
    #[field(default = "{}")]
    pub recovery_capabilities: Json<RecoveryObjectives>,
    /// Capabilities for which this asset's own value replaces those of its supporting assets, for example when a
    /// standby system makes up for a slow one.
    #[field(shows = "name")]
    pub overridden_children_capabilities: Many<AssetCapability>,
    #[field(reverse = "assets")]
    pub applied_controls: Many<AppliedControl>,
    #[field(reverse = "assets")]
    pub vulnerabilities: Many<Vulnerability>,
    #[field(reverse = "assets")]
    pub incidents: Many<Incident>,
    #[field(reverse = "assets")]
    pub organisation_objectives: Many<OrganisationObjective>,
    pub security_exceptions: Many<SecurityException>,
    /// The person or team accountable for it.
    pub owner: Many<Actor>,
    #[field(shows = "folder")]
    pub filtering_labels: Many<FilteringLabel>,
    pub observation: Option<Markdown>,
    #[field(default = false)]
    pub is_business_function: bool,
    /// DORA licensed activity, as a code from the EBA list, such as `eba_TA:x185`.
    #[field(max = 40)]
    pub dora_licenced_activity: Option<String>,
    pub dora_criticality_assessment: Option<CriticalityAssessment>,
    pub dora_criticality_justification: Option<Markdown>,
    pub dora_discontinuing_impact: Option<DiscontinuingImpact>,
    #[field(default = true)]
    pub is_published: bool,
}
