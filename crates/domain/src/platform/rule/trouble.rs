//! What kept a rule from doing all of its work, kept as data and said in the reader's language.

use serde::{Deserialize, Serialize};

use super::words::Language;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// Nobody is behind it any more whose permissions it could use.
    NoCreator,
    /// Its creator may not view what it watches, or not all of what it reads.
    NotAllowed,
    /// Its expression does not fit the definitions any more.
    Broken(String),
    /// Findings have nowhere to go.
    NoReview,
    /// Its creator may not create tasks or findings for so many of the matches.
    Refused(u64),
    /// So many matches were left without a task or finding, because there were too many.
    TooMany(u64),
    /// It could not be decided for some objects; this is what went wrong with the first.
    Undecided(String),
}

impl Trouble {
    pub fn words(&self, language: Language) -> String {
        match language {
            Language::English => self.english(),
            Language::French => self.french(),
        }
    }

    fn english(&self) -> String {
        match self {
            Self::NoCreator => "The account of whoever set up this rule no longer works. The rule is stopped until \
                                someone saves its expression or turns it off and on again."
                .to_owned(),
            Self::NotAllowed => "Whoever set up this rule may no longer view everything it reads. The rule is stopped \
                                 until someone who may does so again."
                .to_owned(),
            Self::Broken(message) => format!("The expression no longer works: {message}"),
            Self::NoReview => {
                "There is no findings review that findings could be added to, or it is locked.".to_owned()
            }
            Self::Refused(1) => {
                "1 match has no task or finding, because whoever set up this rule may not create it.".to_owned()
            }
            Self::Refused(count) => {
                format!(
                    "{count} matches have no task or finding, because whoever set up this rule may not create them."
                )
            }
            Self::TooMany(count) => {
                format!("{count} matches have no task or finding, because one run creates at most {MOST_MADE}.")
            }
            Self::Undecided(message) => format!("Some objects could not be checked: {message}"),
        }
    }

    fn french(&self) -> String {
        match self {
            Self::NoCreator => "Le compte de la personne qui a défini cette règle ne fonctionne plus. La règle est \
                                arrêtée jusqu’à ce que quelqu’un enregistre son expression ou la désactive puis la réactive."
                .to_owned(),
            Self::NotAllowed => "La personne qui a défini cette règle ne peut plus consulter tout ce que la règle lit. La \
                                 règle est arrêtée jusqu’à ce qu’une personne autorisée la définisse à nouveau."
                .to_owned(),
            Self::Broken(message) => format!("L’expression ne fonctionne plus\u{a0}: {message}"),
            Self::NoReview => {
                "Aucune revue de constats ne peut recevoir les constats, ou elle est verrouillée.".to_owned()
            }
            Self::Refused(1) => "1 correspondance n’a ni tâche ni constat, car la personne qui a défini cette règle ne peut \
                                 pas les créer."
                .to_owned(),
            Self::Refused(count) => format!(
                "{count} correspondances n’ont ni tâche ni constat, car la personne qui a défini cette règle ne peut pas les créer."
            ),
            Self::TooMany(count) => format!(
                "{count} correspondances n’ont ni tâche ni constat, car une exécution en crée au plus {MOST_MADE}."
            ),
            Self::Undecided(message) => format!("Certains éléments n’ont pas pu être vérifiés\u{a0}: {message}"),
        }
    }
}

/// How many tasks or findings one run of a rule creates. More would be a rule that was not meant that way.
pub const MOST_MADE: u64 = 5000;

/// What is noted on a task or finding that a rule ends.
pub const fn over_now(language: Language) -> &'static str {
    language
        .pick("The rule that created this no longer applies.", "La règle qui a créé cet élément ne s’applique plus.")
}
