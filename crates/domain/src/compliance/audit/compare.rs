//! Two audits of the same framework, side by side.

use std::collections::HashMap;

use cairn_assess::tree::Tree;
use cairn_assess::{ComplianceResult, Row, scoring};
use cairn_engine::{Cx, Error, Nothing, Result};
use cairn_model::Describe;
use cairn_resources::compliance::ComplianceAssessment;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::measures::{Donuts, donuts};
use super::rows::{AuditRows, settings};

/// Audits that this one can be compared with.
#[derive(Debug, Serialize, Describe)]
pub struct Comparable {
    pub results: Vec<Other>,
}

/// An audit of the same framework.
#[derive(Debug, Serialize, Describe)]
pub struct Other {
    pub id: Uuid,
    pub name: String,
    pub ref_id: Option<String>,
    pub version: Option<String>,
    pub status: Option<String>,
    /// Whether it is about the same perimeter.
    pub same_perimeter: bool,
}

pub async fn comparable_audits(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Comparable> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let framework = audit.framework.uuid();
    let others: Vec<ComplianceAssessment> = cx
        .list(|select| {
            select.equals("framework", framework);
        })
        .await?;
    let mut results: Vec<Other> = others
        .into_iter()
        .filter(|other| other.id != audit.id)
        .map(|other| Other {
            id: other.id.uuid(),
            same_perimeter: other.perimeter.is_some() && other.perimeter == audit.perimeter,
            status: other.status.map(|status| status.key().to_owned()),
            name: other.name,
            ref_id: other.ref_id,
            version: other.version,
        })
        .collect();
    // Ids are ordered by time.
    results.sort_by_key(|other| (!other.same_perimeter, std::cmp::Reverse(other.id)));
    Ok(Comparable { results })
}

/// The audit to compare with.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct With {
    /// The id of an audit of the same framework.
    pub compare_id: Uuid,
}

/// Two audits and what differs.
#[derive(Debug, Serialize, Describe)]
pub struct Comparison {
    pub base: Side,
    pub compare: Side,
    /// The requirements about which the two say something else.
    pub differences: Vec<Difference>,
    /// How many got better, worse, or changed otherwise, from the audit compared with to this one.
    pub improved: usize,
    pub worsened: usize,
    pub unchanged: usize,
}

/// One of the two audits.
#[derive(Debug, Serialize, Describe)]
pub struct Side {
    pub id: Uuid,
    pub name: String,
    pub version: Option<String>,
    pub status: Option<String>,
    pub selected_implementation_groups: Vec<String>,
    pub global_score: Option<f64>,
    pub max_score: Option<i64>,
    pub donut_data: Donuts,
}

/// A requirement that the two audits see differently.
#[derive(Debug, Serialize, Describe)]
pub struct Difference {
    pub requirement: Named,
    pub base: Judgement,
    pub compare: Judgement,
}

#[derive(Debug, Serialize, Describe)]
pub struct Named {
    pub id: Uuid,
    pub ref_id: Option<String>,
    pub name: Option<String>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Judgement {
    pub result: &'static str,
    pub status: &'static str,
    pub score: Option<i64>,
}

pub async fn compare(cx: &mut Cx, id: Uuid, with: With) -> Result<Comparison> {
    let base: ComplianceAssessment = cx.get(id).await?;
    let other: ComplianceAssessment = cx.get(with.compare_id).await?;
    if base.framework != other.framework {
        return Err(Error::field("compare_id", "Choose an audit of the same framework."));
    }
    let (own, theirs) = (AuditRows::load(cx, &base).await?, AuditRows::load(cx, &other).await?);
    let place: HashMap<Uuid, usize> = theirs.nodes.iter().enumerate().map(|(at, node)| (node.id, at)).collect();
    let mut differences = Vec::new();
    let (mut improved, mut worsened, mut unchanged) = (0, 0, 0);
    for (node, row) in own.nodes.iter().zip(&own.rows) {
        let Some(before) = place.get(&node.id).map(|at| &theirs.rows[*at]) else { continue };
        if !row.counts() && !before.counts() {
            continue;
        }
        match (standing(row.result), standing(before.result)) {
            (Some(now), Some(then)) if now > then => improved += 1,
            (Some(now), Some(then)) if now < then => worsened += 1,
            _ => unchanged += 1,
        }
        if (row.result, row.score, row.status) != (before.result, before.score, before.status) {
            let requirement = Named { id: node.id, ref_id: node.ref_id.clone(), name: node.name.clone() };
            differences.push(Difference { requirement, base: judgement(row), compare: judgement(before) });
        }
    }
    Ok(Comparison { base: side(base, &own), compare: side(other, &theirs), differences, improved, worsened, unchanged })
}

/// How good a result is. What does not apply, or was not looked at, is neither better nor worse.
fn standing(result: ComplianceResult) -> Option<u8> {
    match result {
        ComplianceResult::NonCompliant => Some(0),
        ComplianceResult::PartiallyCompliant => Some(1),
        ComplianceResult::Compliant => Some(2),
        ComplianceResult::NotAssessed | ComplianceResult::NotApplicable => None,
    }
}

fn judgement(row: &Row) -> Judgement {
    Judgement { result: row.result.as_str(), status: row.status.as_str(), score: row.score }
}

fn side(audit: ComplianceAssessment, all: &AuditRows) -> Side {
    let tree = Tree::new(all.rows.iter().map(|row| row.parent));
    let scores = scoring::scores(&settings(&audit), &tree, &all.rows);
    Side {
        id: audit.id.uuid(),
        name: audit.name,
        version: audit.version,
        status: audit.status.map(|status| status.key().to_owned()),
        selected_implementation_groups: audit.selected_implementation_groups.0,
        global_score: scores.maturity,
        max_score: audit.max_score,
        donut_data: donuts(&all.rows),
    }
}
