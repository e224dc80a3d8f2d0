//! Evidence: proof that a control works. Its files are in its revisions.

use std::collections::HashMap;
use std::sync::Arc;

use cairn_engine::computed::{Shared, Structs, schema_of};
use cairn_engine::filter::{Filter, FilterCx};
use cairn_engine::query::{self, Label};
use cairn_engine::watch::{Check, Concern, Due, Fix, Measure, SOON, TODAY, To};
use cairn_engine::{Cx, Entry, Module, Nothing, Result, Rules, action, computed};
use cairn_model::{Date, Describe, Record, Ref, Type, Value};
use cairn_resources::compliance::RequirementAssessment;
use cairn_resources::work::{AppliedControl, Evidence, EvidenceRevision, EvidenceStatus};
use cairn_store::Sql;
use serde::Serialize;
use uuid::Uuid;

use super::approval::{self, Approval};
use super::files::{self, Attachment, Attachments, human_size, is_newest};
use super::sight::{self, is_linked_from, owners, visible};
use super::upload::SENT_TYPES;
use super::upload::actions::{self, Common, Made, Uploaded};
use super::validation_flow::about::{self, Validation};

pub const ENTRY: Entry = Entry::of::<Evidence>()
    .module(Module::Controls, "file-check")
    .rank(30)
    .roles("vacd vacd vacd v v vacd vacd -")
    .rules::<EvidenceRules>()
    .files()
    .computed(&[
        computed!(validation_flows: Vec<Validation>, "The validations that are about it, newest first.", about::of_evidence)
            .detail_only(),
        computed!(attachment: Option<String>, "The name of the latest file in the latest revision.", attachment),
        computed!(attachments: Vec<Attachment>, "The files of the latest revision, newest first.", attachments),
        computed!(size: Option<String>, "The formatted size of the latest file.", size),
        computed!(revisions_count: i64, "Number of revisions.", sql revisions_count),
        computed!(
            approvals: Vec<Approval>,
            "Approved revisions, with who approved them and when, newest first.",
            approval::approvals
        )
        .detail_only(),
        computed!(latest_revision: Option<Latest>, "The latest revision.", latest_revision),
    ])
    .filters(&[Filter {
        name: "compliance_assessments",
        doc: "For a requirement of any of these audits, directly or through a control.",
        schema: schema_of::<String>,
        condition: filter_compliance_assessments,
    }])
    .actions(&[
        action!(GET "owner", collection, View, owner: Nothing => Vec<Label>, "Everyone who owns at least one."),
        action!(
            POST "batch-upload", collection, Add, actions::batch_upload: Common, files &actions::BATCH => Made,
            "Creates a piece of evidence from each file, named after it. Other form fields, such as `folder`, apply to all of them. Files that fail are reported; the rest are kept."
        )
        .makes()
        .long(),
        action!(
            POST "upload", item, Change, actions::upload: Nothing, files &actions::UPLOAD => Uploaded,
            "Adds files to the latest revision."
        ),
        action!(
            GET "attachment", item, View, actions::newest: Nothing => file SENT_TYPES,
            "The latest file in the latest revision."
        ),
    ])
    .due(&[Due { field: "expiry_date", doc: "Renewal due.", query: &[] }])
    .checks(&[
        Check {
            name: "approved_past_its_end",
            doc: "Approved, but past its expiry date.",
            severity: Concern::Error,
            query: &[("status", "approved"), ("expiry_date__lt", TODAY)],
            fix: Fix::Set { label: "Set the status to expired", fields: &[("status", To::Text("expired"))] },
        },
        Check {
            name: "proves_nothing",
            doc: "Not linked to any control, finding or assessment.",
            severity: Concern::Info,
            query: &[
                ("applied_controls__isnull", "true"),
                ("findings__isnull", "true"),
                ("findings_assessments__isnull", "true"),
            ],
            fix: Fix::Edit { label: "Link to a control", field: "applied_controls" },
        },
        Check {
            name: "nobody_answers",
            doc: "It has no owner.",
            severity: Concern::Warning,
            query: &[("owner__isnull", "true")],
            fix: Fix::Edit { label: "Assign an owner", field: "owner" },
        },
    ])
    .measures(&[
        Measure { name: "evidence", query: &[] },
        Measure { name: "evidence_approved", query: &[("status", "approved")] },
        Measure { name: "evidence_in_review", query: &[("status", "in_review")] },
        Measure { name: "evidence_gaps", query: &[("status", "missing,expired,rejected")] },
        Measure { name: "evidence_expiring", query: &[("expiry_date__gte", TODAY), ("expiry_date__lte", SOON)] },
    ]);

