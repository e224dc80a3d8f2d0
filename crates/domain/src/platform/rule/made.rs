//! What rules have created, which rules that create something do not see.

use cairn_engine::Resource;
use cairn_engine::query::column;
use cairn_model::Record;
use cairn_resources::work::{Finding, TaskNode, TaskTemplate};

/// The condition that no rule has created an object, where rules create such objects.
pub fn not_made(resource: &Resource, alias: &str) -> Option<String> {
    let (made, own) = match resource.def.path {
        TaskTemplate::PATH => ("task", "id"),
        TaskNode::PATH => ("task", "task_template"),
        Finding::PATH => ("finding", "id"),
        _ => return None,
    };
    Some(format!("not exists (select 1 from rule_matches made where made.{made} = {})", column(alias, own)))
}
