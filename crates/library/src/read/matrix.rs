use super::Declared;
use super::fields::Fields;
use crate::log::Path;
use crate::raw::{At, Kind, Node};
use crate::types::{Level, RiskMatrix};

pub fn read(fields: &Fields<'_>, declared: &Declared) -> RiskMatrix {
    let probability = levels(fields, "probability");
    let impact = levels(fields, "impact");
    let risk = levels(fields, "risk");
    RiskMatrix {
        urn: declared.own_urn("risk matrix", fields),
        ref_id: fields.text("ref_id"),
        name: fields.required_text("name"),
        description: fields.text("description"),
        annotation: fields.text("annotation"),
        translations: fields.translations(),
        grid: grid(fields, &probability, &impact, &risk),
        strength_of_knowledge: fields.value("strength_of_knowledge"),
        probability,
        impact,
        risk,
    }
}

/// An axis. Cells and scenarios refer to levels by id, so an id is a place.
fn levels(fields: &Fields<'_>, key: &str) -> Vec<Level> {
    let mut place = 0;
    let levels = fields.maps(
        key,
        |fields| {
            let id = place;
            place += 1;
            if fields.integer("id").is_some_and(|given| usize::try_from(given) != Ok(id)) {
                fields.problem("id", format!("The ids of levels count from 0. This one should be {id}."));
            }
            Level {
                id,
                abbreviation: fields.text("abbreviation"),
                name: fields.text("name"),
                description: fields.text("description"),
                hexcolor: fields.text("hexcolor"),
                translations: fields.translations(),
            }
        },
        &[],
    );
    if levels.is_empty() {
        fields.problem(key, format!("A risk matrix needs at least one level of {key}."));
    }
    levels
}

fn grid(fields: &Fields<'_>, probability: &[Level], impact: &[Level], risk: &[Level]) -> Vec<Vec<usize>> {
    let Some(node) = fields.get("grid") else {
        fields.missing("grid");
        return vec![];
    };
    let path = fields.path.key("grid");
    let expects = |path: &Path<'_>, at: At, message: String| fields.log.problem(path, at, message);
    let Kind::List(rows) = &node.kind else {
        expects(&path, node.at, format!("This should be a list of rows, not {}.", node.name()));
        return vec![];
    };
    if rows.len() != probability.len() {
        let (rows, levels) = (rows.len(), probability.len());
        expects(&path, node.at, format!("The grid has {rows} rows for {levels} levels of probability."));
    }
    let mut grid = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        let path = path.index(index);
        let Kind::List(cells) = &row.kind else {
            expects(&path, row.at, format!("This should be a row of cells, not {}.", row.name()));
            continue;
        };
        if cells.len() != impact.len() {
            let (cells, levels) = (cells.len(), impact.len());
            expects(&path, row.at, format!("The row has {cells} cells for {levels} levels of impact."));
        }
        let mut ids = Vec::with_capacity(cells.len());
        for (index, cell) in cells.iter().enumerate() {
            match level(cell, risk) {
                Some(id) => ids.push(id),
                None => {
                    let last = risk.len().saturating_sub(1);
                    expects(&path.index(index), cell.at, format!("A cell is the id of a level of risk, 0 to {last}."));
                }
            }
        }
        grid.push(ids);
    }
    grid
}

fn level(cell: &Node, risk: &[Level]) -> Option<usize> {
    let Kind::Scalar(scalar) = &cell.kind else { return None };
    usize::try_from(scalar.integer()?).ok().filter(|id| *id < risk.len())
}
