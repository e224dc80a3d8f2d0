//! Keys of the objects of a document: readable, unique, and the same for the same content.

use std::collections::HashMap;

use cairn_engine::cx::Cx;
use cairn_model::Value;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::Found;

/// Letters of a name that a key takes over.
const LONGEST: usize = 60;

/// Sorts objects and gives each its key: `assets/customer-database`. Of those with the same name, the second is
/// `…-2`; which is the second follows from where they are and what they say, not from when they were made.
pub fn assign(cx: &Cx, found: &mut [Found]) {
    let order: HashMap<&str, usize> = cx.registry().resources().iter().map(|one| one.path).zip(0..).collect();
    let place = |one: &Found| -> Vec<String> {
        cx.tree().path(one.object.folder()).iter().map(|node| node.name.clone()).collect()
    };
    found.sort_by_cached_key(|one| {
        let slug = slug(&one.words);
        (order[one.resource.path], slug, one.words.clone(), place(one).len(), place(one), said(one), one.object.id())
    });
    let mut taken: HashMap<String, usize> = HashMap::new();
    for one in found {
        let plain = format!("{}/{}", one.resource.path, slug(&one.words));
        let mut key = plain.clone();
        while taken.contains_key(&key) {
            let count = taken.entry(plain.clone()).or_default();
            *count += 1;
            key = format!("{plain}-{count}");
        }
        taken.insert(key.clone(), 1);
        one.key = key;
    }
}

/// What an object says without referring to others.
fn said(one: &Found) -> String {
    let plain = |value: &&Value| !matches!(value, Value::Uuid(_) | Value::Uuids(_) | Value::Time(_));
    one.object.values.iter().filter(plain).map(|value| value.to_json().to_string() + "\n").collect()
}

/// A name as a file name: small letters, digits and hyphens, without accents.
pub fn slug(text: &str) -> String {
    let mut out = String::new();
    for letter in text.nfkd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase) {
        if letter.is_alphanumeric() {
            out.push(letter);
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    let cut: String = out.chars().take(LONGEST).collect();
    let cut = cut.trim_end_matches('-');
    if cut.is_empty() { "object".to_owned() } else { cut.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn names_become_file_names() {
        for (name, expected) in [
            ("Customer database", "customer-database"),
            ("  Zürich / Genève (HQ)  ", "zurich-geneve-hq"),
            ("../../etc/passwd", "etc-passwd"),
            ("顧客データベース", "顧客テータヘース"),
            ("***", "object"),
            ("", "object"),
        ] {
            assert_eq!(slug(name), expected, "{name}");
        }
        assert_eq!(slug(&"long name ".repeat(20)).chars().count(), 59);
    }
}
