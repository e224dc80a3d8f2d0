//! Permissions, numbered, so that a set of them is a few words of bits.

use std::collections::HashMap;

/// The four things that can be done with any object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verb {
    View,
    Add,
    Change,
    Delete,
}

impl Verb {
    pub const ALL: [Verb; 4] = [Verb::View, Verb::Add, Verb::Change, Verb::Delete];

    pub const fn word(self) -> &'static str {
        match self {
            Verb::View => "view",
            Verb::Add => "add",
            Verb::Change => "change",
            Verb::Delete => "delete",
        }
    }

    /// The name of the permission on a kind of object: `view_asset`.
    pub fn codename(self, model: &str) -> String {
        format!("{}_{model}", self.word())
    }
}

/// A permission by its number in [`Permissions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Permission(u16);

/// The names of all permissions, in a fixed order.
#[derive(Debug, Clone, Default)]
pub struct Permissions {
    codenames: Vec<String>,
    numbers: HashMap<String, Permission>,
}

impl Permissions {
    pub fn new(codenames: impl IntoIterator<Item = String>) -> Self {
        let mut all = Self::default();
        for codename in codenames {
            let number = Permission(u16::try_from(all.codenames.len()).expect("fewer permissions than numbers"));
            if all.numbers.insert(codename.clone(), number).is_none() {
                all.codenames.push(codename);
            }
        }
        all
    }

    pub fn find(&self, codename: &str) -> Option<Permission> {
        self.numbers.get(codename).copied()
    }

    pub fn codenames(&self) -> &[String] {
        &self.codenames
    }

    pub fn len(&self) -> usize {
        self.codenames.len()
    }

    pub fn is_empty(&self) -> bool {
        self.codenames.is_empty()
    }

    pub fn set<'a>(&self, codenames: impl IntoIterator<Item = &'a str>) -> PermissionSet {
        let mut set = PermissionSet::none(self.len());
        codenames.into_iter().filter_map(|name| self.find(name)).for_each(|permission| set.insert(permission));
        set
    }

    pub fn names<'a>(&'a self, set: &'a PermissionSet) -> impl Iterator<Item = &'a str> {
        let held = |position: usize| set.contains(Permission(position as u16));
        self.codenames.iter().enumerate().filter(move |(position, _)| held(*position)).map(|(_, name)| name.as_str())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PermissionSet(Vec<u64>);

impl PermissionSet {
    pub fn none(permissions: usize) -> Self {
        Self(vec![0; permissions.div_ceil(64)])
    }

    pub fn insert(&mut self, permission: Permission) {
        self.0[usize::from(permission.0 / 64)] |= 1 << (permission.0 % 64);
    }

    pub fn contains(&self, permission: Permission) -> bool {
        self.0.get(usize::from(permission.0 / 64)).is_some_and(|word| word & (1 << (permission.0 % 64)) != 0)
    }

    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }

    /// Whether every permission of the other set is in this one.
    pub fn covers(&self, other: &Self) -> bool {
        other.0.iter().enumerate().all(|(word, theirs)| theirs & !self.0.get(word).copied().unwrap_or(0) == 0)
    }

    /// What is in one of them but not in both.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        let words = self.0.len().max(other.0.len());
        let word = |set: &Self, at: usize| set.0.get(at).copied().unwrap_or(0);
        Self((0..words).map(|at| word(self, at) ^ word(other, at)).collect())
    }

    /// Only what is in both.
    pub fn keep(&mut self, other: &Self) {
        self.0.iter_mut().enumerate().for_each(|(word, mine)| *mine &= other.0.get(word).copied().unwrap_or(0));
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}
