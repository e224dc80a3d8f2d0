//! Risk scenarios: what can go wrong in an assessment, and how bad it is.

mod antecedents;
mod checks;
mod counts;
mod scales;
mod sight;

use std::collections::{BTreeMap, HashMap};

use cairn_engine::computed::schema_of;
use cairn_engine::filter::Filter;
use cairn_engine::query::Label;
use cairn_engine::watch::Measure;
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action, computed};
use cairn_model::{Type, Value};
use cairn_resources::catalogue::FieldPath;
use cairn_resources::library::RiskMatrix;
use cairn_resources::risk::{RiskAssessment, RiskScenario};
use cairn_risk::rating::read;
use cairn_risk::ref_id;
use cairn_store::Sql;
use uuid::Uuid;

use super::assessment::sync;
use super::levels::Grid;
use super::rating;
use crate::catalogue::terminology;
use crate::work::security_exception::refuse_widening;
use crate::work::sight::{is_visible, label};

pub use counts::{LevelCount, Stages, levels};

pub const ENTRY: Entry = Entry::of::<RiskScenario>()
    .module(Module::Risk, "flame")
    .rank(20)
    .roles("vacd vacd vacd v v - - -")
    .rules::<RiskScenarioRules>()
    // The reference and the antecedents depend on the other scenarios, the levels on the assessment.
    .takes_turns()
    .computed(&[
        computed!(within_tolerance: String, "Whether the current risk is acceptable: `YES`, `NO` or `--` if it is not known.", sql sight::within_tolerance),
        computed!(risk_matrix: Option<Label>, "The matrix of its assessment.", risk_matrix),
    ])
    .filters(&[
        Filter {
            name: "perimeter",
            doc: "In an assessment of any of these perimeters.",
            schema: schema_of::<String>,
            condition: sight::filter_perimeter,
        },
        Filter {
            name: "exclude",
            doc: "None of these scenarios.",
            schema: schema_of::<String>,
            condition: sight::filter_exclude,
        },
        Filter {
            name: "current_to_inherent",
            doc: "The current level is `higher`, `same` or `lower` compared with the inherent one.",
            schema: schema_of::<String>,
            condition: sight::filter_current_to_inherent,
        },
        Filter {
            name: "residual_to_current",
            doc: "The residual level is `higher`, `same` or `lower` compared with the current one.",
            schema: schema_of::<String>,
            condition: sight::filter_residual_to_current,
        },
        Filter {
            name: "accepted",
            doc: "Whether an acceptance applies to it today.",
            schema: schema_of::<bool>,
            condition: sight::filter_accepted,
        },
        Filter {
            name: "planned_controls_active",
            doc: "Whether it has planned controls and all of them are active.",
            schema: schema_of::<bool>,
            condition: sight::filter_planned_controls_active,
        },
        Filter {
            name: "antecedent_treatment",
            doc: "A scenario that leads to it has any of these treatments.",
            schema: schema_of::<String>,
            condition: sight::filter_antecedent_treatment,
        },
    ])
    .actions(&[
        action!(GET "default_ref_id", collection, View, default_ref_id: counts::In => NextRef, "The reference that the next scenario of an assessment gets."),
        action!(GET "count_per_level", collection, View, counts::count_per_level: counts::Within => counts::PerLevels, "How many scenarios have which level, by stage."),
        action!(GET "qualifications_count", collection, View, counts::qualifications_count: counts::Within => counts::Qualifications, "How many scenarios affect what."),
        action!(GET "probability", item, View, scales::probability: Nothing => BTreeMap<String, String>, "The probabilities that its matrix has, by their value."),
        action!(GET "impact", item, View, scales::impact: Nothing => BTreeMap<String, String>, "The impacts that its matrix has, by their value."),
        action!(GET "strength_of_knowledge", item, View, scales::strength_of_knowledge: Nothing => BTreeMap<String, String>, "How well a risk can be known, by value."),
        action!(POST "sync-to-actions", item, Change, sync::of_scenario: sync::Sync => sync::SyncedScenarios, "If all planned controls are active, makes them existing ones, and the residual risk the current one."),
    ])
    .checks(checks::CHECKS)
    .measures(&[
        Measure { name: "risks", query: &[("treatment", COUNTED)] },
        Measure { name: "risks_open", query: &[("treatment", "open")] },
        Measure { name: "risks_intolerable", query: &[("treatment", COUNTED), ("within_tolerance", "NO")] },
    ]);

