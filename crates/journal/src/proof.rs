//! Proofs of RFC 6962: that a leaf is in a tree, and that a tree is the beginning of a later one.
//!
//! A proof is a list of hashes of subtrees. Most of them are complete and stored; the one at the
//! right edge may have to be joined from several. So a proof is first planned, as ranges of
//! leaves; then the stored nodes that it takes are fetched, at most two for each level; then it
//! is put together.

use std::ops::Range;

use crate::tree::{cover, joined, node_hash};
use crate::{Hash, Place};

/// The subtrees that a proof consists of, by the leaves that they cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan(Vec<Range<u64>>);

impl Plan {
    /// For the leaf at `index` in the tree of the first `size` leaves.
    pub fn inclusion(index: u64, size: u64) -> Option<Self> {
        let mut ranges = Vec::new();
        (index < size).then(|| path(index, 0..size, &mut ranges))?;
        Some(Self(ranges))
    }

    /// For the tree of the first `first` leaves as the beginning of that of the first `second`.
    pub fn consistency(first: u64, second: u64) -> Option<Self> {
        let mut ranges = Vec::new();
        (0 < first && first <= second).then(|| subproof(first, 0..second, true, &mut ranges))?;
        Some(Self(ranges))
    }

    /// The root of the tree of the first `size` leaves, which is a plan of one subtree.
    pub fn root(size: u64) -> Self {
        Self(std::iter::once(0..size).collect())
    }

    /// The stored nodes that the proof takes.
    pub fn places(&self) -> Vec<Place> {
        self.0.iter().flat_map(|range| cover(range.start, range.end)).collect()
    }

    /// The proof, from the hashes of [`Plan::places`] in their order.
    pub fn assemble(&self, hashes: &[Hash]) -> Option<Vec<Hash>> {
        let mut rest = hashes;
        let mut proof = Vec::with_capacity(self.0.len());
        for range in &self.0 {
            let (some, after) = rest.split_at_checked(cover(range.start, range.end).len())?;
            proof.push(joined(some));
            rest = after;
        }
        rest.is_empty().then_some(proof)
    }
}

/// The largest power of two that is smaller than the number of leaves.
fn split(leaves: u64) -> u64 {
    1 << (leaves - 1).ilog2()
}

fn path(index: u64, leaves: Range<u64>, out: &mut Vec<Range<u64>>) {
    let count = leaves.end - leaves.start;
    if count <= 1 {
        return;
    }
    let middle = leaves.start + split(count);
    if index < middle {
        path(index, leaves.start..middle, out);
        out.push(middle..leaves.end);
    } else {
        path(index, middle..leaves.end, out);
        out.push(leaves.start..middle);
    }
}

/// `known` while the smaller tree as a whole is on the way: its root is what the reader has.
fn subproof(first: u64, leaves: Range<u64>, known: bool, out: &mut Vec<Range<u64>>) {
    if first == leaves.end {
        if !known {
            out.push(leaves);
        }
        return;
    }
    let middle = leaves.start + split(leaves.end - leaves.start);
    if first <= middle {
        subproof(first, leaves.start..middle, known, out);
        out.push(middle..leaves.end);
    } else {
        subproof(first, middle..leaves.end, false, out);
        out.push(leaves.start..middle);
    }
}

/// Whether the leaf is at `index` of the tree with this size and root (RFC 9162, 2.1.3.2).
pub fn includes(leaf: Hash, index: u64, size: u64, path: &[Hash], root: Hash) -> bool {
    if index >= size {
        return false;
    }
    let (mut node, mut last, mut hash) = (index, size - 1, leaf);
    for sibling in path {
        if last == 0 {
            return false;
        }
        if node & 1 == 1 || node == last {
            hash = node_hash(*sibling, hash);
            while node & 1 == 0 && node != 0 {
                (node, last) = (node >> 1, last >> 1);
            }
        } else {
            hash = node_hash(hash, *sibling);
        }
        (node, last) = (node >> 1, last >> 1);
    }
    last == 0 && hash == root
}

/// Whether the first tree is the beginning of the second (RFC 9162, 2.1.4.2).
pub fn is_consistent(first: (u64, Hash), second: (u64, Hash), path: &[Hash]) -> bool {
    let ((first, first_root), (second, second_root)) = (first, second);
    if first == second {
        return path.is_empty() && first_root == second_root;
    }
    if first == 0 || first > second {
        return false;
    }
    let mut path = path.iter();
    // A smaller tree that is complete is itself the first node of the way.
    let begin = if first.is_power_of_two() { Some(&first_root) } else { path.next() };
    let Some(begin) = begin else { return false };
    let (mut node, mut last) = (first - 1, second - 1);
    while node & 1 == 1 {
        (node, last) = (node >> 1, last >> 1);
    }
    let (mut one, mut two) = (*begin, *begin);
    for sibling in path {
        if last == 0 {
            return false;
        }
        if node & 1 == 1 || node == last {
            one = node_hash(*sibling, one);
            two = node_hash(*sibling, two);
            while node & 1 == 0 && node != 0 {
                (node, last) = (node >> 1, last >> 1);
            }
        } else {
            two = node_hash(two, *sibling);
        }
        (node, last) = (node >> 1, last >> 1);
    }
    last == 0 && one == first_root && two == second_root
}
