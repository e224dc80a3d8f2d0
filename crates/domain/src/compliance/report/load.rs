//! An audit as a report has it.

use std::collections::{BTreeSet, HashMap};

use cairn_assess::sections::section_scores;
use cairn_assess::tree::Tree;
use cairn_assess::{ControlStatus, EvidenceStatus, progress, scoring};
use cairn_engine::query::Select;
use cairn_engine::{Cx, Result, language};
use cairn_model::{Type, Value};
use cairn_report as report;
use cairn_report::Language;
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment};
use cairn_resources::iam::{Actor, Perimeter};
use cairn_resources::library::{Framework, RequirementNode};
use cairn_resources::work::{AppliedControl, AssessmentStatus, Evidence, Impact, Priority};
use uuid::Uuid;

use super::super::audit::{AuditRows, Cause, causes, scale, settings, shows};
use super::archive::EvidenceContent;
use crate::compliance::visibility::redact;
use crate::platform::settings as instance;
use crate::work::applied_control::annual_cost;
use crate::work::files::of_newest_revisions;

/// A report, and the files of the evidence in it.
pub struct Loaded {
    pub report: report::Report,
    pub files: Vec<EvidenceContent>,
}

pub async fn report(cx: &mut Cx, audit: &ComplianceAssessment, language: Language) -> Result<Loaded> {
    let all = AuditRows::load(cx, audit).await?;
    let id = audit.id.uuid();
    let mut rows: Vec<RequirementAssessment> = cx
        .list(|select| {
            select.equals("compliance_assessment", id);
        })
        .await?;
    redact(cx, audit, &mut rows);
    let rows: HashMap<Uuid, RequirementAssessment> = rows.into_iter().map(|row| (row.id.uuid(), row)).collect();
    let linked: BTreeSet<Uuid> =
        rows.values().flat_map(|row| row.applied_controls.0.iter().map(|one| one.uuid())).collect();
    let controls: Vec<AppliedControl> = cx
        .list(|select| {
            select.any_of("id", Value::Uuids(linked.into_iter().collect()));
        })
        .await?;
    let direct = rows.values().flat_map(|row| &row.evidences.0);
    let proofs: BTreeSet<Uuid> =
        direct.chain(controls.iter().flat_map(|control| &control.evidences.0)).map(|one| one.uuid()).collect();
    let evidence: Vec<Evidence> = cx
        .list(|select| {
            select.any_of("id", Value::Uuids(proofs.into_iter().collect()));
        })
        .await?;
    let place_of_control = places(controls.iter().map(|control| control.id.uuid()));
    let place_of_evidence = places(evidence.iter().map(|one| one.id.uuid()));
    let texts = texts(cx, audit.framework.uuid()).await?;
    let causes = causes(cx, audit, &all).await?;
    let tree = Tree::new(all.rows.iter().map(|row| row.parent));
    let sections = section_scores(&settings(audit), &tree, &all.rows);
    let nodes = (0..all.ids.len())
        .map(|at| {
            let (node, row) = (&all.nodes[at], &all.rows[at]);
            let found = rows.get(&all.ids[at]);
            let text = texts.get(&node.id);
            report::Node {
                parent: row.parent,
                urn: node.urn.clone(),
                ref_id: node.ref_id.clone().unwrap_or_default(),
                name: node.name.clone().unwrap_or_default(),
                description: node.description.clone().unwrap_or_default(),
                annotation: text.map(|text| text.0.clone()).unwrap_or_default(),
                typical_evidence: text.map(|text| text.1.clone()).unwrap_or_default(),
                assessable: row.assessable,
                in_scope: row.in_scope,
                status: row.status,
                result: row.result,
                extended_result: row.extended_result,
                score: row.score.filter(|_| row.is_scored),
                documentation_score: row.documentation_score.filter(|_| row.is_scored),
                max_score: row.max,
                scores: (!row.assessable).then_some(sections[at]),
                observation: found.and_then(|row| row.observation.clone()).map(|text| text.0).unwrap_or_default(),
                answers: Vec::new(),
                controls: found
                    .map(|row| indexes(&place_of_control, row.applied_controls.0.iter().map(|one| one.uuid())))
                    .unwrap_or_default(),
                evidence: found
                    .map(|row| indexes(&place_of_evidence, row.evidences.0.iter().map(|one| one.uuid())))
                    .unwrap_or_default(),
                stale: causes.get(&all.ids[at]).into_iter().flatten().map(|cause| words(cause, language)).collect(),
                justification: String::new(),
                risks: Vec::new(),
            }
        })
        .collect();
    let scores = scoring::scores(&settings(audit), &tree, &all.rows);
    let costs = annual_cost(cx, &controls).await?;
    let owners = controls.iter().flat_map(|control| &control.owner.0);
    let people =
        names(cx, owners.chain(&audit.authors.0).chain(&audit.reviewers.0).map(|actor| actor.uuid()).collect()).await?;
    let named = |actors: &[cairn_model::Id<Actor>]| -> Vec<String> {
        actors.iter().filter_map(|actor| people.get(&actor.uuid()).cloned()).collect()
    };
    let controls = controls
        .iter()
        .zip(costs)
        .map(|(control, cost)| report::Control {
            ref_id: control.ref_id.clone().unwrap_or_default(),
            name: control.name.clone(),
            description: control.description.clone().map(|text| text.0).unwrap_or_default(),
            status: ControlStatus::parse(control.status.key()).unwrap_or(ControlStatus::Undefined),
            category: control.category.map(|one| one.key().to_owned()),
            csf_function: control.csf_function.map(|one| one.key().to_owned()),
            priority: control.priority.map(Priority::key),
            eta: control.eta,
            expiry_date: control.expiry_date,
            effort: control.effort.map(|one| one.key().to_owned()),
            impact: control.control_impact.map(Impact::key),
            annual_cost: control.cost.is_some().then(|| cost.parse().ok()).flatten(),
            owners: named(&control.owner.0),
            evidence: indexes(&place_of_evidence, control.evidences.0.iter().map(|one| one.uuid())),
        })
        .collect();
    let attached = of_newest_revisions(cx, evidence.iter().map(|one| one.id.uuid()).collect()).await?;
    let files = evidence.iter().enumerate().flat_map(|(at, one)| {
        attached.of(one.id.uuid()).iter().map(move |file| EvidenceContent {
            evidence: at,
            name: file.name.clone(),
            sha256: file.sha256.clone(),
        })
    });
    let files = files.collect();
    let evidence = evidence
        .iter()
        .map(|one| report::Evidence {
            name: one.name.clone(),
            status: EvidenceStatus::parse(one.status.key()).unwrap_or(EvidenceStatus::Draft),
            expiry_date: one.expiry_date,
            link: one.link.clone().unwrap_or_default(),
            files: attached.of(one.id.uuid()).iter().map(|file| file.name.clone()).collect(),
        })
        .collect();
    let audit = report::Audit {
        name: audit.name.clone(),
        ref_id: audit.ref_id.clone().unwrap_or_default(),
        description: audit.description.clone().map(|text| text.0).unwrap_or_default(),
        framework: framework_name(cx, audit).await?,
        domain: cx.tree().get(audit.folder.uuid()).map(|folder| folder.name.clone()).unwrap_or_default(),
        perimeter: perimeter(cx, audit).await?,
        status: status(audit.status),
        authors: named(&audit.authors.0),
        reviewers: named(&audit.reviewers.0),
        due_date: audit.due_date,
        observation: audit.observation.clone().map(|text| text.0).unwrap_or_default(),
        made_on: cx.today(),
        progress: progress::progress(&settings(audit), &all.rows),
        scale: scale(audit),
        target: settings(audit).target,
        scores,
        currency: instance::general(cx).await?.currency,
        shows: report::Shows {
            status: shows(audit, "status"),
            result: shows(audit, "result"),
            extended_result: shows(audit, "extended_result"),
            score: shows(audit, "score"),
            documentation_score: shows(audit, "documentation_score"),
            observation: shows(audit, "observation"),
            answers: shows(audit, "answers"),
            controls: shows(audit, "applied_controls"),
            evidence: shows(audit, "evidences"),
        },
    };
    Ok(Loaded { report: report::Report { audit, nodes, controls, evidence }, files })
}

