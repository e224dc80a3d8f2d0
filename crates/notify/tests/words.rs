//! What mail says.

use cairn_notify::mail::Letter;
use cairn_notify::{Fact, Kind, Language, sentence};

fn fact(kind: Kind, name: &str) -> Fact {
    let date = (!kind.is_news()).then(|| "2026-11-24".parse().unwrap());
    let status = (kind == Kind::Decision).then(|| "change_requested".to_owned());
    let rule = (kind == Kind::Rule).then(|| "Old backups".to_owned());
    let by = Some("Grace".to_owned());
    Fact { kind, name: name.to_owned(), by, date, status, rule, link: "https://cairn.example/findings/1".to_owned() }
}

#[test]
fn every_kind_has_a_sentence_in_both_languages() {
    let on = |kind, language, today: &str| sentence(&fact(kind, "Backups"), language, today.parse().unwrap());
    let english = |kind| on(kind, Language::English, "2026-11-17");
    let french = |kind| on(kind, Language::French, "2026-11-17");
    assert_eq!(english(Kind::Assigned), "Grace assigned “Backups” to you");
    assert_eq!(french(Kind::Assigned), "Grace vous a attribué «\u{a0}Backups\u{a0}»");
    assert_eq!(english(Kind::Decision), "“Backups”: changes requested");
    assert_eq!(english(Kind::Due), "“Backups” is due on 24 November 2026 (in 7 days)");
    assert_eq!(
        on(Kind::Overdue, Language::English, "2026-11-25"),
        "“Backups” was due on 24 November 2026 (1 day late)"
    );
    assert_eq!(french(Kind::ExpiringEvidence), "«\u{a0}Backups\u{a0}» expire le 24 novembre 2026 (dans 7 jours)");
    assert_eq!(
        on(Kind::ExpiringAccount, Language::French, "2026-11-23"),
        "Votre compte expire le 24 novembre 2026 (demain)"
    );
    assert_eq!(english(Kind::Rule), "“Backups” was found by the rule “Old backups”");
    for kind in Kind::ALL {
        assert_ne!(english(*kind), french(*kind));
        let anonymous = Fact { by: None, ..fact(*kind, "Backups") };
        assert!(!sentence(&anonymous, Language::English, "2026-11-17".parse().unwrap()).contains("Grace"));
    }
}

fn letter(facts: &[Fact]) -> cairn_notify::mail::Written {
    Letter {
        facts,
        language: Language::English,
        today: "2026-11-17".parse().unwrap(),
        preferences: "https://cairn.example/profile",
        unsubscribe: "https://cairn.example/unsubscribe/abc/",
    }
    .write()
}

#[test]
fn names_cannot_change_the_mail_around_them() {
    let name = "<b>Backups</b>\r\nBcc: everyone@example.com\"'&";
    let written = letter(&[fact(Kind::Due, name)]);
    assert!(!written.subject.contains(['\r', '\n']));
    assert!(written.html.contains("&lt;b&gt;Backups&lt;/b&gt;") && !written.html.contains("<b>"));
    assert!(written.html.contains("&quot;&#39;&amp;"));
    assert!(written.text.contains("https://cairn.example/unsubscribe/abc/"));
}

#[test]
fn a_digest_lists_everything() {
    let written = letter(&[fact(Kind::Due, "Backups"), fact(Kind::Assigned, "Vault")]);
    assert_eq!(written.subject, "2 notifications");
    for text in [&written.text, &written.html] {
        assert!(text.contains("Backups") && text.contains("Vault"));
    }
}
