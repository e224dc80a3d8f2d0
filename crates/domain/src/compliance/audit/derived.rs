//! What an audit says about other frameworks, through published mappings. Nothing is copied: it always shows the present.

use std::collections::BTreeMap;

use cairn_assess::Scale;
use cairn_engine::{Cx, Error, Nothing, Result};
use cairn_model::Describe;
use cairn_resources::compliance::ComplianceAssessment;
use cairn_resources::library::Framework;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::maps::{Maps, NO_PATH, Source, coverage, framework_names, reason};
use super::rows::{Found, framework_nodes};

/// The framework to look at.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The id of a loaded framework.
    pub framework: Uuid,
}

/// What an audit says about another framework.
#[derive(Debug, Serialize, Describe)]
pub struct DerivedAudit {
    pub framework: Named,
    /// The frameworks on the way, by name or URN, both ends included.
    pub path: Vec<String>,
    /// Result → number of requirements of the other framework.
    pub results: BTreeMap<String, usize>,
    /// Requirements that nothing is known about.
    pub not_covered: usize,
    pub requirements: Vec<Line>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Named {
    pub id: Uuid,
    pub name: String,
}

/// One requirement of the other framework.
#[derive(Debug, Serialize, Describe)]
pub struct Line {
    pub id: Uuid,
    pub urn: String,
    pub ref_id: Option<String>,
    pub name: Option<String>,
    pub assessable: bool,
    /// Null where no mapping leads to it.
    pub result: Option<&'static str>,
    pub score: Option<i64>,
    /// `full` or `partial`.
    pub coverage: Option<&'static str>,
    /// Whether someone has to look at it, because no source covers the whole requirement.
    pub needs_review: bool,
    /// Why: `copied`, `partly_covered`, `part_fails`, `most_restrictive`, `part_not_applicable` or `nothing_assessed`.
    pub reason: Option<&'static str>,
    /// The requirements of the audit that it follows from.
    pub sources: Vec<Source>,
}

/// The scale of a requirement that can be assessed.
fn scale_of(found: &Found, framework: &Framework) -> Option<Scale> {
    let scale = Scale { min: found.min.unwrap_or(framework.min_score), max: found.max.unwrap_or(framework.max_score) };
    found.assessable.then_some(scale)
}

pub async fn derived(cx: &mut Cx, id: Uuid, target: Target) -> Result<DerivedAudit> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let Some(wanted) = cx
        .list::<Framework>(|select| {
            select.equals("id", target.framework);
        })
        .await?
        .pop()
    else {
        return Err(Error::field("framework", "There is no such framework."));
    };
    let mut maps = Maps::load(cx).await?;
    let origin = maps.origin(cx, &audit).await?;
    let targets = framework_nodes(cx, target.framework).await?;
    let given = targets.iter().map(|found| (found.node.urn.as_str(), scale_of(found, &wanted)));
    let found = maps.derive(&origin, &wanted.urn, given).ok_or_else(|| Error::field("framework", NO_PATH))?;
    let lines: Vec<Line> = targets
        .into_iter()
        .zip(&found.rows)
        .map(|(Found { node, assessable, .. }, derived)| {
            let derived = derived.as_ref();
            Line {
                id: node.id,
                urn: node.urn,
                ref_id: node.ref_id,
                name: node.name,
                assessable,
                result: derived.map(|derived| derived.result.as_str()),
                score: derived.and_then(|derived| derived.score),
                coverage: derived.map(|derived| coverage(derived.coverage)),
                needs_review: derived.is_some_and(|derived| derived.needs_review),
                reason: derived.map(|derived| reason(derived.reason)),
                sources: derived.map(|derived| maps.sources(&origin, derived)).unwrap_or_default(),
            }
        })
        .collect();
    let mut results = BTreeMap::new();
    for line in lines.iter().filter(|line| line.assessable) {
        if let Some(result) = line.result {
            *results.entry(result.to_owned()).or_default() += 1;
        }
    }
    let not_covered = lines.iter().filter(|line| line.assessable && line.result.is_none()).count();
    let names = framework_names(cx).await?;
    let path = found.path.iter().map(|urn| names.get(urn).unwrap_or(urn).clone()).collect();
    let framework =
        Named { id: wanted.id.uuid(), name: names.get(&wanted.urn.to_lowercase()).unwrap_or(&wanted.name).clone() };
    Ok(DerivedAudit { framework, path, results, not_covered, requirements: lines })
}

/// A framework that an audit says something about.
#[derive(Debug, Serialize, Describe)]
pub struct Mappable {
    pub id: Uuid,
    pub str: String,
    pub urn: String,
    /// The frameworks on the way, by name or URN, both ends included.
    pub path: Vec<String>,
    /// Result → number of requirements.
    pub results: BTreeMap<String, usize>,
    pub assessable_requirements_count: usize,
    /// Requirements that nothing is known about.
    pub not_covered: usize,
}

/// All frameworks that mappings lead to, those that most is known about first.
pub async fn frameworks(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Vec<Mappable>> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let mut maps = Maps::load(cx).await?;
    let origin = maps.origin(cx, &audit).await?;
    let names = framework_names(cx).await?;
    let near: Vec<String> = maps.reachable(&origin).into_iter().map(str::to_owned).collect();
    let loaded: Vec<Framework> = cx.list(|_| {}).await?;
    let mut all = Vec::new();
    for framework in loaded.iter().filter(|framework| near.contains(&framework.urn.to_lowercase())) {
        let nodes = framework_nodes(cx, framework.id.uuid()).await?;
        let given = nodes.iter().map(|found| (found.node.urn.as_str(), scale_of(found, framework)));
        let Some(found) = maps.derive(&origin, &framework.urn, given) else { continue };
        let mut results: BTreeMap<String, usize> = BTreeMap::new();
        let assessable = || nodes.iter().zip(&found.rows).filter(|(node, _)| node.assessable);
        for derived in assessable().filter_map(|(_, derived)| derived.as_ref()) {
            *results.entry(derived.result.as_str().to_owned()).or_default() += 1;
        }
        all.push(Mappable {
            id: framework.id.uuid(),
            str: framework.name.clone(),
            urn: framework.urn.clone(),
            path: found.path.iter().map(|urn| names.get(urn).unwrap_or(urn).clone()).collect(),
            assessable_requirements_count: assessable().count(),
            not_covered: assessable().filter(|(_, derived)| derived.is_none()).count(),
            results,
        });
    }
    all.sort_by_key(|one| (one.not_covered * 1000 / one.assessable_requirements_count.max(1), one.str.clone()));
    Ok(all)
}
