//! Which rows are stale, as a condition of their list. It says in SQL what `cairn_assess::freshness` says of one row, for
//! lists, counts and trends.

use cairn_engine::filter::{Filter, FilterCx, boolean};
use cairn_model::{Describe, Record};
use cairn_resources::compliance::RequirementAssessment;
use cairn_resources::work::{AppliedControl, Evidence};
use cairn_store::{Dialect, Sql};

pub const STALE: Filter = Filter {
    name: "stale",
    doc: "Whether its evidence expired or its controls are no longer active.",
    schema: bool::schema,
    condition: stale,
};

fn stale(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let wanted = boolean(text)?;
    if cx.hides_fields(RequirementAssessment::PATH) {
        return Err("Some of this is hidden from you, so you cannot search, filter or sort by it.".to_owned());
    }
    let mut sql = Sql::raw(if wanted { "(" } else { "not (" });
    sql.push(
        "t.result in ('compliant', 'partially_compliant') and t.selected \
         and exists (select 1 from requirement_nodes sn where sn.id = t.requirement and sn.assessable) and (",
    );
    sql.append(lapsed_control(cx)).push(" or (").append(evidence(cx, &lapsed(cx)));
    sql.push(" and not ").append(evidence(cx, &valid(cx))).push(")))");
    Ok(sql)
}

fn lapsed_control(cx: &FilterCx<'_>) -> Sql {
    let was_active = once(cx, "sc.id", AppliedControl::PATH, "active");
    let mut sql = Sql::raw(format!(
        "exists (select 1 from requirement_assessments_applied_controls sl join applied_controls sc on sc.id = sl.target \
         where sl.source = t.id and (sc.status in ('degraded', 'deprecated') or (sc.status <> 'active' and {was_active})) and "
    ));
    sql.append(cx.visible(AppliedControl::PATH, "sc")).push(")");
    sql
}

/// The condition that there is evidence for which something holds, linked to the row or to one of its controls.
fn evidence(cx: &FilterCx<'_>, holds: &Sql) -> Sql {
    let mut sql = Sql::raw(
        "exists (select 1 from evidences se where se.id in (select sl.target from requirement_assessments_evidences sl \
         where sl.source = t.id union select sp.target from requirement_assessments_applied_controls sl \
         join applied_controls_evidences sp on sp.source = sl.target where sl.source = t.id) and ",
    );
    sql.append(holds.clone()).push(" and ").append(cx.visible(Evidence::PATH, "se")).push(")");
    sql
}

fn valid(cx: &FilterCx<'_>) -> Sql {
    let mut sql = Sql::raw("(se.status = 'approved' and (se.expiry_date is null or se.expiry_date >= ");
    sql.bind(cx.today).push("))");
    sql
}

fn lapsed(cx: &FilterCx<'_>) -> Sql {
    let was_approved = once(cx, "se.id", Evidence::PATH, "approved");
    let mut sql = Sql::raw("(se.status = 'expired' or (se.status = 'approved' and se.expiry_date < ");
    sql.bind(cx.today).push(&format!(") or (se.status not in ('approved', 'expired') and {was_approved}))"));
    sql
}

/// The condition that an object ever had a status, as the journal knows. A rebuilt past does not contain the journal:
/// there, only what has a status that follows on it counts.
fn once(cx: &FilterCx<'_>, id: &str, resource: &str, status: &str) -> String {
    if !cx.recalls() {
        return "1 = 0".to_owned();
    }
    let side = |at: usize| match cx.dialect {
        Dialect::Sqlite => format!("json_extract(sj.changes, '$.status[{at}]')"),
        Dialect::Postgres => format!("(sj.changes -> 'status' ->> {at})"),
    };
    format!(
        "exists (select 1 from journal sj where sj.object_id = {id} and sj.resource = '{resource}' and '{status}' in ({}, {}))",
        side(0),
        side(1)
    )
}
