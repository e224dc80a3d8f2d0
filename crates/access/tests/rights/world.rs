//! A made-up world, and what follows from it by the words of the rules.

use std::sync::Arc;

use cairn_access::{AssignmentFact, Facts, FolderFact, Permission, Permissions, RoleFact, Snapshot, UserFact};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;
use uuid::Uuid;

pub const CODENAMES: [&str; 6] =
    ["view_asset", "add_asset", "change_asset", "delete_asset", "view_folder", "change_folder"];

const FOLDERS: u128 = 0x100;
const USERS: u128 = 0x200;
const GROUPS: u128 = 0x300;
const ROLES: u128 = 0x400;
const ASSIGNMENTS: u128 = 0x500;

pub fn folder(at: usize) -> Uuid {
    Uuid::from_u128(FOLDERS + at as u128)
}

pub fn user(at: usize) -> Uuid {
    Uuid::from_u128(USERS + at as u128)
}

pub fn group(at: usize) -> Uuid {
    Uuid::from_u128(GROUPS + at as u128)
}

pub fn role(at: usize) -> Uuid {
    Uuid::from_u128(ROLES + at as u128)
}

fn assignment(at: usize) -> Uuid {
    Uuid::from_u128(ASSIGNMENTS + at as u128)
}

#[derive(Debug, Clone)]
pub struct Person {
    pub is_active: bool,
    pub groups: Vec<usize>,
}

#[derive(Debug, Clone)]
pub struct Assignment {
    /// A user, or else a group.
    pub to_user: bool,
    pub whom: usize,
    pub role: usize,
    pub folders: Vec<usize>,
    pub recursive: bool,
}

#[derive(Debug, Clone)]
pub struct World {
    /// The parent of each folder; the first is the root.
    pub parents: Vec<Option<usize>>,
    pub roles: Vec<Vec<&'static str>>,
    pub people: Vec<Person>,
    pub assignments: Vec<Assignment>,
}

pub const PEOPLE: usize = 4;
pub const TEAMS: usize = 2;

/// Worlds of up to eight domains, three roles, four people in two groups and six assignments.
pub fn worlds() -> impl Strategy<Value = World> {
    let parents = vec(any::<prop::sample::Index>(), 1..8).prop_map(|above| {
        let under = above.iter().enumerate().map(|(at, index)| Some(index.index(at + 1)));
        std::iter::once(None).chain(under).collect::<Vec<_>>()
    });
    let roles = vec(subsequence(CODENAMES.to_vec(), 0..=CODENAMES.len()), 3);
    let person = (prop::bool::weighted(0.8), subsequence((0..TEAMS).collect::<Vec<_>>(), 0..=TEAMS))
        .prop_map(|(is_active, groups)| Person { is_active, groups });
    (parents, roles, vec(person, PEOPLE)).prop_flat_map(|(parents, roles, people)| {
        let some_folders = subsequence((0..parents.len()).collect::<Vec<_>>(), 1..=2.min(parents.len()));
        let assignment = (any::<bool>(), 0..PEOPLE, 0..roles.len(), some_folders, any::<bool>()).prop_map(
            |(to_user, whom, role, folders, recursive)| {
                let whom = if to_user { whom } else { whom % TEAMS };
                Assignment { to_user, whom, role, folders, recursive }
            },
        );
        vec(assignment, 0..6).prop_map(move |assignments| World {
            parents: parents.clone(),
            roles: roles.clone(),
            people: people.clone(),
            assignments,
        })
    })
}

impl World {
    pub fn snapshot(&self) -> Snapshot {
        let folders = self.parents.iter().enumerate().map(|(at, parent)| FolderFact {
            id: folder(at),
            name: format!("Domain {at}"),
            parent: parent.map(folder),
            kind: if parent.is_none() { "GL" } else { "DO" }.to_owned(),
            is_published: true,
        });
        let roles = self.roles.iter().enumerate().map(|(at, permissions)| RoleFact {
            id: role(at),
            code: None,
            name: format!("Role {at}"),
            permissions: permissions.iter().map(|&name| name.to_owned()).collect(),
        });
        let users = self.people.iter().enumerate().map(|(at, person)| UserFact {
            id: user(at),
            actor: None,
            is_active: person.is_active,
            is_third_party: false,
            is_service_account: false,
            language: None,
            expires: false,
            groups: person.groups.iter().copied().map(group).collect(),
        });
        let assignments = self.assignments.iter().enumerate().map(|(at, given)| AssignmentFact {
            id: assignment(at),
            user: given.to_user.then(|| user(given.whom)),
            group: (!given.to_user).then(|| group(given.whom)),
            role: role(given.role),
            folders: given.folders.iter().copied().map(folder).collect(),
            recursive: given.recursive,
        });
        let facts = Facts {
            folders: folders.collect(),
            users: users.collect(),
            roles: roles.collect(),
            assignments: assignments.collect(),
            ..Facts::default()
        };
        Snapshot::new(1, facts, Arc::new(permissions()))
    }

    /// Whether a folder is another, or lies below it.
    pub fn is_within(&self, at: usize, above: usize) -> bool {
        at == above || self.parents[at].is_some_and(|parent| self.is_within(parent, above))
    }

    /// The rule in its own words: an active person holds what a role of theirs names, on the folders it is given on and,
    /// if it is given so, below them.
    pub fn holds(&self, who: usize, codename: &str, at: usize) -> bool {
        let person = &self.people[who];
        person.is_active
            && self.assignments.iter().any(|given| {
                let is_theirs = if given.to_user { given.whom == who } else { person.groups.contains(&given.whom) };
                let reaches = |folder: &usize| *folder == at || (given.recursive && self.is_within(at, *folder));
                is_theirs && self.roles[given.role].contains(&codename) && given.folders.iter().any(reaches)
            })
    }

    pub fn folders(&self) -> std::ops::Range<usize> {
        0..self.parents.len()
    }
}

pub fn permissions() -> Permissions {
    Permissions::new(CODENAMES.iter().map(|&name| name.to_owned()))
}

pub fn permission(codename: &str) -> Permission {
    permissions().find(codename).expect("a known permission")
}
