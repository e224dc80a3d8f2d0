//! What the list of scenarios shows and filters by besides its columns.

use cairn_engine::Cx;
use cairn_engine::filter::{FilterCx, boolean};
use cairn_model::{Record, Value};
use cairn_resources::risk::{RiskAcceptance, RiskAssessment, RiskScenario};
use cairn_resources::work::AppliedControl;
use cairn_risk::tolerance::WithinTolerance;
use cairn_store::Sql;

use crate::work::sight::{has_choice, ids, is_linked_from, is_visible};

/// As [`cairn_risk::tolerance::within`] does, in the database, so that lists can be filtered and ordered by it.
pub fn within_tolerance(cx: &Cx) -> Sql {
    let [yes, no, unknown] =
        [WithinTolerance::Yes, WithinTolerance::No, WithinTolerance::Unknown].map(WithinTolerance::as_str);
    let mut sql = Sql::raw(format!(
        "coalesce((select case when a.risk_tolerance < 0 or t.current_level < 0 then '{unknown}' \
         when t.current_level <= a.risk_tolerance then '{yes}' else '{no}' end \
         from risk_assessments a where a.id = t.risk_assessment and "
    ));
    sql.append(is_visible::<RiskAssessment>(cx, "a")).push(&format!("), '{unknown}')"));
    sql
}

pub fn filter_perimeter(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let mut sql = Sql::raw("exists (select 1 from risk_assessments a where a.id = t.risk_assessment and a.perimeter");
    sql.any(cx.dialect, Value::Uuids(ids(text)?)).push(" and ");
    sql.append(cx.visible(RiskAssessment::PATH, "a")).push(")");
    Ok(sql)
}

pub fn filter_exclude(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let mut sql = Sql::raw(format!("t.id not in (select x.id from {} x where x.id", RiskScenario::def().table));
    sql.any(cx.dialect, Value::Uuids(ids(text)?)).push(")");
    Ok(sql)
}

pub fn filter_current_to_inherent(_: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    compared("current_level", "inherent_level", text)
}

pub fn filter_residual_to_current(_: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    compared("residual_level", "current_level", text)
}

/// Compares two levels where both are rated.
fn compared(level: &str, other: &str, text: &str) -> Result<Sql, String> {
    let operator = match text.trim() {
        "higher" => ">",
        "same" => "=",
        "lower" => "<",
        word => return Err(format!("“{word}” is not one of: {}.", "higher, same, lower")),
    };
    Ok(Sql::raw(format!("(t.{level} >= 0 and t.{other} >= 0 and t.{level} {operator} t.{other})")))
}

/// Whether an acceptance applies, as [`cairn_risk::acceptance::Acceptance`] says of one.
pub fn filter_accepted(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let mut applies =
        Sql::raw("r.state = 'accepted' and r.expired_at is null and (r.expiry_date is null or r.expiry_date >= ");
    applies.bind(cx.today).push(")");
    let mut sql = Sql::raw(if boolean(text)? { "" } else { "not " });
    sql.append(is_linked_from(cx, RiskAcceptance::PATH, "risk_scenarios", applies));
    Ok(sql)
}

pub fn filter_planned_controls_active(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let planned = |status: &str| {
        let relation = cx.registry.get(RiskScenario::PATH).relation("applied_controls");
        let relation = relation.expect("the field is a many-relation of scenarios");
        let mut sql = Sql::raw(format!(
            "exists (select 1 from {} l join applied_controls r on r.id = l.{} where l.{} = t.id and r.status {status} and ",
            relation.table, relation.other, relation.own
        ));
        sql.append(cx.visible(AppliedControl::PATH, "r")).push(")");
        sql
    };
    let mut sql = Sql::raw(if boolean(text)? { "(" } else { "not (" });
    sql.append(planned("= 'active'")).push(" and not ").append(planned("<> 'active'")).push(")");
    Ok(sql)
}

pub fn filter_antecedent_treatment(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let relation = cx.registry.get(RiskScenario::PATH).relation("antecedent_scenarios");
    let relation = relation.expect("the field is a many-relation of scenarios");
    let mut sql = Sql::raw(format!(
        "exists (select 1 from {} l join risk_scenarios r on r.id = l.{} where l.{} = t.id and ",
        relation.table, relation.other, relation.own
    ));
    sql.append(has_choice(cx, RiskScenario::PATH, "r", "treatment", text)?);
    sql.push(" and ").append(cx.visible(RiskScenario::PATH, "r")).push(")");
    Ok(sql)
}
