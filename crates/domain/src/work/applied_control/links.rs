//! What a control is linked with, as far as the caller may see it.

use cairn_engine::filter::FilterCx;
use cairn_engine::{Cx, Result, query};
use cairn_model::{Record, Value};
use cairn_resources::compliance::RequirementAssessment;
use cairn_resources::risk::RiskScenario;
use cairn_resources::work::{AppliedControl, Finding, FindingsAssessment};
use cairn_store::Sql;

use crate::work::sight::{ids, is_linked_from};

/// The relations that say what a control is for. Owners and labels only describe it.
const LINKED: [&str; 6] = ["assets", "evidences", "findings", "incidents", "objectives", "vulnerabilities"];

pub fn findings_count(cx: &Cx) -> Sql {
    query::linked(cx, cx.resource::<AppliedControl>(), "findings", "count(*)")
}

pub fn is_assigned(cx: &Cx) -> Sql {
    let mut sql = Sql::raw("exists ");
    sql.append(query::linked(cx, cx.resource::<AppliedControl>(), "owner", "1"));
    sql
}

pub async fn linked_models(_: &mut Cx, rows: &[AppliedControl]) -> Result<Vec<Vec<String>>> {
    Ok(rows.iter().map(linked).collect())
}

fn linked(control: &AppliedControl) -> Vec<String> {
    let empty = [
        control.assets.is_empty(),
        control.evidences.is_empty(),
        control.findings.is_empty(),
        control.incidents.is_empty(),
        control.objectives.is_empty(),
        control.vulnerabilities.is_empty(),
    ];
    LINKED.iter().zip(empty).filter(|(_, empty)| !empty).map(|(name, _)| (*name).to_owned()).collect()
}

/// The condition that a control has a link, in this relation, to something that may be seen.
fn has_link(cx: &FilterCx<'_>, field: &str) -> Sql {
    let controls = cx.registry.get(AppliedControl::PATH);
    let relation = controls.relation(field).expect("the field is a relation of controls");
    let target = cx.registry.get(relation.target);
    let mut sql = Sql::raw(format!(
        "exists (select 1 from {} l join {} r on r.id = l.{} where l.{} = t.id and ",
        relation.table, target.def.table, relation.other, relation.own
    ));
    sql.append(cx.visible(relation.target, "r")).push(")");
    sql
}

pub fn filter_linked_models(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let mut sql = Sql::new();
    for (at, name) in text.split(',').map(str::trim).enumerate() {
        if !LINKED.contains(&name) {
            return Err(format!("“{name}” is not one of: {}.", LINKED.join(", ")));
        }
        sql.push(if at > 0 { " or " } else { "" }).append(has_link(cx, name));
    }
    Ok(sql)
}

pub fn filter_findings_assessments(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let mut sql = Sql::raw(
        "exists (select 1 from findings_applied_controls l join findings f on f.id = l.source \
         join findings_assessments a on a.id = f.findings_assessment where l.target = t.id and a.id",
    );
    sql.any(cx.dialect, Value::Uuids(ids(text)?)).push(" and ").append(cx.visible(Finding::PATH, "f"));
    sql.push(" and ").append(cx.visible(FindingsAssessment::PATH, "a")).push(")");
    Ok(sql)
}

pub fn filter_risk_assessments(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let mut of_assessment = Sql::raw("r.risk_assessment");
    of_assessment.any(cx.dialect, Value::Uuids(ids(text)?));
    Ok(is_linked_from(cx, RiskScenario::PATH, "applied_controls", of_assessment))
}

pub fn filter_compliance_assessments(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    if cx.hides_fields(RequirementAssessment::PATH) {
        return Err("Some of this is hidden from you, so you cannot search, filter or sort by it.".to_owned());
    }
    let mut of_audit = Sql::raw("r.compliance_assessment");
    of_audit.any(cx.dialect, Value::Uuids(ids(text)?));
    Ok(is_linked_from(cx, RequirementAssessment::PATH, "applied_controls", of_audit))
}

#[cfg(test)]
mod tests {
    use cairn_model::Many;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn only_relations_with_links_are_named() {
        let mut control = crate::work::applied_control::tests::control();
        assert!(linked(&control).is_empty());
        control.findings = Many::of([Uuid::from_u128(1)]);
        control.assets = Many::of([Uuid::from_u128(2)]);
        control.owner = Many::of([Uuid::from_u128(3)]);
        assert_eq!(linked(&control), ["assets", "findings"]);
    }
}
