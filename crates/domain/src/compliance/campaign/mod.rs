//! Campaigns: a round of audits, one for each perimeter and framework, and how far they are together.

mod overdue;

use std::collections::{BTreeMap, HashMap, HashSet};

use cairn_access::Verb;
use cairn_engine::query::Label;
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action, computed};
use cairn_model::{Describe, Json, Many, Ref, Value};
use cairn_resources::compliance::{Campaign, ComplianceAssessment, ScoreMethod};
use cairn_resources::iam::Perimeter;
use cairn_resources::library::Framework;
use cairn_resources::work::AssessmentStatus;
use chrono::NaiveDate;
use serde::Serialize;
use uuid::Uuid;

use super::audit::progress;

pub use overdue::LockOverdueAudits;

/// The longest name of an audit.
const NAME: usize = 200;
/// More would block the writer for too long.
const MOST: usize = 200;

pub const ENTRY: Entry = Entry::of::<Campaign>()
    .module(Module::Compliance, "flag")
    .rank(20)
    .roles("vacd vacd vacd v v - - -")
    .rules::<CampaignRules>()
    .computed(&[computed!(compliance_assessments: Vec<Label>, "Its audits.", audits)])
    .actions(&[action!(GET "metrics", item, View, metrics: Nothing => Metrics, "How far its audits are, together and one by one.")]);

pub struct CampaignRules;

impl Rules for CampaignRules {
    type Record = Campaign;

    async fn before_write(cx: &mut Cx, _: Option<&Campaign>, new: &mut Campaign) -> Result<()> {
        if cx.is_detaching() {
            return Ok(());
        }
        if new.frameworks.is_empty() {
            return Err(Error::field("frameworks", "Choose at least one framework."));
        }
        if new.perimeters.is_empty() {
            return Err(Error::field("perimeters", "Choose at least one perimeter."));
        }
        if new.frameworks.0.len() * new.perimeters.0.len() > MOST {
            let words = format!("A campaign can have at most {MOST} audits. Choose fewer perimeters or frameworks.");
            return Err(Error::field("perimeters", words));
        }
        let is_late = |first: Option<NaiveDate>, last: Option<NaiveDate>| {
            first.zip(last).is_some_and(|(first, last)| last < first)
        };
        if is_late(new.start_date, new.due_date) {
            return Err(Error::field("due_date", "The due date must not be before the start date."));
        }
        if is_late(new.start_date, new.eta) {
            return Err(Error::field("eta", "The end must not be before the start date."));
        }
        check_groups(cx, new).await
    }

    async fn after_write(cx: &mut Cx, old: Option<&Campaign>, new: &Campaign) -> Result<()> {
        if cx.is_detaching() || old.is_some_and(|old| is_same(old, new)) {
            return Ok(());
        }
        create_audits(cx, new).await
    }
}

fn is_same(old: &Campaign, new: &Campaign) -> bool {
    let set = |ids: Vec<Uuid>| ids.into_iter().collect::<HashSet<_>>();
    set(old.frameworks.uuids()) == set(new.frameworks.uuids())
        && set(old.perimeters.uuids()) == set(new.perimeters.uuids())
}

async fn frameworks(cx: &mut Cx, campaign: &Campaign) -> Result<Vec<Framework>> {
    let ids = campaign.frameworks.uuids();
    cx.list_all(|select| {
        select.any_of("id", Value::Uuids(ids));
    })
    .await
}

/// Each group is one of some framework.
async fn check_groups(cx: &mut Cx, new: &Campaign) -> Result<()> {
    if new.selected_implementation_groups.0.is_empty() {
        return Ok(());
    }
    let all = frameworks(cx, new).await?;
    let known: Vec<&str> = all
        .iter()
        .flat_map(|framework| &framework.implementation_groups_definition.0)
        .map(|group| group.ref_id.as_str())
        .collect();
    match new.selected_implementation_groups.0.iter().find(|group| !known.contains(&group.as_str())) {
        None => Ok(()),
        Some(unknown) => {
            let message =
                format!("“{unknown}” is not a group of these frameworks. Their groups: {}.", known.join(", "));
            Err(Error::field("selected_implementation_groups", message))
        }
    }
}

/// Creates the audits that are missing. Those of perimeters and frameworks that were removed stay, with all their answers.
async fn create_audits(cx: &mut Cx, campaign: &Campaign) -> Result<()> {
    let id = campaign.id.uuid();
    let existing: Vec<ComplianceAssessment> = cx
        .list_all(|select| {
            select.equals("campaign", id);
        })
        .await?;
    let has = |perimeter: &Perimeter, framework: &Framework| {
        existing.iter().any(|audit| {
            audit.framework.uuid() == framework.id.uuid()
                && audit.perimeter.is_some_and(|own| own.uuid() == perimeter.id.uuid())
        })
    };
    let perimeters: Vec<Perimeter> = cx
        .list_all(|select| {
            select.any_of("id", Value::Uuids(campaign.perimeters.uuids()));
        })
        .await?;
    let frameworks = frameworks(cx, campaign).await?;
    let audits = cx.resource::<ComplianceAssessment>();
    let near: Vec<ComplianceAssessment> = cx
        .list_all(|select| {
            let folders = perimeters.iter().map(|perimeter| perimeter.folder.uuid()).collect();
            select.any_of("folder", Value::Uuids(folders));
        })
        .await?;
    let mut names: HashSet<(Uuid, String)> =
        near.iter().map(|audit| (audit.folder.uuid(), audit.name.to_lowercase())).collect();
    for perimeter in &perimeters {
        for framework in frameworks.iter().filter(|framework| !has(perimeter, framework)) {
            cx.require(audits, Verb::Add, perimeter.folder.uuid())?;
            let name = free_name(campaign, perimeter, framework, &mut names);
            cx.create(audit(cx, name, campaign, perimeter, framework)).await?;
        }
    }
    Ok(())
}

