//! How many requirements have each result, status and extended result, in an audit and in each section.

use crate::rows::Row;
use crate::tree::Tree;
use crate::words::{ComplianceResult, ExtendedResult, RowStatus};

/// Counts by value, in the order of `ALL` of each word list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub results: [usize; ComplianceResult::ALL.len()],
    pub statuses: [usize; RowStatus::ALL.len()],
    pub extended_results: [usize; ExtendedResult::ALL.len()],
    /// Requirements without an extended result.
    pub without_extended_result: usize,
}

impl Counts {
    /// Counts the requirements in scope.
    pub fn of(rows: &[Row]) -> Self {
        let mut counts = Self::default();
        for row in rows {
            counts.add_row(row);
        }
        counts
    }

    /// Counts for each node: the node itself and everything below it.
    pub fn by_section(tree: &Tree, rows: &[Row]) -> Vec<Self> {
        let mut sections = vec![Self::default(); rows.len()];
        for node in tree.upwards() {
            sections[node].add_row(&rows[node]);
            if let Some(parent) = tree.parent(node) {
                let below = sections[node].clone();
                sections[parent].add(&below);
            }
        }
        sections
    }

    /// How many requirements there are.
    pub fn total(&self) -> usize {
        self.statuses.iter().sum()
    }

    pub fn with_result(&self, result: ComplianceResult) -> usize {
        self.results[result as usize]
    }

    pub fn with_status(&self, status: RowStatus) -> usize {
        self.statuses[status as usize]
    }

    fn add_row(&mut self, row: &Row) {
        if !row.counts() {
            return;
        }
        self.results[row.result as usize] += 1;
        self.statuses[row.status as usize] += 1;
        match row.extended_result {
            Some(extended) => self.extended_results[extended as usize] += 1,
            None => self.without_extended_result += 1,
        }
    }

    fn add(&mut self, other: &Self) {
        add_each(&mut self.results, &other.results);
        add_each(&mut self.statuses, &other.statuses);
        add_each(&mut self.extended_results, &other.extended_results);
        self.without_extended_result += other.without_extended_result;
    }
}

fn add_each(to: &mut [usize], from: &[usize]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
}
