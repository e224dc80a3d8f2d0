//! Controls over time.

use cairn_engine::query::Label;
use cairn_engine::{Cx, Result};
use cairn_model::{Date, Describe};
use cairn_resources::work::AppliedControl;
use serde::Serialize;
use uuid::Uuid;

use super::Place;
use super::analytics::{MOST_DRAWN, is_open, listed};
use crate::list_query::ListQuery;

/// Controls over time.
#[derive(Debug, Serialize, Describe)]
pub struct Gantt {
    /// Those with a start or an implementation date, the earliest first, at most 1,000.
    pub results: Vec<Span>,
    /// How many have neither.
    pub undated: usize,
}

#[derive(Debug, Serialize, Describe)]
pub struct Span {
    pub id: Uuid,
    pub name: String,
    /// Equal to the end if there is no start date.
    pub start: Date,
    /// Equal to the start if there is no implementation date.
    pub end: Date,
    /// In percent.
    pub progress: i64,
    pub status: &'static str,
    /// Whether its implementation date has passed and it is not active.
    pub is_late: bool,
    pub folder: Option<Label>,
}

pub async fn gantt<P: Place>(cx: &mut Cx, query: ListQuery) -> Result<Gantt> {
    let controls = listed::<P>(cx, &query).await?;
    let today = cx.today();
    let folder = |id: Uuid| {
        let node = cx.tree().get(id).filter(|_| cx.sees_folder(id))?;
        Some(Label { id, text: node.name.clone() })
    };
    let span = |control: &AppliedControl| {
        let (first, last) = (control.start_date.or(control.eta)?, control.eta.or(control.start_date)?);
        Some(Span {
            id: control.id.uuid(),
            name: control.name.clone(),
            start: first.min(last),
            end: last.max(first),
            progress: control.progress_field,
            status: control.status.key(),
            is_late: is_open(control) && control.eta.is_some_and(|eta| eta < today),
            folder: folder(control.folder.uuid()),
        })
    };
    let mut results: Vec<Span> = controls.iter().filter_map(span).collect();
    let undated = controls.len() - results.len();
    results.sort_by(|one, other| (one.start, one.end, &one.name).cmp(&(other.start, other.end, &other.name)));
    results.truncate(MOST_DRAWN);
    Ok(Gantt { results, undated })
}
