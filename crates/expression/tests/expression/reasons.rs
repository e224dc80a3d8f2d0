//! Why conditions hold, in both languages.

use cairn_expression::{Expression, Language, MAX_STEPS, Record, Words};
use serde_json::{Value as Json, json};

use crate::records::day;

pub struct Labels(pub Language);

impl Words for Labels {
    fn language(&self) -> Language {
        self.0
    }

    fn field(&self, path: &[String]) -> Option<String> {
        let (english, french) = match path.last()?.as_str() {
            "status" => ("Status", "Statut"),
            "priority" => ("Priority", "Priorité"),
            "eta" => ("ETA", "Échéance"),
            "expiry" => ("Expiry date", "Date d’expiration"),
            "updated_at" => ("Last update", "Dernière mise à jour"),
            "evidences" => ("Evidences", "Preuves"),
            "labels" => ("Labels", "Étiquettes"),
            "name" => ("Name", "Nom"),
            "description" => ("Description", "Description"),
            "provider" => ("Provider", "Fournisseur"),
            "owner" => ("Owner", "Responsable"),
            "score" => ("Score", "Score"),
            "cost" => ("Cost", "Coût"),
            "is_locked" => ("Locked", "Verrouillé"),
            "start" => ("Start", "Début"),
            _ => return None,
        };
        Some(if self.0 == Language::English { english } else { french }.to_owned())
    }

    fn choice(&self, path: &[String], value: &str) -> Option<String> {
        let (english, french) = match (path.last()?.as_str(), value) {
            ("status", "active") => ("Active", "Actif"),
            ("status", "approved") => ("Approved", "Approuvé"),
            ("status", "draft") => ("Draft", "Brouillon"),
            ("priority", "p1") => ("P1", "P1"),
            _ => return None,
        };
        Some(if self.0 == Language::English { english } else { french }.to_owned())
    }
}

fn control() -> Json {
    json!({
        "name": "Backups", "description": "", "status": "active", "priority": "p1", "score": 2, "cost": 2.5,
        "eta": "2026-02-20", "start": "2026-03-06", "expiry": null, "is_locked": false, "weird": 1,
        "updated_at": "2025-11-01T08:00:00Z", "owner": [], "labels": ["a"], "provider": { "name": "Acme" },
        "evidences": [
            { "status": "approved", "updated_at": "2025-06-01T08:00:00Z", "expiry": null, "name": "Log" },
            { "status": "draft", "updated_at": "2026-02-27T08:00:00Z", "expiry": null, "name": "Plan" },
        ],
    })
}

fn reason(source: &str, language: Language) -> String {
    let expression = Expression::parse_over_records(source).unwrap_or_else(|error| panic!("{source}: {error}"));
    let record = Record::new(control(), day());
    assert_eq!(expression.evaluate(&record, MAX_STEPS), Ok(true), "{source}");
    expression.reason(&record, &Labels(language))
}

#[test]
fn the_rule_that_everybody_wants() {
    let source = "object.status == 'active' && object.priority == 'p1'
        && !object.evidences.exists(e, e.status == 'approved' && days_since(e.updated_at) < 90)";
    assert_eq!(
        reason(source, Language::English),
        "Status is Active. Priority is P1. \
         Evidences: none where status is Approved and last update is less than 90 days ago."
    );
    assert_eq!(
        reason(source, Language::French),
        "Statut est Actif. Priorité est P1. \
         Preuves\u{202f}: aucun élément où statut est Approuvé et dernière mise à jour date de moins de 90 jours."
    );
}

