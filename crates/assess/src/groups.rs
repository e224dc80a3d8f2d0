//! Implementation groups: which requirements an audit is about. A group is an index into the framework's definition of
//! groups.

use crate::tree::Tree;

/// A group as the framework defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    pub selected_by_default: bool,
    /// Whether any choice of any question can switch it on. Other groups are chosen by people alone.
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

/// The groups that are selected after people have answered, in the order of the definition.
///
/// What people chose stays, unless answers decide about that group. Groups that the framework selects by default are
/// always in. Where no choice switches any group, answers change nothing.
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
