//! What an audit says about another framework, through published mappings. Nothing is copied: it always shows the present.

use std::collections::HashMap;

use cairn_assess::mapping::{self, Answers, Coverage, Derived, MappingSet, Reason, SourceRow};
use cairn_assess::{ComplianceResult, Row, Scale};
use cairn_engine::query::Select;
use cairn_engine::{Cx, Error, Result};
use cairn_model::{Describe, Type};
use cairn_resources::compliance::ComplianceAssessment;
use cairn_resources::library::{Framework, RequirementMapping, RequirementMappingSet};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::rows::{AuditRows, Node, framework_nodes, scale};
use crate::platform::settings;

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
    pub results: std::collections::BTreeMap<String, usize>,
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

/// A requirement of the audit that says something about one of the other framework.
#[derive(Debug, Serialize, Describe)]
pub struct Source {
    /// The id of the row in the audit.
    pub requirement_assessment: Uuid,
    pub ref_id: Option<String>,
    pub name: Option<String>,
    pub result: &'static str,
    /// How it relates to the requirement: `equal`, `subset`, `superset` or `intersect`.
    pub relationship: &'static str,
    /// Whether the overlap is only assumed, because it goes through another framework.
    pub is_assumed: bool,
    pub coverage: &'static str,
    /// Whether the result was decided by it.
    pub decides: bool,
    /// The requirements on the way, by URN.
    pub through: Vec<String>,
}

/// Numbers for URNs, as the arithmetic wants them.
#[derive(Default)]
struct Numbers {
    known: HashMap<String, usize>,
    urns: Vec<String>,
}

impl Numbers {
    fn of(&mut self, urn: &str) -> usize {
        let urn = urn.to_lowercase();
        *self.known.entry(urn.clone()).or_insert_with(|| {
            self.urns.push(urn);
            self.urns.len() - 1
        })
    }
}

pub async fn derived(cx: &mut Cx, id: Uuid, target: Target) -> Result<DerivedAudit> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let source: Framework = cx.get(audit.framework.uuid()).await?;
    let Some(wanted) = cx
        .list::<Framework>(|select| {
            select.equals("id", target.framework);
        })
        .await?
        .pop()
    else {
        return Err(Error::field("framework", "There is no such framework."));
    };
    let rows = AuditRows::load(cx, &audit).await?;
    let targets = framework_nodes(cx, target.framework).await?;
    let depth = usize::try_from(settings::general(cx).await?.mapping_max_depth).unwrap_or(3);
    let (mut frameworks, mut requirements) = (Numbers::default(), Numbers::default());
    let sets = sets(cx, &mut frameworks, &mut requirements).await?;
    let mut given: Vec<Option<SourceRow>> = Vec::new();
    let mut places: HashMap<usize, usize> = HashMap::new();
    for (at, (node, row)) in rows.nodes.iter().zip(&rows.rows).enumerate() {
        let number = requirements.of(&node.urn);
        given.resize(given.len().max(number + 1), None);
        given[number] = row.counts().then(|| source_row(row, scale(&audit)));
        places.insert(number, at);
    }
    let own = Scale { min: wanted.min_score, max: wanted.max_score };
    let numbers: Vec<usize> = targets.iter().map(|found| requirements.of(&found.node.urn)).collect();
    let mut scales: Vec<Option<Scale>> = vec![None; requirements.urns.len()];
    for (found, number) in targets.iter().zip(&numbers) {
        let scale = Scale { min: found.min.unwrap_or(own.min), max: found.max.unwrap_or(own.max) };
        scales[*number] = found.assessable.then_some(scale);
    }
    let answers = Answers {
        source_framework: frameworks.of(&source.urn),
        rows: &given,
        target_framework: frameworks.of(&wanted.urn),
        targets: &scales,
    };
    let Some(found) = mapping::derive(&sets, answers, depth) else {
        let words = "No mapping leads from this audit’s framework to that one. Load a library that maps the two.";
        return Err(Error::field("framework", words));
    };
    let view = View { rows: &rows, places: &places, urns: &requirements.urns };
    let lines: Vec<Line> = targets
        .into_iter()
        .zip(&numbers)
        .map(|(found_node, number)| {
            view.line(found_node.node, found_node.assessable, found.rows.get(*number).and_then(Option::as_ref))
        })
        .collect();
    let mut results = std::collections::BTreeMap::new();
    for line in lines.iter().filter(|line| line.assessable) {
        if let Some(result) = line.result {
            *results.entry(result.to_owned()).or_default() += 1;
        }
    }
    let not_covered = lines.iter().filter(|line| line.assessable && line.result.is_none()).count();
    let names = framework_names(cx).await?;
    let path = found.path.iter().map(|at| &frameworks.urns[*at]);
    let path = path.map(|urn| names.get(urn).unwrap_or(urn).clone()).collect();
    let framework =
        Named { id: wanted.id.uuid(), name: names.get(&wanted.urn.to_lowercase()).unwrap_or(&wanted.name).clone() };
    Ok(DerivedAudit { framework, path, results, not_covered, requirements: lines })
}

