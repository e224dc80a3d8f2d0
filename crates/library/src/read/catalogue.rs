use super::Declared;
use super::fields::Fields;
use crate::types::{ReferenceControl, Threat};

pub const CONTROL: &str = "reference control";
pub const THREAT: &str = "threat";

pub fn control(fields: &Fields<'_>, declared: &Declared) -> ReferenceControl {
    ReferenceControl {
        urn: declared.own_urn(CONTROL, fields),
        ref_id: fields.text("ref_id"),
        name: fields.text("name"),
        description: fields.text("description"),
        annotation: fields.text("annotation"),
        category: fields.word("category"),
        csf_function: fields.word("csf_function"),
        typical_evidence: fields.texts("typical_evidence"),
        translations: fields.translations(),
    }
}

pub fn threat(fields: &Fields<'_>, declared: &Declared) -> Threat {
    Threat {
        urn: declared.own_urn(THREAT, fields),
        ref_id: fields.text("ref_id"),
        name: fields.text("name"),
        description: fields.text("description"),
        annotation: fields.text("annotation"),
        translations: fields.translations(),
    }
}
