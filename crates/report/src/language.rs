//! Dates, numbers and words as the web interface writes them.

use chrono::{Datelike, NaiveDate};

/// The language of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    English,
    French,
}

/// A text of the product in every language of reports.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    pub en: &'static str,
    pub fr: &'static str,
}

const NARROW: char = '\u{202f}';
const NO_BREAK: char = '\u{a0}';
const MONTHS: [Text; 12] = [
    Text { en: "Jan", fr: "janv." },
    Text { en: "Feb", fr: "févr." },
    Text { en: "Mar", fr: "mars" },
    Text { en: "Apr", fr: "avr." },
    Text { en: "May", fr: "mai" },
    Text { en: "Jun", fr: "juin" },
    Text { en: "Jul", fr: "juil." },
    Text { en: "Aug", fr: "août" },
    Text { en: "Sept", fr: "sept." },
    Text { en: "Oct", fr: "oct." },
    Text { en: "Nov", fr: "nov." },
    Text { en: "Dec", fr: "déc." },
];

impl Language {
    /// The language of a tag such as `fr` or `fr-CH`. What is not French is read in English.
    pub fn of_tag(tag: &str) -> Self {
        match tag.trim().split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase().as_str() {
            "fr" => Self::French,
            _ => Self::English,
        }
    }

    /// The tag for the metadata of files. English is British here, as in the product.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en-GB",
            Self::French => "fr-FR",
        }
    }

    pub const fn say(self, text: Text) -> &'static str {
        match self {
            Self::English => text.en,
            Self::French => text.fr,
        }
    }

    /// 17 Nov 2026, 17 nov. 2026.
    pub fn date(self, date: NaiveDate) -> String {
        format!("{} {} {}", date.day(), self.say(MONTHS[date.month0() as usize]), date.year())
    }

    /// With at most so many decimals, and without zeros at the end.
    pub fn number(self, number: f64, decimals: usize) -> String {
        let written = format!("{:.decimals$}", number.abs());
        let (whole, part) = written.split_once('.').unwrap_or((&written, ""));
        let part = part.trim_end_matches('0');
        let (thousands, point) = match self {
            Self::English => (',', '.'),
            Self::French => (NARROW, ','),
        };
        let mut grouped = String::with_capacity(written.len() * 2);
        if number < 0.0 && written.contains(|digit: char| ('1'..='9').contains(&digit)) {
            grouped.push('-');
        }
        for (at, digit) in whole.char_indices() {
            // Also true of an infinite number, which has no digits to group.
            if at > 0 && (whole.len() - at).is_multiple_of(3) && digit.is_ascii_digit() {
                grouped.push(thousands);
            }
            grouped.push(digit);
        }
        if !part.is_empty() {
            grouped.push(point);
            grouped.push_str(part);
        }
        grouped
    }

    pub fn count(self, count: usize) -> String {
        self.number(count as f64, 0)
    }

    /// A share of a hundred.
    pub fn percent(self, percent: f64) -> String {
        match self {
            Self::English => format!("{}%", self.number(percent, 0)),
            Self::French => format!("{}{NO_BREAK}%", self.number(percent, 0)),
        }
    }

    pub fn money(self, amount: f64, currency: &str) -> String {
        let amount = self.number(amount, 0);
        match (self, currency) {
            (_, "") => amount,
            (Self::English, sign) if sign.chars().count() == 1 => format!("{sign}{amount}"),
            _ => format!("{amount}{NO_BREAK}{currency}"),
        }
    }

    /// What stands between a label and its value.
    pub const fn colon(self) -> &'static str {
        match self {
            Self::English => ": ",
            Self::French => "\u{a0}: ",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_numbers_follow_the_language() {
        let day = NaiveDate::from_ymd_opt(2026, 9, 1).expect("a day");
        let (en, fr) = (Language::English, Language::French);
        assert_eq!((en.date(day), fr.date(day)), ("1 Sept 2026".into(), "1 sept. 2026".into()));
        for (number, decimals, english, french) in [
            (1_234_567.5, 1, "1,234,567.5", "1\u{202f}234\u{202f}567,5"),
            (3.0, 1, "3", "3"),
            (-0.04, 1, "0", "0"),
            (-1234.25, 2, "-1,234.25", "-1\u{202f}234,25"),
            (999.0, 0, "999", "999"),
        ] {
            assert_eq!((en.number(number, decimals), fr.number(number, decimals)), (english.into(), french.into()));
        }
        assert_eq!((en.percent(45.0), fr.percent(45.0)), ("45%".into(), "45\u{a0}%".into()));
        assert_eq!((en.money(1200.4, "€"), fr.money(1200.4, "€")), ("€1,200".into(), "1\u{202f}200\u{a0}€".into()));
        assert_eq!(en.money(1200.0, "CHF"), "1,200\u{a0}CHF");
    }

    #[test]
    fn tags_are_read_without_their_country() {
        assert_eq!(Language::of_tag("fr-CH"), Language::French);
        assert_eq!(Language::of_tag("FR"), Language::French);
        assert_eq!(Language::of_tag("de"), Language::English);
    }
}
