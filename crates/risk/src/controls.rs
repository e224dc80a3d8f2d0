//! Which controls a rating takes into account.

use std::collections::BTreeSet;

use crate::rating::Stage;

/// The controls of a scenario.
#[derive(Clone, Copy, Debug)]
pub struct Controls<'a, K> {
    pub existing: &'a [K],
    pub planned: &'a [K],
}

impl<K: Copy + Ord> Controls<'_, K> {
    /// The controls behind a rating, each once: none for the inherent risk, the existing ones for the current risk, and the
    /// planned ones as well for the residual risk.
    pub fn behind(&self, stage: Stage) -> BTreeSet<K> {
        let (existing, planned): (&[K], &[K]) = match stage {
            Stage::Inherent => (&[], &[]),
            Stage::Current => (self.existing, &[]),
            Stage::Residual => (self.existing, self.planned),
        };
        existing.iter().chain(planned).copied().collect()
    }

    /// Controls that are both existing and planned. They lower the current risk already, so nothing is left to plan.
    pub fn twice(&self) -> BTreeSet<K> {
        self.existing.iter().copied().filter(|control| self.planned.contains(control)).collect()
    }
}
