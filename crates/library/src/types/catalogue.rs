use serde::{Deserialize, Serialize};

use super::{Translations, Urn, words};

/// A control as a catalogue describes it, to be applied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReferenceControl {
    pub urn: Urn,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ref_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<ControlCategory>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub csf_function: Option<CsfFunction>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub typical_evidence: Vec<String>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

words! {
    ControlCategory {
        Policy = "policy",
        Process = "process",
        Technical = "technical",
        Physical = "physical",
        Procedure = "procedure",
    }
}

words! {
    /// The functions of the NIST Cybersecurity Framework.
    CsfFunction {
        Govern = "govern",
        Identify = "identify",
        Protect = "protect",
        Detect = "detect",
        Respond = "respond",
        Recover = "recover",
    }
}

/// A potential cause of harm, such as ransomware or a power failure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Threat {
    pub urn: Urn,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ref_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}
