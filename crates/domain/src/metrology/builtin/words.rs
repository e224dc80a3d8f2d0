//! What the measures of resources are called.

use cairn_report::language::Text;

/// The name of a measure; none for one that nobody has named.
pub fn measure(name: &str) -> Option<Text> {
    WORDS.iter().find(|(own, _)| *own == name).map(|(_, text)| *text)
}

const WORDS: &[(&str, Text)] = &[
    ("controls", Text { en: "Controls", fr: "Mesures" }),
    ("controls_active", Text { en: "Active controls", fr: "Mesures actives" }),
    ("controls_in_progress", Text { en: "Controls in progress", fr: "Mesures en cours" }),
    ("controls_overdue", Text { en: "Overdue controls", fr: "Mesures en retard" }),
    ("evidence", Text { en: "Evidence", fr: "Preuves" }),
    ("evidence_approved", Text { en: "Approved evidence", fr: "Preuves approuvées" }),
    ("evidence_expiring", Text { en: "Expiring evidence", fr: "Preuves qui expirent bientôt" }),
    ("evidence_gaps", Text { en: "Missing or expired evidence", fr: "Preuves manquantes ou expirées" }),
    ("evidence_in_review", Text { en: "Evidence in review", fr: "Preuves en revue" }),
    ("exceptions_approved", Text { en: "Approved exceptions", fr: "Exceptions approuvées" }),
    ("exceptions_ending", Text { en: "Exceptions ending soon", fr: "Exceptions bientôt échues" }),
    ("findings_critical", Text { en: "Critical findings", fr: "Constats critiques" }),
    ("findings_high", Text { en: "High findings", fr: "Constats élevés" }),
    ("findings_open", Text { en: "Open findings", fr: "Constats ouverts" }),
    ("findings_overdue", Text { en: "Overdue findings", fr: "Constats en retard" }),
    ("incidents_open", Text { en: "Open incidents", fr: "Incidents ouverts" }),
    ("incidents_severe", Text { en: "Severe incidents", fr: "Incidents graves" }),
    ("metrics_stale", Text { en: "Stale metrics", fr: "Indicateurs sans valeur récente" }),
    ("objectives_overdue", Text { en: "Overdue objectives", fr: "Objectifs en retard" }),
    ("requirements_stale", Text { en: "Requirements with stale evidence", fr: "Exigences à revoir" }),
    ("risks", Text { en: "Risks", fr: "Risques" }),
    ("risks_intolerable", Text { en: "Risks above tolerance", fr: "Risques hors tolérance" }),
    ("risks_open", Text { en: "Open risks", fr: "Risques ouverts" }),
    ("tasks", Text { en: "Tasks", fr: "Tâches" }),
    ("tasks_due", Text { en: "Tasks due soon", fr: "Tâches à échéance proche" }),
    ("tasks_overdue", Text { en: "Overdue tasks", fr: "Tâches en retard" }),
    ("validations_open", Text { en: "Open validations", fr: "Validations en cours" }),
    ("vulnerabilities_critical", Text { en: "Critical vulnerabilities", fr: "Vulnérabilités critiques" }),
    ("vulnerabilities_open", Text { en: "Open vulnerabilities", fr: "Vulnérabilités ouvertes" }),
    ("vulnerabilities_overdue", Text { en: "Overdue vulnerabilities", fr: "Vulnérabilités en retard" }),
];

#[cfg(test)]
mod tests {
    use super::measure;

    #[test]
    fn every_measure_has_a_name() {
        for resource in crate::registry().routed() {
            for one in resource.entry.measures {
                assert!(measure(one.name).is_some(), "{} has no name", one.name);
            }
        }
    }
}