#[test]
fn every_form_has_words() {
    let cases = [
        ("object.status != 'draft'", "Status is not Draft.", "Statut n’est pas Brouillon."),
        ("object.status in ['active', 'draft']", "Status is Active.", "Statut est Actif."),
        (
            "!(object.status in ['approved', 'draft'])",
            "Status is not Approved or Draft.",
            "Statut n’est ni Approuvé ni Brouillon.",
        ),
        ("object.name == 'Backups'", "Name is “Backups”.", "Nom est «\u{a0}Backups\u{a0}»."),
        ("object.provider.name == 'Acme'", "Provider › Name is “Acme”.", "Fournisseur › Nom est «\u{a0}Acme\u{a0}»."),
        ("object.expiry == null", "Expiry date is not set.", "Date d’expiration n’a pas de valeur."),
        ("object.eta != null", "ETA is set.", "Échéance a une valeur."),
        ("!has(object.description)", "Description is empty.", "Description est vide."),
        ("has(object.name)", "Name is filled in.", "Nom n’est pas vide."),
        ("!object.is_locked", "Locked: no.", "Verrouillé\u{202f}: non."),
        ("object.is_locked != true", "Locked is not yes.", "Verrouillé n’est pas oui."),
        ("object['is_locked'] == false", "Locked: no.", "Verrouillé\u{202f}: non."),
        ("object.score < 3", "Score is 2, less than 3.", "Score vaut 2, moins que 3."),
        ("3 > object.score", "Score is 2, less than 3.", "Score vaut 2, moins que 3."),
        ("!(object.score >= 3)", "Score is 2, not at least 3.", "Score vaut 2, pas au moins 3."),
        ("object.cost <= 2.5", "Cost is 2.5, at most 2.5.", "Coût vaut 2,5, au plus 2,5."),
        ("!(object.expiry < today)", "Expiry date is not set.", "Date d’expiration n’a pas de valeur."),
        ("object.eta < today", "ETA is 2026-02-20, before today.", "Échéance est le 2026-02-20, avant aujourd’hui."),
        (
            "object.eta >= '2026-01-01'",
            "ETA is 2026-02-20, on or after 2026-01-01.",
            "Échéance est le 2026-02-20, au plus tôt le 2026-01-01.",
        ),
        ("object.eta < object.start", "ETA is 2026-02-20, before start.", "Échéance est le 2026-02-20, avant début."),
        (
            "days_until(object.eta) < 0",
            "ETA is 2026-02-20, before today.",
            "Échéance est le 2026-02-20, avant aujourd’hui.",
        ),
        (
            "days_since(object.updated_at) > 90",
            "Last update was 120 days ago, more than 90.",
            "Dernière mise à jour date de 120 jours, plus de 90.",
        ),
        (
            "!(days_since(object.updated_at) < 90)",
            "Last update was 120 days ago, not less than 90.",
            "Dernière mise à jour date de 120 jours, pas moins de 90.",
        ),
        ("days_until(object.start) <= 30", "Start is in 5 days, at most 30.", "Début est dans 5 jours, au plus 30."),
        ("days_since(object.start) < -2", "Start is in 5 days, more than 2.", "Début est dans 5 jours, plus de 2."),
        ("days_until(object.eta) < 30", "ETA was 9 days ago.", "Échéance date de 9 jours."),
        ("days_since(object.eta) == 9", "ETA was 9 days ago.", "Échéance date de 9 jours."),
        ("!(days_since(object.expiry) < 90)", "Expiry date is empty.", "Date d’expiration est vide."),
        ("days_since(object.expiry) == null", "Expiry date is empty.", "Date d’expiration est vide."),
        ("size(object.owner) == 0", "Owner: none.", "Responsable\u{202f}: 0."),
        ("object.evidences.size() > 1", "Evidences: 2, more than 1.", "Preuves\u{202f}: 2, plus que 1."),
        (
            "size(object.evidences.filter(e, e.status == 'draft')) == 1",
            "Evidences where status is Draft: 1.",
            "Preuves où statut est Brouillon\u{202f}: 1.",
        ),
        ("object.name.contains('ack')", "Name contains “ack”.", "Nom contient «\u{a0}ack\u{a0}»."),
        ("!object.name.startsWith('x')", "Name does not start with “x”.", "Nom ne commence pas par «\u{a0}x\u{a0}»."),
        ("'a' in object.labels", "Labels contains “a”.", "Étiquettes contient «\u{a0}a\u{a0}»."),
        (
            "object.labels.exists(l, l == 'a')",
            "Labels: at least one where it is “a”.",
            "Étiquettes\u{202f}: au moins un élément où l’élément est «\u{a0}a\u{a0}».",
        ),
        ("object.owner.all(o, o.name == 'x')", "Owner: none.", "Responsable\u{202f}: aucun élément."),
        (
            "object.evidences.all(e, has(e.name))",
            "Evidences: in each, name is filled in.",
            "Preuves\u{202f}: pour chaque élément, nom n’est pas vide.",
        ),
        (
            "!object.evidences.all(e, e.status == 'draft')",
            "Evidences: not in each, status is Draft.",
            "Preuves\u{202f}: pas pour chaque élément, statut est Brouillon.",
        ),
        (
            "object.evidences.exists_one(e, e.status == 'draft' || (e.name == 'x' && e.expiry < today))",
            "Evidences: exactly one where status is Draft or (name is “x” and expiry date is before today).",
            "Preuves\u{202f}: exactement un élément où statut est Brouillon ou (nom est «\u{a0}x\u{a0}» et date d’expiration est avant aujourd’hui).",
        ),
        (
            "object.evidences.exists(e, !(e.status == 'draft' && e.name == 'Log'))",
            "Evidences: at least one where status is not Draft or name is not “Log”.",
            "Preuves\u{202f}: au moins un élément où statut n’est pas Brouillon ou nom n’est pas «\u{a0}Log\u{a0}».",
        ),
        ("object.status == 'draft' || object.score == 2", "Score is 2.", "Score est 2."),
        ("!(object.status == 'draft' && object.score == 2)", "Status is not Draft.", "Statut n’est pas Brouillon."),
        (
            "object.score == 2 ? object.eta < today : false",
            "Score is 2. ETA is 2026-02-20, before today.",
            "Score est 2. Échéance est le 2026-02-20, avant aujourd’hui.",
        ),
        (
            "object.name != object.description",
            "Name is not the same as description.",
            "Nom n’est pas identique à description.",
        ),
        // No words fit: the part is quoted.
        ("object.score + 1 == 3", "`object.score + 1 == 3` is true.", "`object.score + 1 == 3` est vrai."),
        ("!(object.score * 2 == 3)", "`object.score * 2 == 3` is false.", "`object.score * 2 == 3` est faux."),
        ("object.weird == 1", "`object.weird == 1` is true.", "`object.weird == 1` est vrai."),
        (
            "object.evidences.exists(e, e.name != object.name)",
            "`object.evidences.exists(e, e.name != object.name)` is true.",
            "`object.evidences.exists(e, e.name != object.name)` est vrai.",
        ),
        ("size(object.name) == 7", "`size(object.name) == 7` is true.", "`size(object.name) == 7` est vrai."),
        ("object.name < 'C'", "`object.name < \"C\"` is true.", "`object.name < \"C\"` est vrai."),
    ];
    for (source, english, french) in cases {
        assert_eq!(reason(source, Language::English), english, "{source}");
        assert_eq!(reason(source, Language::French), french, "{source}");
    }
}

