//! What one caller may do: permissions by folder, and scopes made from them.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use parking_lot::Mutex;
use uuid::Uuid;

use crate::permission::{Permission, PermissionSet};
use crate::scope::{Assigned, Scope};
use crate::tree::Tree;

/// How a token has fewer rights than its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Limits {
    pub read_only: bool,
    /// What it changes waits until a person approves it. Its rights are its owner's: they decide what it can propose.
    pub propose_only: bool,
    /// Only this folder and what lies under it.
    pub folder: Option<Uuid>,
}

impl Limits {
    pub fn is_limited(self) -> bool {
        self != Self::default()
    }
}

/// On whose behalf something acts later, be it an endpoint that is told of changes or a job: a person, with the limits of
/// the token that they asked with. What it may do is what the person may do at that moment, within the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Behalf {
    pub user: Uuid,
    pub limits: Limits,
}

/// The rights of one user, or of one of their tokens.
#[derive(Debug)]
pub struct Rights {
    user: Uuid,
    folders: HashMap<Uuid, PermissionSet>,
    /// The permissions of the root that reach every folder.
    everywhere: Option<PermissionSet>,
    actors: Arc<[Uuid]>,
    third_party: bool,
    limits: Limits,
    tree: Arc<Tree>,
    scopes: Mutex<HashMap<Permission, Scope>>,
}

impl Rights {
    pub(crate) fn new(
        user: Uuid,
        folders: HashMap<Uuid, PermissionSet>,
        everywhere: Option<PermissionSet>,
        actors: Arc<[Uuid]>,
        third_party: bool,
        tree: Arc<Tree>,
    ) -> Self {
        let scopes = Mutex::default();
        Self { user, folders, everywhere, actors, third_party, limits: Limits::default(), tree, scopes }
    }

    /// The same rights, cut down to a token's limits. `reading` are the permissions that only read.
    #[must_use]
    pub fn limited(&self, limits: Limits, reading: &PermissionSet) -> Self {
        let mut folders = self.folders.clone();
        let mut everywhere = self.everywhere.clone();
        if let Some(domain) = limits.folder {
            folders.retain(|folder, _| self.tree.is_within(*folder, domain));
            everywhere = None;
        }
        if limits.read_only {
            for set in folders.values_mut().chain(&mut everywhere) {
                set.keep(reading);
            }
        }
        Self {
            user: self.user,
            folders,
            everywhere,
            actors: self.actors.clone(),
            third_party: self.third_party,
            limits,
            tree: self.tree.clone(),
            scopes: Mutex::default(),
        }
    }

    pub fn user(&self) -> Uuid {
        self.user
    }

    /// The user's own actor and those of their teams.
    pub fn actors(&self) -> &Arc<[Uuid]> {
        &self.actors
    }

    pub fn is_third_party(&self) -> bool {
        self.third_party
    }

    pub fn limits(&self) -> Limits {
        self.limits
    }

    pub fn allows(&self, permission: Permission, folder: Uuid) -> bool {
        self.folders.get(&folder).is_some_and(|set| set.contains(permission))
    }

    /// Whether the permission is held on any folder at all.
    pub fn allows_somewhere(&self, permission: Permission) -> bool {
        self.folders.values().any(|set| set.contains(permission))
    }

    /// Whether every permission of the set is held on the folder.
    pub fn covers(&self, folder: Uuid, wanted: &PermissionSet) -> bool {
        wanted.is_empty() || self.folders.get(&folder).is_some_and(|set| set.covers(wanted))
    }

    /// The folders on which anything is held, with the permissions.
    pub fn by_folder(&self) -> impl Iterator<Item = (Uuid, &PermissionSet)> {
        self.folders.iter().filter(|(_, set)| !set.is_empty()).map(|(folder, set)| (*folder, set))
    }

    /// The rows that a permission reaches.
    pub fn scope(&self, permission: Permission) -> Scope {
        self.scopes.lock().entry(permission).or_insert_with(|| self.make_scope(permission)).clone()
    }

    /// The rows that a permission to view reaches, and those that another one reaches as far as they are assigned to
    /// one of the user's actors.
    pub fn sight(&self, view: Permission, assigned: Option<Permission>) -> Scope {
        let scope = self.scope(view);
        let Some(assigned) = assigned.map(|permission| self.scope(permission)) else { return scope };
        let folders = assigned.folders().cloned();
        scope.with_assigned(Assigned { folders, actors: self.actors.clone() })
    }

    fn make_scope(&self, permission: Permission) -> Scope {
        let actors = self.third_party.then(|| self.actors.clone());
        if self.everywhere.as_ref().is_some_and(|set| set.contains(permission)) {
            return Scope::of(None, Arc::new([]), actors, self.user);
        }
        let folders: BTreeSet<Uuid> =
            self.folders.iter().filter(|(_, set)| set.contains(permission)).map(|(folder, _)| *folder).collect();
        let above: BTreeSet<Uuid> = folders
            .iter()
            .flat_map(|folder| self.tree.ancestors(*folder).skip(1))
            .map(|node| node.id)
            .filter(|folder| !folders.contains(folder))
            .collect();
        Scope::of(Some(folders.into_iter().collect()), above.into_iter().collect(), actors, self.user)
    }
}
