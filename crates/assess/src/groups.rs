//! Implementation groups: which requirements are in scope. A group is an index into the framework's list of groups.

use crate::tree::Tree;

/// A group as the framework defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    pub selected_by_default: bool,
    /// Whether a choice of any question can switch it on. Other groups are only selected by hand.
    pub switched_by_answers: bool,
}

/// Whether a requirement is in scope: it is in one of the selected groups, or no group is selected.
pub fn in_scope(groups: &[usize], selected: &[usize]) -> bool {
    selected.is_empty() || groups.iter().any(|group| selected.contains(group))
}

/// Which nodes a tree shows: those in scope, and the sections above them.
pub fn shown(tree: &Tree, in_scope: Vec<bool>) -> Vec<bool> {
    tree.with_ancestors(in_scope)
}

/// The selected groups after answers have changed, in the framework's order.
///
/// Groups selected by hand stay selected, unless answers control them. Default groups are always selected. If no choice
/// switches any group, nothing changes.
pub fn after_answers(defined: &[Group], selected: &[usize], switched_on: &[usize]) -> Vec<usize> {
    if !defined.iter().any(|group| group.switched_by_answers) {
        return selected.to_vec();
    }
    defined
        .iter()
        .enumerate()
        .filter(|(index, group)| {
            let by_hand = !group.switched_by_answers && selected.contains(index);
            by_hand || group.selected_by_default || switched_on.contains(index)
        })
        .map(|(index, _)| index)
        .collect()
}
