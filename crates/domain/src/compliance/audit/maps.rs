//! The loaded mappings, ready for the arithmetic, and what follows from an audit through them.

use std::collections::{HashMap, HashSet};

use cairn_assess::mapping::{self, Answers, Coverage, Derived, MappingSet, Reason, SourceRow};
use cairn_assess::{ComplianceResult, Row, Scale};
use cairn_engine::query::Select;
use cairn_engine::{Cx, Result};
use cairn_model::{Describe, Type};
use cairn_resources::compliance::ComplianceAssessment;
use cairn_resources::library::{Framework, RequirementMapping, RequirementMappingSet};
use serde::Serialize;
use uuid::Uuid;

use super::rows::{AuditRows, scale};
use crate::platform::settings;

pub const NO_PATH: &str = "No mapping leads from this audit’s framework to that one. Load a library that maps the two.";

/// A requirement of an audit that says something about one of another framework.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct Source {
    /// The id of the row in the audit.
    pub requirement_assessment: Uuid,
    pub urn: String,
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
    /// The mapping sets on the way, by URN.
    pub mapping_sets: Vec<String>,
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

/// All loaded mappings. They are for everyone.
pub struct Maps {
    frameworks: Numbers,
    requirements: Numbers,
    sets: Vec<MappingSet>,
    /// The URNs of the sets.
    names: Vec<String>,
    depth: usize,
}

/// An audit to derive from.
pub struct Origin {
    pub rows: AuditRows,
    framework: usize,
    given: Vec<Option<SourceRow>>,
    /// By number of the requirement: its place in the rows.
    places: HashMap<usize, usize>,
}

/// What follows for another framework.
pub struct Outcome {
    /// The frameworks on the way, by URN, both ends included.
    pub path: Vec<String>,
    /// By requirement of the other framework, in the order in which they were given.
    pub rows: Vec<Option<Derived>>,
}

