//! The evidence, and what it supports.

use std::collections::HashMap;

use super::breakdown::evidence_tone;
use super::table::{Cell, Column, Line, Look, Row, Table};
use super::{Block, heading};
use crate::audit::Evidence;
use crate::view::{View, one_line};
use crate::words;

pub(super) fn blocks(view: &View, files: &HashMap<usize, Vec<String>>) -> Vec<Block> {
    let table = table(view, files);
    let content =
        if table.rows.is_empty() { Block::Note(view.say(words::NO_EVIDENCE).to_owned()) } else { Block::Table(table) };
    vec![heading(1, view.say(words::EVIDENCE)), content]
}

pub(crate) fn table(view: &View, files: &HashMap<usize, Vec<String>>) -> Table {
    let columns = vec![
        Column::new(view.say(words::EVIDENCE), 30),
        Column::new(view.say(words::STATUS), 14),
        Column::new(view.say(words::EXPIRY), 16),
        Column::new(view.say(words::FILES), 28),
        Column::new(view.say(words::COVERED), 22),
    ];
    let supported = supported(view);
    let rows = view.evidence().into_iter().map(|at| {
        let one = &view.report.evidence[at];
        Row::Cells(vec![
            Cell::default().and(one_line(&one.name), Look::Strong),
            Cell::toned(view.say(words::evidence_status(one.status)), evidence_tone(one.status)),
            Cell::text(one.expiry_date.map(|date| view.language.date(date)).unwrap_or_default()),
            places(one, files.get(&at)),
            Cell::text(supported[at].join(", ")),
        ])
    });
    Table { rows: rows.collect(), columns }
}

/// By piece of evidence: the requirements that it supports, itself or through a control.
pub(crate) fn supported(view: &View) -> Vec<Vec<String>> {
    let mut supported = vec![Vec::new(); view.report.evidence.len()];
    for node in view.requirements() {
        let of_controls = view.controls_of(node).flat_map(|control| &control.evidence);
        let mut all: Vec<usize> = node.evidence.iter().chain(of_controls).copied().collect();
        all.sort_unstable();
        all.dedup();
        for at in all {
            supported[at].push(view.short(node));
        }
    }
    supported
}

fn places(one: &Evidence, files: Option<&Vec<String>>) -> Cell {
    let mut cell = Cell::default();
    match files {
        Some(paths) => cell.lines.extend(paths.iter().map(|path| {
            let name = path.rsplit('/').next().unwrap_or(path);
            Line { text: name.to_owned(), look: Look::Plain, link: Some(path.clone()) }
        })),
        None => cell = one.files.iter().fold(cell, |cell, name| cell.and(one_line(name), Look::Plain)),
    }
    cell.and(one_line(&one.link), Look::Soft)
}