fn filter_compliance_assessments(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    if cx.hides_fields(RequirementAssessment::PATH) {
        return Err("Some of this is hidden from you, so you cannot search, filter or sort by it.".to_owned());
    }
    let mut of_audit = Sql::raw("r.compliance_assessment");
    of_audit.any(cx.dialect, Value::Uuids(sight::ids(text)?));
    let mut sql = Sql::raw("(");
    sql.append(is_linked_from(cx, RequirementAssessment::PATH, "evidences", of_audit.clone()));
    sql.push(
        " or exists (select 1 from applied_controls_evidences e \
         join applied_controls c on c.id = e.source \
         join requirement_assessments_applied_controls l on l.target = c.id \
         join requirement_assessments r on r.id = l.source where e.target = t.id and ",
    );
    sql.append(of_audit).push(" and ").append(cx.visible(AppliedControl::PATH, "c"));
    sql.push(" and ").append(cx.visible(RequirementAssessment::PATH, "r")).push("))");
    Ok(sql)
}

pub struct EvidenceRules;

impl Rules for EvidenceRules {
    type Record = Evidence;

    /// The link that was approved pointed somewhere else.
    async fn before_write(_: &mut Cx, old: Option<&Evidence>, new: &mut Evidence) -> Result<()> {
        let is_approved = |evidence: &Evidence| evidence.status == EvidenceStatus::Approved;
        if old.is_some_and(|old| is_approved(old) && old.link != new.link) && is_approved(new) {
            new.status = EvidenceStatus::InReview;
        }
        Ok(())
    }

    async fn after_write(cx: &mut Cx, old: Option<&Evidence>, new: &Evidence) -> Result<()> {
        if old.is_none() {
            // There is always a revision for the first file to go to.
            let revision = first_revision(cx, new);
            cx.create(revision).await?;
        }
        approval::follow_status(cx, old, new).await
    }
}

/// The first revision of a piece of evidence. The rules of revisions number it.
pub(super) fn first_revision(cx: &Cx, evidence: &Evidence) -> EvidenceRevision {
    EvidenceRevision {
        id: cx.new_id(),
        folder: evidence.folder,
        evidence: Ref::new(evidence.id.uuid()),
        version: 0,
        link: evidence.link.clone(),
        observation: None,
        task_node: None,
        effective_date: None,
        approved_by: None,
        approved_at: None,
        is_published: evidence.is_published,
    }
}

/// The newest state of an evidence.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct Latest {
    pub id: Uuid,
    pub version: i64,
    pub effective_date: Option<Date>,
}

fn ids(rows: &[Evidence]) -> Vec<Uuid> {
    rows.iter().map(|evidence| evidence.id.uuid()).collect()
}

impl Shared<Evidence> for Attachments {
    async fn load(cx: &mut Cx, rows: &[Evidence]) -> Result<Self> {
        files::of_newest_revisions(cx, ids(rows)).await
    }
}

/// One value per row, made from the files of its latest revision.
async fn from_files<T>(cx: &mut Cx, rows: &Structs<Evidence>, make: impl Fn(&[Attachment]) -> T) -> Result<Vec<T>> {
    let files: Arc<Attachments> = rows.shared(cx).await?;
    Ok(rows.iter().map(|evidence| make(files.of(evidence.id.uuid()))).collect())
}

async fn attachment(cx: &mut Cx, rows: &Structs<Evidence>) -> Result<Vec<Option<String>>> {
    from_files(cx, rows, |files| files.first().map(|file| file.name.clone())).await
}

async fn attachments(cx: &mut Cx, rows: &Structs<Evidence>) -> Result<Vec<Vec<Attachment>>> {
    from_files(cx, rows, <[Attachment]>::to_vec).await
}

async fn size(cx: &mut Cx, rows: &Structs<Evidence>) -> Result<Vec<Option<String>>> {
    from_files(cx, rows, |files| files.first().map(|file| human_size(file.size))).await
}

fn revisions_count(cx: &Cx) -> Sql {
    query::referring(cx, cx.resource::<EvidenceRevision>(), "evidence", "count(*)")
}

async fn latest_revision(cx: &mut Cx, rows: &[Evidence]) -> Result<Vec<Option<Latest>>> {
    let mut select = visible(cx, cx.resource::<EvidenceRevision>());
    select.any_of("evidence", Value::Uuids(ids(rows))).condition(Sql::raw(is_newest("t")));
    let sql = select.project("t.evidence, t.id, t.version, t.effective_date");
    let found = cx.conn.query(&sql, &[Type::Uuid, Type::Uuid, Type::Int, Type::Date]).await?;
    let newest: HashMap<Uuid, Latest> = found
        .iter()
        .filter_map(|row| {
            let effective_date = if let Value::Date(date) = row[3] { Some(date) } else { None };
            Some((row[0].as_uuid()?, Latest { id: row[1].as_uuid()?, version: row[2].as_int()?, effective_date }))
        })
        .collect();
    Ok(rows.iter().map(|evidence| newest.get(&evidence.id.uuid()).cloned()).collect())
}

async fn owner(cx: &mut Cx, _: Nothing) -> Result<Vec<Label>> {
    owners(cx, cx.resource::<Evidence>()).await
}
