//! What people regularly want to know about a resource: which of its objects are due, which are inconsistent, and how
//! many are in a certain state.
//!
//! Each is a list with certain parameters. It is in the model document, so that an assistant, a page or a script uses
//! the ordinary list, sees what the caller may see, and gets the same counts.

use cairn_model::Date;
use chrono::Days;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

/// In the value of a parameter: today's date.
pub const TODAY: &str = "{today}";

/// In the value of a parameter of a measure: the date thirty days from now.
pub const SOON: &str = "{soon}";
const SOON_DAYS: u64 = 30;

/// A date by which something has to be done, for the objects that are still open.
#[derive(Debug, Clone, Copy)]
pub struct Due {
    /// The field with the date.
    pub field: &'static str,
    /// What has to be done by then.
    pub doc: &'static str,
    /// Which objects are still open.
    pub query: &'static [(&'static str, &'static str)],
}

/// An inconsistent or incomplete state, and how to end it.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    pub name: &'static str,
    /// What is wrong with the objects that are found.
    pub doc: &'static str,
    pub severity: Concern,
    /// The list parameters that find them.
    pub query: &'static [(&'static str, &'static str)],
    /// What ends it, for one object at a time.
    pub fix: Fix,
}

/// How bad it is if a check finds something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Concern {
    /// The data contradicts itself or is not good enough to rely on.
    Error,
    /// Something will go wrong if nobody looks at it.
    Warning,
    /// It would be better with more.
    Info,
}

impl Concern {
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Info];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

/// How an object is put right, in one step.
#[derive(Debug, Clone, Copy)]
pub enum Fix {
    /// Fields get certain values.
    Set { label: &'static str, fields: &'static [(&'static str, To)] },
    /// An action of the object runs.
    Run { label: &'static str, action: &'static str, body: &'static [(&'static str, To)] },
    /// Someone fills in a field.
    Edit { label: &'static str, field: &'static str },
}

/// A value that a fix gives to a field.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(untagged)]
pub enum To {
    Text(&'static str),
    Number(i64),
    Flag(bool),
    Nothing,
}

impl Fix {
    /// What the button says.
    pub const fn label(&self) -> &'static str {
        match self {
            Self::Set { label, .. } | Self::Run { label, .. } | Self::Edit { label, .. } => label,
        }
    }

    pub fn json(&self) -> Json {
        let values = |all: &[(&str, To)]| -> Json {
            all.iter().map(|(name, to)| ((*name).to_owned(), json!(to))).collect::<Map<_, _>>().into()
        };
        match self {
            Self::Set { label, fields } => json!({ "kind": "set", "label": label, "fields": values(fields) }),
            Self::Run { label, action, body } => {
                json!({ "kind": "action", "label": label, "action": action, "body": values(body) })
            }
            Self::Edit { label, field } => json!({ "kind": "edit", "label": label, "field": field }),
        }
    }
}

impl Check {
    /// The parameters of its list on a given day.
    pub fn params(&self, today: Date) -> Vec<(String, String)> {
        params(self.query, today)
    }
}

/// A number in the overview of a domain: how many of its objects the list with these parameters shows. The number
/// links to that list.
#[derive(Debug, Clone, Copy)]
pub struct Measure {
    /// Unique among the measures of all resources.
    pub name: &'static str,
    pub query: &'static [(&'static str, &'static str)],
}

impl Measure {
    /// The parameters of its list on a given day.
    pub fn params(&self, today: Date) -> Vec<(String, String)> {
        params(self.query, today)
    }
}

fn params(query: &[(&str, &str)], today: Date) -> Vec<(String, String)> {
    let soon = today.checked_add_days(Days::new(SOON_DAYS)).unwrap_or(today);
    let value = |text: &str| text.replace(TODAY, &today.to_string()).replace(SOON, &soon.to_string());
    query.iter().map(|(name, text)| ((*name).to_owned(), value(text))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Measure, SOON, TODAY};

    #[test]
    fn days_are_put_into_parameters() {
        let measure = Measure { name: "ending", query: &[("from", TODAY), ("to", SOON), ("status", "open")] };
        let day = "2026-12-15".parse().unwrap();
        let expected = [("from", "2026-12-15"), ("to", "2027-01-14"), ("status", "open")];
        assert_eq!(measure.params(day), expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
    }
}
