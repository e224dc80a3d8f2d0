//! Every way to tamper with a bundle that we could think of: both verifiers notice each, without
//! anything but the bundle and what was seen before, and name the same entry.

use cairn_journal::{Body, Head, Sealed, Signer};
use cairn_testkit::{Database, TestApp};
use serde_json::Value as Json;

use crate::forging::{forge, signer};
use crate::history::{self, sealed};
use crate::verifiers::{Verdict, accepted, export, refused};

/// A bundle as lines, and what it was made of.
struct Bundle {
    lines: Vec<String>,
    entries: Vec<Sealed>,
    heads: Vec<Head>,
}

impl Bundle {
    /// The form does not depend on the database, so one is enough here.
    async fn make() -> Self {
        let app = TestApp::start(Database::Sqlite).await;
        history::make(&app).await;
        let text = String::from_utf8(export(&app).await).unwrap();
        let (entries, heads) = sealed(&app).await;
        Self { lines: text.lines().map(str::to_owned).collect(), entries, heads }
    }

    /// The line of an entry.
    fn line(&self, index: usize) -> usize {
        let start = format!("\"index\":{index},");
        self.lines.iter().position(|line| line.starts_with("{\"entry\"") && line.contains(&start)).unwrap()
    }

    fn head_line(&self, number: usize) -> usize {
        let heads = self.lines.iter().enumerate().filter(|(_, line)| line.starts_with("{\"head\""));
        heads.map(|(at, _)| at).nth(number).unwrap()
    }

    fn with(&self, change: impl FnOnce(&mut Vec<String>)) -> Vec<u8> {
        let mut lines = self.lines.clone();
        change(&mut lines);
        lines.iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect()
    }

    /// An entry in the second batch that was made with a state.
    fn victim(&self) -> usize {
        let found = self.entries.iter().position(|entry| entry.frame.request.as_deref() == Some("edge-7"));
        let victim = found.unwrap();
        assert!((self.heads[0].size as usize..self.heads[1].size as usize).contains(&victim));
        victim
    }
}

fn index(verdict: &Verdict) -> usize {
    verdict.index.unwrap() as usize
}

fn json(line: &str) -> Json {
    serde_json::from_str(line).unwrap()
}

/// Canonical again: what we make ourselves has sorted names already.
fn rewritten(line: &str, change: impl FnOnce(&mut Json)) -> String {
    let mut value = json(line);
    change(&mut value);
    value.to_string()
}

/// Gives the entries from this line on the numbers that follow.
fn renumber(lines: &mut [String]) {
    let mut next = 0;
    for line in lines.iter_mut().filter(|line| line.starts_with("{\"entry\"")) {
        *line = rewritten(line, |value| value["entry"]["index"] = next.into());
        next += 1;
    }
    lines[0] = rewritten(&lines[0], |value| value["journal"]["size"] = next.into());
}

#[tokio::test]
async fn one_byte_of_any_field_of_an_entry() {
    let bundle = Bundle::make().await;
    let victim = bundle.victim();
    let at = bundle.line(victim);
    let entry = json(&bundle.lines[at])["entry"].clone();
    assert_eq!(entry.as_object().unwrap().len(), 18, "every field is tried");
    for (name, value) in entry.as_object().unwrap() {
        let line = &bundle.lines[at];
        let place = line.find(&format!("\"{name}\":")).unwrap() + name.len() + 3;
        // The first byte of a number or null, the first inside a text; and the last but one.
        let text = value.to_string();
        let places = [place + usize::from(value.is_string()), place + text.len().saturating_sub(2)];
        for byte in places {
            let old = line.as_bytes()[byte];
            let new = if old.is_ascii_digit() { b'0' + (old - b'0' + 1) % 10 } else { old ^ 1 };
            let mut bytes = bundle.with(|_| {});
            let start: usize = bundle.lines[..at].iter().map(|line| line.len() + 1).sum();
            bytes[start + byte] = new;
            let verdict = refused(&format!("a byte of {name}"), &bytes, &[], &[]);
            assert_eq!(index(&verdict), victim, "{name}: {verdict:?}");
        }
        // The same with a line that is well formed again.
        let other = match value {
            Json::Number(number) => Json::from(number.as_u64().unwrap() + 1),
            Json::Null => "0190b7c4-a1e2-7d5c-8f3e-6a9b2c4d5e6f".into(),
            Json::String(text) => text.chars().rev().collect::<String>().into(),
            other => panic!("{other}"),
        };
        if other == *value {
            continue;
        }
        let bytes = bundle.with(|lines| lines[at] = rewritten(&lines[at], |line| line["entry"][name] = other));
        let verdict = refused(&format!("another {name}"), &bytes, &[], &[]);
        assert_eq!(index(&verdict), victim, "{name}: {verdict:?}");
        let expected: &[&str] = if name == "index" { &["order"] } else { &["content", "form"] };
        assert!(expected.contains(&verdict.check.as_str()), "{name}: {verdict:?}");
    }
}

