//! The terms that every instance starts with, in English and French.

use cairn_resources::catalogue::FieldPath;

type Terms = &'static [(&'static str, &'static str)];

pub const LISTS: &[(FieldPath, Terms)] = &[
    (FieldPath::RiskOrigin, RISK_ORIGINS),
    (FieldPath::Qualifications, QUALIFICATIONS),
    (FieldPath::AccreditationStatus, ACCREDITATION_STATUSES),
    (FieldPath::AccreditationCategory, ACCREDITATION_CATEGORIES),
    (FieldPath::EntityRelationship, RELATIONSHIPS),
    (FieldPath::MetricUnit, UNITS),
    (FieldPath::ProjectStatus, PROJECT_STATUSES),
    (FieldPath::ProjectHealth, PROJECT_HEALTH),
    (FieldPath::ProcessingNature, PROCESSING_NATURES),
    (FieldPath::PersonalDataCategory, PERSONAL_DATA),
];

const RISK_ORIGINS: Terms = &[
    ("State", "État"),
    ("Organised crime", "Crime organisé"),
    ("Terrorist", "Terroriste"),
    ("Activist", "Activiste"),
    ("Competitor", "Concurrent"),
    ("Amateur", "Amateur"),
    ("Avenger", "Vengeur"),
    ("Pathological attacker", "Malveillant pathologique"),
    ("Employee", "Employé"),
    ("Supplier", "Fournisseur"),
    ("Accident", "Accident"),
    ("Natural event", "Événement naturel"),
    ("Other", "Autre"),
];

const QUALIFICATIONS: Terms = &[
    ("Confidentiality", "Confidentialité"),
    ("Integrity", "Intégrité"),
    ("Availability", "Disponibilité"),
    ("Proof", "Preuve"),
    ("Authenticity", "Authenticité"),
    ("Privacy", "Vie privée"),
    ("Safety", "Sûreté"),
    ("Reputation", "Réputation"),
    ("Operations", "Opérations"),
    ("Legal", "Juridique"),
    ("Financial", "Financier"),
    ("Governance", "Gouvernance"),
    ("Missions and services", "Missions et services"),
    ("People", "Personnes"),
    ("Environment", "Environnement"),
];

const ACCREDITATION_STATUSES: Terms = &[
    ("Draft", "Brouillon"),
    ("In progress", "En cours"),
    ("Accredited", "Homologué"),
    ("Not accredited", "Non homologué"),
    ("Obsolete", "Obsolète"),
];

const ACCREDITATION_CATEGORIES: Terms = &[
    ("Simplified", "Simplifiée"),
    ("Standard", "Standard"),
    ("Advanced", "Avancée"),
    ("Sensitive", "Sensible"),
    ("Restricted", "Restreinte"),
    ("Other", "Autre"),
];

const RELATIONSHIPS: Terms = &[
    ("Customer", "Client"),
    ("Supplier", "Fournisseur"),
    ("Contractor", "Sous-traitant"),
    ("Partner", "Partenaire"),
    ("Subsidiary", "Filiale"),
    ("Regulatory authority", "Autorité de régulation"),
    ("Accreditation authority", "Autorité d’homologation"),
    ("Other", "Autre"),
];

const UNITS: Terms = &[
    ("Percent", "Pourcentage"),
    ("Count", "Nombre"),
    ("Score", "Score"),
    ("Days", "Jours"),
    ("Hours", "Heures"),
    ("Minutes", "Minutes"),
    ("Seconds", "Secondes"),
    ("People", "Personnes"),
    ("Person-days", "Jours-personnes"),
    ("Events", "Événements"),
    ("Incidents", "Incidents"),
    ("Gigabytes", "Gigaoctets"),
    ("Terabytes", "Téraoctets"),
    ("Euros", "Euros"),
    ("US dollars", "Dollars américains"),
    ("Pounds sterling", "Livres sterling"),
    ("Swiss francs", "Francs suisses"),
];

const PROJECT_STATUSES: Terms = &[
    ("Idea", "Idée"),
    ("Planned", "Planifié"),
    ("In progress", "En cours"),
    ("On hold", "En pause"),
    ("Done", "Terminé"),
    ("Cancelled", "Annulé"),
];

const PROJECT_HEALTH: Terms = &[("On track", "En bonne voie"), ("At risk", "À risque"), ("Off track", "En difficulté")];

const PROCESSING_NATURES: Terms = &[
    ("Collection", "Collecte"),
    ("Recording", "Enregistrement"),
    ("Organisation", "Organisation"),
    ("Structuring", "Structuration"),
    ("Storage", "Conservation"),
    ("Adaptation or alteration", "Adaptation ou modification"),
    ("Retrieval", "Extraction"),
    ("Consultation", "Consultation"),
    ("Use", "Utilisation"),
    ("Transmission", "Transmission"),
    ("Dissemination", "Diffusion"),
    ("Alignment or combination", "Rapprochement ou interconnexion"),
    ("Restriction", "Limitation"),
    ("Erasure or destruction", "Effacement ou destruction"),
];

const PERSONAL_DATA: Terms = &[
    ("Name and identity", "Nom et identité"),
    ("Contact details", "Coordonnées"),
    ("Personal life", "Vie personnelle"),
    ("Family", "Famille"),
    ("Professional life", "Vie professionnelle"),
    ("Education and training", "Études et formation"),
    ("Economic and financial data", "Données économiques et financières"),
    ("Payment data", "Données de paiement"),
    ("Connection data", "Données de connexion"),
    ("Online behaviour", "Comportement en ligne"),
    ("Location", "Localisation"),
    ("Images and recordings", "Images et enregistrements"),
    ("National identifier", "Identifiant national"),
    ("Health", "Santé"),
    ("Biometric data", "Données biométriques"),
    ("Genetic data", "Données génétiques"),
    ("Racial or ethnic origin", "Origine raciale ou ethnique"),
    ("Political opinions", "Opinions politiques"),
    ("Religious or philosophical beliefs", "Convictions religieuses ou philosophiques"),
    ("Trade union membership", "Appartenance syndicale"),
    ("Sex life or sexual orientation", "Vie sexuelle ou orientation sexuelle"),
    ("Offences and convictions", "Infractions et condamnations"),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The list and the name make the id.
    #[test]
    fn every_list_has_terms_and_each_term_once() {
        let lists: HashSet<&str> = LISTS.iter().map(|(path, _)| path.key()).collect();
        assert_eq!(lists.len(), FieldPath::ALL.len());
        for (path, terms) in LISTS {
            let names: HashSet<&str> = terms.iter().map(|(name, _)| *name).collect();
            assert!(!terms.is_empty() && names.len() == terms.len(), "{}", path.key());
        }
    }
}
