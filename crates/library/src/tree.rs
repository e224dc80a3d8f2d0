//! The requirements of a framework as a tree.

use std::collections::HashMap;

use serde::Serialize;

use crate::types::{Framework, RequirementNode, Translations, Urn};

/// Where a node is in the tree of its framework.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The index of the node over it.
    pub parent: Option<usize>,
    /// From 0, for nodes without a parent.
    pub depth: usize,
    /// From 0, in the order of the file: which child of its parent it is.
    pub position: usize,
}

impl Framework {
    /// The place of each node, in the order of the nodes. A node's index is its order in the whole framework.
    ///
    /// A parent that is not there, or that would be its own ancestor, counts as none. Files with such parents are
    /// refused, but a library may have come another way.
    pub fn places(&self) -> Vec<Place> {
        places(&self.requirement_nodes)
    }
}

/// A node with what is below it, as a preview shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Branch {
    pub urn: Urn,
    pub ref_id: Option<String>,
    pub name: Option<String>,
    pub description: Option<String>,
    pub assessable: bool,
    pub implementation_groups: Vec<String>,
    /// How many questions it asks.
    pub questions: usize,
    pub translations: Translations,
    pub children: Vec<Self>,
}

impl Framework {
    /// The nodes without a parent, each with what is below it, in the order of the file.
    pub fn tree(&self) -> Vec<Branch> {
        let places = self.places();
        let mut branches: Vec<Option<Branch>> = self.requirement_nodes.iter().map(|node| Some(branch(node))).collect();
        let mut order: Vec<usize> = (0..places.len()).collect();
        // The deepest first, so that a node is complete when it goes to its parent. The sort keeps the order of siblings.
        order.sort_by_key(|&index| std::cmp::Reverse(places[index].depth));
        let mut roots = vec![];
        for index in order {
            let Some(branch) = branches[index].take() else { continue };
            match places[index].parent.and_then(|parent| branches[parent].as_mut()) {
                Some(parent) => parent.children.push(branch),
                None => roots.push(branch),
            }
        }
        roots
    }
}

fn branch(node: &RequirementNode) -> Branch {
    Branch {
        urn: node.urn.clone(),
        ref_id: node.ref_id.clone(),
        name: node.name.clone(),
        description: node.description.clone(),
        assessable: node.assessable,
        implementation_groups: node.implementation_groups.clone(),
        questions: node.questions.len(),
        translations: node.translations.clone(),
        children: vec![],
    }
}

fn places(nodes: &[RequirementNode]) -> Vec<Place> {
    let by_urn: HashMap<&str, usize> = nodes.iter().enumerate().rev().map(|(at, node)| (&*node.urn, at)).collect();
    let mut parents: Vec<Option<usize>> =
        nodes.iter().map(|node| by_urn.get(node.parent_urn.as_deref()?).copied()).collect();
    let depths = depths(&mut parents).depths;
    let mut children: HashMap<Option<usize>, usize> = HashMap::new();
    parents
        .into_iter()
        .zip(depths)
        .map(|(parent, depth)| {
            let position = children.entry(parent).or_default();
            *position += 1;
            Place { parent, depth, position: *position - 1 }
        })
        .collect()
}

pub(crate) struct Depths {
    pub depths: Vec<usize>,
    /// The nodes whose parent closes a circle, one for each circle.
    pub closers: Vec<usize>,
}

/// The depth of each node. A parent that closes a circle is taken away.
pub(crate) fn depths(parents: &mut [Option<usize>]) -> Depths {
    let mut depths: Vec<Option<usize>> = vec![None; parents.len()];
    let mut on_path = vec![false; parents.len()];
    let mut closers = vec![];
    for start in 0..parents.len() {
        let mut path = vec![];
        let mut at = start;
        let mut depth = loop {
            if let Some(known) = depths[at] {
                break known + 1;
            }
            on_path[at] = true;
            path.push(at);
            match parents[at] {
                Some(parent) if !on_path[parent] => at = parent,
                Some(_) => {
                    parents[at] = None;
                    closers.push(at);
                    break 0;
                }
                None => break 0,
            }
        };
        for node in path.into_iter().rev() {
            on_path[node] = false;
            depths[node] = Some(depth);
            depth += 1;
        }
    }
    Depths { depths: depths.into_iter().map(Option::unwrap_or_default).collect(), closers }
}
