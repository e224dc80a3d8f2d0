//! Where an area of the product stands in the navigation: under what people mean to do with it.

use cairn_model::text::humanize;
use serde_json::{Value as Json, json};

/// Intentions in the order in which work goes through them, each with its areas.
const PLACES: &[(&str, &[&str])] = &[
    ("steer", &["organisation", "governance", "projects", "tasks", "objectives"]),
    ("identify", &["assets", "third parties", "privacy", "continuity", "threats"]),
    ("assess", &["findings", "compliance", "risk", "vulnerabilities", "incidents", "audits"]),
    ("treat", &["controls", "exceptions", "actions"]),
    ("prove", &["evidence", "reports", "validation", "journal"]),
    ("settings", &["access", "catalogue", "libraries", "settings"]),
];

/// An area that stands nowhere yet is shown among what there is to identify, and not lost.
const ELSEWHERE: &str = "identify";

pub fn intention(area: &str) -> &'static str {
    PLACES.iter().find(|(_, areas)| areas.contains(&area)).map_or(ELSEWHERE, |(intention, _)| intention)
}

pub fn intentions() -> Json {
    PLACES.iter().map(|(name, _)| json!({ "name": name, "label": humanize(name) })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_stands_in_one_place_and_a_new_one_is_not_lost() {
        let mut areas: Vec<&str> = PLACES.iter().flat_map(|(_, areas)| areas.iter().copied()).collect();
        let all = areas.len();
        areas.sort_unstable();
        areas.dedup();
        assert_eq!(areas.len(), all);
        assert_eq!(intention("evidence"), "prove");
        assert_eq!(intention("something new"), "identify");
    }
}
