//! What a notification says, in English and in French.

use cairn_model::Date;
use chrono::Datelike;

use crate::kind::Kind;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    #[default]
    English,
    French,
}

impl Language {
    /// By its tag; what Cairn does not speak is English.
    pub fn of(tag: &str) -> Self {
        if tag.to_lowercase().starts_with("fr") { Self::French } else { Self::English }
    }

    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }

    pub const fn pick(self, english: &'static str, french: &'static str) -> &'static str {
        match self {
            Self::English => english,
            Self::French => french,
        }
    }

    pub fn date(self, date: Date) -> String {
        const ENGLISH: [&str; 12] = [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ];
        const FRENCH: [&str; 12] = [
            "janvier",
            "février",
            "mars",
            "avril",
            "mai",
            "juin",
            "juillet",
            "août",
            "septembre",
            "octobre",
            "novembre",
            "décembre",
        ];
        let month = date.month0() as usize;
        match self {
            Self::English => format!("{} {} {}", date.day(), ENGLISH[month], date.year()),
            Self::French if date.day() == 1 => format!("1er {} {}", FRENCH[month], date.year()),
            Self::French => format!("{} {} {}", date.day(), FRENCH[month], date.year()),
        }
    }
}

/// What there is to tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    pub kind: Kind,
    /// What the object is called; empty if it is about the person's own account.
    pub name: String,
    /// Who did it, if the reader may know.
    pub by: Option<String>,
    pub date: Option<Date>,
    /// The status that something has now, by its key.
    pub status: Option<String>,
    /// What the rule is called that found it.
    pub rule: Option<String>,
    /// Where it can be seen.
    pub link: String,
}

/// A notification as one sentence, without a full stop, as it is read on a given day.
pub fn sentence(fact: &Fact, language: Language, today: Date) -> String {
    let Fact { kind, name, by, date, status, rule, .. } = fact;
    let pick = |english: String, french: String| if language == Language::English { english } else { french };
    let day = date.map(|date| language.date(date)).unwrap_or_default();
    let left = date.map_or(0, |date| (date - today).num_days());
    match (kind, by) {
        (Kind::Assigned, Some(by)) => {
            pick(format!("{by} assigned “{name}” to you"), format!("{by} vous a attribué «\u{a0}{name}\u{a0}»"))
        }
        (Kind::Assigned, None) => {
            pick(format!("“{name}” was assigned to you"), format!("«\u{a0}{name}\u{a0}» vous a été attribué"))
        }
        (Kind::Mention, Some(by)) => {
            pick(format!("{by} mentioned you on “{name}”"), format!("{by} vous a mentionné sur «\u{a0}{name}\u{a0}»"))
        }
        (Kind::Mention, None) => {
            pick(format!("You were mentioned on “{name}”"), format!("Vous avez été mentionné sur «\u{a0}{name}\u{a0}»"))
        }
        (Kind::Decision, _) => {
            let status = decided(status.as_deref().unwrap_or_default(), language);
            pick(format!("“{name}”: {status}"), format!("«\u{a0}{name}\u{a0}»\u{a0}: {status}"))
        }
        (Kind::Rule, _) => {
            let rule = rule.as_deref().unwrap_or_default();
            pick(
                format!("“{name}” was found by the rule “{rule}”"),
                format!("«\u{a0}{name}\u{a0}» a été trouvé par la règle «\u{a0}{rule}\u{a0}»"),
            )
        }
        (Kind::Due | Kind::Overdue, _) => {
            let how = distance(left, language);
            if left < 0 {
                pick(
                    format!("“{name}” was due on {day} ({how})"),
                    format!("«\u{a0}{name}\u{a0}» était à échéance le {day} ({how})"),
                )
            } else {
                pick(
                    format!("“{name}” is due on {day} ({how})"),
                    format!("«\u{a0}{name}\u{a0}» arrive à échéance le {day} ({how})"),
                )
            }
        }
        (Kind::ExpiringEvidence | Kind::ExpiringException | Kind::ExpiringAcceptance, _) => {
            let how = distance(left, language);
            if left < 0 {
                pick(format!("“{name}” expired on {day}"), format!("«\u{a0}{name}\u{a0}» a expiré le {day}"))
            } else {
                pick(
                    format!("“{name}” expires on {day} ({how})"),
                    format!("«\u{a0}{name}\u{a0}» expire le {day} ({how})"),
                )
            }
        }
        (Kind::ExpiringToken, _) => pick(
            format!("Your access token “{name}” expires on {day} ({})", distance(left, language)),
            format!("Votre jeton d’accès «\u{a0}{name}\u{a0}» expire le {day} ({})", distance(left, language)),
        ),
        (Kind::ExpiringAccount, _) => pick(
            format!("Your account expires on {day} ({})", distance(left, language)),
            format!("Votre compte expire le {day} ({})", distance(left, language)),
        ),
    }
}

/// How far away a day is, in words.
fn distance(left: i64, language: Language) -> String {
    let english = match left {
        0 => "today".to_owned(),
        1 => "tomorrow".to_owned(),
        -1 => "1 day late".to_owned(),
        late if late < 0 => format!("{} days late", -late),
        days => format!("in {days} days"),
    };
    let french = match left {
        0 => "aujourd’hui".to_owned(),
        1 => "demain".to_owned(),
        -1 => "1 jour de retard".to_owned(),
        late if late < 0 => format!("{} jours de retard", -late),
        days => format!("dans {days} jours"),
    };
    if language == Language::English { english } else { french }
}

/// A decision in words; as it is stored, if there is no word for it.
fn decided(status: &str, language: Language) -> String {
    let words = match status {
        "accepted" => ("accepted", "accepté"),
        "approved" => ("approved", "approuvé"),
        "rejected" => ("rejected", "rejeté"),
        "revoked" => ("revoked", "révoqué"),
        "expired" => ("expired", "expiré"),
        "change_requested" => ("changes requested", "modifications demandées"),
        other => return other.replace('_', " "),
    };
    language.pick(words.0, words.1).to_owned()
}
