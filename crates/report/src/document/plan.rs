//! The action plan: the controls of the requirements, the most urgent first.

use cairn_assess::ControlStatus;

use super::breakdown::{control_tone, ring};
use super::chart::Slice;
use super::table::{Cell, Column, Look, Row, Table};
use super::{Block, heading};
use crate::audit::Control;
use crate::view::{View, one_line};
use crate::words;

pub(super) fn blocks(view: &View) -> Vec<Block> {
    let plan = view.plan();
    let title = heading(1, view.say(words::ACTION_PLAN));
    if plan.is_empty() {
        return vec![title, Block::Note(view.say(words::NO_ACTION_PLAN).to_owned())];
    }
    let controls = || plan.iter().map(|at| &view.report.controls[*at]);
    let mut figures = vec![(view.say(words::CONTROLS).to_owned(), view.language.count(plan.len()))];
    if controls().any(|control| control.annual_cost.is_some()) {
        let cost = controls().filter_map(|control| control.annual_cost).sum();
        let cost = view.language.money(cost, &one_line(&view.report.audit.currency));
        figures.push((view.say(words::COST_TOTAL).to_owned(), cost));
    }
    let slices = ControlStatus::ALL.iter().map(|status| Slice {
        label: view.say(words::control_status(*status)).to_owned(),
        count: controls().filter(|control| control.status == *status).count(),
        tone: control_tone(*status),
    });
    let slices = slices.filter(|slice| slice.count > 0).collect();
    vec![
        title,
        Block::Figures(figures),
        Block::Chart(ring(view, view.say(words::CONTROLS_BY_STATUS), slices)),
        Block::Table(table(view)),
    ]
}

pub(crate) fn table(view: &View) -> Table {
    let columns = vec![
        Column::new(view.say(words::CONTROL), 31),
        Column::new(view.say(words::OWNER), 14),
        Column::new(view.say(words::PRIORITY), 11),
        Column::new(view.say(words::STATUS), 13),
        Column::new(view.say(words::IMPLEMENTATION_DUE), 17),
        Column::number(view.say(words::COST), 12),
        Column::new(view.say(words::COVERED), 17),
    ];
    let rows = view.plan().into_iter().map(|at| Row::Cells(cells(view, at, &view.report.controls[at])));
    Table { rows: rows.collect(), columns }
}

fn cells(view: &View, at: usize, control: &Control) -> Vec<Cell> {
    let currency = one_line(&view.report.audit.currency);
    let covered = view.covered[at].iter().map(|at| view.short(&view.report.nodes[*at]));
    let kind = [view.choice(control.category.as_ref()), view.choice(control.csf_function.as_ref())];
    let kind: Vec<String> = kind.into_iter().filter(|word| !word.is_empty()).collect();
    let owners: Vec<String> = control.owners.iter().map(|owner| one_line(owner)).collect();
    vec![
        Cell::default()
            .and(control.title(), Look::Strong)
            .and_markdown(&control.description)
            .and(kind.join(" · "), Look::Soft),
        Cell::text(owners.join(", ")),
        Cell::text(control.priority()),
        Cell::toned(view.say(words::control_status(control.status)), control_tone(control.status)),
        Cell::text(control.eta.map(|date| view.language.date(date)).unwrap_or_default()),
        Cell::text(control.annual_cost.map(|cost| view.language.money(cost, &currency)).unwrap_or_default()),
        Cell::text(covered.collect::<Vec<_>>().join(", ")),
    ]
}
