//! Trees and proofs against the vectors of Certificate Transparency, and against the definition
//! of RFC 6962 written down as it stands there.

use std::collections::HashMap;

use proptest::prelude::*;

use crate::Hash;
use crate::proof::{Plan, includes, is_consistent};
use crate::tree::{Frontier, Place, leaf_hash, node_hash};

/// A tree with all its complete nodes, as a database keeps them.
struct Tree {
    frontier: Frontier,
    nodes: HashMap<Place, Hash>,
    roots: Vec<Hash>,
}

impl Tree {
    fn of(leaves: &[Hash]) -> Self {
        let mut tree = Self { frontier: Frontier::default(), nodes: HashMap::new(), roots: vec![Hash::of(b"")] };
        for (position, leaf) in (0..).zip(leaves) {
            tree.nodes.insert(Place { level: 0, position }, *leaf);
            tree.frontier.push(*leaf, |node| assert_eq!(tree.nodes.insert(node.place, node.hash), None));
            tree.roots.push(tree.frontier.root());
        }
        tree
    }

    fn proof(&self, plan: &Plan) -> Vec<Hash> {
        let hashes: Vec<Hash> = plan.places().iter().map(|place| self.nodes[place]).collect();
        plan.assemble(&hashes).unwrap()
    }
}

/// MTH, PATH and SUBPROOF of RFC 6962, 2.1.
fn mth(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => Hash::of(b""),
        [leaf] => *leaf,
        _ => node_hash(mth(&leaves[..split(leaves)]), mth(&leaves[split(leaves)..])),
    }
}

fn split(leaves: &[Hash]) -> usize {
    (0..32).map(|bits| 1 << bits).take_while(|power| *power < leaves.len()).last().unwrap()
}

fn path(at: usize, leaves: &[Hash]) -> Vec<Hash> {
    if leaves.len() == 1 {
        return Vec::new();
    }
    let (left, right) = leaves.split_at(split(leaves));
    let (mut proof, sibling) =
        if at < left.len() { (path(at, left), mth(right)) } else { (path(at - left.len(), right), mth(left)) };
    proof.push(sibling);
    proof
}

fn subproof(first: usize, leaves: &[Hash], known: bool) -> Vec<Hash> {
    if first == leaves.len() {
        return if known { Vec::new() } else { vec![mth(leaves)] };
    }
    let (left, right) = leaves.split_at(split(leaves));
    let (mut proof, sibling) = if first <= left.len() {
        (subproof(first, left, known), mth(right))
    } else {
        (subproof(first - left.len(), right, false), mth(left))
    };
    proof.push(sibling);
    proof
}

fn leaves(count: usize) -> Vec<Hash> {
    (0..count).map(|number| leaf_hash(&number.to_be_bytes())).collect()
}

fn hashes(texts: &[&str]) -> Vec<Hash> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

const ROOTS: [&str; 8] = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
const A: &str = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7";
const B: &str = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e";
const C: &str = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4";
const D: &str = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b";
const E: &str = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0";
const F: &str = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a";

/// The vectors that implementations of RFC 6962 share.
#[test]
fn the_known_vectors_hold() {
    let data: [Vec<u8>; 8] = [
        vec![],
        vec![0],
        vec![0x10],
        vec![0x20, 0x21],
        vec![0x30, 0x31],
        (0x40..0x44).collect(),
        (0x50..0x58).collect(),
        (0x60..0x70).collect(),
    ];
    let leaves: Vec<Hash> = data.iter().map(|data| leaf_hash(data)).collect();
    let tree = Tree::of(&leaves);
    assert_eq!(tree.roots[0].to_string(), hex::encode(Hash::of(b"").0));
    assert_eq!(tree.roots[1..], hashes(&ROOTS));
    for (index, size, expected) in [
        (0, 1, vec![]),
        (0, 8, vec![A, B, C]),
        (5, 8, vec![D, E, ROOTS[3]]),
        (2, 3, vec![ROOTS[1]]),
        (1, 5, vec![ROOTS[0], B, D]),
    ] {
        let proof = tree.proof(&Plan::inclusion(index, size).unwrap());
        assert_eq!(proof, hashes(&expected), "{index} in {size}");
    }
    for (first, second, expected) in
        [(1, 1, vec![]), (1, 8, vec![A, B, C]), (6, 8, vec![F, E, ROOTS[3]]), (2, 5, vec![B, D])]
    {
        let proof = tree.proof(&Plan::consistency(first, second).unwrap());
        assert_eq!(proof, hashes(&expected), "{first} to {second}");
    }
}