async fn framework_names(cx: &mut Cx) -> Result<HashMap<String, String>> {
    let all: Vec<Framework> = cx.list(|_| {}).await?;
    Ok(all.into_iter().map(|framework| (framework.urn.to_lowercase(), framework.name)).collect())
}

/// All loaded mappings. They are for everyone.
async fn sets(cx: &mut Cx, frameworks: &mut Numbers, requirements: &mut Numbers) -> Result<Vec<MappingSet>> {
    let loaded: Vec<RequirementMappingSet> = cx.list(|_| {}).await?;
    let mut places: HashMap<Uuid, usize> = HashMap::new();
    let mut sets = Vec::with_capacity(loaded.len());
    for set in &loaded {
        places.insert(set.id.uuid(), sets.len());
        sets.push(MappingSet {
            source_framework: frameworks.of(&set.source_framework_urn),
            target_framework: frameworks.of(&set.target_framework_urn),
            mappings: Vec::new(),
        });
    }
    let resource = cx.resource::<RequirementMapping>();
    let scope = cx.scope(resource);
    let select = Select::new(cx, resource, &scope);
    let columns = "t.mapping_set, t.source_requirement_urn, t.target_requirement_urn, t.relationship";
    let types = [Type::Uuid, Type::Text, Type::Text, Type::Text];
    for row in cx.conn.query(&select.project(columns), &types).await? {
        let place = row[0].as_uuid().and_then(|set| places.get(&set));
        let relationship = row[3].as_str().and_then(mapping::Relationship::parse);
        if let (Some(place), Some(relationship), Some(from), Some(to)) =
            (place, relationship, row[1].as_str(), row[2].as_str())
        {
            let (source, target) = (requirements.of(from), requirements.of(to));
            sets[*place].mappings.push(mapping::Mapping { source, target, relationship });
        }
    }
    Ok(sets)
}

fn source_row(row: &Row, audit: Scale) -> SourceRow {
    SourceRow {
        result: row.result,
        status: row.status,
        is_scored: row.is_scored,
        score: row.score,
        documentation_score: row.documentation_score,
        scale: row.scale(audit),
    }
}

struct View<'a> {
    rows: &'a AuditRows,
    places: &'a HashMap<usize, usize>,
    urns: &'a [String],
}

impl View<'_> {
    fn line(&self, node: Node, assessable: bool, derived: Option<&Derived>) -> Line {
        let deciding = derived.and_then(|derived| deciding(derived.reason));
        let sources =
            derived.map(|derived| derived.sources.iter().filter_map(|one| self.source(one, deciding)).collect());
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
            sources: sources.unwrap_or_default(),
        }
    }

    fn source(&self, source: &mapping::Source, deciding: Option<usize>) -> Option<Source> {
        let at = *self.places.get(&source.requirement)?;
        let node = &self.rows.nodes[at];
        let steps = source.hops.len().saturating_sub(1);
        Some(Source {
            requirement_assessment: self.rows.ids[at],
            ref_id: node.ref_id.clone(),
            name: node.name.clone(),
            result: ComplianceResult::as_str(source.result),
            relationship: source.link.relationship.as_str(),
            is_assumed: source.link.is_assumed,
            coverage: coverage(source.coverage),
            decides: deciding == Some(source.requirement),
            through: source.hops.iter().take(steps).map(|hop| self.urns[hop.to].clone()).collect(),
        })
    }
}

fn deciding(reason: Reason) -> Option<usize> {
    match reason {
        Reason::Copied { source }
        | Reason::PartlyCovered { source }
        | Reason::PartFails { source }
        | Reason::MostRestrictive { source }
        | Reason::PartNotApplicable { source } => Some(source),
        Reason::NothingAssessed => None,
    }
}

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Copied { .. } => "copied",
        Reason::PartlyCovered { .. } => "partly_covered",
        Reason::PartFails { .. } => "part_fails",
        Reason::MostRestrictive { .. } => "most_restrictive",
        Reason::PartNotApplicable { .. } => "part_not_applicable",
        Reason::NothingAssessed => "nothing_assessed",
    }
}

fn coverage(coverage: Coverage) -> &'static str {
    match coverage {
        Coverage::Full => "full",
        Coverage::Partial => "partial",
    }
}
