//! Renamed files, which still describe the same object.
//!
//! Without this, a renamed file would create a new object and delete the old one, along with its history and the links
//! that others have to it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json};

use super::directory::{DOMAIN, Declared};
use super::state::{Known, Seen, sha256};

/// Fields that people recognise an object by, wherever its file is.
const NAMES: [&str; 4] = ["name", "label", "ref_id", "urn"];

/// The names in a file.
pub fn names(fields: &Map<String, Json>) -> Vec<String> {
    let texts = NAMES.iter().filter_map(|name| fields.get(*name)?.as_str());
    texts.filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

/// Moves what is known of an object to the new key of its file; returns the old and the new key of each.
///
/// A file with the previous content of another file is that file renamed, unless the other one still exists with other
/// content: then it is a copy. Otherwise a new file is taken for a missing one if they share a name, and neither shares
/// one with any other file.
pub fn follow(known: &mut Known, declared: &[Declared]) -> Vec<(String, String)> {
    let mut moved = moved(known, declared);
    // If a file took the name of another that wasn't renamed, that file's object would be left without a key.
    loop {
        let leaving: BTreeSet<String> = moved.iter().map(|(old, _)| old.clone()).collect();
        let before = moved.len();
        moved.retain(|(_, new)| leaving.contains(new) || !known.objects.contains_key(new));
        if moved.len() == before {
            break;
        }
    }
    let taken: Vec<Option<Seen>> = moved.iter().map(|(old, _)| known.objects.remove(old)).collect();
    for ((_, new), seen) in moved.iter().zip(taken) {
        known.objects.extend(seen.map(|seen| (new.clone(), seen)));
    }
    moved
}

fn moved(known: &Known, declared: &[Declared]) -> Vec<(String, String)> {
    let mut files: BTreeMap<&str, &Declared> = declared.iter().map(|one| (one.key.as_str(), one)).collect();
    let mut objects: BTreeMap<&str, &Seen> = known.objects.iter().map(|(key, seen)| (key.as_str(), seen)).collect();
    let hashes: BTreeMap<&str, String> = declared.iter().map(|one| (one.key.as_str(), sha256(&one.text))).collect();
    let settle = |key: &str, files: &mut BTreeMap<&str, &Declared>, objects: &mut BTreeMap<&str, &Seen>| {
        files.remove(key);
        objects.remove(key);
    };
    settle(DOMAIN, &mut files, &mut objects);
    for one in declared {
        if known.objects.get(&one.key).is_some_and(|seen| seen.sha256 == hashes[one.key.as_str()]) {
            settle(&one.key, &mut files, &mut objects);
        }
    }
    let contents: BTreeSet<(&str, &str)> =
        known.objects.values().map(|seen| (seen.resource.as_str(), seen.sha256.as_str())).collect();
    let has_left =
        |key: &str, resource: &str| hashes.get(key).is_none_or(|hash| contents.contains(&(resource, hash.as_str())));
    let mut moved = Vec::new();
    for one in files.values().copied().collect::<Vec<_>>() {
        let is_it = |seen: &Seen| seen.resource == one.resource && seen.sha256 == hashes[one.key.as_str()];
        let old = objects.iter().find(|(key, seen)| is_it(seen) && has_left(key, &seen.resource)).map(|(old, _)| *old);
        if let Some(old) = old {
            objects.remove(old);
            files.remove(one.key.as_str());
            moved.push((old.to_owned(), one.key.clone()));
        }
    }
    // A file that was changed but kept its name still describes the same object.
    for one in declared.iter().filter(|one| known.objects.contains_key(&one.key)) {
        settle(&one.key, &mut files, &mut objects);
    }
    let fits = |one: &Declared, seen: &Seen| {
        let names = names(&one.fields);
        seen.resource == one.resource && seen.names.iter().any(|name| names.contains(name))
    };
    for one in files.values() {
        let mut old = objects.iter().filter(|(_, seen)| fits(one, seen));
        if let (Some((old, seen)), None) = (old.next(), old.next())
            && files.values().filter(|other| fits(other, seen)).count() == 1
        {
            moved.push(((*old).to_owned(), one.key.clone()));
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn file(key: &str, name: &str, more: &str) -> Declared {
        let fields = Map::from_iter([("name".to_owned(), Json::from(name))]);
        let resource = key.split('/').next().unwrap_or_default().to_owned();
        Declared { key: key.to_owned(), resource, fields, text: format!("name: {name}\n{more}") }
    }

    fn with_ref_id(key: &str, name: &str, ref_id: &str) -> Declared {
        let mut file = file(key, name, &format!("ref_id: {ref_id}\n"));
        file.fields.insert("ref_id".to_owned(), Json::from(ref_id));
        file
    }

    fn known(files: &[Declared]) -> Known {
        let seen = |(at, one): (usize, &Declared)| {
            let seen = Seen {
                resource: one.resource.clone(),
                id: Uuid::from_u128(at as u128),
                updated_at: String::new(),
                sha256: sha256(&one.text),
                names: names(&one.fields),
            };
            (one.key.clone(), seen)
        };
        Known { objects: files.iter().enumerate().map(seen).collect() }
    }

    /// The keys of objects after their files have changed, by their previous position.
    fn keys(before: &[Declared], after: &[Declared]) -> Vec<(u128, String)> {
        let mut known = known(before);
        follow(&mut known, after);
        let mut keys: Vec<(u128, String)> =
            known.objects.into_iter().map(|(key, seen)| (seen.id.as_u128(), key)).collect();
        keys.sort();
        keys
    }

    fn are(keys: &[&str]) -> Vec<(u128, String)> {
        (0..).zip(keys.iter().map(|key| (*key).to_owned())).collect()
    }

    #[test]
    fn an_object_goes_with_its_file() {
        let before = [file("assets/a", "A", ""), file("assets/b", "B", "")];
        let new = [file("assets/x", "A", ""), file("assets/b", "B", "")];
        assert_eq!(keys(&before, &new), are(&["assets/x", "assets/b"]), "the same content");
        let new = [file("assets/x", "A", "ref_id: 1\n"), file("assets/b", "B", "")];
        assert_eq!(keys(&before, &new), are(&["assets/x", "assets/b"]), "the same name");
        let new = [file("assets/b", "A", ""), file("assets/a", "B", "")];
        assert_eq!(
            keys(&before, &new),
            are(&["assets/b", "assets/a"]),
            "files that changed their names with each other"
        );
        let new = [file("assets/b", "A", ""), file("assets/c", "B", "")];
        assert_eq!(keys(&before, &new), are(&["assets/b", "assets/c"]), "one after the other");
    }

    #[test]
    fn what_is_not_sure_is_not_followed() {
        let before = [file("assets/a", "A", ""), file("assets/b", "B", "")];
        let stay = are(&["assets/a", "assets/b"]);
        for (new, why) in [
            (vec![file("assets/x", "X", ""), file("assets/b", "B", "")], "another name and another content"),
            (vec![file("risks/a", "A", ""), file("assets/b", "B", "")], "another resource"),
            (vec![file("assets/a", "A", ""), file("assets/b", "B", ""), file("assets/c", "A", "")], "a copy"),
            (vec![file("assets/x", "A", "1"), file("assets/y", "A", "2"), file("assets/b", "B", "")], "two of them"),
            (vec![file("assets/b", "A", "")], "one took the place of another, which is gone"),
            (vec![file("assets/a", "B", "changed"), file("assets/b", "A", "changed")], "both kept their files"),
        ] {
            assert_eq!(keys(&before, &new), stay, "{why}");
        }
        let before = [with_ref_id("assets/till", "Till", "A-1"), file("assets/b", "B", "")];
        let stay = are(&["assets/till", "assets/b"]);
        let [aaa, zzz] = [with_ref_id("assets/aaa", "Safe", "A-1"), with_ref_id("assets/zzz", "Till", "A-2")];
        let new = [aaa, zzz, file("assets/b", "B", "")];
        assert_eq!(keys(&before, &new), stay, "each has one of its names");
        let [till, copy] = [with_ref_id("assets/till", "Desk", "A-2"), with_ref_id("assets/till-2", "Till", "A-1")];
        let new = [till, copy, file("assets/b", "B", "")];
        assert_eq!(keys(&before, &new), stay, "a copy of one that was changed then");
    }

    #[test]
    fn a_copy_in_the_place_of_another_leaves_the_first_one_where_it_is() {
        let before = [file("assets/a", "A", ""), file("assets/b", "B", "")];
        let new = [file("assets/a", "Z", ""), file("assets/b", "A", ""), file("assets/c", "B", "")];
        assert_eq!(keys(&before, &new), are(&["assets/a", "assets/c"]));
    }
}
