//! The words of reports, in English and French. `docs/WORDS.md` is the guide.

use cairn_assess::{ComplianceResult, ControlStatus, EvidenceStatus, ExtendedResult, RowStatus};

use crate::audit::AuditStatus;
use crate::language::Text;

macro_rules! texts {
    ($($name:ident = $en:literal, $fr:literal;)+) => {
        $(pub const $name: Text = Text { en: $en, fr: $fr };)+

        /// All of them, so that a test can hold them to the rules.
        #[cfg(test)]
        const ALL: &[Text] = &[$($name,)+];
    };
}

texts! {
    ACTION_PLAN = "Action plan", "Plan d’action";
    ANSWERS = "Answers", "Réponses";
    APPLICABLE = "Applicable", "Applicable";
    AUDIT_REPORT = "Audit report", "Rapport d’audit";
    AUTHORS = "Authors", "Auteurs";
    BY_SECTION = "Results by section", "Résultats par section";
    CATEGORY = "Category", "Catégorie";
    CONCLUSION = "Conclusion", "Conclusion";
    CONTENTS = "Contents", "Sommaire";
    CONTROL = "Control", "Mesure";
    CONTROLS = "Controls", "Mesures";
    CONTROLS_BY_STATUS = "Controls by status", "Mesures par statut";
    COST = "Annual cost", "Coût annuel";
    COST_TOTAL = "Total annual cost", "Coût annuel total";
    COVERED = "Requirements", "Exigences";
    CSF_FUNCTION = "CSF function", "Fonction CSF";
    DESCRIPTION = "Description", "Description";
    DOCUMENTATION = "Documentation", "Documentation";
    DOCUMENTATION_SCORE = "Documentation score", "Score de documentation";
    DOMAIN = "Domain", "Domaine";
    DUE = "Due date", "Échéance";
    EFFORT = "Effort", "Effort";
    EVIDENCE = "Evidence", "Preuves";
    EXPIRY = "Expiry date", "Date d’expiration";
    EXTENDED_RESULT = "Finding", "Constat";
    FILES = "Files", "Fichiers";
    FRAMEWORK = "Framework", "Référentiel";
    IMPACT = "Impact", "Impact";
    IMPLEMENTATION = "Implementation", "Mise en œuvre";
    IMPLEMENTATION_DUE = "Implementation due", "Échéance de mise en œuvre";
    JUSTIFICATION = "Justification", "Justification";
    LINK = "Link", "Lien";
    MADE_ON = "Report date", "Date du rapport";
    MATURITY = "Maturity", "Maturité";
    NAME = "Name", "Nom";
    NO = "No", "Non";
    NO_ACTION_PLAN = "No controls are linked to the requirements.", "Aucune mesure n’est liée aux exigences.";
    NO_EVIDENCE = "No evidence is linked to the requirements.", "Aucune preuve n’est liée aux exigences.";
    NO_REQUIREMENTS = "No requirements are in scope.", "Aucune exigence n’est dans le périmètre.";
    OBSERVATION = "Observation", "Observation";
    OUT_OF_SCOPE = "Not in the selected implementation groups.", "Hors des groupes de mise en œuvre sélectionnés.";
    OWNER = "Owner", "Responsable";
    PAGE = "Page", "Page";
    PERIMETER = "Perimeter", "Périmètre";
    PRIORITY = "Priority", "Priorité";
    PROGRESS = "Progress", "Avancement";
    REASON_RISKS = "Treats risks", "Traite des risques";
    REF = "Ref.", "Réf.";
    REQUIREMENT = "Requirement", "Exigence";
    REQUIREMENTS = "Requirements", "Exigences";
    RESULT = "Result", "Résultat";
    RESULTS = "Results", "Résultats";
    REVIEWERS = "Reviewers", "Relecteurs";
    SCORE = "Score", "Score";
    SECTION = "Section", "Section";
    STALE = "Support lapsed", "Justification caduque";
    STATEMENT = "Statement of applicability", "Déclaration d’applicabilité";
    STATUS = "Status", "Statut";
    SUMMARY = "Summary", "Synthèse";
    TARGET = "Target score", "Score cible";
    UNNAMED = "Untitled", "Sans titre";
    YES = "Yes", "Oui";
}

pub const fn result(result: ComplianceResult) -> Text {
    match result {
        ComplianceResult::NotAssessed => Text { en: "Not assessed", fr: "Non évalué" },
        ComplianceResult::PartiallyCompliant => Text { en: "Partially compliant", fr: "Partiellement conforme" },
        ComplianceResult::NonCompliant => Text { en: "Non-compliant", fr: "Non conforme" },
        ComplianceResult::Compliant => Text { en: "Compliant", fr: "Conforme" },
        ComplianceResult::NotApplicable => Text { en: "Not applicable", fr: "Non applicable" },
    }
}

