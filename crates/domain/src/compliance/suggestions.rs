//! Controls from the catalogue: an audit's requirements name reference controls, and this applies them in its domain.

use std::collections::{BTreeMap, HashMap, HashSet};

use cairn_access::Verb;
use cairn_engine::locks::Locks;
use cairn_engine::query::{Label, Lock};
use cairn_engine::{Cx, Error, Result};
use cairn_model::{Describe, Many, Ref, Value};
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment};
use cairn_resources::iam::Folder;
use cairn_resources::library::{ReferenceControl, RequirementNode};
use cairn_resources::work::{AppliedControl, Status};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::assignment::check_respondent;
use super::audit::AuditRows;

/// The longest name and reference of a control.
const NAME: usize = 200;
const REFERENCE: usize = 100;

/// Whether to change anything.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Suggest {
    /// Only tells what would be created and linked.
    #[serde(default)]
    pub dry_run: bool,
}

/// A control that the requirements suggest.
#[derive(Debug, Serialize, Describe)]
pub struct Suggestion {
    /// The control. Null in a preview, if it would be created.
    pub id: Option<Uuid>,
    pub name: String,
    pub ref_id: Option<String>,
    pub reference_control: Reference,
    /// `create`, `link` (it exists in the domain) or `linked` (nothing is left to do).
    #[serde(rename = "suggestion_status")]
    pub status: &'static str,
    /// The rows that it is linked to because of this.
    pub requirement_assessments: Vec<Label>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Reference {
    pub id: Uuid,
    pub str: String,
    pub name: String,
}

/// Applies the reference controls of all requirements in the scope of an audit.
pub async fn of_audit(cx: &mut Cx, id: Uuid, suggest: Suggest) -> Result<Vec<Suggestion>> {
    let audit = held(cx, id, &suggest).await?;
    cx.require(cx.resource::<RequirementAssessment>(), Verb::Change, audit.folder.uuid())?;
    let all = AuditRows::load(cx, &audit).await?;
    let rows: Vec<Uuid> = (0..all.ids.len()).filter(|at| all.rows[*at].counts()).map(|at| all.ids[at]).collect();
    suggestions(cx, &audit, rows, &suggest).await
}

/// Applies the reference controls of one requirement.
pub async fn of_row(cx: &mut Cx, id: Uuid, suggest: Suggest) -> Result<Vec<Suggestion>> {
    let row: RequirementAssessment = cx.get(id).await?;
    let audit = held(cx, row.compliance_assessment.uuid(), &suggest).await?;
    check_respondent(cx, &audit, id, &["applied_controls"]).await?;
    suggestions(cx, &audit, vec![id], &suggest).await
}

/// The audit, if the caller may add controls in its domain. Before anything is decided both are locked: the audit stays in
/// its domain, and two at once do not create the same control twice.
async fn held(cx: &mut Cx, id: Uuid, suggest: &Suggest) -> Result<ComplianceAssessment> {
    let seen: ComplianceAssessment = cx.get(id).await?;
    if !suggest.dry_run {
        let mut locks = Locks::default();
        locks.add(cx.resource::<Folder>(), seen.folder.uuid(), Lock::Change);
        locks.add(cx.resource::<ComplianceAssessment>(), id, Lock::Change);
        locks.take(cx).await?;
    }
    let audit: ComplianceAssessment = cx.get(id).await?;
    if audit.folder != seen.folder {
        return Err(Error::Collision("the audit moved to another domain".to_owned()));
    }
    cx.require(cx.resource::<AppliedControl>(), Verb::Add, audit.folder.uuid())?;
    Ok(audit)
}

/// A row, by what it is called, with the reference controls that its requirement names.
struct Asking {
    row: RequirementAssessment,
    label: Label,
    wanted: Vec<Uuid>,
}

async fn suggestions(
    cx: &mut Cx,
    audit: &ComplianceAssessment,
    rows: Vec<Uuid>,
    suggest: &Suggest,
) -> Result<Vec<Suggestion>> {
    let asking = asking(cx, rows).await?;
    let wanted: HashSet<Uuid> = asking.iter().flat_map(|one| one.wanted.iter().copied()).collect();
    // Whoever sees a requirement may know what it suggests.
    let references: Vec<ReferenceControl> = cx
        .list_all(|select| {
            select.any_of("id", Value::Uuids(wanted.iter().copied().collect()));
        })
        .await?;
    let references: HashMap<Uuid, ReferenceControl> = references.into_iter().map(|one| (one.id.uuid(), one)).collect();
    let folder = audit.folder.uuid();
    let existing: Vec<AppliedControl> = cx
        .list(|select| {
            select.equals("folder", folder);
        })
        .await?;
    let known = known(&existing);
    let mut names: HashSet<String> = existing.iter().map(|control| control.name.to_lowercase()).collect();
    // In the order of the framework, each once.
    let mut order: Vec<Uuid> = Vec::new();
    for id in asking.iter().flat_map(|one| &one.wanted).filter(|id| references.contains_key(id)) {
        if !order.contains(id) {
            order.push(*id);
        }
    }
    let mut controls: HashMap<Uuid, Uuid> = HashMap::new();
    let (mut created, mut all) = (Vec::new(), Vec::new());
    for reference in order.iter().map(|id| &references[id]) {
        let id = reference.id.uuid();
        let old = known.get(&id).copied();
        let (control, name, ref_id) = match old {
            Some(old) => (old.id.uuid(), old.name.clone(), old.ref_id.clone()),
            None => {
                let control = applied(cx, audit, reference, &mut names);
                let key = (control.id.uuid(), control.name.clone(), control.ref_id.clone());
                created.push(control);
                key
            }
        };
        controls.insert(id, control);
        let lacks = |one: &&Asking| one.wanted.contains(&id) && !one.row.applied_controls.contains(control);
        let open: Vec<Label> = asking.iter().filter(lacks).map(|one| one.label.clone()).collect();
        let status = match (old, open.is_empty()) {
            (None, _) => "create",
            (Some(_), false) => "link",
            (Some(_), true) => "linked",
        };
        let str = [reference.ref_id.as_deref(), Some(&reference.name)].into_iter().flatten().collect::<Vec<_>>();
        all.push(Suggestion {
            id: (old.is_some() || !suggest.dry_run).then_some(control),
            name,
            ref_id,
            reference_control: Reference { id, str: str.join(" - "), name: reference.name.clone() },
            status,
            requirement_assessments: open,
        });
    }
    if !suggest.dry_run {
        cx.create_many(created).await?;
        link(cx, &asking, &controls).await?;
    }
    Ok(all)
}

async fn asking(cx: &mut Cx, rows: Vec<Uuid>) -> Result<Vec<Asking>> {
    let mut rows: Vec<RequirementAssessment> = cx
        .list(|select| {
            select.any_of("id", Value::Uuids(rows));
        })
        .await?;
    rows.sort_by_key(|row| row.order_id);
    let nodes: Vec<RequirementNode> = cx
        .list_all(|select| {
            select.any_of("id", Value::Uuids(rows.iter().map(|row| row.requirement.uuid()).collect()));
        })
        .await?;
    let nodes: HashMap<Uuid, RequirementNode> = nodes.into_iter().map(|node| (node.id.uuid(), node)).collect();
    let asking = rows.into_iter().filter_map(|row| {
        let node = nodes.get(&row.requirement.uuid())?;
        let text = node.ref_id.clone().or_else(|| node.name.clone()).unwrap_or_else(|| node.urn.clone());
        let label = Label { id: row.id.uuid(), text };
        Some(Asking { row, label, wanted: node.reference_controls.uuids() })
    });
    Ok(asking.collect())
}

/// The control of a domain that applies each reference control: the oldest, and one that is not deprecated if there is any.
fn known(existing: &[AppliedControl]) -> BTreeMap<Uuid, &AppliedControl> {
    let mut known: BTreeMap<Uuid, &AppliedControl> = BTreeMap::new();
    let rank = |control: &AppliedControl| (control.status == Status::Deprecated, control.id.uuid());
    for control in existing {
        let Some(reference) = control.reference_control else { continue };
        let best = known.entry(reference.uuid()).or_insert(control);
        if rank(control) < rank(best) {
            *best = control;
        }
    }
    known
}

/// A control that applies a reference control, with a name that the domain does not have yet.
fn applied(
    cx: &Cx,
    audit: &ComplianceAssessment,
    reference: &ReferenceControl,
    names: &mut HashSet<String>,
) -> AppliedControl {
    AppliedControl {
        id: cx.new_id(),
        folder: audit.folder,
        name: free_name(reference, names),
        description: reference.description.clone(),
        ref_id: reference.ref_id.as_ref().map(|text| text.chars().take(REFERENCE).collect()),
        status: Status::Undefined,
        priority: None,
        reference_control: Some(Ref::new(reference.id.uuid())),
        category: reference.category,
        csf_function: reference.csf_function,
        effort: None,
        control_impact: None,
        start_date: None,
        eta: None,
        expiry_date: None,
        link: None,
        progress_field: 0,
        cost: None,
        observation: None,
        owner: Many::default(),
        assets: Many::default(),
        evidences: Many::default(),
        findings: Many::default(),
        vulnerabilities: Many::default(),
        incidents: Many::default(),
        task_templates: Many::default(),
        objectives: Many::default(),
        security_exceptions: Many::default(),
        filtering_labels: Many::default(),
        is_published: true,
    }
}

/// Another control can have the name already, for something else.
fn free_name(reference: &ReferenceControl, names: &mut HashSet<String>) -> String {
    let with = |more: String| {
        let left = NAME.saturating_sub(more.chars().count());
        format!("{}{more}", reference.name.chars().take(left).collect::<String>().trim())
    };
    let own = reference.ref_id.iter().map(|text| format!(" ({text})"));
    let endings = std::iter::once(String::new()).chain(own).chain((2..).map(|number| format!(" ({number})")));
    let mut free = endings.map(with).filter(|name| !names.contains(&name.to_lowercase()));
    let name = free.next().unwrap_or_else(|| reference.name.clone());
    names.insert(name.to_lowercase());
    name
}

async fn link(cx: &mut Cx, asking: &[Asking], controls: &HashMap<Uuid, Uuid>) -> Result<()> {
    let wanted: HashMap<Uuid, Vec<Uuid>> = asking
        .iter()
        .map(|one| {
            let linked = one.wanted.iter().filter_map(|reference| controls.get(reference).copied());
            (one.row.id.uuid(), linked.filter(|control| !one.row.applied_controls.contains(*control)).collect())
        })
        .filter(|(_, controls): &(Uuid, Vec<Uuid>)| !controls.is_empty())
        .collect();
    let ids: Vec<Uuid> = wanted.keys().copied().collect();
    cx.modify_many::<RequirementAssessment>(&ids, |row| {
        let mut linked = row.applied_controls.uuids();
        let more = wanted.get(&row.id.uuid()).into_iter().flatten().copied();
        linked.extend(more.filter(|control| !row.applied_controls.contains(*control)));
        row.applied_controls = Many::of(linked);
        Ok(())
    })
    .await
}

#[cfg(test)]
mod tests {
    use cairn_model::{Id, Json};

