//! The words of reports on findings, incidents and risks, in English and French.

use crate::language::Text;

macro_rules! texts {
    ($($name:ident = $en:literal, $fr:literal;)+) => {
        $(pub const $name: Text = Text { en: $en, fr: $fr };)+

        /// All of them, so that a test can hold them to the rules.
        #[cfg(test)]
        pub(super) const ALL: &[Text] = &[$($name,)+];
    };
}

texts! {
    ABOVE_TOLERANCE = "Above the tolerance", "Au-dessus de la tolérance";
    ASSET = "Asset", "Actif";
    ASSETS = "Assets", "Actifs";
    CURRENT_RISK = "Current risk", "Risque actuel";
    DETECTION = "Detected by", "Détecté par";
    EVENT = "Event", "Événement";
    EXISTING_CONTROLS = "Existing controls", "Mesures existantes";
    FINDING = "Finding", "Constat";
    FINDINGS = "Findings", "Constats";
    FINDINGS_REPORT = "Findings report", "Rapport de constats";
    INCIDENT_REPORT = "Incident report", "Rapport d’incident";
    INHERENT_RISK = "Inherent risk", "Risque inhérent";
    NOT_RATED = "Not rated", "Non coté";
    NO_EVENTS = "Nothing has been recorded.", "Rien n’a été consigné.";
    NO_FINDINGS = "There are no findings.", "Il n’y a pas de constat.";
    NO_PLANNED_CONTROLS = "No controls are planned.", "Aucune mesure n’est prévue.";
    NO_SCENARIOS = "There are no scenarios.", "Il n’y a pas de scénario.";
    OCCURRED = "Occurred", "Survenu";
    OWNERS = "Owners", "Responsables";
    PLANNED = "Planned for", "Prévu pour";
    PLANNED_CONTROLS = "Planned controls", "Mesures prévues";
    PROBABILITY_BY_IMPACT = "Probability by impact", "Probabilité par impact";
    QUALIFICATIONS = "Qualifications", "Qualifications";
    REPORTED = "Reported", "Signalé";
    RESIDUAL_RISK = "Residual risk", "Risque résiduel";
    RESOLUTION = "Resolution", "Résolution";
    RESOLVED = "Resolved", "Résolu";
    RISK_LEVEL = "Risk level", "Niveau de risque";
    RISK_MATRIX = "Risk matrix", "Matrice de risques";
    RISK_REPORT = "Risk assessment report", "Rapport d’évaluation de risques";
    RISK_TOLERANCE = "Risk tolerance", "Tolérance au risque";
    SCENARIO = "Scenario", "Scénario";
    SCENARIOS = "Scenarios", "Scénarios";
    SETTLED = "Settled", "Réglés";
    SEVERITY = "Severity", "Gravité";
    STILL_ABOVE_TOLERANCE = "Above it after treatment", "Au-dessus après traitement";
    THREATS = "Threats", "Menaces";
    TIMELINE = "Timeline", "Chronologie";
    TREATMENT = "Treatment", "Traitement";
    VERSION = "Version", "Version";
    WHEN = "When", "Quand";
    WHO = "Who", "Qui";
}

