//! Flows from severities to statuses, ready to be drawn.

use std::collections::HashMap;

use cairn_engine::query::Select;
use cairn_engine::{Cx, Result};
use cairn_model::choice::{ChoiceDef, ChoiceOption};
use cairn_model::{Describe, FieldType, Type};
use cairn_resources::work::Severity;
use serde::Serialize;

/// Flows from severities to statuses.
#[derive(Debug, Serialize, Describe)]
pub struct Sankey {
    pub nodes: Vec<SankeyNode>,
    pub links: Vec<SankeyLink>,
}

#[derive(Debug, Serialize, Describe)]
pub struct SankeyNode {
    /// Unique among the nodes; a severity and a status may have the same label.
    pub name: String,
    pub label: String,
}

#[derive(Debug, Serialize, Describe)]
pub struct SankeyLink {
    /// The name of a severity's node.
    pub source: String,
    /// The name of a status's node.
    pub target: String,
    pub value: i64,
}

/// The objects of a selection, which have a severity and a status of the given choices.
pub async fn sankey(cx: &mut Cx, select: &Select, statuses: &ChoiceDef) -> Result<Sankey> {
    let mut sql = select.project("t.severity, t.status, count(*)");
    sql.push(" group by t.severity, t.status");
    let rows = cx.conn.query(&sql, &[Type::Int, Type::Text, Type::Int]).await?;
    let flows = rows.iter().filter_map(|row| {
        let severity = Severity::from_value(row[0].clone()).ok()?;
        Some(((severity, row[1].as_str()?.to_owned()), row[2].as_int()?))
    });
    Ok(drawn(&flows.collect(), statuses))
}

/// Severities first, worst first; only what occurs is drawn.
fn drawn(flows: &HashMap<(Severity, String), i64>, statuses: &ChoiceDef) -> Sankey {
    let from = |severity: Severity| format!("severity:{}", severity.key());
    let to = |status: &str| format!("status:{status}");
    let severities = Severity::ALL.iter().zip(Severity::DEF.options.iter().map(ChoiceOption::label)).rev();
    let severities: Vec<_> = severities.filter(|(one, _)| flows.keys().any(|flow| flow.0 == **one)).collect();
    let statuses = statuses.options.iter().map(|option| (option.key.to_string(), option.label()));
    let statuses: Vec<_> = statuses.filter(|(key, _)| flows.keys().any(|flow| flow.1 == *key)).collect();
    let mut links = Vec::new();
    for (severity, _) in &severities {
        for (status, _) in &statuses {
            if let Some(value) = flows.get(&(**severity, status.clone())) {
                links.push(SankeyLink { source: from(**severity), target: to(status), value: *value });
            }
        }
    }
    let nodes = severities
        .into_iter()
        .map(|(one, label)| SankeyNode { name: from(*one), label })
        .chain(statuses.into_iter().map(|(key, label)| SankeyNode { name: to(&key), label }))
        .collect();
    Sankey { nodes, links }
}

#[cfg(test)]
mod tests {
    use cairn_resources::work::FindingStatus;

    use super::*;

    #[test]
    fn only_what_occurs_flows() {
        let flows = HashMap::from([
            ((Severity::High, "identified".to_owned()), 2),
            ((Severity::Critical, "identified".to_owned()), 1),
            ((Severity::Undefined, "--".to_owned()), 4),
        ]);
        let sankey = drawn(&flows, FindingStatus::DEF);
        let names: Vec<&str> = sankey.nodes.iter().map(|node| node.name.as_str()).collect();
        assert_eq!(names, ["severity:4", "severity:3", "severity:-1", "status:--", "status:identified"]);
        assert_eq!(sankey.links.len(), 3);
        assert_eq!(sankey.links[0].value, 1);
    }
}