pub const fn extended_result(result: ExtendedResult) -> Text {
    match result {
        ExtendedResult::MajorNonconformity => Text { en: "Major nonconformity", fr: "Non-conformité majeure" },
        ExtendedResult::MinorNonconformity => Text { en: "Minor nonconformity", fr: "Non-conformité mineure" },
        ExtendedResult::ObservationSensitivePoint => Text { en: "Observation", fr: "Observation" },
        ExtendedResult::OpportunityForImprovement => {
            Text { en: "Opportunity for improvement", fr: "Piste d’amélioration" }
        }
        ExtendedResult::GoodPractice => Text { en: "Good practice", fr: "Bonne pratique" },
    }
}

pub const fn row_status(status: RowStatus) -> Text {
    match status {
        RowStatus::ToDo => Text { en: "To do", fr: "À faire" },
        RowStatus::InProgress => Text { en: "In progress", fr: "En cours" },
        RowStatus::InReview => Text { en: "In review", fr: "En revue" },
        RowStatus::Done => Text { en: "Done", fr: "Terminé" },
    }
}

pub const fn audit_status(status: AuditStatus) -> Text {
    match status {
        AuditStatus::Planned => Text { en: "Planned", fr: "Planifié" },
        AuditStatus::InProgress => Text { en: "In progress", fr: "En cours" },
        AuditStatus::InReview => Text { en: "In review", fr: "En revue" },
        AuditStatus::Done => Text { en: "Done", fr: "Terminé" },
        AuditStatus::Deprecated => Text { en: "Deprecated", fr: "Obsolète" },
    }
}

pub const fn control_status(status: ControlStatus) -> Text {
    match status {
        ControlStatus::ToDo => Text { en: "To do", fr: "À faire" },
        ControlStatus::InProgress => Text { en: "In progress", fr: "En cours" },
        ControlStatus::OnHold => Text { en: "On hold", fr: "En attente" },
        ControlStatus::Active => Text { en: "Active", fr: "Active" },
        ControlStatus::Degraded => Text { en: "Degraded", fr: "Dégradée" },
        ControlStatus::Deprecated => Text { en: "Deprecated", fr: "Obsolète" },
        ControlStatus::Undefined => Text { en: "Undefined", fr: "Non défini" },
    }
}

pub const fn evidence_status(status: EvidenceStatus) -> Text {
    match status {
        EvidenceStatus::Draft => Text { en: "Draft", fr: "Brouillon" },
        EvidenceStatus::Missing => Text { en: "Missing", fr: "Manquante" },
        EvidenceStatus::InReview => Text { en: "In review", fr: "En revue" },
        EvidenceStatus::Approved => Text { en: "Approved", fr: "Approuvée" },
        EvidenceStatus::Rejected => Text { en: "Rejected", fr: "Rejetée" },
        EvidenceStatus::Expired => Text { en: "Expired", fr: "Expirée" },
    }
}

/// The word for a choice of a control, by its key. None for one that is not known here.
pub fn choice(key: &str) -> Option<Text> {
    Some(match key {
        "policy" => Text { en: "Policy", fr: "Politique" },
        "process" => Text { en: "Process", fr: "Processus" },
        "technical" => Text { en: "Technical", fr: "Technique" },
        "physical" => Text { en: "Physical", fr: "Physique" },
        "procedure" => Text { en: "Procedure", fr: "Procédure" },
        "govern" => Text { en: "Govern", fr: "Gouverner" },
        "identify" => Text { en: "Identify", fr: "Identifier" },
        "protect" => Text { en: "Protect", fr: "Protéger" },
        "detect" => Text { en: "Detect", fr: "Détecter" },
        "respond" => Text { en: "Respond", fr: "Répondre" },
        "recover" => Text { en: "Recover", fr: "Rétablir" },
        "XS" => Text { en: "Extra small", fr: "Très petit" },
        "S" => Text { en: "Small", fr: "Petit" },
        "M" => Text { en: "Medium", fr: "Moyen" },
        "L" => Text { en: "Large", fr: "Grand" },
        "XL" => Text { en: "Extra large", fr: "Très grand" },
        _ => return None,
    })
}

/// The word for how much a control reduces risk.
pub fn impact(impact: i64) -> Option<Text> {
    Some(match impact {
        1 => Text { en: "Very low", fr: "Très faible" },
        2 => Text { en: "Low", fr: "Faible" },
        3 => Text { en: "Medium", fr: "Moyen" },
        4 => Text { en: "High", fr: "Élevé" },
        5 => Text { en: "Very high", fr: "Très élevé" },
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
            assert!(!text.fr.contains(" :") && !text.fr.contains(" ;"), "a no-break space: {}", text.fr);
            assert_eq!(text.en.ends_with('.'), text.fr.ends_with('.'), "{}", text.en);
        }
    }
}
