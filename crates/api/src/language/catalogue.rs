//! Messages in another language, found by their English text.

use std::collections::HashMap;
use std::sync::LazyLock;

static FRENCH: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::read(include_str!("fr.json")));

/// A message as written in the source: the fixed texts between the placeholders.
struct Pattern {
    parts: Vec<&'static str>,
    translation: &'static str,
}

pub struct Catalogue {
    /// Messages without placeholders.
    fixed: HashMap<&'static str, &'static str>,
    /// The others, those with the most fixed text first: they are the most specific.
    patterns: Vec<Pattern>,
}

/// A placeholder. In a translation, `{1}` is the second one of the English text, where the order differs.
const HOLE: &str = "{}";

impl Catalogue {
    /// The catalogue of a language; none for English.
    pub fn of(language: &str) -> Option<&'static Self> {
        (language == "fr").then(|| &*FRENCH)
    }

    fn read(json: &'static str) -> Self {
        let texts: HashMap<String, String> = serde_json::from_str(json).expect("a test reads the catalogue");
        let (mut fixed, mut patterns) = (HashMap::new(), Vec::new());
        for (english, translation) in texts {
            // Catalogues live as long as the program.
            let (english, translation): (&'static str, &'static str) = (english.leak(), translation.leak());
            if english.contains(HOLE) {
                patterns.push(Pattern { parts: english.split(HOLE).collect(), translation });
            } else {
                fixed.insert(english, translation);
            }
        }
        let words = |pattern: &Pattern| pattern.parts.iter().map(|part| part.len()).sum::<usize>();
        patterns.sort_by_key(|pattern| (std::cmp::Reverse(words(pattern)), pattern.translation));
        Self { fixed, patterns }
    }

    /// The text in the language; none if the catalogue does not have it.
    pub fn translate(&self, text: &str) -> Option<String> {
        if let Some(known) = self.fixed.get(text) {
            return Some((*known).to_owned());
        }
        self.patterns.iter().find_map(|pattern| {
            let values = pattern.fit(text)?;
            Some(self.fill(pattern.translation, &values))
        })
    }

    /// Fills values into a translation. A value may itself be in the catalogue, such as the name of a resource.
    fn fill(&self, translation: &str, values: &[&str]) -> String {
        let word = |at: usize, is_quoted: bool| {
            let value = values.get(at).copied().unwrap_or_default();
            // Quoted text is what people wrote themselves.
            self.translate(value).filter(|_| !is_quoted).unwrap_or_else(|| value.to_owned())
        };
        let (mut out, mut rest, mut next) = (String::with_capacity(translation.len() + 32), translation, 0);
        while let Some((before, after)) = rest.split_once('{') {
            let hole = after.split_once('}').filter(|(name, _)| name.bytes().all(|digit| digit.is_ascii_digit()));
            out.push_str(before);
            let Some((name, after)) = hole else {
                out.push('{');
                rest = after;
                continue;
            };
            let at = name.parse().unwrap_or(next);
            out.push_str(&word(at, before.ends_with("«\u{a0}")));
            (rest, next) = (after, at + 1);
        }
        out.push_str(rest);
        out
    }
}

impl Pattern {
    /// The placeholder values in a text of this pattern; none if it does not match.
    fn fit<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        let (first, others) = self.parts.split_first()?;
        let (last, between) = others.split_last()?;
        let mut rest = text.strip_prefix(first)?.strip_suffix(last)?;
        let mut values = Vec::with_capacity(others.len());
        for part in between {
            let (value, after) = rest.split_once(part)?;
            values.push(value);
            rest = after;
        }
        values.push(rest);
        Some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_varies_is_carried_over() {
        let french = Catalogue::of("fr").unwrap();
        let say = |text: &str| french.translate(text);
        assert_eq!(say("This field is required.").unwrap(), "Ce champ est obligatoire.");
        assert_eq!(say("“Paris” is not a valid UUID.").unwrap(), "« Paris » n’est pas un UUID valide.");
        assert_eq!(
            say("You do not have permission to change applied controls in the domain “Sales”.").unwrap(),
            "Vous n’avez pas le droit de modifier des mesures appliquées dans le domaine « Sales »."
        );
        assert_eq!(say("“add” is empty.").unwrap(), "« add » est vide.");
        assert_eq!(say("Nobody ever wrote this sentence into the catalogue"), None);
        assert_eq!(say(""), None);
    }

    #[test]
    fn translations_have_the_same_holes() {
        let texts: HashMap<String, String> = serde_json::from_str(include_str!("fr.json")).unwrap();
        for (english, french) in &texts {
            let holes = english.matches(HOLE).count();
            let numbered = (0..9).filter(|at| french.contains(&format!("{{{at}}}"))).count();
            assert_eq!(holes, french.matches(HOLE).count() + numbered, "{english} → {french}");
        }
    }
}
