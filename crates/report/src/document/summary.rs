//! The first part: what the audit found, in numbers and charts.

use super::breakdown::Breakdown;
use super::table::{Cell, Column, Row, Table};
use super::{Block, heading};
use crate::text::plain;
use crate::view::View;
use crate::words;

pub(super) fn blocks(view: &View) -> Vec<Block> {
    let audit = &view.report.audit;
    let mut blocks = vec![heading(1, view.say(words::SUMMARY))];
    blocks.extend(paragraph(&audit.description));
    blocks.push(Block::Figures(figures(view)));
    if let Some(breakdown) = Breakdown::of(audit.shows).filter(|_| view.counts.total() > 0) {
        blocks.push(heading(2, view.say(breakdown.title())));
        blocks.push(Block::Chart(breakdown.ring(view)));
        blocks.push(Block::Table(totals(view, breakdown)));
        if !view.sections.is_empty() {
            blocks.push(heading(2, view.say(words::BY_SECTION)));
            blocks.extend(breakdown.bars(view).into_iter().map(Block::Chart));
            blocks.push(Block::Table(sections(view, breakdown)));
        }
    }
    if let Some(conclusion) = paragraph(&audit.observation).filter(|_| audit.shows.observation) {
        blocks.push(heading(2, view.say(words::CONCLUSION)));
        blocks.push(conclusion);
    }
    blocks
}

pub(super) fn paragraph(markdown: &str) -> Option<Block> {
    let text = plain(markdown);
    (!text.is_empty()).then_some(Block::Paragraph(text))
}

pub(crate) fn figures(view: &View) -> Vec<(String, String)> {
    let (audit, language) = (&view.report.audit, view.language);
    let mut figures = vec![
        (words::REQUIREMENTS, language.count(view.counts.total())),
        (words::PROGRESS, language.percent(f64::from(audit.progress))),
    ];
    let scores = &audit.scores;
    if audit.shows.score {
        figures.push((words::SCORE, view.score_of(scores.implementation.score, scores.implementation.maximum)));
    }
    if audit.shows.documentation_score {
        figures.push((words::DOCUMENTATION, view.score_of(scores.documentation.score, scores.documentation.maximum)));
    }
    if audit.shows.score && audit.shows.documentation_score {
        figures.push((words::MATURITY, view.score_of(scores.maturity, audit.scale.max as f64)));
    }
    if let Some(target) = audit.target.filter(|_| audit.shows.score || audit.shows.documentation_score) {
        figures.push((words::TARGET, language.number(target, 1)));
    }
    figures.into_iter().map(|(label, value)| (view.say(label).to_owned(), value)).collect()
}

/// How many requirements have each result.
fn totals(view: &View, breakdown: Breakdown) -> Table {
    let language = view.language;
    let whole = view.counts.total();
    let rows = breakdown.parts().into_iter().zip(breakdown.counts(&view.counts)).map(|((text, tone), count)| {
        let share = language.percent((count * 100) as f64 / whole.max(1) as f64);
        Row::Cells(vec![Cell::toned(view.say(text), tone), Cell::text(language.count(count)), Cell::text(share)])
    });
    Table {
        columns: vec![
            Column::new(view.say(breakdown.title()), 4),
            Column::number(view.say(words::REQUIREMENTS), 2),
            Column::number("%", 1),
        ],
        rows: rows.collect(),
    }
}

/// The same for every section, with its score.
fn sections(view: &View, breakdown: Breakdown) -> Table {
    let shows_score = view.report.audit.shows.score;
    let mut columns = vec![Column::new(view.say(words::SECTION), 26)];
    columns.extend(breakdown.parts().into_iter().map(|(text, _)| Column::number(view.say(text), 15)));
    if shows_score {
        columns.push(Column::number(view.say(words::SCORE), 10));
    }
    let rows = view.sections.iter().map(|at| {
        let node = &view.report.nodes[*at];
        let mut cells = vec![Cell::text(view.title(node))];
        let counts = breakdown.counts(&view.section_counts[*at]);
        cells.extend(counts.into_iter().map(|count| Cell::text(view.language.count(count))));
        if shows_score {
            let layer = node.scores.map(|scores| scores.implementation);
            cells.push(Cell::text(layer.map_or("–".into(), |layer| view.score_of(layer.score, layer.maximum))));
        }
        Row::Cells(cells)
    });
    Table { rows: rows.collect(), columns }
}
