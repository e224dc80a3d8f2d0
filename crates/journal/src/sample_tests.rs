//! Small bundles that are kept in `tests/journal/`: what was exported once must stay readable.

use crate::bundle::{self, Header, Writer};
use crate::entry::tests::sample;
use crate::{Body, Check, Content, Frontier, Head, Sealed, Seen, Signer};

const KEPT: &str = include_str!("../../../tests/journal/sample.jsonl");
const ERASED: &str = include_str!("../../../tests/journal/erased.jsonl");

const AT: &str = "2026-04-02T00:00:00.000000Z";

fn content(entry: &mut Sealed) -> &mut Content {
    match &mut entry.body {
        Body::Whole(content) | Body::Erased { content, .. } => content,
        Body::Pruned(_) => unreachable!(),
    }
}

/// Five entries, one of them pruned, under two heads.
fn entries() -> Vec<Sealed> {
    let mut entries: Vec<Sealed> = (0..5).map(sample).collect();
    for (entry, text) in entries.iter_mut().zip(["", "naïve 😀", "\"\\\u{8}\u{c}\n\r\t\u{1}\u{7f}", "/", "{}"]) {
        let content = content(entry);
        content.object_name = Some(text.to_owned());
        content.state = Some(format!("{{\"name\":{}}}", serde_json::to_string(text).unwrap()));
    }
    entries[3].body = Body::Pruned(entries[3].body.hash());
    entries[4].frame.kind = "pruned".into();
    entries[4].frame.resource = String::new();
    content(&mut entries[4]).changes = "{\"horizon\":\"2026-04-01T00:00:00.000000Z\",\"entries\":1}".into();
    entries
}

/// The same with three more, which tell of erasing: who is in the first three entries is erased from them, and then
/// whoever erased them, from what tells of it.
fn erased() -> Vec<Sealed> {
    let mut entries = entries();
    entries.extend((5..7).map(sample));
    let erase = |entry: &mut Sealed| {
        let sealed = entry.body.hash();
        let mut content = content(entry).clone();
        content.actor_label = "erased".into();
        content.salt.0 = [8; 16];
        entry.body = Body::Erased { sealed, content };
        (entry.frame.seq, entry.body.replaced().unwrap())
    };
    let tell = |entry: &mut Sealed, told: &[(i64, crate::Hash)]| {
        entry.frame.kind = "erased".into();
        entry.frame.resource = String::new();
        content(entry).changes = serde_json::json!({ "contents": told }).to_string();
    };
    let told: Vec<_> = entries[..3].iter_mut().map(erase).collect();
    tell(&mut entries[5], &told);
    let told = [erase(&mut entries[5])];
    tell(&mut entries[6], &told);
    entries
}

/// A bundle of these with everything right, and its heads.
fn bundle_of(mut entries: Vec<Sealed>) -> (String, Vec<Head>) {
    let size = entries.len() as u64;
    let has_erasures = size > 5;
    let horizon = Some("2026-04-01T00:00:00.000000Z".into());
    let header = Header { size, horizon, exported_at: AT.into(), has_erasures };
    let mut writer = Writer::new(Vec::new(), false, &header).unwrap();
    let (mut edge, mut heads) = (Frontier::default(), Vec::new());
    for entry in &mut entries {
        entry.hash = entry.frame.leaf(entry.body.hash());
        writer.entry(entry).unwrap();
        edge.push(entry.hash, |_| {});
        if [3, size].contains(&edge.size()) {
            heads.push(Head::sign(&Signer::new([1; 32]), edge.size(), edge.root(), AT.into()));
            writer.head(&heads[heads.len() - 1]).unwrap();
        }
    }
    (String::from_utf8(writer.finish().unwrap()).unwrap(), heads)
}

#[test]
fn the_kept_bundle_is_what_we_write_and_accept() {
    let (written, heads) = bundle_of(entries());
    assert_eq!(written, KEPT);
    let report = bundle::verify(KEPT.as_bytes(), Seen { heads, keys: Vec::new() }).unwrap();
    assert_eq!((report.entries, report.pruned, report.heads, report.seen), (5, 1, 2, vec![3, 5]));
}

#[test]
fn so_is_the_one_without_what_it_said_of_people() {
    let (written, heads) = bundle_of(erased());
    assert_eq!(written, ERASED);
    let report = bundle::verify(ERASED.as_bytes(), Seen { heads, keys: Vec::new() }).unwrap();
    assert_eq!((report.entries, report.pruned, report.erased, report.heads), (7, 1, 4, 2));
}

#[test]
fn an_old_bundle_knows_of_no_erasing() {
    let old = ERASED.replacen("\"version\":2", "\"version\":1", 1);
    let failure = bundle::verify(old.as_bytes(), Seen::default()).unwrap_err();
    assert_eq!((failure.check, failure.index), (Check::Form, Some(0)));
    let unknown = ERASED.replacen("\"version\":2", "\"version\":3", 1);
    assert_eq!(bundle::verify(unknown.as_bytes(), Seen::default()).unwrap_err().check, Check::Header);
}

#[test]
fn what_was_replaced_must_be_what_the_journal_tells_of() {
    let refused = |entries: Vec<Sealed>| {
        let failure = bundle::verify(bundle_of(entries).0.as_bytes(), Seen::default()).unwrap_err();
        (failure.check, failure.index)
    };
    // Altered once more after it was erased.
    let mut altered = erased();
    content(&mut altered[1]).object_name = Some("another".into());
    assert_eq!(refused(altered), (Check::Erased, Some(1)));
    // Nothing tells of it, or something that does not count.
    for (kind, resource) in [("noted", ""), ("erased", "assets")] {
        let mut silent = erased();
        (silent[6].frame.kind, silent[6].frame.resource) = (kind.into(), resource.into());
        assert_eq!(refused(silent), (Check::Erased, Some(5)));
    }
    // What tells of it was itself altered to tell of something else.
    let mut retold = erased();
    content(&mut retold[0]).object_name = Some("forged".into());
    let hash = retold[0].body.replaced().unwrap();
    content(&mut retold[5]).changes = serde_json::json!({ "contents": [(1, hash)] }).to_string();
    assert_eq!(refused(retold), (Check::Erased, Some(1)));
    // It is told of another entry.
    let mut moved = erased();
    let Body::Erased { content: first, .. } = moved[0].body.clone() else { unreachable!() };
    *content(&mut moved[1]) = first;
    assert_eq!(refused(moved), (Check::Erased, Some(1)));
}

#[test]
fn no_byte_of_them_can_change_unnoticed() {
    for kept in [KEPT, ERASED] {
        let begin = kept.find('\n').unwrap() + 1;
        for place in begin..kept.len() {
            let mut bytes = kept.as_bytes().to_vec();
            bytes[place] ^= 1;
            assert!(bundle::verify(&bytes[..], Seen::default()).is_err(), "byte {place}");
        }
    }
}
