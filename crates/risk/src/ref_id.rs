//! What the next scenario of an assessment is called.

use std::collections::BTreeSet;

/// The first of R.01, R.02 … that no other scenario has.
pub fn next<'a>(taken: impl IntoIterator<Item = &'a str>) -> String {
    let taken: BTreeSet<&str> = taken.into_iter().map(str::trim).collect();
    let ids = (1..=taken.len()).map(named);
    ids.into_iter().find(|id| !taken.contains(id.as_str())).unwrap_or_else(|| named(taken.len() + 1))
}

fn named(number: usize) -> String {
    format!("R.{number:02}")
}
