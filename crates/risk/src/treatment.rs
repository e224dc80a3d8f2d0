//! The treatment of a scenario while acceptances come and go.
//!
//! An acceptance sets the treatment to "accept". When the last one ends, the scenario gets back the treatment that people chose
//! for it. So the choice has to be remembered.

use crate::words::Treatment;

/// A treatment, and what it was before the scenario was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Treated {
    pub treatment: Treatment,
    pub before: Option<Treatment>,
}

impl Treated {
    /// A treatment that someone chose. It holds whether the scenario is accepted or not.
    pub const fn chosen(treatment: Treatment) -> Self {
        Self { treatment, before: None }
    }

    /// An acceptance that covers the scenario is accepted.
    #[must_use]
    pub fn accepted(self) -> Self {
        let before = if self.treatment == Treatment::Accept { self.before } else { Some(self.treatment) };
        Self { treatment: Treatment::Accept, before }
    }

    /// An acceptance is revoked, deleted or expired. `is_covered` says whether another one still holds. Without one, nobody
    /// accepts the risk any more, so "accept" can't be what comes back.
    #[must_use]
    pub fn ended(self, is_covered: bool) -> Self {
        if is_covered || self.treatment != Treatment::Accept {
            return self;
        }
        Self::chosen(self.before.unwrap_or(Treatment::Open))
    }
}
