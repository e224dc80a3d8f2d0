//! What mail says.

use cairn_notify::mail::{Included, Letter, Templates};
use cairn_notify::template::{Part, Template};
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
    letter_from(facts, &Templates::of(Language::English, None, None, None))
}

fn letter_from(facts: &[Fact], templates: &Templates) -> cairn_notify::mail::Written {
    Letter {
        facts,
        inbox: "https://cairn.example/notifications",
        language: Language::English,
        today: "2026-11-17".parse().unwrap(),
        preferences: "https://cairn.example/profile",
        unsubscribe: "https://cairn.example/unsubscribe/abc/",
    }
    .write(templates)
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

#[test]
fn a_long_list_ends_with_how_many_more_there_are() {
    let facts = |count| (0..count).map(|at| fact(Kind::Assigned, &format!("Control {at}."))).collect::<Vec<_>>();
    let written = letter(&facts(20));
    assert!(written.text.contains("Control 19.") && !written.text.contains("more"));
    let written = letter(&facts(500));
    assert_eq!(written.subject, "500 notifications");
    for text in [&written.text, &written.html] {
        assert!(text.contains("Control 19.") && !text.contains("Control 20."), "{text}");
        assert!(text.contains("and 480 more") && text.contains("https://cairn.example/notifications"), "{text}");
    }
    let count = Templates::of(Language::English, Some("{{ count }} new"), None, None);
    assert_eq!(letter_from(&facts(21), &count).subject, "21 new");
}

#[test]
fn the_included_templates_can_be_started_from() {
    for language in [Language::English, Language::French] {
        let Included { subject, text, html } = Included::of(language);
        for (source, part) in [(subject, Part::Subject), (&text, Part::Text), (&html, Part::Html)] {
            assert_eq!(Template::parse(source, part).err(), None, "{source}");
        }
        let same = Templates::of(language, Some(subject), Some(&text), Some(&html));
        assert_eq!(same, Templates::of(language, None, None, None));
    }
}

#[test]
fn a_template_of_ones_own_is_filled() {
    let text = "Hello\n{{#notifications}}* {{ sentence }} <{{ link }}>\n{{/notifications}}{{ count }} in all, {{unsubscribe_url}}";
    let html = "<ul>{{# notifications }}<li><a href='{{ link }}'>{{ sentence }}</a>{{/ notifications }}</ul>{{ unsubscribe_url }}";
    let templates = Templates::of(Language::English, Some("[ACME] {{ title }}"), Some(text), Some(html));
    let written = letter_from(&[fact(Kind::Assigned, "<i>A\n"), fact(Kind::Assigned, "B")], &templates);
    assert_eq!(written.subject, "[ACME] 2 notifications");
    assert_eq!(
        written.text,
        "Hello\n* Grace assigned “<i>A\n” to you <https://cairn.example/findings/1>\n\
         * Grace assigned “B” to you <https://cairn.example/findings/1>\n\
         2 in all, https://cairn.example/unsubscribe/abc/"
    );
    assert!(written.html.contains("“&lt;i&gt;A\n” to you</a>") && !written.html.contains("<i>"));
    let one = letter_from(&[fact(Kind::Assigned, "A\r\nBcc: x")], &templates);
    assert_eq!(one.subject, "[ACME] Grace assigned “A  Bcc: x” to you");
}

#[test]
fn a_template_that_cannot_be_used_is_refused_with_a_reason() {
    let list = "{{#notifications}}{{ sentence }}{{/notifications}}";
    let whole = format!("{list}{{{{ unsubscribe_url }}}}");
    let cases = [
        (Part::Subject, " ".to_owned(), "The template is empty."),
        (Part::Subject, "a\nb".to_owned(), "A subject has one line."),
        (Part::Subject, list.to_owned(), "Line 1: there can be no list “notifications” here."),
        (Part::Subject, "{{ sentence }}".to_owned(), "Line 1: there is no “sentence” here. Available: title, count,"),
        (Part::Subject, "x".repeat(501), "The template has 501 bytes. The limit is 500."),
        (Part::Text, "\n{{ titel }}".to_owned(), "Line 2: there is no “titel” here."),
        (Part::Text, "{{ title".to_owned(), "Line 1: a placeholder is not closed."),
        (Part::Text, "{{#notifications}}{{ sentence }}".to_owned(), "Line 1: the list “notifications” is not closed."),
        (Part::Text, "{{/notifications}}".to_owned(), "Line 1: there is no “/notifications” here."),
        (Part::Text, "{{#notifications}}{{#notifications}}".to_owned(), "Line 1: there can be no list"),
        (Part::Text, list.to_owned(), "The template has no “unsubscribe_url”, which every email needs."),
        (Part::Text, "{{ unsubscribe_url }}".to_owned(), "The template has no “sentence”"),
        (Part::Text, "{{ title }}".repeat(101) + &whole, "The template has 103 placeholders. The limit is 100."),
        (Part::Html, format!("{whole}<SCRIPT>"), "Line 1: “script” is not allowed in email."),
        (Part::Html, format!("{whole}\n<a href='JavaScript:x'>"), "Line 2: “href” must begin with https://,"),
        (Part::Html, format!("{whole}\n<a href='&#106;avascript:x'>"), "Line 2: “href” must begin with https://,"),
        (Part::Html, format!("{whole}<p\n\nonclick=\"x\">"), "Line 3: “onclick” is not allowed in email."),
        (Part::Html, format!("{whole}<svg/onload=x>"), "Line 1: “svg” is not allowed in email."),
        (Part::Html, format!("{whole}<meta  http-equiv='refresh'>"), "Line 1: “http-equiv” is not allowed in email."),
        (Part::Html, format!("{whole}<title><a alt='</title><script>'>"), "Line 1: “<” cannot be inside a tag"),
        (Part::Html, format!("{whole}<!-- <script> -->"), "Line 1: “<” cannot be inside a tag"),
        (Part::Html, format!("{whole}<!--[if mso]><table><![endif]-->"), "Line 1: “<” cannot be inside a tag"),
        (Part::Html, format!("{whole}<!-- {{{{ title }}}} -->"), "Line 1: “{{” cannot be inside a tag"),
        (Part::Html, format!("{whole}<p title=\"{{{{ title }}}}\">"), "Line 1: “title” cannot be inside a tag"),
        (Part::Html, format!("{whole}<p {{{{ count }}}}>"), "Line 1: write attributes as name=\"value\"."),
        (
            Part::Html,
            format!("{whole}{{{{#notifications}}}}<p title=\"{{{{/notifications}}}}\">"),
            "Line 1: “/notifications” cannot be inside a tag",
        ),
        (Part::Html, format!("{whole}<style>{{{{ count }}}}</style>"), "Line 1: “{{” cannot be inside a tag"),
        (Part::Html, format!("{whole}<style>@IMPORT 'x'</style>"), "Line 1: “@import” is not allowed in email."),
        (Part::Html, format!("{whole}<p style=\"background: u\\72l(x)\">"), "Line 1: “\\” is not allowed in email."),
        (Part::Html, format!("{whole}<style>p {{}}<p>"), "Line 1: a tag is not closed."),
        (
            Part::Html,
            format!("{whole}<a href={{{{ preferences_url }}}}>"),
            "Line 1: put quotes around the value of “href”.",
        ),
        (Part::Html, format!("{whole}<p"), "Line 1: a tag is not closed."),
        (Part::Html, format!("{whole} 1 < 2"), "Line 1: “<” does not begin a tag. Write &lt; instead."),
    ];
    for (part, source, reason) in cases {
        let error = Template::parse(&source, part).unwrap_err();
        assert!(error.starts_with(reason), "{source}: {error}");
    }
    let allowed = format!(
        "{whole}<style>p > b {{ color: red }}</style><img alt='> on = x' src=\"https://acme.example/logo.png\" /> 1 = 2\
         <!-- a note --><p title='{{{{ count }}}}' aria-hidden=\"true\">{{{{ title }}}}</P>"
    );
    assert_eq!(Template::parse(&allowed, Part::Html).err(), None);
    // What was stored and cannot be used any more is replaced by what is included.
    let templates = Templates::of(Language::English, None, Some("{{ gone }}"), None);
    assert_eq!(templates, Templates::of(Language::English, None, None, None));
}
