//! The sheets with a row for each requirement, control or piece of evidence.

use rust_xlsxwriter::{Workbook, XlsxError};

use super::sheet::{Sheet, Value};
use crate::audit::{Control, Node};
use crate::document::{Tone, applies, control_tone, evidence_tone, justification, result_tone, status_tone, supported};
use crate::text::plain;
use crate::view::{View, one_line};
use crate::words;

pub(super) fn requirements(view: &View, book: &mut Workbook) -> Result<(), XlsxError> {
    let shows = view.report.audit.shows;
    // A column that is hidden is hidden in all rows.
    let columns = [
        (true, "URN", 18.0),
        (true, view.say(words::SECTION), 28.0),
        (true, view.say(words::REF), 14.0),
        (true, view.say(words::NAME), 32.0),
        (true, view.say(words::DESCRIPTION), 60.0),
        (shows.result, view.say(words::RESULT), 20.0),
        (shows.result && shows.extended_result, view.say(words::EXTENDED_RESULT), 22.0),
        (shows.status, view.say(words::STATUS), 14.0),
        (shows.score, view.say(words::SCORE), 10.0),
        (shows.documentation_score, view.say(words::DOCUMENTATION_SCORE), 14.0),
        (shows.observation, view.say(words::OBSERVATION), 48.0),
        (shows.answers, view.say(words::ANSWERS), 48.0),
        (shows.controls, view.say(words::CONTROLS), 36.0),
        (shows.evidence, view.say(words::EVIDENCE), 36.0),
        (shows.result, view.say(words::STALE), 30.0),
    ];
    let titles: Vec<(&str, f64)> = columns.iter().filter(|it| it.0).map(|(_, title, width)| (*title, *width)).collect();
    let mut sheet = Sheet::begin(book, view.say(words::REQUIREMENTS), &titles)?;
    let number = |score: Option<i64>| score.map_or(Value::Empty, |score| Value::Number(score as f64));
    for node in view.requirements() {
        let extended = node.extended_result.map(|it| view.say(words::extended_result(it))).unwrap_or_default();
        let answers = node.answers.iter().map(|it| format!("{}\n{}", one_line(&it.question), plain(&it.answer)));
        let values = [
            node.urn.clone().into(),
            section(view, node).into(),
            one_line(&node.ref_id).into(),
            one_line(&node.name).into(),
            plain(&node.description).into(),
            Value::Toned(view.say(words::result(node.result)).to_owned(), result_tone(node.result)),
            extended.into(),
            Value::Toned(view.say(words::row_status(node.status)).to_owned(), status_tone(node.status)),
            number(node.score),
            number(node.documentation_score),
            plain(&node.observation).into(),
            lines(answers).into(),
            lines(view.controls_of(node).map(Control::title)).into(),
            lines(view.evidence_of(&node.evidence).map(|one| one_line(&one.name))).into(),
            lines(node.stale.iter().cloned()).into(),
        ];
        sheet.add(values.into_iter().zip(&columns).filter(|(_, it)| it.0).map(|(value, _)| value).collect())?;
    }
    sheet.finish()
}

pub(super) fn plan(view: &View, book: &mut Workbook) -> Result<(), XlsxError> {
    let columns = [
        (view.say(words::REF), 12.0),
        (view.say(words::NAME), 36.0),
        (view.say(words::DESCRIPTION), 50.0),
        (view.say(words::CATEGORY), 14.0),
        (view.say(words::CSF_FUNCTION), 14.0),
        (view.say(words::PRIORITY), 10.0),
        (view.say(words::STATUS), 14.0),
        (view.say(words::IMPLEMENTATION_DUE), 16.0),
        (view.say(words::EXPIRY), 14.0),
        (view.say(words::EFFORT), 14.0),
        (view.say(words::IMPACT), 12.0),
        (view.say(words::COST), 14.0),
        (view.say(words::OWNER), 24.0),
        (view.say(words::COVERED), 36.0),
        (view.say(words::EVIDENCE), 36.0),
    ];
    let mut sheet = Sheet::begin(book, view.say(words::ACTION_PLAN), &columns)?;
    for at in view.plan() {
        let control = &view.report.controls[at];
        let covered: Vec<String> = view.covered[at].iter().map(|at| view.short(&view.report.nodes[*at])).collect();
        sheet.add(vec![
            one_line(&control.ref_id).into(),
            one_line(&control.name).into(),
            plain(&control.description).into(),
            view.choice(control.category.as_ref()).into(),
            view.choice(control.csf_function.as_ref()).into(),
            control.priority().into(),
            Value::Toned(view.say(words::control_status(control.status)).to_owned(), control_tone(control.status)),
            Value::Date(control.eta),
            Value::Date(control.expiry_date),
            view.choice(control.effort.as_ref()).into(),
            view.impact(control).into(),
            control.annual_cost.filter(|cost| cost.is_finite()).map_or(Value::Empty, Value::Number),
            control.owners.iter().map(|owner| one_line(owner)).collect::<Vec<_>>().join(", ").into(),
            covered.join(", ").into(),
            lines(view.evidence_of(&control.evidence).map(|one| one_line(&one.name))).into(),
        ])?;
    }
    sheet.finish()
}

