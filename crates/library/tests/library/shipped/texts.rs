use serde_json::{Map, Value};

use super::{each_map, libraries};

/// The fields that people read.
const TEXTS: &[&str] =
    &["abbreviation", "name", "description", "description_doc", "annotation", "typical_evidence", "text", "value"];
/// Longer texts cannot be the same in two languages.
const LONG: usize = 30;

const NO_BREAK: char = '\u{a0}';
const NARROW_NO_BREAK: char = '\u{202f}';

#[test]
fn every_text_is_there_in_french() {
    for (name, library) in libraries() {
        let mut texts = 0;
        each_map(&serde_json::to_value(&library).unwrap(), &mut |map| {
            let french = french(map);
            for key in TEXTS.iter().filter(|key| map.contains_key(**key)) {
                let english = lines(&map[*key]);
                let translated = french.and_then(|french| french.get(*key)).map(lines).unwrap_or_default();
                let missing = translated.is_empty() || translated.iter().any(|line| line.trim().is_empty());
                assert!(!missing, "{name}: no French {key} for {english:?}");
                assert_eq!(english.len(), translated.len(), "{name}: lines of {key} for {english:?}");
                for (english, french) in english.iter().zip(&translated) {
                    assert!(english.len() < LONG || english != french, "{name}: not translated: {english}");
                }
                texts += 1;
            }
            for key in french.into_iter().flat_map(Map::keys) {
                assert!(map.contains_key(key), "{name}: French {key} without an English one");
            }
        });
        assert!(texts > 10, "{name} has hardly any text");
    }
}

#[test]
fn french_is_set_as_french_is() {
    for (name, library) in libraries() {
        each_map(&serde_json::to_value(&library).unwrap(), &mut |map| {
            for text in french(map).into_iter().flat_map(Map::values).flat_map(lines) {
                if let Some(fault) = fault(text) {
                    panic!("{name}: {fault} in {text:?}");
                }
            }
        });
    }
}

#[test]
fn faults_of_typesetting_are_found() {
    let sound = "«\u{a0}Qui\u{a0}: l’équipe\u{202f}? Moins de 1\u{a0}%\u{202f}; oui\u{202f}!\u{a0}»";
    assert_eq!(fault(sound), None);
    for wrong in ["l'équipe", "qui : tous", "qui: tous", "quoi ?", "quoi\u{a0}?", "oui!", "« oui\u{a0}»", "1 %", "a  b"]
    {
        assert!(fault(wrong).is_some(), "{wrong}");
    }
}

fn french(map: &Map<String, Value>) -> Option<&Map<String, Value>> {
    map.get("translations")?.get("fr")?.as_object()
}

fn lines(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(items) => items.iter().flat_map(lines).collect(),
        _ => value.as_str().unwrap_or_default().lines().collect(),
    }
}

/// What is wrong with the spaces and apostrophes of a French text.
fn fault(text: &str) -> Option<&'static str> {
    let characters: Vec<char> = text.chars().collect();
    let pairs = characters.windows(2).map(|pair| (pair[0], pair[1]));
    pairs.chain([(' ', characters[0])]).find_map(|pair| match pair {
        ('\'', _) | (_, '\'') => Some("a straight apostrophe"),
        (' ', ' ') => Some("two spaces"),
        (before, ';' | '!' | '?') if before != NARROW_NO_BREAK => Some("no narrow no-break space"),
        (before, ':' | '%' | '»') if before != NO_BREAK => Some("no no-break space"),
        ('«', after) if after != NO_BREAK => Some("no no-break space after «"),
        _ => None,
    })
}
