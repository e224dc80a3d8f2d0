//! Walking a tree of nodes up and down, whatever order a file lists them in.

/// The parents of all nodes, without cycles.
#[derive(Clone, Debug)]
pub struct Tree {
    parents: Vec<Option<usize>>,
    downwards: Vec<usize>,
}

impl Tree {
    /// Ignores parents that do not exist and cuts cycles, so that every node has a root.
    pub fn new(parents: impl IntoIterator<Item = Option<usize>>) -> Self {
        let mut parents: Vec<_> = parents.into_iter().collect();
        let count = parents.len();
        let mut downwards = Vec::with_capacity(count);
        let mut placed = vec![false; count];
        let mut path = Vec::new();
        let mut on_path = vec![false; count];
        for start in 0..count {
            let mut node = start;
            while !placed[node] {
                path.push(node);
                on_path[node] = true;
                match parents[node].filter(|parent| *parent < count && !on_path[*parent]) {
                    Some(parent) => node = parent,
                    None => {
                        parents[node] = None;
                        break;
                    }
                }
            }
            while let Some(node) = path.pop() {
                on_path[node] = false;
                placed[node] = true;
                downwards.push(node);
            }
        }
        Self { parents, downwards }
    }

    pub fn parent(&self, node: usize) -> Option<usize> {
        self.parents[node]
    }

    /// Every node after its parent.
    pub fn downwards(&self) -> impl Iterator<Item = usize> + '_ {
        self.downwards.iter().copied()
    }

    /// Every node after all of its children.
    pub fn upwards(&self) -> impl Iterator<Item = usize> + '_ {
        self.downwards.iter().rev().copied()
    }

    /// Which nodes are themselves marked or have a marked one below.
    pub fn with_ancestors(&self, mut marked: Vec<bool>) -> Vec<bool> {
        for node in self.upwards() {
            if marked[node]
                && let Some(parent) = self.parent(node)
            {
                marked[parent] = true;
            }
        }
        marked
    }
}