#[tokio::test]
async fn one_byte_anywhere() {
    let bundle = Bundle::make().await;
    let whole = bundle.with(|_| {});
    let header = bundle.lines[0].len() + 1;
    let step = (whole.len() - header) / 60;
    let mut checks = std::collections::BTreeSet::new();
    for byte in (header..whole.len()).step_by(step) {
        let mut bytes = whole.clone();
        bytes[byte] ^= 1;
        checks.insert(refused(&format!("byte {byte}"), &bytes, &[], &[]).check);
    }
    assert!(checks.contains("content"), "{checks:?}");
}

#[tokio::test]
async fn a_word_in_a_state() {
    let bundle = Bundle::make().await;
    let victim = bundle.victim();
    let at = bundle.line(victim);
    let bytes = bundle.with(|lines| {
        assert!(lines[at].contains(r#"\"name\":\"CRM\""#));
        lines[at] = lines[at].replace(r#"\"name\":\"CRM\""#, r#"\"name\":\"CRN\""#);
    });
    let verdict = refused("a state", &bytes, &[], &[]);
    assert_eq!((verdict.check.as_str(), index(&verdict)), ("content", victim));
    assert_eq!(verdict.seq, Some(bundle.entries[victim].frame.seq));
}

#[tokio::test]
async fn an_entry_with_its_hash() {
    let bundle = Bundle::make().await;
    let victim = bundle.victim();
    let mut entry = bundle.entries[victim].clone();
    entry.frame.kind = "created".into();
    entry.hash = entry.frame.leaf(entry.body.hash());
    let mut line = Vec::new();
    entry.write(&mut line);
    let line = format!("{{\"entry\":{}}}", String::from_utf8(line).unwrap());
    let at = bundle.line(victim);
    let bytes = bundle.with(|lines| lines[at] = line);
    // No single entry contradicts itself any more; the head says between which ones the fault is.
    let verdict = refused("an entry and its hash", &bytes, &[], &[]);
    let (first, last) = (bundle.heads[0].size, bundle.heads[1].size - 1);
    assert_eq!((verdict.check.as_str(), verdict.index, verdict.last), ("root", Some(first), Some(last)));
    assert!((first..=last).contains(&(victim as u64)));
    assert_eq!(verdict.seq, Some(bundle.entries[first as usize].frame.seq));
}

#[tokio::test]
async fn entries_that_change_places() {
    let bundle = Bundle::make().await;
    let first = bundle.heads[0].size as usize;
    let (one, two) = (bundle.line(first), bundle.line(first + 1));
    let verdict = refused("swapped", &bundle.with(|lines| lines.swap(one, two)), &[], &[]);
    assert_eq!((verdict.check.as_str(), index(&verdict)), ("order", first));
    let bytes = bundle.with(|lines| {
        lines.swap(one, two);
        renumber(lines);
    });
    let verdict = refused("swapped and renumbered", &bytes, &[], &[]);
    assert_eq!((verdict.check.as_str(), index(&verdict)), ("root", first));
}

#[tokio::test]
async fn an_entry_that_is_gone() {
    let bundle = Bundle::make().await;
    let victim = bundle.victim();
    let at = bundle.line(victim);
    let verdict = refused("dropped", &bundle.with(|lines| drop(lines.remove(at))), &[], &[]);
    assert_eq!((verdict.check.as_str(), index(&verdict)), ("order", victim));
    let bytes = bundle.with(|lines| {
        lines.remove(at);
        renumber(lines);
    });
    let verdict = refused("dropped and renumbered", &bytes, &[], &[]);
    assert_eq!((verdict.check.as_str(), index(&verdict)), ("head", bundle.heads[0].size as usize));
    let first = bundle.line(0);
    let verdict = refused("the very first", &bundle.with(|lines| drop(lines.remove(first))), &[], &[]);
    assert_eq!((verdict.check.as_str(), index(&verdict)), ("order", 0));
}

#[tokio::test]
async fn an_entry_that_was_never_written() {
    let bundle = Bundle::make().await;
    let victim = bundle.victim();
    let at = bundle.line(victim);
    let bytes = bundle.with(|lines| lines.insert(at, lines[at].clone()));
    let verdict = refused("inserted", &bytes, &[], &[]);
    assert_eq!((verdict.check.as_str(), index(&verdict)), ("order", victim + 1));
    let bytes = bundle.with(|lines| {
        lines.insert(at, lines[at].clone());
        renumber(lines);
    });
    let verdict = refused("inserted and renumbered", &bytes, &[], &[]);
    assert_eq!((verdict.check.as_str(), index(&verdict)), ("head", bundle.heads[0].size as usize));
    // After the last head, where no other head contradicts it.
    let bytes = bundle.with(|lines| {
        lines.push(lines[at].clone());
        renumber(lines);
    });
    let verdict = refused("appended", &bytes, &[], &[]);
    assert_eq!((verdict.check.as_str(), index(&verdict)), ("unsigned", bundle.entries.len()));
}

#[tokio::test]
async fn an_end_that_was_cut_off() {
    let bundle = Bundle::make().await;
    let (early, last) = (&bundle.heads[1], bundle.heads.last().unwrap());
    let keep = bundle.head_line(1) + 1;
    let verdict = refused("cut off", &bundle.with(|lines| lines.truncate(keep)), &[], &[]);
    assert_eq!((verdict.check.as_str(), verdict.index), ("short", Some(early.size)));
    let whole = bundle.with(|_| {});
    let verdict = refused("cut in a line", &whole[..whole.len() - 40], &[], &[]);
    assert_eq!(verdict.check, "form");

    // Cut at a head, the bundle is as right as it was back then. Only who has seen more can tell.
    let bytes = bundle.with(|lines| {
        lines.truncate(keep);
        lines[0] = rewritten(&lines[0], |value| value["journal"]["size"] = early.size.into());
    });
    accepted(&bytes, &[], &[]);
    accepted(&bytes, std::slice::from_ref(early), &[]);
    let verdict = refused("cut off at a head", &bytes, std::slice::from_ref(last), &[]);
    assert_eq!((verdict.check.as_str(), verdict.index, verdict.last), ("seen", Some(early.size), Some(last.size - 1)));
}

#[tokio::test]
async fn a_new_history_signed_with_the_same_key() {
    let bundle = Bundle::make().await;
    let victim = bundle.victim();
    let mut entries = bundle.entries.clone();
    let Body::Whole(content) = &mut entries[victim].body else { panic!("its content is there") };
    content.changes = "{}".into();
    let sizes: Vec<u64> = bundle.heads.iter().map(|head| head.size).collect();
    let (forged, forged_heads) = forge(entries, &sizes, &signer());
    accepted(&forged, &forged_heads, &[signer().public_key()]);
    accepted(&forged, &bundle.heads[..1], &[]);
    let verdict = refused("a fork", &forged, &bundle.heads[2..], &[]);
    assert_eq!((verdict.check.as_str(), verdict.index, verdict.last), ("seen", Some(0), Some(sizes[2] - 1)));
    // The more heads someone has kept, the closer they come.
    let verdict = refused("a fork, with several heads", &forged, &bundle.heads, &[]);
    assert_eq!((verdict.check.as_str(), verdict.index, verdict.last), ("seen", Some(sizes[0]), Some(sizes[1] - 1)));
    assert_eq!(verdict.seq, Some(bundle.entries[sizes[0] as usize].frame.seq));
}

#[tokio::test]
async fn the_whole_journal_signed_with_another_key() {
    let bundle = Bundle::make().await;
    let (ours, other) = (signer().public_key(), Signer::new([8; 32]));
    let sizes: Vec<u64> = bundle.heads.iter().map(|head| head.size).collect();
    let (forged, _) = forge(bundle.entries.clone(), &sizes, &other);
    let report = accepted(&forged, &[], &[]);
    assert!(report.keys.iter().eq([&other.public_key()]), "who knows no key is told which it was");
    let verdict = refused("another key, against a key", &forged, &[], &[ours]);
    assert_eq!((verdict.check.as_str(), verdict.index), ("key", Some(0)));
    let verdict = refused("another key, against a head", &forged, &bundle.heads[1..2], &[]);
    assert_eq!((verdict.check.as_str(), verdict.index), ("key", Some(0)));
    // A key that the operator changed and told of is no fault.
    accepted(&forged, &bundle.heads, &[other.public_key()]);
    // Heads that claim our key without having it.
    let at = bundle.head_line(0);
    let forged = String::from_utf8(forged).unwrap().replace(&other.public_key().to_string(), &ours.to_string());
    let verdict = refused("a borrowed key", forged.as_bytes(), &[], &[ours]);
    assert_eq!((verdict.check.as_str(), verdict.index), ("signature", Some(0)), "line {at}");
}

#[tokio::test]
async fn heads() {
    let bundle = Bundle::make().await;
    let second = bundle.head_line(1);
    let expected = Some(bundle.heads[0].size);
    for (name, check) in [("signature", "signature"), ("root", "signature"), ("key", "signature"), ("size", "head")] {
        let bytes = bundle.with(|lines| {
            lines[second] = rewritten(&lines[second], |value| {
                value["head"][name] = match &value["head"][name] {
                    Json::Number(number) => (number.as_u64().unwrap() - 1).into(),
                    text => text.as_str().unwrap().chars().rev().collect::<String>().into(),
                };
            });
        });
        let verdict = refused(&format!("{name} of a head"), &bytes, &[], &[]);
        assert_eq!((verdict.check.as_str(), verdict.index), (check, expected), "{name}");
    }
    let bytes = bundle.with(|lines| lines[second] = lines[second].replace("\"at\":\"2026", "\"at\":\"2025"));
    assert_eq!(refused("time of a head", &bytes, &[], &[]).check, "signature");
    // One head in the middle is not missed: the next one covers what it did.
    accepted(&bundle.with(|lines| drop(lines.remove(second))), &bundle.heads, &[]);
    let last = bundle.head_line(2);
    let verdict = refused("without the last head", &bundle.with(|lines| drop(lines.remove(last))), &[], &[]);
    assert_eq!((verdict.check.as_str(), verdict.index), ("unsigned", Some(bundle.heads[1].size)));
    let verdict = refused("a head twice", &bundle.with(|lines| lines.push(lines[last].clone())), &[], &[]);
    assert_eq!(verdict.check, "head");
    let bytes = bundle.with(|lines| lines[second].push(' '));
    assert_eq!((refused("a space", &bytes, &[], &[]).check.as_str(), expected), ("form", expected));
}

/// Content that is "pruned" although nobody announced it.
#[tokio::test]
async fn an_entry_that_someone_hides() {
    let bundle = Bundle::make().await;
    let victim = bundle.victim();
    let mut entry = bundle.entries[victim].clone();
    entry.body = Body::Pruned(entry.body.hash());
    let mut line = Vec::new();
    entry.write(&mut line);
    let line = format!("{{\"entry\":{}}}", String::from_utf8(line).unwrap());
    let at = bundle.line(victim);
    let verdict = refused("hidden", &bundle.with(|lines| lines[at].clone_from(&line)), &[], &[]);
    assert_eq!((verdict.check.as_str(), index(&verdict)), ("pruned", victim));
    let bytes = bundle.with(|lines| {
        lines[at] = line;
        lines[0] = rewritten(&lines[0], |value| value["journal"]["horizon"] = "2027-01-01T00:00:00.000000Z".into());
    });
    let verdict = refused("hidden behind a horizon that nobody announced", &bytes, &[], &[]);
    assert_eq!((verdict.check.as_str(), index(&verdict)), ("pruned", victim));
}

#[tokio::test]
async fn something_else_altogether() {
    let bundle = Bundle::make().await;
    for bytes in [&b""[..], b"\n", b"{}\n", b"{\"journal\":{}}\n", b"\x1f\x8b\x08", b"PK\x03\x04", b"\xff\xfe\n"] {
        assert_eq!(refused("no bundle", bytes, &[], &[]).check, "header");
    }
    for (old, new) in [("\"version\":1", "\"version\":3"), ("cairn-journal", "other"), ("\"size\":", "\"sizes\":")] {
        let bytes = bundle.with(|lines| lines[0] = lines[0].replace(old, new));
        assert_eq!(refused(new, &bytes, &[], &[]).check, "header");
    }
    let bytes = bundle.with(|lines| lines.insert(1, "{\"note\":{}}".into()));
    assert_eq!(refused("an unknown line", &bytes, &[], &[]).check, "form");
}