/// Scenarios that were not cancelled.
const COUNTED: &str = "open,mitigate,accept,avoid,transfer";

pub struct RiskScenarioRules;

impl Rules for RiskScenarioRules {
    type Record = RiskScenario;

    async fn before_write(cx: &mut Cx, old: Option<&RiskScenario>, new: &mut RiskScenario) -> Result<()> {
        refuse_widening(cx, old.map(|old| &old.security_exceptions), &new.security_exceptions).await?;
        // Whoever changes scenarios as a consequence has rated them.
        if cx.is_consequence() {
            return Ok(());
        }
        let assessment = new.risk_assessment.uuid();
        let grid = Grid::of_assessment(cx, assessment).await?;
        rating::check(new, &grid.matrix)?;
        read(new.strength_of_knowledge, grid.knowledge_levels())
            .map_err(|problem| Error::field("strength_of_knowledge", problem.to_string()))?;
        // What someone chooses holds, whether the risk is accepted or not.
        if old.is_none_or(|old| old.treatment != new.treatment) {
            new.treatment_before_acceptance = None;
        }
        if new.ref_id.trim().is_empty() {
            new.ref_id = next_ref_id(cx, assessment, Some(new.id.uuid())).await?;
        }
        antecedents::check(cx, old, new).await?;
        check_terms(cx, old, new).await
    }
}

async fn check_terms(cx: &mut Cx, old: Option<&RiskScenario>, new: &RiskScenario) -> Result<()> {
    let origins = |row: &RiskScenario| row.risk_origin.iter().map(|origin| origin.uuid()).collect::<Vec<_>>();
    let before = old.map(origins).unwrap_or_default();
    terminology::check(cx, "risk_origin", FieldPath::RiskOrigin, &before, &origins(new)).await?;
    let before = old.map(|old| old.qualifications.uuids()).unwrap_or_default();
    let path = FieldPath::Qualifications;
    terminology::check(cx, "qualifications", path, &before, &new.qualifications.uuids()).await
}

/// The first reference that no other scenario of the assessment has.
async fn next_ref_id(cx: &mut Cx, assessment: Uuid, own: Option<Uuid>) -> Result<String> {
    let mut sql = Sql::raw("select id, ref_id from risk_scenarios where risk_assessment = ");
    sql.bind(assessment);
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await?;
    let others = rows.iter().filter(|row| row[0].as_uuid() != own);
    Ok(ref_id::next(others.filter_map(|row| row[1].as_str())))
}

#[derive(Debug, serde::Serialize, cairn_model::Describe)]
pub struct NextRef {
    pub results: String,
}

async fn default_ref_id(cx: &mut Cx, wanted: counts::In) -> Result<NextRef> {
    let assessment: RiskAssessment = cx.get(wanted.risk_assessment).await?;
    Ok(NextRef { results: next_ref_id(cx, assessment.id.uuid(), None).await? })
}

async fn risk_matrix(cx: &mut Cx, rows: &[RiskScenario]) -> Result<Vec<Option<Label>>> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.risk_assessment.uuid()).collect();
    let display = cx.resource::<RiskMatrix>().display("m");
    let mut sql = Sql::raw(format!(
        "select a.id, m.id, {display} from risk_assessments a join risk_matrices m on m.id = a.risk_matrix where a.id"
    ));
    sql.any(cx.conn.dialect(), Value::Uuids(ids));
    sql.push(" and ").append(is_visible::<RiskAssessment>(cx, "a"));
    sql.push(" and ").append(is_visible::<RiskMatrix>(cx, "m"));
    let found = cx.conn.query(&sql, &[Type::Uuid, Type::Uuid, Type::Text]).await?;
    let labels: HashMap<Uuid, Label> =
        found.iter().filter_map(|row| Some((row[0].as_uuid()?, label(&row[1], &row[2])?))).collect();
    Ok(rows.iter().map(|row| labels.get(&row.risk_assessment.uuid()).cloned()).collect())
}
