//! Which requirements an audit covers: those of the groups it selects.

use cairn_engine::{Cx, Result};
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment};
use cairn_resources::library::RequirementNode;
use uuid::Uuid;

/// Without a selection an audit covers all.
pub fn is_selected(groups: &[String], selected: &[String]) -> bool {
    selected.is_empty() || groups.iter().any(|group| selected.contains(group))
}

/// Brings the rows in step with the groups that an audit selects now. What was answered stays.
pub async fn select_again(cx: &mut Cx, audit: &ComplianceAssessment) -> Result<()> {
    let (id, framework) = (audit.id.uuid(), audit.framework.uuid());
    let nodes: Vec<RequirementNode> = cx
        .list_all(|select| {
            select.equals("framework", framework);
        })
        .await?;
    let selected = &audit.selected_implementation_groups.0;
    let covered: std::collections::HashMap<Uuid, bool> =
        nodes.iter().map(|node| (node.id.uuid(), is_selected(&node.implementation_groups.0, selected))).collect();
    let rows: Vec<RequirementAssessment> = cx
        .list_all(|select| {
            select.equals("compliance_assessment", id);
        })
        .await?;
    let is_now = |row: &RequirementAssessment| covered.get(&row.requirement.uuid()).copied().unwrap_or(row.selected);
    let changed: Vec<Uuid> = rows.iter().filter(|row| is_now(row) != row.selected).map(|row| row.id.uuid()).collect();
    cx.modify_many::<RequirementAssessment>(&changed, |row| {
        row.selected = is_now(row);
        Ok(())
    })
    .await
}
