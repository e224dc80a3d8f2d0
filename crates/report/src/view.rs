//! What follows from a report: its tree, its counts, and what refers to what.

use cairn_assess::counts::Counts;
use cairn_assess::scoring::top_sections;
use cairn_assess::tree::Tree;
use cairn_assess::{ComplianceResult, Row};

use crate::audit::{Control, Evidence, Node, Report};
use crate::check::{Result, check};
use crate::language::{Language, Text};
use crate::text::{clean, plain};
use crate::words;

/// Results as people read them, the best first.
pub const RESULTS: [ComplianceResult; 5] = [
    ComplianceResult::Compliant,
    ComplianceResult::PartiallyCompliant,
    ComplianceResult::NonCompliant,
    ComplianceResult::NotAssessed,
    ComplianceResult::NotApplicable,
];

/// A report that was checked, in a language.
pub struct View<'a> {
    pub report: &'a Report,
    pub language: Language,
    pub counts: Counts,
    /// By node, with everything below it.
    pub section_counts: Vec<Counts>,
    /// All nodes, each after its parent and in the framework's order, with how deep they are.
    pub walk: Vec<(usize, usize)>,
    /// The sections of charts.
    pub sections: Vec<usize>,
    /// By control: the requirements in scope that it covers.
    pub covered: Vec<Vec<usize>>,
}

impl<'a> View<'a> {
    pub fn new(report: &'a Report, language: Language) -> Result<Self> {
        check(report)?;
        let tree = Tree::new(report.nodes.iter().map(|node| node.parent));
        let rows: Vec<Row> = report.nodes.iter().map(row).collect();
        let section_counts = Counts::by_section(&tree, &rows);
        let sections = top_sections(&tree, &rows);
        let sections = sections.into_iter().filter(|node| section_counts[*node].total() > 0).collect();
        let mut covered = vec![Vec::new(); report.controls.len()];
        for (at, node) in report.nodes.iter().enumerate().filter(|(_, node)| node.counts()) {
            for control in &node.controls {
                if covered[*control].last() != Some(&at) {
                    covered[*control].push(at);
                }
            }
        }
        let counts = Counts::of(&rows);
        Ok(Self { report, language, counts, section_counts, walk: walk(&tree, rows.len()), sections, covered })
    }

    pub fn say(&self, text: Text) -> &'static str {
        self.language.say(text)
    }

    /// Requirements in scope, in the framework's order.
    pub fn requirements(&self) -> impl Iterator<Item = &'a Node> + '_ {
        self.walk.iter().map(|(at, _)| &self.report.nodes[*at]).filter(|node| node.counts())
    }

    /// The lines of the action plan: the most urgent first, then by when they are due. Controls that no requirement in scope
    /// has are not among them.
    pub fn plan(&self) -> Vec<usize> {
        let mut plan: Vec<usize> = (0..self.report.controls.len()).filter(|at| !self.covered[*at].is_empty()).collect();
        plan.sort_by_key(|at| {
            let control = &self.report.controls[*at];
            (control.priority.unwrap_or(i64::MAX), control.eta.is_none(), control.eta, *at)
        });
        plan
    }

    /// The evidence of requirements in scope, their own and that of their controls.
    pub fn evidence(&self) -> Vec<usize> {
        let mut is_used = vec![false; self.report.evidence.len()];
        for node in self.requirements() {
            let of_controls = node.controls.iter().flat_map(|at| &self.report.controls[*at].evidence);
            node.evidence.iter().chain(of_controls).for_each(|at| is_used[*at] = true);
        }
        (0..is_used.len()).filter(|at| is_used[*at]).collect()
    }

    pub fn controls_of(&self, node: &'a Node) -> impl Iterator<Item = &'a Control> {
        node.controls.iter().map(|at| &self.report.controls[*at])
    }

    pub fn evidence_of(&self, indexes: &'a [usize]) -> impl Iterator<Item = &'a Evidence> {
        indexes.iter().map(|at| &self.report.evidence[*at])
    }

    /// A node in a line: its reference and its name.
    pub fn title(&self, node: &Node) -> String {
        let title = [&node.ref_id, &node.name].map(|part| one_line(part));
        let title: Vec<String> = title.into_iter().filter(|part| !part.is_empty()).collect();
        match (title.is_empty(), plain(&node.description).lines().next()) {
            (false, _) => title.join(" – "),
            (true, Some(line)) => line.chars().take(120).collect(),
            (true, None) => self.say(words::UNNAMED).to_owned(),
        }
    }

    /// A node in a word, for where only a few fit.
    pub fn short(&self, node: &Node) -> String {
        let reference = one_line(&node.ref_id);
        if reference.is_empty() { self.title(node) } else { reference }
    }

    /// A score with the highest that it could be.
    pub fn score_of(&self, score: Option<f64>, maximum: f64) -> String {
        match score {
            Some(score) => format!("{} / {}", self.language.number(score, 1), self.language.number(maximum, 1)),
            None => "–".to_owned(),
        }
    }

    pub fn choice(&self, key: Option<&String>) -> String {
        let key = key.map(String::as_str).unwrap_or_default();
        words::choice(key).map_or_else(|| clean(key), |text| self.say(text).to_owned())
    }

    pub fn impact(&self, control: &Control) -> String {
        let word = |impact: i64| words::impact(impact).map_or_else(|| impact.to_string(), |text| self.say(text).into());
        control.impact.map(word).unwrap_or_default()
    }
}

impl Node {
    /// Whether it is a requirement that the audit looks at.
    pub(crate) const fn counts(&self) -> bool {
        self.assessable && self.in_scope
    }
}

impl Control {
    /// Such as P1.
    pub(crate) fn priority(&self) -> String {
        self.priority.map(|priority| format!("P{priority}")).unwrap_or_default()
    }

    pub(crate) fn title(&self) -> String {
        let (reference, name) = (one_line(&self.ref_id), one_line(&self.name));
        if reference.is_empty() { name } else { format!("{reference} – {name}") }
    }
}

/// What the arithmetic of audits needs to know to count it.
fn row(node: &Node) -> Row {
    Row {
        assessable: node.assessable,
        in_scope: node.in_scope,
        status: node.status,
        result: node.result,
        extended_result: node.extended_result,
        ..Row::new(node.parent)
    }
}

/// Siblings in the order of the file, each followed by what is below it.
fn walk(tree: &Tree, count: usize) -> Vec<(usize, usize)> {
    let mut children = vec![Vec::new(); count];
    let mut next: Vec<(usize, usize)> = Vec::new();
    for node in (0..count).rev() {
        match tree.parent(node) {
            Some(parent) => children[parent].push((node, 0)),
            None => next.push((node, 0)),
        }
    }
    let mut walk = Vec::with_capacity(count);
    while let Some((node, depth)) = next.pop() {
        walk.push((node, depth));
        next.extend(children[node].iter().map(|(child, _)| (*child, depth + 1)));
    }
    walk
}

/// A text without line breaks.
pub fn one_line(text: &str) -> String {
    clean(text).split_whitespace().collect::<Vec<_>>().join(" ")
}