fn places(ids: impl Iterator<Item = Uuid>) -> HashMap<Uuid, usize> {
    ids.enumerate().map(|(at, id)| (id, at)).collect()
}

/// Where the linked objects stand in the report. What the reader may not see is not there.
fn indexes(places: &HashMap<Uuid, usize>, ids: impl Iterator<Item = Uuid>) -> Vec<usize> {
    let mut all: Vec<usize> = ids.filter_map(|id| places.get(&id).copied()).collect();
    all.sort_unstable();
    all
}

fn status(status: Option<AssessmentStatus>) -> report::AuditStatus {
    match status {
        None | Some(AssessmentStatus::Planned) => report::AuditStatus::Planned,
        Some(AssessmentStatus::InProgress) => report::AuditStatus::InProgress,
        Some(AssessmentStatus::InReview) => report::AuditStatus::InReview,
        Some(AssessmentStatus::Done) => report::AuditStatus::Done,
        Some(AssessmentStatus::Deprecated) => report::AuditStatus::Deprecated,
    }
}

fn words(cause: &Cause, language: Language) -> String {
    let lapse = match cause.reason {
        "control_inactive" => report::Lapse::ControlInactive,
        "evidence_expired" => report::Lapse::EvidenceExpired,
        _ => report::Lapse::EvidenceWithdrawn,
    };
    report::stale(lapse, &cause.name, language)
}

