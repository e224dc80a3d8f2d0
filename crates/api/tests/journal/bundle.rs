//! A bundle of a real journal, on both databases.

use cairn_testkit::both;

use crate::history::{self, reader, sealed};
use crate::verifiers::{accepted, export};

both!(async fn both_verifiers_accept_what_was_exported(app) {
    history::make(&app).await;
    let bundle = export(&app).await;
    let (entries, heads) = sealed(&app).await;
    let report = accepted(&bundle, &heads, &[app.journal.public_key()]);
    assert_eq!((report.entries, report.heads, report.pruned), (entries.len() as u64, 3, 0));
    assert_eq!(report.seen, heads.iter().map(|head| head.size).collect::<Vec<_>>());
    assert_eq!(report.head.as_ref(), heads.last());
    assert!(report.keys.iter().eq([&app.journal.public_key()]));

    let zipped = cairn_proof::export(&mut reader(&app).await, Vec::new(), true, app.engine.clock.now()).await;
    let (zipped, _) = zipped.unwrap();
    assert!(zipped.len() < bundle.len() / 3, "{} of {}", zipped.len(), bundle.len());
    accepted(&zipped, &heads, &[]);
});

both!(async fn a_bundle_has_every_entry_of_the_journal_in_its_words(app) {
    let history = history::make(&app).await;
    let text = String::from_utf8(export(&app).await).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let entries: Vec<serde_json::Value> = lines
        .iter()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap().get("entry").cloned())
        .collect();
    let created = entries.iter().find(|entry| entry["object_id"] == history.asset.to_string()).unwrap();
    assert_eq!((created["kind"].as_str(), created["resource"].as_str()), (Some("created"), Some("assets")));
    let state: serde_json::Value = serde_json::from_str(created["state"].as_str().unwrap()).unwrap();
    assert_eq!(state["name"], "Kundenkartei\n\t\"A\" \\ 😀");
    assert!(entries.iter().any(|entry| entry["kind"] == "sign_in_failed"));
    for pair in entries.windows(2) {
        assert_eq!(pair[0]["index"].as_u64().unwrap() + 1, pair[1]["index"].as_u64().unwrap());
    }
});

both!(async fn files_of_evidence_are_in_it_by_their_hash(app) {
    let history = history::make(&app).await;
    let (entries, _) = sealed(&app).await;
    let of_file = entries.iter().find(|entry| entry.frame.resource == "evidence-files").unwrap();
    let cairn_journal::Body::Whole(content) = &of_file.body else { panic!("its content is there") };
    for text in [content.state.as_ref().unwrap(), &content.changes] {
        assert!(text.contains(&history.file_sha256), "{text}");
    }
});

both!(async fn nothing_sealed_is_said_and_not_written(app) {
    let outcome = cairn_proof::export(&mut reader(&app).await, Vec::new(), false, app.engine.clock.now()).await;
    assert!(matches!(outcome, Err(cairn_engine::Error::Conflict(_))));
});
