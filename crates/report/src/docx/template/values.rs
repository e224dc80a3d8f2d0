//! What a template can name. `docs/REPORTS.md` lists it for people.

use std::collections::HashMap;

use cairn_assess::ComplianceResult;

use crate::audit::{Control, Node};
use crate::document::{Part, applies, by_section, justification, supported};
use crate::language::Language;
use crate::text::plain;
use crate::view::{RESULTS, View, one_line};
use crate::words;

/// What a name stands for.
#[derive(Debug)]
pub(super) enum Value {
    Text(String),
    List(Vec<Values>),
}

/// What is named inside of a list, or in the whole document.
#[derive(Debug, Default)]
pub(super) struct Values(HashMap<&'static str, Value>);

impl Values {
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// All names, for the message about one that is not among them.
    pub(super) fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = self.0.keys().copied().collect();
        names.sort_unstable();
        names
    }

    fn text(mut self, name: &'static str, text: impl Into<String>) -> Self {
        self.0.insert(name, Value::Text(text.into()));
        self
    }

    fn list(mut self, name: &'static str, items: Vec<Self>) -> Self {
        self.0.insert(name, Value::List(items));
        self
    }
}

/// Everything that can be named in the document.
pub(super) fn of(view: &View) -> Values {
    let audit = &view.report.audit;
    let (language, shows) = (view.language, audit.shows);
    let people = |names: &[String]| names.iter().map(|name| one_line(name)).collect::<Vec<_>>().join(", ");
    let scores = &audit.scores;
    let shown = |is_shown: bool, text: String| if is_shown { text } else { String::new() };
    let mut values = Values::default()
        .text("audit.name", one_line(&audit.name))
        .text("audit.ref_id", one_line(&audit.ref_id))
        .text("audit.description", plain(&audit.description))
        .text("audit.framework", one_line(&audit.framework))
        .text("audit.domain", one_line(&audit.domain))
        .text("audit.perimeter", one_line(&audit.perimeter))
        .text("audit.status", view.say(words::audit_status(audit.status)))
        .text("audit.authors", people(&audit.authors))
        .text("audit.reviewers", people(&audit.reviewers))
        .text("audit.due_date", day(language, audit.due_date))
        .text("audit.observation", shown(shows.observation, plain(&audit.observation)))
        .text("audit.progress", language.percent(f64::from(audit.progress)))
        .text("audit.target", audit.target.map(|target| language.number(target, 1)).unwrap_or_default())
        .text("report.date", language.date(audit.made_on))
        .text("count.requirements", language.count(view.counts.total()))
        .text("count.controls", language.count(view.plan().len()))
        .text("count.evidence", language.count(view.evidence().len()));
    let score = |is_shown, score, maximum| shown(is_shown, view.score_of(score, maximum));
    let (own, documentation) = (&scores.implementation, &scores.documentation);
    values = values
        .text("audit.score", score(shows.score, own.score, own.maximum))
        .text("audit.documentation_score", score(shows.documentation_score, documentation.score, documentation.maximum))
        .text(
            "audit.maturity",
            score(shows.score || shows.documentation_score, scores.maturity, audit.scale.max as f64),
        );
    for result in RESULTS {
        let count = language.count(view.counts.with_result(result));
        values = values.text(count_name(result), shown(shows.result, count));
    }
    let costs = view.plan().into_iter().filter_map(|at| view.report.controls[at].annual_cost);
    values
        .text("plan.annual_cost", language.money(costs.sum(), &one_line(&audit.currency)))
        .list("requirements", view.requirements().map(|node| requirement(view, node)).collect())
        .list("sections", sections(view))
        .list("applicability", all_requirements(view))
        .list("controls", if shows.controls { controls(view) } else { Vec::new() })
        .list("evidence", if shows.evidence { evidence(view) } else { Vec::new() })
}

const fn count_name(result: ComplianceResult) -> &'static str {
    match result {
        ComplianceResult::NotAssessed => "count.not_assessed",
        ComplianceResult::PartiallyCompliant => "count.partially_compliant",
        ComplianceResult::NonCompliant => "count.non_compliant",
        ComplianceResult::Compliant => "count.compliant",
        ComplianceResult::NotApplicable => "count.not_applicable",
    }
}

fn all_requirements(view: &View) -> Vec<Values> {
    let all = view.walk.iter().map(|(at, _)| &view.report.nodes[*at]).filter(|node| node.assessable);
    all.map(|node| requirement(view, node)).collect()
}

/// Sections that have requirements of their own, with them.
fn sections(view: &View) -> Vec<Values> {
    let mut sections = Vec::new();
    let mut section = None;
    for part in by_section(view) {
        match part {
            Part::Section { node, .. } => section = Some(&view.report.nodes[node]),
            Part::Requirements(nodes) => {
                let requirements = nodes.iter().map(|at| requirement(view, &view.report.nodes[*at])).collect();
                let text = |field: fn(&Node) -> String| section.map(field).unwrap_or_default();
                sections.push(
                    Values::default()
                        .text("title", section.map(|node| view.title(node)).unwrap_or_default())
                        .text("ref_id", text(|node| one_line(&node.ref_id)))
                        .text("name", text(|node| one_line(&node.name)))
                        .text("description", text(|node| plain(&node.description)))
                        .list("requirements", requirements),
                );
            }
        }
    }
    sections
}

