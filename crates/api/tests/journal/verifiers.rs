//! Cairn's verifier and the one in Python, which must always say the same.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};

use cairn_journal::{Head, PublicKey, Report, Seen, bundle};
use cairn_testkit::TestApp;
use serde_json::{Value as Json, json};

use crate::history::reader;

/// What a verifier says: nothing, or which check failed for which entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub check: String,
    pub index: Option<u64>,
    pub seq: Option<i64>,
    pub last: Option<u64>,
}

/// The present journal as a bundle.
pub async fn export(app: &TestApp) -> Vec<u8> {
    let now = app.engine.clock.now();
    cairn_proof::export(&mut reader(app).await, Vec::new(), false, now).await.unwrap().0
}

/// Holds that both verifiers accept a bundle.
#[track_caller]
pub fn accepted(bundle: &[u8], heads: &[Head], keys: &[PublicKey]) -> Report {
    let seen = Seen { heads: heads.to_vec(), keys: keys.to_vec() };
    let report = bundle::verify(bundle, seen).unwrap_or_else(|failure| panic!("{failure}"));
    let other = python(bundle, heads, keys);
    let Report { entries, pruned, erased, heads, .. } = report;
    let same = json!({ "ok": true, "entries": entries, "pruned": pruned, "erased": erased, "heads": heads });
    assert_eq!(other, same, "the verifier in Python");
    report
}

/// Holds that both verifiers refuse a bundle, for the same reason and at the same entry.
#[track_caller]
pub fn refused(what: &str, bundle: &[u8], heads: &[Head], keys: &[PublicKey]) -> Verdict {
    let seen = Seen { heads: heads.to_vec(), keys: keys.to_vec() };
    let Err(failure) = bundle::verify(bundle, seen) else { panic!("{what}: not noticed") };
    let check = serde_json::to_value(failure.check).unwrap().as_str().unwrap().to_owned();
    let verdict = Verdict { check, index: failure.index, seq: failure.seq, last: failure.last };
    let Verdict { check, index, seq, last } = &verdict;
    let same = json!({ "ok": false, "check": check, "index": index, "seq": seq, "last": last });
    assert_eq!(python(bundle, heads, keys), same, "{what}: the verifier in Python");
    verdict
}

/// One interpreter for all tests: starting it takes longer than a verdict.
struct Python {
    /// Ends with its input, which is when the tests do.
    _process: Child,
    requests: ChildStdin,
    verdicts: Lines<BufReader<ChildStdout>>,
}

static PYTHON: LazyLock<Mutex<Python>> = LazyLock::new(|| {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/journal/answer.py");
    let mut command = Command::new("python3");
    command.env("PYTHONDONTWRITEBYTECODE", "1").arg(program).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("Python 3 is installed");
    let (requests, verdicts) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    Mutex::new(Python { _process: child, requests, verdicts: BufReader::new(verdicts).lines() })
});

fn python(bundle: &[u8], heads: &[Head], keys: &[PublicKey]) -> Json {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bundle).unwrap();
    let heads: Vec<String> = heads.iter().map(Head::text).collect();
    let request = json!({ "file": file.path(), "heads": heads, "keys": keys });
    // Another test that failed in here has lost nothing but its own verdict.
    let mut python = PYTHON.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(python.requests, "{request}").unwrap();
    let verdict = python.verdicts.next().expect("a verdict").unwrap();
    serde_json::from_str(&verdict).unwrap()
}