/// Frameworks of different versions can have the same name.
fn free_name(
    campaign: &Campaign,
    perimeter: &Perimeter,
    framework: &Framework,
    names: &mut HashSet<(Uuid, String)>,
) -> String {
    let whole = format!("{} - {} - {}", campaign.name, perimeter.name, framework.name);
    let with = |number: usize| {
        let ending = if number == 1 { String::new() } else { format!(" ({number})") };
        let left = NAME.saturating_sub(ending.chars().count());
        format!("{}{ending}", whole.chars().take(left).collect::<String>().trim())
    };
    let mut free = (1..).map(with).filter(|name| !names.contains(&(perimeter.folder.uuid(), name.to_lowercase())));
    let name = free.next().unwrap_or_default();
    names.insert((perimeter.folder.uuid(), name.to_lowercase()));
    name
}

fn audit(
    cx: &Cx,
    name: String,
    campaign: &Campaign,
    perimeter: &Perimeter,
    framework: &Framework,
) -> ComplianceAssessment {
    let own: Vec<&str> =
        framework.implementation_groups_definition.0.iter().map(|group| group.ref_id.as_str()).collect();
    let groups = campaign.selected_implementation_groups.0.iter().filter(|group| own.contains(&group.as_str()));
    ComplianceAssessment {
        id: cx.new_id(),
        folder: perimeter.folder,
        name,
        description: None,
        ref_id: None,
        framework: Ref::new(framework.id.uuid()),
        baseline: None,
        campaign: Some(Ref::new(campaign.id.uuid())),
        perimeter: Some(Ref::new(perimeter.id.uuid())),
        status: Some(AssessmentStatus::Planned),
        version: Some("1.0".to_owned()),
        eta: campaign.eta,
        due_date: campaign.due_date,
        is_locked: false,
        observation: None,
        selected_implementation_groups: Json(groups.cloned().collect()),
        min_score: None,
        max_score: None,
        scores_definition: None,
        score_calculation_method: ScoreMethod::Average,
        target_score: None,
        anchor_na_to_target: false,
        field_visibility: Json(BTreeMap::default()),
        computed_outcome: Json(BTreeMap::new()),
        auto_sync: false,
        create_applied_controls_from_suggestions: false,
        authors: Many::default(),
        reviewers: Many::default(),
        assets: Many::default(),
        evidences: Many::default(),
        is_published: campaign.is_published,
    }
}

/// The audits of campaigns that the caller sees, by campaign, in order.
async fn audits_of(cx: &mut Cx, campaigns: Vec<Uuid>) -> Result<HashMap<Uuid, Vec<ComplianceAssessment>>> {
    let mut found: Vec<ComplianceAssessment> = cx
        .list(|select| {
            select.any_of("campaign", Value::Uuids(campaigns));
        })
        .await?;
    found.sort_by(|one, other| one.name.cmp(&other.name).then_with(|| one.id.uuid().cmp(&other.id.uuid())));
    let mut all: HashMap<Uuid, Vec<ComplianceAssessment>> = HashMap::new();
    for audit in found {
        if let Some(campaign) = audit.campaign {
            all.entry(campaign.uuid()).or_default().push(audit);
        }
    }
    Ok(all)
}

async fn audits(cx: &mut Cx, rows: &[Campaign]) -> Result<Vec<Vec<Label>>> {
    let mut all = audits_of(cx, rows.iter().map(|campaign| campaign.id.uuid()).collect()).await?;
    let label = |audit: ComplianceAssessment| Label { id: audit.id.uuid(), text: audit.name };
    let of = |campaign: &Campaign| all.remove(&campaign.id.uuid()).unwrap_or_default();
    Ok(rows.iter().map(of).map(|audits| audits.into_iter().map(label).collect()).collect())
}

/// How far a campaign is.
#[derive(Debug, Serialize, Describe)]
pub struct Metrics {
    /// The mean progress of its audits, in percent.
    pub avg_progress: u32,
    /// Days until the due date; below zero if it has passed.
    pub days_remaining: Option<i64>,
    pub audits_count: usize,
    /// Status → number of audits.
    pub per_status: BTreeMap<String, usize>,
    pub audits: Vec<Progress>,
}

/// How far an audit of a campaign is.
#[derive(Debug, Serialize, Describe)]
pub struct Progress {
    pub id: Uuid,
    pub name: String,
    pub framework: Uuid,
    pub perimeter: Option<Uuid>,
    pub status: Option<String>,
    pub progress: u32,
}

async fn metrics(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Metrics> {
    let campaign: Campaign = cx.get(id).await?;
    let found = audits_of(cx, vec![id]).await?.remove(&id).unwrap_or_default();
    let done = progress(cx, &found).await?;
    let mut per_status = BTreeMap::new();
    for status in found.iter().filter_map(|audit| audit.status) {
        *per_status.entry(status.key().to_owned()).or_default() += 1;
    }
    let total: u32 = done.iter().sum();
    let today = cx.today();
    Ok(Metrics {
        avg_progress: total.checked_div(u32::try_from(found.len()).unwrap_or(u32::MAX)).unwrap_or_default(),
        days_remaining: campaign.due_date.map(|due| (due - today).num_days()),
        audits_count: found.len(),
        per_status,
        audits: found
            .into_iter()
            .zip(done)
            .map(|(audit, progress)| Progress {
                id: audit.id.uuid(),
                name: audit.name,
                framework: audit.framework.uuid(),
                perimeter: audit.perimeter.map(Ref::uuid),
                status: audit.status.map(|status| status.key().to_owned()),
                progress,
            })
            .collect(),
    })
}