    use super::*;

    fn reference(name: &str, ref_id: Option<&str>) -> ReferenceControl {
        ReferenceControl {
            id: Id::new(Uuid::from_u128(1)),
            folder: Ref::new(Uuid::from_u128(2)),
            library: None,
            name: name.to_owned(),
            description: None,
            ref_id: ref_id.map(str::to_owned),
            urn: None,
            provider: None,
            annotation: None,
            category: None,
            csf_function: None,
            typical_evidence: Json(Vec::new()),
            locale: "en".to_owned(),
            filtering_labels: Many::default(),
            is_published: true,
            translations: None,
        }
    }

    #[test]
    fn names_are_free_and_fit() {
        let mut names = HashSet::from(["main policy".to_owned()]);
        let one = reference("Main policy", Some("POL.1"));
        assert_eq!(free_name(&one, &mut names), "Main policy (POL.1)");
        assert_eq!(free_name(&one, &mut names), "Main policy (2)");
        assert_eq!(free_name(&reference("Main policy", None), &mut names), "Main policy (3)");
        let long = reference(&"é".repeat(500), Some("X"));
        let names = [free_name(&long, &mut names), free_name(&long, &mut names)];
        assert!(names.iter().all(|name| name.chars().count() <= 200), "{names:?}");
        assert_ne!(names[0], names[1]);
    }
}
