//! The statement of applicability: every requirement of the framework once, in scope or not.

use cairn_assess::ComplianceResult;

use super::breakdown::result_tone;
use super::table::{Cell, Column, Look, Row, Table};
use super::{Block, Tone, heading};
use crate::audit::{Control, Node};
use crate::view::{View, one_line};
use crate::words;

pub(super) fn blocks(view: &View) -> Vec<Block> {
    vec![heading(1, view.say(words::STATEMENT)), Block::Table(table(view))]
}

pub(crate) fn table(view: &View) -> Table {
    let shows = view.report.audit.shows;
    let mut columns = vec![
        Column::new(view.say(words::REF), 12),
        Column::new(view.say(words::REQUIREMENT), 32),
        Column::new(view.say(words::APPLICABLE), 12),
        Column::new(view.say(words::JUSTIFICATION), 24),
    ];
    if shows.controls {
        columns.push(Column::new(view.say(words::CONTROLS), 22));
    }
    if shows.result {
        columns.push(Column::new(view.say(words::IMPLEMENTATION), 15));
    }
    let mut rows = Vec::new();
    // A section is named once a requirement of it comes, and again when the list comes back to it.
    let mut band = None;
    for (at, _) in &view.walk {
        let node = &view.report.nodes[*at];
        if !node.assessable {
            continue;
        }
        let section = node.parent.filter(|parent| view.report.nodes.get(*parent).is_some_and(|node| !node.assessable));
        if let Some(section) = section.filter(|section| band != Some(*section)) {
            rows.push(Row::Band(view.title(&view.report.nodes[section])));
            band = Some(section);
        }
        rows.push(Row::Cells(cells(view, node)));
    }
    Table { columns, rows }
}

fn cells(view: &View, node: &Node) -> Vec<Cell> {
    let shows = view.report.audit.shows;
    let name = one_line(&node.name);
    let requirement = if name.is_empty() { Cell::default().and_markdown(&node.description) } else { Cell::text(name) };
    let (word, tone) = if applies(view, node) { (words::YES, Tone::Good) } else { (words::NO, Tone::Aside) };
    let mut cells = vec![
        Cell::text(one_line(&node.ref_id)),
        requirement,
        Cell::toned(view.say(word), tone),
        Cell::default().and_markdown(&justification(view, node)).and_list(
            &format!("{}{}", view.say(words::REASON_RISKS), view.language.colon()),
            node.risks.iter().cloned(),
        ),
    ];
    if shows.controls {
        let titles = view.controls_of(node).map(Control::title);
        cells.push(titles.fold(Cell::default(), |cell, title| cell.and(title, Look::Plain)));
    }
    if shows.result {
        let result = Cell::toned(view.say(words::result(node.result)), result_tone(node.result));
        cells.push(if node.in_scope { result } else { Cell::text("–") });
    }
    cells
}

/// Whether the organisation has to meet it.
pub(crate) fn applies(view: &View, node: &Node) -> bool {
    let is_excluded = view.report.audit.shows.result && node.result == ComplianceResult::NotApplicable;
    node.in_scope && !is_excluded
}

/// Why it applies or not. An observation on what does not apply says why.
pub(crate) fn justification(view: &View, node: &Node) -> String {
    let shows = view.report.audit.shows;
    if !node.justification.trim().is_empty() {
        return node.justification.clone();
    }
    match (node.in_scope, applies(view, node)) {
        (false, _) => view.say(words::OUT_OF_SCOPE).to_owned(),
        (true, false) if shows.observation => node.observation.clone(),
        _ => String::new(),
    }
}
