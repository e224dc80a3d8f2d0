//! The facts on the first page.

use crate::language::Text;
use crate::view::{View, one_line};
use crate::words;

pub(crate) fn facts(view: &View) -> Vec<(String, String)> {
    let audit = &view.report.audit;
    let people = |names: &[String]| names.iter().map(|name| one_line(name)).collect::<Vec<_>>().join(", ");
    let facts: [(Text, String); 9] = [
        (words::FRAMEWORK, one_line(&audit.framework)),
        (words::DOMAIN, one_line(&audit.domain)),
        (words::PERIMETER, one_line(&audit.perimeter)),
        (words::REF, one_line(&audit.ref_id)),
        (words::STATUS, view.say(words::audit_status(audit.status)).to_owned()),
        (words::DUE, audit.due_date.map(|date| view.language.date(date)).unwrap_or_default()),
        (words::AUTHORS, people(&audit.authors)),
        (words::REVIEWERS, people(&audit.reviewers)),
        (words::MADE_ON, view.language.date(audit.made_on)),
    ];
    let told = facts.into_iter().filter(|(_, value)| !value.is_empty());
    told.map(|(label, value)| (view.say(label).to_owned(), value)).collect()
}