#[test]
fn a_long_text_is_cut() {
    let text = "x".repeat(200);
    let expression = Expression::parse_over_records(&format!("object.name == '{text}'")).unwrap();
    let record = Record::new(json!({ "name": text }), day());
    let reason = expression.reason(&record, &Labels(Language::English));
    assert_eq!(reason, format!("Name is “{}…”.", "x".repeat(80)));
}

#[test]
fn what_was_read_can_be_written() {
    for source in [
        "(a || b) && !c || !(d && e) ? f : (g ? h : i)",
        "-(x + 1) * (2 - (3 - 4)) % -5 / 2.0 + 3u == -x.y",
        "(a == b) == c && (a < b) in [true, 1 <= 2, \"a\\\"\\n\\\\\"]",
        "{\"a\": [1][0], 2: null}.a.b[\"c\"] != b\"\\x01\"",
        "x.all(a, a.exists(b, b > 1)) || has(x.y) || x.map(a, a.b).filter(c, c).size() == x.map(a, a, a + 1).size()",
        "\"a\".contains(string(1)) ? true : x.exists_one(i, -(-1) == i)",
    ] {
        let written = Expression::parse(source).unwrap_or_else(|error| panic!("{source}: {error}")).source();
        let again = Expression::parse(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(again.source(), written, "{source}");
    }
    assert_eq!(Expression::parse("((a)&&b)  ||c").unwrap().source(), "a && b || c");
    assert_eq!(Expression::parse("a-(b-c)").unwrap().source(), "a - (b - c)");
    assert_eq!(Expression::parse("x.filter(i,i>'a')").unwrap().source(), "x.filter(i, i > \"a\")");
}
