//! Every section with a table of its requirements.

use super::breakdown::{result_tone, status_tone};
use super::summary::paragraph;
use super::table::{Cell, Column, Look, Row, Table};
use super::{Block, heading};
use crate::audit::Node;
use crate::view::{View, one_line};
use crate::words;

/// Headings below this level look alike anyway.
const LOWEST_LEVEL: usize = 4;

pub(super) fn blocks(view: &View) -> Vec<Block> {
    let mut blocks = vec![heading(1, view.say(words::REQUIREMENTS))];
    let sections = by_section(view);
    if sections.is_empty() {
        blocks.push(Block::Note(view.say(words::NO_REQUIREMENTS).to_owned()));
    }
    for part in sections {
        match part {
            Part::Section { node, depth } => {
                let node = &view.report.nodes[node];
                blocks.push(heading((depth + 2).min(LOWEST_LEVEL) as u8, view.title(node)));
                blocks.extend(paragraph(&node.description));
            }
            Part::Requirements(nodes) => blocks.push(Block::Table(table(view, &nodes))),
        }
    }
    blocks
}

/// What follows one another in the report: sections, and runs of requirements.
pub(crate) enum Part {
    Section { node: usize, depth: usize },
    Requirements(Vec<usize>),
}

/// All requirements in scope under their sections. Sections without any are left out.
pub(crate) fn by_section(view: &View) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for (at, depth) in &view.walk {
        let node = &view.report.nodes[*at];
        if node.counts() {
            match parts.last_mut() {
                Some(Part::Requirements(run)) => run.push(*at),
                _ => parts.push(Part::Requirements(vec![*at])),
            }
        } else if !node.assessable && view.section_counts[*at].total() > 0 {
            parts.push(Part::Section { node: *at, depth: *depth });
        }
    }
    parts
}

fn table(view: &View, nodes: &[usize]) -> Table {
    let shows = view.report.audit.shows;
    let mut columns = vec![Column::new(view.say(words::REF), 11), Column::new(view.say(words::REQUIREMENT), 34)];
    if shows.result {
        columns.push(Column::new(view.say(words::RESULT), 17));
    }
    if shows.status {
        columns.push(Column::new(view.say(words::STATUS), 12));
    }
    if shows.score {
        columns.push(Column::number(view.say(words::SCORE), 10));
    }
    if has_notes(view) {
        columns.push(Column::new(view.say(words::OBSERVATION), 30));
    }
    let rows = nodes.iter().map(|at| Row::Cells(cells(view, &view.report.nodes[*at])));
    Table { rows: rows.collect(), columns }
}

/// Whether anything can stand in the last column.
fn has_notes(view: &View) -> bool {
    let shows = view.report.audit.shows;
    shows.observation || shows.answers || shows.controls || shows.evidence
}

fn cells(view: &View, node: &Node) -> Vec<Cell> {
    let shows = view.report.audit.shows;
    let mut cells = vec![
        Cell::text(one_line(&node.ref_id)),
        Cell::default().and(one_line(&node.name), Look::Strong).and_markdown(&node.description),
    ];
    if shows.result {
        let mut cell = Cell::toned(view.say(words::result(node.result)), result_tone(node.result));
        if let Some(extended) = node.extended_result.filter(|_| shows.extended_result) {
            cell = cell.and(view.say(words::extended_result(extended)), Look::Soft);
        }
        if !node.stale.is_empty() {
            cell = cell.and(view.say(words::STALE), Look::Strong);
        }
        cells.push(cell);
    }
    if shows.status {
        let mut cell = Cell::text(view.say(words::row_status(node.status)));
        cell.tone = (!shows.result).then(|| status_tone(node.status));
        cells.push(cell);
    }
    if shows.score {
        cells.push(score(view, node));
    }
    if has_notes(view) {
        cells.push(notes(view, node));
    }
    cells
}

fn score(view: &View, node: &Node) -> Cell {
    let maximum = node.max_score.unwrap_or(view.report.audit.scale.max) as f64;
    let written = |score: i64| view.score_of(Some(score as f64), maximum);
    let cell = Cell::text(node.score.map_or_else(|| "–".to_owned(), written));
    match node.documentation_score.filter(|_| view.report.audit.shows.documentation_score) {
        Some(score) => {
            let label = format!("{}{}{}", view.say(words::DOCUMENTATION), view.language.colon(), written(score));
            cell.and(label, Look::Soft)
        }
        None => cell,
    }
}

fn notes(view: &View, node: &Node) -> Cell {
    let shows = view.report.audit.shows;
    let mut cell = Cell::default();
    if shows.observation {
        cell = cell.and_markdown(&node.observation);
    }
    for answer in node.answers.iter().filter(|_| shows.answers) {
        cell = cell.and(one_line(&answer.question), Look::Soft).and_markdown(&answer.answer);
    }
    let label = |text| format!("{}{}", view.say(text), view.language.colon());
    if shows.controls {
        cell = cell.and_list(&label(words::CONTROLS), view.controls_of(node).map(crate::audit::Control::title));
    }
    if shows.evidence {
        let names = view.evidence_of(&node.evidence).map(|one| one.name.clone());
        cell = cell.and_list(&label(words::EVIDENCE), names);
    }
    if shows.result {
        cell = cell.and_list(&label(words::STALE), node.stale.iter().cloned());
    }
    cell
}
