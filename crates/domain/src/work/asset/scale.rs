//! The scale of security objectives: what an organisation calls the five levels.

use cairn_engine::Cx;

/// Each scale with its labels for the levels 0 to 4. A scale with fewer steps repeats a label.
pub const SCALES: [(&str, [&str; 5]); 6] = [
    ("1-3", ["1", "2", "3", "3", "3"]),
    ("1-4", ["1", "2", "3", "4", "4"]),
    ("1-5", ["1", "2", "3", "4", "5"]),
    ("0-3", ["0", "1", "2", "3", "3"]),
    ("0-4", ["0", "1", "2", "3", "4"]),
    ("FIPS-199", ["low", "moderate", "moderate", "high", "high"]),
];

pub const DEFAULT: &str = "1-4";

/// The word for a level on the instance's scale.
pub fn word(cx: &Cx, level: i64) -> Option<&'static str> {
    on(cx.setting("security_objective_scale").unwrap_or(DEFAULT), level)
}

fn on(scale: &str, level: i64) -> Option<&'static str> {
    let (_, words) = SCALES.iter().find(|(name, _)| *name == scale)?;
    usize::try_from(level).ok().and_then(|level| words.get(level).copied())
}

/// A time as people write it: `4h`, `1d 12h`, `90s`.
pub fn duration(seconds: i64) -> String {
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
    let parts = [(days, "d"), (hours, "h"), (minutes, "m"), (seconds % 60, "s")];
    let said: Vec<String> =
        parts.iter().filter(|(number, _)| *number > 0).map(|(number, unit)| format!("{number}{unit}")).collect();
    if said.is_empty() { "0s".to_owned() } else { said.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scale_has_a_word_for_every_level() {
        assert_eq!((on("1-4", 0), on("1-4", 3), on("1-4", 4)), (Some("1"), Some("4"), Some("4")));
        assert_eq!((on("FIPS-199", 0), on("FIPS-199", 3)), (Some("low"), Some("high")));
        assert_eq!((on("1-4", 5), on("1-4", -1), on("unheard of", 1)), (None, None, None));
    }

    #[test]
    fn times_are_said_in_their_largest_units() {
        let said: Vec<String> = [0, 90, 14_400, 129_600].into_iter().map(duration).collect();
        assert_eq!(said, ["0s", "1m 30s", "4h", "1d 12h"]);
    }
}
