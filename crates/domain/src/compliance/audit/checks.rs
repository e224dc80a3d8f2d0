//! What is wrong with audits themselves.

use cairn_engine::watch::Check;

use crate::assessment::{NOBODY_REVIEWS_IT, NOBODY_WORKS_ON_IT, OVERDUE, WITHOUT_DUE_DATE};

pub const CHECKS: &[Check] = &[NOBODY_WORKS_ON_IT, NOBODY_REVIEWS_IT, OVERDUE, WITHOUT_DUE_DATE];
