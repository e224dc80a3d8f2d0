//! Decisions of people, which hold where they were made and not where a file is imported.

use std::collections::BTreeSet;

use cairn_change_sets::{ChangeSet, NaturalKeys};
use cairn_engine::registry::Registry;
use cairn_model::Record;
use cairn_resources::risk::{RiskAcceptance, RiskScenario, Treatment};
use cairn_resources::work::{ExceptionStatus, SecurityException, ValidationFlow};
use serde_json::{Value as Json, json};

/// Puts what was decided elsewhere back into review: whoever approves it here has to do so here. Acceptances come as drafts.
/// Neither they nor exceptions keep their approver, who may have no say here. Validations do not come along at all: people
/// of the other instance asked others of them, and nothing refers to them.
pub fn reopen(registry: &Registry, set: &mut ChangeSet) {
    set.changes.retain(|change| change.resource != ValidationFlow::PATH);
    let waiting = scenarios_of_acceptances(registry, set);
    for (at, change) in set.changes.iter_mut().enumerate() {
        match change.resource.as_str() {
            RiskAcceptance::PATH => {
                change.fields.remove("approver");
            }
            SecurityException::PATH => {
                change.fields.remove("approver");
                let decided = [ExceptionStatus::Approved, ExceptionStatus::Rejected].map(|status| json!(status.key()));
                replace(&mut change.fields, "status", &decided, ExceptionStatus::InReview.key());
            }
            // A choice of treatment needs no acceptance, so it stays unless one that comes along has yet to be decided.
            RiskScenario::PATH if waiting.contains(&at) => {
                let accepted = [json!(Treatment::Accept.key())];
                replace(&mut change.fields, "treatment", &accepted, Treatment::Open.key());
            }
            _ => {}
        }
    }
}

fn replace(fields: &mut serde_json::Map<String, Json>, name: &str, old: &[Json], new: &str) {
    if let Some(value) = fields.get_mut(name).filter(|value| old.contains(value)) {
        *value = json!(new);
    }
}

/// The places of the scenarios that an acceptance of the same file is about.
fn scenarios_of_acceptances(registry: &Registry, set: &ChangeSet) -> BTreeSet<usize> {
    let scenarios = registry.get(RiskScenario::PATH);
    let mut names = NaturalKeys::default();
    for (at, change) in set.changes.iter().enumerate().filter(|(_, change)| change.resource == RiskScenario::PATH) {
        names.add(at, scenarios, &change.key, &change.fields);
    }
    let acceptances = set.changes.iter().filter(|change| change.resource == RiskAcceptance::PATH);
    let about = acceptances.filter_map(|change| change.fields.get("risk_scenarios")?.as_array()).flatten();
    let texts = about.filter_map(|reference| reference.get("key").unwrap_or(reference).as_str());
    texts.flat_map(|text| names.inside(scenarios, text)).copied().collect()
}
