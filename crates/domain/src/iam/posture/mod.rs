//! The overview of domains: the measures of all resources ([`cairn_engine::watch::Measure`]), for each domain with its
//! subdomains, today and on earlier days.

mod days;

use std::collections::{BTreeMap, HashMap, HashSet};

use cairn_engine::query::{ListParams, column};
use cairn_engine::redaction::hideable;
use cairn_engine::watch::Measure;
use cairn_engine::{Cx, Error, Resource, Result};
use cairn_model::{Date, Describe, Type};
use cairn_resources::iam::FolderKind;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// How many days the trends go back by default.
const DAYS: i64 = 30;
const MOST_DAYS: i64 = 366;
/// How many levels of subdomains the response has.
const LEVELS: usize = 2;

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// A domain id. Limits the result to that domain and its subdomains.
    #[serde(default)]
    pub within: Option<Uuid>,
    /// How many days the trends go back, up to 366. Defaults to 30.
    #[serde(default)]
    pub days: Option<i64>,
}

/// What is counted, in total and for each domain.
#[derive(Debug, Serialize, Describe)]
pub struct Posture {
    pub today: Date,
    pub measures: Vec<Standing>,
    /// The domain asked about and two levels of subdomains, each with everything below it.
    pub domains: Vec<DomainStanding>,
}

/// One of the measures.
#[derive(Debug, Serialize, Describe)]
pub struct Standing {
    /// What is counted, such as `controls_overdue`.
    pub name: &'static str,
    /// The path of the resource whose objects are counted.
    pub resource: &'static str,
    /// The parameters of the list that shows these objects.
    pub query: BTreeMap<String, String>,
    pub value: i64,
    /// The count at the end of each day since it was first recorded, and now. Only domains that you have full access to
    /// are included.
    pub trend: Vec<Point>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Point {
    pub date: Date,
    pub value: i64,
}

#[derive(Debug, Serialize, Describe)]
pub struct DomainStanding {
    pub id: Uuid,
    pub name: String,
    /// The nearest domain above it in this list.
    pub parent: Option<Uuid>,
    /// The counts, by the name of the measure.
    pub values: BTreeMap<String, i64>,
}

/// The counts of each domain without its subdomains.
type Counts = HashMap<Uuid, i64>;

/// Every measure of the product with the resource that it counts.
fn all(cx: &Cx) -> Vec<(&'static Resource, &'static Measure)> {
    let resources = cx.registry().routed();
    resources.flat_map(|resource| resource.entry.measures.iter().map(move |measure| (resource, measure))).collect()
}

pub async fn posture(cx: &mut Cx, wanted: Wanted) -> Result<Posture> {
    let days = wanted.days.unwrap_or(DAYS);
    if !(1..=MOST_DAYS).contains(&days) {
        return Err(Error::field("days", format!("Must be a whole number from 1 to {MOST_DAYS}.")));
    }
    let today = cx.today();
    let mut counted = Vec::new();
    for (resource, measure) in all(cx) {
        // A count of what is partly hidden from the caller would tell them something about it.
        if cx.authority.may_view(resource) && hideable(cx, resource).is_empty() {
            let params = measure.params(today);
            let counts = count(cx, resource, params.clone(), wanted.within).await?;
            counted.push((resource, measure.name, params, counts));
        }
    }
    let top = wanted.within.unwrap_or_else(|| cx.tree().root());
    let below: HashSet<Uuid> = cx.tree().subtree(top).into_iter().collect();
    let from = days::first(today, days);
    let recorded = days::recorded(cx, from).await?;
    let mut measures = Vec::new();
    for (resource, name, params, counts) in &counted {
        let whole = whole_domains(cx, resource, &below);
        let now: i64 = counts.iter().filter(|(folder, _)| whole.contains(folder)).map(|(_, count)| count).sum();
        measures.push(Standing {
            name,
            resource: resource.path,
            query: params.iter().cloned().collect(),
            value: counts.values().sum(),
            trend: days::trend(&recorded, name, &whole, (from, today), now),
        });
    }
    let by_measure: Vec<(&'static str, &Counts)> = counted.iter().map(|(_, name, _, counts)| (*name, counts)).collect();
    let mut domains = Vec::new();
    domains_below(cx, top, None, LEVELS, &by_measure, &mut domains);
    Ok(Posture { today, measures, domains })
}

/// A measure over everything that the caller sees.
pub struct Total {
    pub name: &'static str,
    pub resource: &'static str,
    pub query: BTreeMap<String, String>,
    pub value: i64,
}

/// All measures that the caller may know, today.
pub async fn totals(cx: &mut Cx) -> Result<Vec<Total>> {
    let today = cx.today();
    let mut all = Vec::new();
    for (resource, measure) in self::all(cx) {
        // As for the overview: a count of what is partly hidden would tell something about it.
        if cx.authority.may_view(resource) && hideable(cx, resource).is_empty() {
            let params = measure.params(today);
            let value = count(cx, resource, params.clone(), None).await?.values().sum();
            let query = params.into_iter().collect();
            all.push(Total { name: measure.name, resource: resource.path, query, value });
        }
    }
    Ok(all)
}

/// What the list with these parameters shows the caller, counted by domain.
async fn count(
    cx: &mut Cx,
    resource: &'static Resource,
    mut params: Vec<(String, String)>,
    within: Option<Uuid>,
) -> Result<Counts> {
    params.extend(within.map(|domain| ("within".to_owned(), domain.to_string())));
    let select = ListParams(params).select(cx, resource)?;
    let place = column("t", resource.scope_column());
    let mut sql = select.project(&format!("{place}, count(*)"));
    sql.push(" group by ").push(&place);
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Int]).await?;
    Ok(rows.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_int()?))).collect())
}

/// The domains in which the caller sees all objects of a resource, so that they may know the recorded counts.
fn whole_domains(cx: &Cx, resource: &Resource, among: &HashSet<Uuid>) -> HashSet<Uuid> {
    let scope = cx.scope(resource);
    if scope.only_actors().is_some() || resource.entry.sight.is_some() {
        return HashSet::new();
    }
    among.iter().copied().filter(|folder| scope.allows(*folder, false)).collect()
}

/// Adds a domain and those below it that the caller may see; children of a hidden domain move up.
fn domains_below(
    cx: &Cx,
    folder: Uuid,
    parent: Option<Uuid>,
    levels: usize,
    counted: &[(&'static str, &Counts)],
    into: &mut Vec<DomainStanding>,
) {
    let Some(node) = cx.tree().get(folder) else { return };
    if node.kind == FolderKind::Enclave.key() {
        return;
    }
    let seen = cx.sees_folder(folder);
    if seen {
        let all = cx.tree().subtree(folder);
        let total = |counts: &Counts| all.iter().filter_map(|one| counts.get(one)).sum();
        let values = counted.iter().map(|(name, counts)| ((*name).to_owned(), total(counts))).collect();
        into.push(DomainStanding { id: folder, name: node.name.clone(), parent, values });
        if levels == 0 {
            return;
        }
    }
    let (parent, levels) = if seen { (Some(folder), levels - 1) } else { (parent, levels) };
    for child in &node.children {
        domains_below(cx, *child, parent, levels, counted, into);
    }
}
