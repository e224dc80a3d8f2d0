//! How much of an audit is done, in whole per cent.

use crate::rows::{Audit, Row};
use crate::words::{ComplianceResult, RowStatus};

/// The share of requirements that are done: by status if the audit shows it, otherwise by what has been filled in.
pub fn progress(audit: &Audit, rows: &[Row]) -> u8 {
    let (mut all, mut done) = (0, 0);
    for row in rows.iter().filter(|row| row.counts()) {
        all += 1;
        done += usize::from(is_done(audit, row));
    }
    per_cent(done, all)
}

/// The share of visible questions that are answered. None if the audit has no questions.
pub fn answers_progress(rows: &[Row]) -> Option<u8> {
    let mut asking = rows.iter().filter(|row| row.counts()).filter_map(|row| row.questions).peekable();
    asking.peek()?;
    let (visible, answered) =
        asking.fold((0_usize, 0_usize), |(visible, answered), row| (visible + row.visible, answered + row.answered));
    Some(if visible == 0 { 100 } else { per_cent(answered, visible) })
}

fn is_done(audit: &Audit, row: &Row) -> bool {
    if audit.shows_status {
        return row.status == RowStatus::Done;
    }
    let answered = row.questions.is_some_and(|questions| questions.answered >= questions.visible);
    let judged = audit.shows_result && row.result != ComplianceResult::NotAssessed;
    // Rows start at the minimum, so a minimum score may not have been entered by anyone.
    let scored = audit.shows_score && row.score.is_some_and(|score| score > row.scale(audit.scale).min);
    answered || judged || scored
}

/// Rounded down: 100 means that nothing is missing.
fn per_cent(part: usize, whole: usize) -> u8 {
    if whole == 0 { 0 } else { (part.min(whole) as u128 * 100 / whole as u128) as u8 }
}
