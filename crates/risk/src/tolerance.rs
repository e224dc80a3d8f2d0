//! Whether a risk is within the tolerance of its assessment.

use cairn_assess::words;

words! {
    /// Whether a risk is tolerable.
    WithinTolerance {
        Yes = "YES",
        No = "NO",
        // Without a tolerance, or without a level to compare it with.
        Unknown = "--",
    }
}

/// Compares the current level with the highest one that is tolerable.
pub fn within(current: Option<usize>, tolerance: Option<usize>) -> WithinTolerance {
    match current.zip(tolerance) {
        Some((current, tolerance)) if current <= tolerance => WithinTolerance::Yes,
        Some(_) => WithinTolerance::No,
        None => WithinTolerance::Unknown,
    }
}