/// Small trees in full, where all the odd shapes are.
#[test]
fn every_proof_of_every_small_tree_is_that_of_the_definition() {
    let leaves = leaves(40);
    let tree = Tree::of(&leaves);
    for size in 1..=leaves.len() {
        assert_eq!(tree.roots[size], mth(&leaves[..size]));
        assert_eq!(tree.proof(&Plan::root(size as u64)), [tree.roots[size]]);
        for at in 0..size {
            let proof = tree.proof(&Plan::inclusion(at as u64, size as u64).unwrap());
            assert_eq!(proof, path(at, &leaves[..size]), "{at} in {size}");
            assert!(includes(leaves[at], at as u64, size as u64, &proof, tree.roots[size]));
            let first = at + 1;
            let proof = tree.proof(&Plan::consistency(first as u64, size as u64).unwrap());
            assert_eq!(proof, subproof(first, &leaves[..size], true), "{first} to {size}");
            let (one, two) = ((first as u64, tree.roots[first]), (size as u64, tree.roots[size]));
            assert!(is_consistent(one, two, &proof), "{first} to {size}");
        }
        assert_eq!(Plan::inclusion(size as u64, size as u64), None);
        assert_eq!(Plan::consistency(size as u64 + 1, size as u64), None);
    }
    assert_eq!(Plan::consistency(0, 5), None, "an empty tree proves nothing");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn proofs_of_any_tree_hold_and_altered_ones_do_not(
        size in 1usize..1200, at in any::<prop::sample::Index>(), flip in any::<(prop::sample::Index, u8)>(),
    ) {
        let leaves = leaves(size);
        let tree = Tree::of(&leaves);
        prop_assert_eq!(tree.frontier.root(), mth(&leaves));
        let (at, count) = (at.index(size), size as u64);
        let root = tree.roots[size];
        let proof = tree.proof(&Plan::inclusion(at as u64, count).unwrap());
        prop_assert_eq!(&proof, &path(at, &leaves));
        prop_assert!(proof.len() <= 11, "logarithmic");
        prop_assert!(Plan::inclusion(at as u64, count).unwrap().places().len() <= 22);
        prop_assert!(includes(leaves[at], at as u64, count, &proof, root));
        prop_assert!(!includes(leaves[at], at as u64 + 1, count, &proof, root));
        prop_assert!(!includes(leaves[at], at as u64, count + 1, &[&proof[..], &[root]].concat(), root));

        let first = at + 1;
        let (one, two) = ((first as u64, tree.roots[first]), (count, root));
        let consistency = tree.proof(&Plan::consistency(first as u64, count).unwrap());
        prop_assert_eq!(&consistency, &subproof(first, &leaves, true));
        prop_assert!(is_consistent(one, two, &consistency));
        prop_assert!(first == size || !is_consistent((one.0, Hash::of(b"other")), two, &consistency));
        prop_assert!(!is_consistent(one, (count, Hash::of(b"other")), &consistency));

        let alter = |proof: &[Hash]| {
            let mut altered = proof.to_vec();
            let which = flip.0.index(altered.len());
            altered[which].0[usize::from(flip.1 % 32)] ^= 1 << (flip.1 >> 5);
            altered
        };
        if !proof.is_empty() {
            prop_assert!(!includes(leaves[at], at as u64, count, &alter(&proof), root));
            prop_assert!(!includes(leaves[at], at as u64, count, &proof[1..], root));
        }
        if !consistency.is_empty() {
            prop_assert!(!is_consistent(one, two, &alter(&consistency)));
            prop_assert!(!is_consistent(one, two, &consistency[1..]));
        }
    }

    #[test]
    fn an_edge_that_is_loaded_grows_as_one_that_was_kept(size in 0usize..500, more in 0usize..100) {
        let leaves = leaves(size + more);
        let tree = Tree::of(&leaves);
        let peaks = Frontier::places(size as u64).iter().map(|place| tree.nodes[place]).collect();
        let mut loaded = Frontier::new(size as u64, peaks).unwrap();
        for leaf in &leaves[size..] {
            loaded.push(*leaf, |node| assert_eq!(tree.nodes[&node.place], node.hash));
        }
        prop_assert_eq!(loaded, tree.frontier);
    }
}
