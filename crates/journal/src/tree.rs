//! The Merkle tree of RFC 6962, grown leaf by leaf.

use sha2::{Digest, Sha256};

use crate::Hash;

/// Leaves and inner nodes are hashed with different first bytes, so that none can pass for the other.
const LEAF: u8 = 0;
const NODE: u8 = 1;

pub(crate) fn leaf_hash(data: &[u8]) -> Hash {
    Hash(Sha256::new().chain_update([LEAF]).chain_update(data).finalize().into())
}

pub(crate) fn node_hash(left: Hash, right: Hash) -> Hash {
    Hash(Sha256::new().chain_update([NODE]).chain_update(left.0).chain_update(right.0).finalize().into())
}

/// The root of subtrees that lie side by side, the widest first.
pub(crate) fn joined(subtrees: &[Hash]) -> Hash {
    let Some((last, before)) = subtrees.split_last() else {
        return Hash::of(b"");
    };
    before.iter().rev().fold(*last, |right, left| node_hash(*left, right))
}

/// Where a complete subtree is: at level 0 are the leaves, and the node at `position` of a level
/// has the leaves from `position << level` to the next one's. It never changes once it is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub level: u32,
    pub position: u64,
}

/// A complete subtree and its hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    pub place: Place,
    pub hash: Hash,
}

/// The right edge of a tree: all that is needed to add leaves and to tell the root.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Frontier {
    size: u64,
    /// The complete subtrees that the tree falls into, one for each bit of its size.
    peaks: Vec<Hash>,
}

impl Frontier {
    /// The places of the subtrees that a tree of this size falls into, the widest first.
    pub fn places(size: u64) -> Vec<Place> {
        cover(0, size)
    }

    /// The edge of a tree whose subtrees, as [`Frontier::places`] names them, are known.
    pub fn new(size: u64, peaks: Vec<Hash>) -> Option<Self> {
        (peaks.len() == size.count_ones() as usize).then_some(Self { size, peaks })
    }

    pub fn size(&self) -> u64 {
        self.size
    }

    pub fn root(&self) -> Hash {
        joined(&self.peaks)
    }

    /// Adds a leaf, and tells of each inner node that becomes complete with it.
    pub fn push(&mut self, leaf: Hash, mut completed: impl FnMut(Node)) {
        let (mut hash, mut level, mut position) = (leaf, 0, self.size);
        while position & 1 == 1 {
            let left = self.peaks.pop().expect("a bit of the size stands for a subtree");
            (hash, level, position) = (node_hash(left, hash), level + 1, position >> 1);
            completed(Node { place: Place { level, position }, hash });
        }
        self.peaks.push(hash);
        self.size += 1;
    }
}

/// The complete subtrees that a range of leaves falls into, from left to right.
pub(crate) fn cover(mut begin: u64, end: u64) -> Vec<Place> {
    let mut places = Vec::new();
    while begin < end {
        let level = begin.trailing_zeros().min((end - begin).ilog2());
        places.push(Place { level, position: begin >> level });
        begin += 1 << level;
    }
    places
}