pub(super) fn applicability(view: &View, book: &mut Workbook) -> Result<(), XlsxError> {
    let shows = view.report.audit.shows;
    let columns = [
        (true, view.say(words::SECTION), 28.0),
        (true, view.say(words::REF), 14.0),
        (true, view.say(words::NAME), 32.0),
        (true, view.say(words::DESCRIPTION), 60.0),
        (true, view.say(words::APPLICABLE), 12.0),
        (true, view.say(words::JUSTIFICATION), 48.0),
        (true, view.say(words::REASON_RISKS), 36.0),
        (shows.controls, view.say(words::CONTROLS), 36.0),
        (shows.result, view.say(words::IMPLEMENTATION), 20.0),
    ];
    let titles: Vec<(&str, f64)> = columns.iter().filter(|it| it.0).map(|(_, title, width)| (*title, *width)).collect();
    let mut sheet = Sheet::begin(book, view.say(words::STATEMENT), &titles)?;
    for node in view.walk.iter().map(|(at, _)| &view.report.nodes[*at]).filter(|node| node.assessable) {
        let (word, tone) = if applies(view, node) { (words::YES, Tone::Good) } else { (words::NO, Tone::Aside) };
        let result = Value::Toned(view.say(words::result(node.result)).to_owned(), result_tone(node.result));
        let values = [
            section(view, node).into(),
            one_line(&node.ref_id).into(),
            one_line(&node.name).into(),
            plain(&node.description).into(),
            Value::Toned(view.say(word).to_owned(), tone),
            plain(&justification(view, node)).into(),
            lines(node.risks.iter().cloned()).into(),
            lines(view.controls_of(node).map(Control::title)).into(),
            if node.in_scope { result } else { Value::Empty },
        ];
        sheet.add(values.into_iter().zip(&columns).filter(|(_, it)| it.0).map(|(value, _)| value).collect())?;
    }
    sheet.finish()
}

pub(super) fn evidence(view: &View, book: &mut Workbook) -> Result<(), XlsxError> {
    let columns = [
        (view.say(words::NAME), 40.0),
        (view.say(words::STATUS), 14.0),
        (view.say(words::EXPIRY), 14.0),
        (view.say(words::FILES), 36.0),
        (view.say(words::LINK), 36.0),
        (view.say(words::COVERED), 40.0),
    ];
    let mut sheet = Sheet::begin(book, view.say(words::EVIDENCE), &columns)?;
    let supported = supported(view);
    for at in view.evidence() {
        let one = &view.report.evidence[at];
        sheet.add(vec![
            one_line(&one.name).into(),
            Value::Toned(view.say(words::evidence_status(one.status)).to_owned(), evidence_tone(one.status)),
            Value::Date(one.expiry_date),
            lines(one.files.iter().cloned()).into(),
            one.link.clone().into(),
            supported[at].join(", ").into(),
        ])?;
    }
    sheet.finish()
}

/// The title of the section that a requirement is in.
fn section(view: &View, node: &Node) -> String {
    let parent = node.parent.and_then(|parent| view.report.nodes.get(parent));
    parent.map(|parent| view.title(parent)).unwrap_or_default()
}

fn lines(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join("\n")
}
