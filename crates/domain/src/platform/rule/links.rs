//! How tasks and findings refer to the object they are about, for the resources that they can refer to.

use cairn_engine::Resource;
use cairn_model::{Many, Record, Ref};
use cairn_resources::compliance::ComplianceAssessment;
use cairn_resources::library::{ReferenceControl, Threat};
use cairn_resources::risk::RiskAssessment;
use cairn_resources::work::{
    AppliedControl, Asset, Evidence, Finding, FindingsAssessment, Incident, OrganisationObjective, TaskTemplate,
    Vulnerability,
};
use uuid::Uuid;

pub fn link_task(task: &mut TaskTemplate, resource: &Resource, id: Uuid) {
    match resource.def.path {
        Asset::PATH => task.assets = Many::of([id]),
        AppliedControl::PATH => task.applied_controls = Many::of([id]),
        ComplianceAssessment::PATH => task.compliance_assessments = Many::of([id]),
        RiskAssessment::PATH => task.risk_assessments = Many::of([id]),
        FindingsAssessment::PATH => task.findings_assessment = Many::of([id]),
        Finding::PATH => task.findings = Many::of([id]),
        OrganisationObjective::PATH => task.objectives = Many::of([id]),
        Incident::PATH => task.incidents = Many::of([id]),
        Evidence::PATH => task.evidences = Many::of([id]),
        _ => {}
    }
}

pub fn link_finding(finding: &mut Finding, resource: &Resource, id: Uuid) {
    match resource.def.path {
        Asset::PATH => finding.asset = Some(Ref::new(id)),
        AppliedControl::PATH => finding.applied_controls = Many::of([id]),
        Evidence::PATH => finding.evidences = Many::of([id]),
        Vulnerability::PATH => finding.vulnerabilities = Many::of([id]),
        Threat::PATH => finding.threats = Many::of([id]),
        ReferenceControl::PATH => finding.reference_controls = Many::of([id]),
        _ => {}
    }
}