impl Maps {
    pub async fn load(cx: &mut Cx) -> Result<Self> {
        let depth = usize::try_from(settings::general(cx).await?.mapping_max_depth).unwrap_or(3);
        let loaded: Vec<RequirementMappingSet> = cx.list(|_| {}).await?;
        let (frameworks, requirements) = (Numbers::default(), Numbers::default());
        let mut maps = Self { frameworks, requirements, sets: Vec::new(), names: Vec::new(), depth };
        let mut places: HashMap<Uuid, usize> = HashMap::new();
        for set in &loaded {
            places.insert(set.id.uuid(), maps.sets.len());
            maps.names.push(set.urn.clone());
            maps.sets.push(MappingSet {
                source_framework: maps.frameworks.of(&set.source_framework_urn),
                target_framework: maps.frameworks.of(&set.target_framework_urn),
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
                let (source, target) = (maps.requirements.of(from), maps.requirements.of(to));
                maps.sets[*place].mappings.push(mapping::Mapping { source, target, relationship });
            }
        }
        Ok(maps)
    }

    /// What the caller sees of an audit, to derive from.
    pub async fn origin(&mut self, cx: &mut Cx, audit: &ComplianceAssessment) -> Result<Origin> {
        let framework: Framework = cx.get(audit.framework.uuid()).await?;
        let rows = AuditRows::load(cx, audit).await?;
        let mut given: Vec<Option<SourceRow>> = Vec::new();
        let mut places: HashMap<usize, usize> = HashMap::new();
        for (at, (node, row)) in rows.nodes.iter().zip(&rows.rows).enumerate() {
            let number = self.requirements.of(&node.urn);
            given.resize(given.len().max(number + 1), None);
            given[number] = row.counts().then(|| source_row(row, scale(audit)));
            places.insert(number, at);
        }
        Ok(Origin { framework: self.frameworks.of(&framework.urn), rows, given, places })
    }

    /// The frameworks, by URN, that a path of mappings may lead to. The own one is among them.
    pub fn reachable(&self, origin: &Origin) -> HashSet<&str> {
        let mut near = HashSet::from([origin.framework]);
        for _ in 1..self.depth {
            let step = |set: &MappingSet| {
                let ends = (set.source_framework, set.target_framework);
                match (near.contains(&ends.0), near.contains(&ends.1)) {
                    (true, false) => Some(ends.1),
                    (false, true) => Some(ends.0),
                    _ => None,
                }
            };
            let more: Vec<usize> = self.sets.iter().filter_map(step).collect();
            near.extend(more);
        }
        near.into_iter().map(|number| self.frameworks.urns[number].as_str()).collect()
    }

    /// What follows for the requirements of a framework, given by URN and, if they can be assessed, scale. None without a path.
    pub fn derive<'a>(
        &mut self,
        origin: &Origin,
        framework: &str,
        targets: impl Iterator<Item = (&'a str, Option<Scale>)>,
    ) -> Option<Outcome> {
        let targets: Vec<(usize, Option<Scale>)> =
            targets.map(|(urn, scale)| (self.requirements.of(urn), scale)).collect();
        let mut scales: Vec<Option<Scale>> = vec![None; self.requirements.urns.len()];
        for (number, scale) in &targets {
            scales[*number] = *scale;
        }
        let answers = Answers {
            source_framework: origin.framework,
            rows: &origin.given,
            target_framework: self.frameworks.of(framework),
            targets: &scales,
        };
        let mut found = mapping::derive(&self.sets, answers, self.depth)?;
        let path = found.path.iter().map(|at| self.frameworks.urns[*at].clone()).collect();
        let rows = targets.iter().map(|(number, _)| found.rows.get_mut(*number).and_then(Option::take)).collect();
        Some(Outcome { path, rows })
    }

    /// Where a derived answer comes from.
    pub fn sources(&self, origin: &Origin, derived: &Derived) -> Vec<Source> {
        let deciding = deciding(derived.reason);
        let source = |source: &mapping::Source| {
            let at = origin.place(source)?;
            let node = &origin.rows.nodes[at];
            let steps = source.hops.len().saturating_sub(1);
            Some(Source {
                requirement_assessment: origin.rows.ids[at],
                urn: node.urn.clone(),
                ref_id: node.ref_id.clone(),
                name: node.name.clone(),
                result: ComplianceResult::as_str(source.result),
                relationship: source.link.relationship.as_str(),
                is_assumed: source.link.is_assumed,
                coverage: coverage(source.coverage),
                decides: deciding == Some(source.requirement),
                through: source.hops.iter().take(steps).map(|hop| self.requirements.urns[hop.to].clone()).collect(),
                mapping_sets: source.hops.iter().map(|hop| self.names[hop.set].clone()).collect(),
            })
        };
        derived.sources.iter().filter_map(source).collect()
    }
}

impl Origin {
    /// The place of a source in the rows of the audit.
    pub fn place(&self, source: &mapping::Source) -> Option<usize> {
        self.places.get(&source.requirement).copied()
    }
}

/// What frameworks are called, by URN.
pub async fn framework_names(cx: &mut Cx) -> Result<HashMap<String, String>> {
    let all: Vec<Framework> = cx.list(|_| {}).await?;
    Ok(all.into_iter().map(|framework| (framework.urn.to_lowercase(), framework.name)).collect())
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

pub fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Copied { .. } => "copied",
        Reason::PartlyCovered { .. } => "partly_covered",
        Reason::PartFails { .. } => "part_fails",
        Reason::MostRestrictive { .. } => "most_restrictive",
        Reason::PartNotApplicable { .. } => "part_not_applicable",
        Reason::NothingAssessed => "nothing_assessed",
    }
}

pub fn coverage(coverage: Coverage) -> &'static str {
    match coverage {
        Coverage::Full => "full",
        Coverage::Partial => "partial",
    }
}