async fn framework_name(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<String> {
    Ok(label::<Framework>(cx, vec![audit.framework.uuid()]).await?.into_values().next().unwrap_or_default())
}

async fn perimeter(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<String> {
    let Some(perimeter) = audit.perimeter else { return Ok(String::new()) };
    Ok(label::<Perimeter>(cx, vec![perimeter.uuid()]).await?.into_values().next().unwrap_or_default())
}

async fn names(cx: &mut Cx, actors: Vec<Uuid>) -> Result<HashMap<Uuid, String>> {
    label::<Actor>(cx, actors).await
}

/// What objects that the caller may see are called, in their language.
async fn label<T: cairn_model::Record>(cx: &mut Cx, ids: Vec<Uuid>) -> Result<HashMap<Uuid, String>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let resource = cx.resource::<T>();
    let words = language::words(cx, resource, "t");
    let scope = cx.scope(resource);
    let mut select = Select::new(cx, resource, &scope);
    select.any_of("id", Value::Uuids(ids));
    let rows = cx.conn.query(&select.project(&format!("t.id, {words}")), &[Type::Uuid, Type::Text]).await?;
    Ok(rows.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_str()?.to_owned()))).collect())
}

/// Annotation and typical evidence of the nodes of a framework, in the reader's language.
async fn texts(cx: &mut Cx, framework: Uuid) -> Result<HashMap<Uuid, (String, String)>> {
    let resource = cx.resource::<RequirementNode>();
    let [annotation, evidence] =
        ["annotation", "typical_evidence"].map(|field| language::text(cx, resource, "t", field));
    let scope = cairn_access::Scope::system();
    let mut select = Select::new(cx, resource, &scope);
    select.equals("framework", framework);
    let columns = format!("t.id, {annotation}, {evidence}");
    let rows = cx.conn.query(&select.project(&columns), &[Type::Uuid, Type::Text, Type::Text]).await?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok(rows.iter().filter_map(|row| Some((row[0].as_uuid()?, (text(&row[1]), text(&row[2]))))).collect())
}
