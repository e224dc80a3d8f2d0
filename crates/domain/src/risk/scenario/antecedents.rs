//! Scenarios that lead to others. They are in the same assessment, and never lead back.

use std::collections::{BTreeMap, HashMap};

use cairn_engine::{Cx, Error, Result};
use cairn_resources::risk::RiskScenario;
use cairn_risk::antecedents::circle;
use uuid::Uuid;

/// Writers of an assessment take turns, so nobody closes the circle from the other side meanwhile.
pub async fn check(cx: &mut Cx, old: Option<&RiskScenario>, new: &RiskScenario) -> Result<()> {
    let chosen = new.antecedent_scenarios.uuids();
    if chosen.is_empty() || old.is_some_and(|old| old.antecedent_scenarios == new.antecedent_scenarios) {
        return Ok(());
    }
    let assessment = new.risk_assessment.uuid();
    let rows: Vec<RiskScenario> = cx
        .list_all(|select| {
            select.equals("risk_assessment", assessment);
        })
        .await?;
    let id = new.id.uuid();
    let mut names: HashMap<Uuid, &str> = rows.iter().map(|row| (row.id.uuid(), row.name.as_str())).collect();
    names.insert(id, &new.name);
    if chosen.iter().any(|antecedent| !names.contains_key(antecedent)) {
        let message = "Choose scenarios of the same risk assessment.";
        return Err(Error::field("antecedent_scenarios", message));
    }
    let known: BTreeMap<Uuid, Vec<Uuid>> =
        rows.iter().map(|row| (row.id.uuid(), row.antecedent_scenarios.uuids())).collect();
    match circle(&known, id, &chosen) {
        // It follows the antecedents, that is, from what is led to back to what leads there.
        Some(way) => {
            let way: Vec<&str> = way.iter().rev().filter_map(|id| names.get(id).copied()).collect();
            let message = format!("A scenario cannot lead to itself: {}.", way.join(" → "));
            Err(Error::field("antecedent_scenarios", message))
        }
        None => Ok(()),
    }
}
