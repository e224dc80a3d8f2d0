//! The tree of domains.

use std::collections::HashMap;

use uuid::Uuid;

use crate::facts::FolderFact;

#[derive(Debug, Clone)]
pub struct FolderNode {
    pub id: Uuid,
    pub name: String,
    pub kind: String,
    pub is_published: bool,
    pub parent: Option<Uuid>,
    pub children: Vec<Uuid>,
}

#[derive(Debug, Clone, Default)]
pub struct Tree {
    nodes: HashMap<Uuid, FolderNode>,
    root: Option<Uuid>,
}

impl Tree {
    pub fn new(facts: &[FolderFact]) -> Self {
        let mut nodes: HashMap<Uuid, FolderNode> = facts
            .iter()
            .map(|fact| {
                let node = FolderNode {
                    id: fact.id,
                    name: fact.name.clone(),
                    kind: fact.kind.clone(),
                    is_published: fact.is_published,
                    parent: fact.parent,
                    children: Vec::new(),
                };
                (fact.id, node)
            })
            .collect();
        let mut by_name: Vec<&FolderFact> = facts.iter().collect();
        by_name.sort_by(|a, b| a.name.to_lowercase().cmp(&b.name.to_lowercase()).then(a.id.cmp(&b.id)));
        for fact in by_name {
            if let Some(parent) = fact.parent.and_then(|parent| nodes.get_mut(&parent)) {
                parent.children.push(fact.id);
            }
        }
        let root = facts.iter().find(|fact| fact.parent.is_none()).map(|fact| fact.id);
        Self { nodes, root }
    }

    /// The folder above all others.
    pub fn root(&self) -> Uuid {
        self.root.unwrap_or_default()
    }

    pub fn get(&self, id: Uuid) -> Option<&FolderNode> {
        self.nodes.get(&id)
    }

    pub fn iter(&self) -> impl Iterator<Item = &FolderNode> {
        self.nodes.values()
    }

    /// The folder and those above it, itself first.
    pub fn ancestors(&self, id: Uuid) -> impl Iterator<Item = &FolderNode> {
        // A cycle cannot be written, but a damaged database must not hang the server.
        std::iter::successors(self.nodes.get(&id), |node| node.parent.and_then(|parent| self.nodes.get(&parent)))
            .take(self.nodes.len())
    }

    /// The folder and everything below it, parents before children.
    pub fn subtree(&self, id: Uuid) -> Vec<Uuid> {
        let mut found = Vec::new();
        let mut open = vec![id];
        while let Some(next) = open.pop() {
            if found.len() > self.nodes.len() {
                break;
            }
            if let Some(node) = self.nodes.get(&next) {
                found.push(next);
                open.extend(node.children.iter().rev());
            }
        }
        found
    }

    pub fn is_within(&self, id: Uuid, ancestor: Uuid) -> bool {
        self.ancestors(id).any(|node| node.id == ancestor)
    }

    /// The domains above and including a folder, topmost first; the root only stands for itself.
    pub fn path(&self, id: Uuid) -> Vec<&FolderNode> {
        let mut path: Vec<_> = self.ancestors(id).collect();
        path.reverse();
        if path.len() > 1 {
            path.remove(0);
        }
        path
    }
}
