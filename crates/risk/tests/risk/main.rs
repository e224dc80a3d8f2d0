//! Answers of an established product, our differences from it, and a second implementation that has to agree with ours.

mod acceptances;
mod due_dates;
mod exceptions;
mod heat_maps;
mod levels;
mod matrices;
mod matrix_changes;
mod oracle;
mod properties;
mod recorded;
mod scenarios;
mod sync;
