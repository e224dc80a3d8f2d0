//! What the list of scenarios shows and filters by besides its columns.

use cairn_engine::Cx;
use cairn_engine::filter::FilterCx;
use cairn_model::kind::{FieldKind, IdKind};
use cairn_model::{Record, Value};
use cairn_resources::risk::{RiskAssessment, RiskScenario};
use cairn_risk::tolerance::WithinTolerance;
use cairn_store::Sql;
use uuid::Uuid;

use crate::work::sight::is_visible;

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

fn ids(text: &str) -> Result<Vec<Uuid>, String> {
    let id = |part: &str| IdKind.parse_text(part.trim()).map(|id| id.as_uuid().unwrap_or_default());
    text.split(',').map(id).collect()
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
