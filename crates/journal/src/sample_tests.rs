//! A small bundle that is kept in `tests/journal/`: what was exported once must stay readable.

use crate::bundle::{self, Header, Writer};
use crate::entry::tests::sample;
use crate::{Body, Frontier, Head, Sealed, Seen, Signer};

const KEPT: &str = include_str!("../../../tests/journal/sample.jsonl");

/// Five entries, one of them pruned, under two heads.
fn entries() -> Vec<Sealed> {
    let mut entries: Vec<Sealed> = (0..5).map(sample).collect();
    for (entry, text) in entries.iter_mut().zip(["", "naïve 😀", "\"\\\u{8}\u{c}\n\r\t\u{1}\u{7f}", "/", "{}"]) {
        let Body::Whole(content) = &mut entry.body else { unreachable!() };
        content.object_name = Some(text.to_owned());
        content.state = Some(format!("{{\"name\":{}}}", serde_json::to_string(text).unwrap()));
    }
    entries[3].body = Body::Pruned(entries[3].body.hash());
    entries[4].frame.kind = "pruned".into();
    entries[4].frame.resource = String::new();
    let Body::Whole(content) = &mut entries[4].body else { unreachable!() };
    content.changes = "{\"horizon\":\"2026-04-01T00:00:00.000000Z\",\"entries\":1}".into();
    for entry in &mut entries {
        entry.hash = entry.frame.leaf(entry.body.hash());
    }
    entries
}

#[test]
fn the_kept_bundle_is_what_we_write_and_accept() {
    let at = "2026-04-02T00:00:00.000000Z";
    let header = Header { size: 5, horizon: Some("2026-04-01T00:00:00.000000Z".into()), exported_at: at.into() };
    let mut writer = Writer::new(Vec::new(), false, &header).unwrap();
    let (mut edge, mut heads) = (Frontier::default(), Vec::new());
    for entry in entries() {
        writer.entry(&entry).unwrap();
        edge.push(entry.hash, |_| {});
        if [3, 5].contains(&edge.size()) {
            heads.push(Head::sign(&Signer::new([1; 32]), edge.size(), edge.root(), at.into()));
            writer.head(&heads[heads.len() - 1]).unwrap();
        }
    }
    let written = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert_eq!(written, KEPT);
    let report = bundle::verify(KEPT.as_bytes(), Seen { heads, keys: Vec::new() }).unwrap();
    assert_eq!((report.entries, report.pruned, report.heads, report.seen), (5, 1, 2, vec![3, 5]));
}

#[test]
fn no_byte_of_it_can_change_unnoticed() {
    let begin = KEPT.find('\n').unwrap() + 1;
    for place in begin..KEPT.len() {
        let mut bytes = KEPT.as_bytes().to_vec();
        bytes[place] ^= 1;
        assert!(bundle::verify(&bytes[..], Seen::default()).is_err(), "byte {place}");
    }
}