fn requirement(view: &View, node: &Node) -> Values {
    let (audit, shows) = (&view.report.audit, view.report.audit.shows);
    let shown = |is_shown: bool, text: String| if is_shown { text } else { String::new() };
    let maximum = node.max_score.unwrap_or(audit.scale.max) as f64;
    let score = |score: Option<i64>| score.map(|score| view.score_of(Some(score as f64), maximum)).unwrap_or_default();
    let extended = node.extended_result.map(|it| view.say(words::extended_result(it)).to_owned()).unwrap_or_default();
    let names = |names: Vec<String>| names.join(", ");
    let section = node.parent.and_then(|parent| view.report.nodes.get(parent));
    let applicable = if applies(view, node) { words::YES } else { words::NO };
    Values::default()
        .text("ref_id", one_line(&node.ref_id))
        .text("name", one_line(&node.name))
        .text("title", view.title(node))
        .text("description", plain(&node.description))
        .text("section", section.map(|section| view.title(section)).unwrap_or_default())
        .text("result", shown(shows.result, view.say(words::result(node.result)).to_owned()))
        .text("extended_result", shown(shows.result && shows.extended_result, extended))
        .text("status", shown(shows.status, view.say(words::row_status(node.status)).to_owned()))
        .text("score", shown(shows.score, score(node.score)))
        .text("documentation_score", shown(shows.documentation_score, score(node.documentation_score)))
        .text("observation", shown(shows.observation, plain(&node.observation)))
        .text("control_names", shown(shows.controls, names(view.controls_of(node).map(Control::title).collect())))
        .text(
            "evidence_names",
            shown(shows.evidence, names(view.evidence_of(&node.evidence).map(|one| one_line(&one.name)).collect())),
        )
        .text("stale", shown(shows.result, names(node.stale.iter().map(|why| one_line(why)).collect())))
        .text("applicable", view.say(applicable))
        .text("justification", plain(&justification(view, node)))
        .text("risks", names(node.risks.iter().map(|risk| one_line(risk)).collect()))
        .list("answers", if shows.answers { answers(node) } else { Vec::new() })
}

fn answers(node: &Node) -> Vec<Values> {
    let answers = node.answers.iter();
    answers
        .map(|it| Values::default().text("question", one_line(&it.question)).text("answer", plain(&it.answer)))
        .collect()
}

fn controls(view: &View) -> Vec<Values> {
    let currency = one_line(&view.report.audit.currency);
    let control = |at: usize| {
        let control = &view.report.controls[at];
        let covered: Vec<String> = view.covered[at].iter().map(|at| view.short(&view.report.nodes[*at])).collect();
        let evidence: Vec<String> = view.evidence_of(&control.evidence).map(|one| one_line(&one.name)).collect();
        Values::default()
            .text("ref_id", one_line(&control.ref_id))
            .text("name", one_line(&control.name))
            .text("title", control.title())
            .text("description", plain(&control.description))
            .text("status", view.say(words::control_status(control.status)))
            .text("category", view.choice(control.category.as_ref()))
            .text("csf_function", view.choice(control.csf_function.as_ref()))
            .text("priority", control.priority())
            .text("eta", day(view.language, control.eta))
            .text("expiry_date", day(view.language, control.expiry_date))
            .text("effort", view.choice(control.effort.as_ref()))
            .text("impact", view.impact(control))
            .text("annual_cost", control.annual_cost.map(|it| view.language.money(it, &currency)).unwrap_or_default())
            .text("owner", control.owners.iter().map(|owner| one_line(owner)).collect::<Vec<_>>().join(", "))
            .text("requirement_refs", covered.join(", "))
            .text("evidence_names", evidence.join(", "))
    };
    view.plan().into_iter().map(control).collect()
}

fn evidence(view: &View) -> Vec<Values> {
    let supported = supported(view);
    let one = |at: usize| {
        let one = &view.report.evidence[at];
        Values::default()
            .text("name", one_line(&one.name))
            .text("status", view.say(words::evidence_status(one.status)))
            .text("expiry_date", day(view.language, one.expiry_date))
            .text("files", one.files.iter().map(|file| one_line(file)).collect::<Vec<_>>().join(", "))
            .text("link", one_line(&one.link))
            .text("requirement_refs", supported[at].join(", "))
    };
    view.evidence().into_iter().map(one).collect()
}

fn day(language: Language, date: Option<chrono::NaiveDate>) -> String {
    date.map(|date| language.date(date)).unwrap_or_default()
}
