//! What people regularly want to know about a resource: which of its objects are due, which are inconsistent, and how
//! many are in a certain state.
//!
//! Each is a list with certain parameters. It is in the model document, so that an assistant, a page or a script uses
//! the ordinary list, sees what the caller may see, and gets the same counts.

use cairn_model::Date;
use chrono::Days;

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

/// An inconsistent or incomplete state.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    pub name: &'static str,
    /// What is wrong with the objects that are found.
    pub doc: &'static str,
    /// The list parameters that find them.
    pub query: &'static [(&'static str, &'static str)],
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
        let soon = today.checked_add_days(Days::new(SOON_DAYS)).unwrap_or(today);
        let value = |text: &str| text.replace(TODAY, &today.to_string()).replace(SOON, &soon.to_string());
        self.query.iter().map(|(name, text)| ((*name).to_owned(), value(text))).collect()
    }
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
