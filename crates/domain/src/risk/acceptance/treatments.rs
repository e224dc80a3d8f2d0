//! What acceptances do to the treatment of scenarios.

use std::collections::HashSet;

use cairn_engine::{Cx, Error, Result};
use cairn_model::{FieldType, Value};
use cairn_resources::risk::{AcceptanceState, RiskAcceptance, RiskScenario, Treatment};
use cairn_risk::treatment::Treated;
use uuid::Uuid;

use super::plain;

fn of(row: &RiskScenario) -> Treated {
    let word = |treatment: Treatment| cairn_risk::Treatment::parse(treatment.key());
    Treated {
        treatment: word(row.treatment).unwrap_or(cairn_risk::Treatment::Open),
        before: row.treatment_before_acceptance.and_then(word),
    }
}

fn put(row: &mut RiskScenario, treated: Treated) -> Result<()> {
    let stored = |word: cairn_risk::Treatment| {
        Treatment::from_value(Value::Text(word.as_str().to_owned())).map_err(Error::internal)
    };
    row.treatment = stored(treated.treatment)?;
    row.treatment_before_acceptance = treated.before.map(stored).transpose()?;
    Ok(())
}

/// The risks of an acceptance are accepted.
pub async fn accepted(cx: &mut Cx, acceptance: &RiskAcceptance) -> Result<()> {
    cx.modify_many::<RiskScenario>(&acceptance.risk_scenarios.uuids(), |row| {
        let treated = of(row).accepted();
        put(row, treated)
    })
    .await
}

/// An acceptance was revoked or deleted, or has expired. What people had chosen comes back, unless another one still holds.
pub async fn ended(cx: &mut Cx, acceptance: &RiskAcceptance) -> Result<()> {
    let ids = acceptance.risk_scenarios.uuids();
    let covered = covered(cx, &ids, acceptance.id.uuid()).await?;
    cx.modify_many::<RiskScenario>(&ids, |row| {
        let treated = of(row).ended(covered.contains(&row.id.uuid()));
        put(row, treated)
    })
    .await
}

/// The scenarios that another acceptance covers today.
async fn covered(cx: &mut Cx, scenarios: &[Uuid], without: Uuid) -> Result<HashSet<Uuid>> {
    let (today, wanted) = (cx.today(), scenarios.to_vec());
    let others: Vec<RiskAcceptance> = cx
        .list_all(|select| {
            select.equals("state", AcceptanceState::Accepted.key()).linked("risk_scenarios", wanted);
        })
        .await?;
    let holding = others.iter().filter(|other| other.id.uuid() != without && plain(other).holds(today));
    Ok(holding.flat_map(|other| other.risk_scenarios.uuids()).collect())
}