/// The word for a choice, by its key. None for one that is not known here.
pub fn choice(key: &str) -> Option<Text> {
    Some(match key {
        "--" => Text { en: "Undefined", fr: "Non défini" },
        "planned" => Text { en: "Planned", fr: "Planifié" },
        "in_review" => Text { en: "In review", fr: "En revue" },
        "done" => Text { en: "Done", fr: "Terminé" },
        "identified" => Text { en: "Identified", fr: "Identifié" },
        "confirmed" => Text { en: "Confirmed", fr: "Confirmé" },
        "dismissed" => Text { en: "Dismissed", fr: "Écarté" },
        "assigned" => Text { en: "Assigned", fr: "Attribué" },
        "in_progress" => Text { en: "In progress", fr: "En cours" },
        "mitigated" => Text { en: "Mitigated", fr: "Atténué" },
        "resolved" => Text { en: "Resolved", fr: "Résolu" },
        "closed" => Text { en: "Closed", fr: "Clos" },
        "deprecated" => Text { en: "Deprecated", fr: "Obsolète" },
        "new" => Text { en: "New", fr: "Nouveau" },
        "ongoing" => Text { en: "Ongoing", fr: "En cours" },
        "pentest" => Text { en: "Pentest", fr: "Test d’intrusion" },
        "threat_hunting" => Text { en: "Threat hunting", fr: "Chasse aux menaces" },
        "red_teaming" => Text { en: "Red teaming", fr: "Red teaming" },
        "audit" => Text { en: "Audit", fr: "Audit" },
        "self_identified" => Text { en: "Self-identified", fr: "Constaté en interne" },
        "posture" => Text { en: "Posture follow-up", fr: "Suivi de posture" },
        "responsible_disclosure" => Text { en: "Responsible disclosure", fr: "Divulgation responsable" },
        "internally_detected" => Text { en: "The organisation", fr: "L’organisation" },
        "externally_detected" => Text { en: "Someone outside", fr: "Un tiers" },
        "detection" => Text { en: "Detection", fr: "Détection" },
        "mitigation" => Text { en: "Mitigation", fr: "Atténuation" },
        "observation" => Text { en: "Observation", fr: "Observation" },
        "severity_changed" => Text { en: "Severity changed", fr: "Gravité modifiée" },
        "status_changed" => Text { en: "Status changed", fr: "Statut modifié" },
        _ => return None,
    })
}

/// The word for what is done about a risk, by its key.
pub fn treatment(key: &str) -> Option<Text> {
    Some(match key {
        "open" => Text { en: "Open", fr: "Ouvert" },
        "mitigate" => Text { en: "Mitigate", fr: "Réduire" },
        "accept" => Text { en: "Accept", fr: "Accepter" },
        "avoid" => Text { en: "Avoid", fr: "Éviter" },
        "transfer" => Text { en: "Transfer", fr: "Transférer" },
        "cancelled" => Text { en: "Cancelled", fr: "Annulé" },
        _ => return None,
    })
}

/// The word for how well a risk is known.
pub fn knowledge(level: usize) -> Option<Text> {
    Some(match level {
        0 => Text { en: "Low", fr: "Faible" },
        1 => Text { en: "Medium", fr: "Moyenne" },
        2 => Text { en: "High", fr: "Élevée" },
        _ => return None,
    })
}

/// The word for the severity of a finding.
pub fn severity(severity: i64) -> Option<Text> {
    Some(match severity {
        -1 => Text { en: "Undefined", fr: "Non définie" },
        0 => Text { en: "Info", fr: "Information" },
        1 => Text { en: "Low", fr: "Faible" },
        2 => Text { en: "Medium", fr: "Moyenne" },
        3 => Text { en: "High", fr: "Élevée" },
        4 => Text { en: "Critical", fr: "Critique" },
        _ => return None,
    })
}

/// The word for the severity of an incident.
pub fn incident_severity(severity: i64) -> Option<Text> {
    Some(match severity {
        1 => Text { en: "Critical", fr: "Critique" },
        2 => Text { en: "Major", fr: "Majeure" },
        3 => Text { en: "Moderate", fr: "Modérée" },
        4 => Text { en: "Minor", fr: "Mineure" },
        5 => Text { en: "Low", fr: "Faible" },
        6 => Text { en: "Unknown", fr: "Inconnue" },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_follow_the_guide() {
        for text in ALL {
            assert!(!text.en.is_empty() && !text.fr.is_empty());
            assert!(!text.fr.contains('\''), "the typographic apostrophe: {}", text.fr);
            assert_eq!(text.en.ends_with('.'), text.fr.ends_with('.'), "{}", text.en);
        }
    }
}
