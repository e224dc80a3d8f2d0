//! What the requirements of audits are filtered by besides their columns.

use cairn_engine::filter::{Filter, FilterCx, boolean};
use cairn_model::{Describe, Record};
use cairn_resources::compliance::ComplianceAssessment;
use cairn_store::Sql;

use crate::work::sight::has_choice;

pub const ASSESSABLE: Filter = Filter {
    name: "assessable",
    doc: "Whether it can be assessed: it is no heading, and belongs to the scope of its audit.",
    schema: bool::schema,
    condition: assessable,
};

pub const AUDIT_STATUS: Filter = Filter {
    name: "audit_status",
    doc: "Its audit has any of these statuses.",
    schema: String::schema,
    condition: audit_status,
};

fn assessable(_: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let mut sql = Sql::raw(if boolean(text)? { "" } else { "not " });
    sql.push("(t.selected and exists (select 1 from requirement_nodes n where n.id = t.requirement and n.assessable))");
    Ok(sql)
}

fn audit_status(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let mut sql = Sql::raw("exists (select 1 from compliance_assessments a where a.id = t.compliance_assessment and ");
    sql.append(has_choice(cx, ComplianceAssessment::PATH, "a", "status", text)?);
    sql.push(" and ").append(cx.visible(ComplianceAssessment::PATH, "a")).push(")");
    Ok(sql)
}
