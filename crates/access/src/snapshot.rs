//! The whole of the facts at one version, ready for decisions.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use parking_lot::Mutex;
use uuid::Uuid;

use crate::facts::{AssignmentFact, Facts, SessionFacts, UserFact};
use crate::permission::{Permission, PermissionSet, Permissions, Verb};
use crate::rights::{Behalf, Limits, Rights};
use crate::tree::Tree;

/// The role that may do everything; at least one active person must have it on the root.
pub const ADMINISTRATOR: &str = "BI-RL-ADM";

#[derive(Debug)]
pub struct Snapshot {
    version: i64,
    time_zone: chrono_tz::Tz,
    settings: HashMap<String, String>,
    sessions: SessionFacts,
    allowed_networks: Vec<String>,
    tree: Arc<Tree>,
    permissions: Arc<Permissions>,
    reading: PermissionSet,
    users: HashMap<Uuid, UserFact>,
    roles: HashMap<Uuid, Role>,
    by_user: HashMap<Uuid, Vec<usize>>,
    by_group: HashMap<Uuid, Vec<usize>>,
    assignments: Vec<AssignmentFact>,
    actors: HashMap<Uuid, Vec<Uuid>>,
    rights: Mutex<HashMap<(Uuid, Limits), Arc<Rights>>>,
}

#[derive(Debug)]
struct Role {
    code: Option<String>,
    name: String,
    permissions: PermissionSet,
}

/// One reason why someone has permissions.
#[derive(Debug, Clone, Copy)]
pub struct Grant<'a> {
    pub assignment: &'a AssignmentFact,
    permissions: &'a PermissionSet,
    tree: &'a Tree,
}

impl Grant<'_> {
    pub fn gives(&self, permission: Permission) -> bool {
        self.permissions.contains(permission)
    }

    pub fn permissions(&self) -> &PermissionSet {
        self.permissions
    }

    /// The folder it is given on by which it reaches a folder: that one itself, or the nearest above.
    pub fn reaches(&self, folder: Uuid) -> Option<Uuid> {
        let given = &self.assignment.folders;
        let mut above = self.tree.ancestors(folder).map(|node| node.id);
        above.find(|id| given.contains(id) && (*id == folder || self.assignment.recursive))
    }

    /// The folder below another on which it is given: what is published above can be read from there.
    pub fn lies_below(&self, folder: Uuid) -> Option<Uuid> {
        let given = &self.assignment.folders;
        given.iter().copied().find(|id| *id != folder && self.tree.is_within(*id, folder))
    }
}

impl Snapshot {
    pub fn new(version: i64, facts: Facts, permissions: Arc<Permissions>) -> Self {
        let mut by_user: HashMap<Uuid, Vec<usize>> = HashMap::new();
        let mut by_group: HashMap<Uuid, Vec<usize>> = HashMap::new();
        for (position, assignment) in facts.assignments.iter().enumerate() {
            if let Some(user) = assignment.user {
                by_user.entry(user).or_default().push(position);
            }
            if let Some(group) = assignment.group {
                by_group.entry(group).or_default().push(position);
            }
        }
        let mut actors: HashMap<Uuid, Vec<Uuid>> = HashMap::new();
        for user in &facts.users {
            actors.entry(user.id).or_default().extend(user.actor);
        }
        for team in &facts.teams {
            for person in &team.people {
                let theirs = actors.entry(*person).or_default();
                if !theirs.contains(&team.actor) {
                    theirs.push(team.actor);
                }
            }
        }
        let roles = facts
            .roles
            .into_iter()
            .map(|role| {
                let set = permissions.set(role.permissions.iter().map(String::as_str));
                (role.id, Role { code: role.code, name: role.name, permissions: set })
            })
            .collect();
        let view = format!("{}_", Verb::View.word());
        let reading =
            permissions.set(permissions.codenames().iter().map(String::as_str).filter(|name| name.starts_with(&view)));
        Self {
            version,
            time_zone: facts.time_zone.unwrap_or(chrono_tz::UTC),
            settings: facts.settings,
            sessions: facts.sessions,
            allowed_networks: facts.allowed_networks,
            tree: Arc::new(Tree::new(&facts.folders)),
            reading,
            users: facts.users.into_iter().map(|user| (user.id, user)).collect(),
            roles,
            by_user,
            by_group,
            assignments: facts.assignments,
            actors,
            permissions,
            rights: Mutex::default(),
        }
    }

    pub fn version(&self) -> i64 {
        self.version
    }

    /// Where the instance counts its days.
    pub fn time_zone(&self) -> chrono_tz::Tz {
        self.time_zone
    }

    /// A general setting that is a text; none where nobody has changed it.
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.settings.get(name).map(String::as_str)
    }

    /// How long sessions last.
    pub fn sessions(&self) -> SessionFacts {
        self.sessions
    }

    /// The networks from which the instance may be reached; all, if there are none.
    pub fn allowed_networks(&self) -> &[String] {
        &self.allowed_networks
    }

    pub fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    pub fn permissions(&self) -> &Arc<Permissions> {
        &self.permissions
    }

    pub fn user(&self, id: Uuid) -> Option<&UserFact> {
        self.users.get(&id)
    }

    /// The rights of a user; none where the user is unknown or switched off.
    pub fn rights(&self, user: Uuid) -> Arc<Rights> {
        self.limited_rights(user, Limits::default())
    }

    pub fn limited_rights(&self, user: Uuid, limits: Limits) -> Arc<Rights> {
        if let Some(known) = self.rights.lock().get(&(user, limits)) {
            return known.clone();
        }
        let made = if limits == Limits::default() {
            Arc::new(self.make_rights(user))
        } else {
            Arc::new(self.rights(user).limited(limits, &self.reading))
        };
        self.rights.lock().insert((user, limits), made.clone());
        made
    }

    /// The rights, now, of whatever acts on someone's behalf.
    pub fn rights_of(&self, behalf: Behalf) -> Arc<Rights> {
        self.limited_rights(behalf.user, behalf.limits)
    }

    /// Whether all there is may be seen on someone's behalf: administrators of the whole instance see it, unless they
    /// are limited to a domain.
    pub fn sees_everything(&self, behalf: Behalf) -> bool {
        let is_third_party = self.users.get(&behalf.user).is_some_and(|user| user.is_third_party);
        behalf.limits.folder.is_none() && !is_third_party && self.is_administrator(behalf.user)
    }

    fn make_rights(&self, user: Uuid) -> Rights {
        let mut folders: HashMap<Uuid, PermissionSet> = HashMap::new();
        let mut everywhere: Option<PermissionSet> = None;
        for assignment in self.assignments_of(user) {
            let Some(role) = self.roles.get(&assignment.role) else { continue };
            for folder in &assignment.folders {
                let reached = if assignment.recursive { self.tree.subtree(*folder) } else { vec![*folder] };
                for id in reached {
                    folders
                        .entry(id)
                        .or_insert_with(|| PermissionSet::none(self.permissions.len()))
                        .add(&role.permissions);
                }
                if assignment.recursive && *folder == self.tree.root() {
                    everywhere
                        .get_or_insert_with(|| PermissionSet::none(self.permissions.len()))
                        .add(&role.permissions);
                }
            }
        }
        let third_party = self.users.get(&user).is_some_and(|user| user.is_third_party);
        let actors = self.actors.get(&user).map(|ids| ids.as_slice().into()).unwrap_or_default();
        Rights::new(user, folders, everywhere, actors, third_party, self.tree.clone())
    }

    /// What the user has been given, as far as the account works.
    fn assignments_of(&self, user: Uuid) -> impl Iterator<Item = &AssignmentFact> {
        let active = self.users.get(&user).is_some_and(|user| user.is_active);
        self.given_to(user).filter(move |_| active)
    }

    /// What the user has been given, whether the account works or not.
    fn given_to(&self, user: Uuid) -> impl Iterator<Item = &AssignmentFact> {
        let known = self.users.get(&user);
        let own = known.and_then(|user| self.by_user.get(&user.id)).into_iter().flatten();
        let groups = known.map_or(&[][..], |user| &user.groups[..]);
        let through = groups.iter().filter_map(|group| self.by_group.get(group)).flatten();
        own.chain(through).map(|position| &self.assignments[*position])
    }

    /// What gives a user permissions, with each of these: a role on folders, to them or to a group of theirs.
    pub fn grants(&self, user: Uuid) -> impl Iterator<Item = Grant<'_>> {
        self.assignments_of(user).filter_map(move |assignment| {
            let role = self.roles.get(&assignment.role)?;
            Some(Grant { assignment, permissions: &role.permissions, tree: &self.tree })
        })
    }

    /// The roles of a user, by their short names where they have one.
    pub fn role_names(&self, user: Uuid) -> Vec<String> {
        let mut names: Vec<String> = self
            .assignments_of(user)
            .filter_map(|assignment| self.roles.get(&assignment.role))
            .map(|role| role.code.clone().unwrap_or_else(|| role.name.clone()))
            // The permissions that a service account has of its own are a role without a name.
            .filter(|name| !name.is_empty())
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// Whether the user is an administrator of the whole instance.
    pub fn is_administrator(&self, user: Uuid) -> bool {
        self.assignments_of(user).any(|assignment| {
            assignment.recursive
                && assignment.folders.contains(&self.tree.root())
                && self.roles.get(&assignment.role).is_some_and(|role| role.code.as_deref() == Some(ADMINISTRATOR))
        })
    }

    /// The administrators of the whole instance, people whose accounts work and go on working; there must
    /// always be one.
    pub fn administrators(&self) -> impl Iterator<Item = Uuid> {
        let is_lasting =
            |user: &&UserFact| user.is_active && !user.expires && !user.is_third_party && !user.is_service_account;
        self.users.values().filter(is_lasting).filter(|user| self.is_administrator(user.id)).map(|user| user.id)
    }

    /// Whether a role on these folders makes someone an administrator of the whole instance.
    pub fn would_administer(&self, role: Uuid, folders: &[Uuid], recursive: bool) -> bool {
        let is_administrator = self.roles.get(&role).is_some_and(|role| role.code.as_deref() == Some(ADMINISTRATOR));
        recursive && is_administrator && folders.contains(&self.tree.root())
    }

    /// Whether someone with these rights may hand out these permissions on folders: as for a role.
    pub fn may_give(&self, granter: &Rights, wanted: &PermissionSet, folders: &[Uuid], recursive: bool) -> bool {
        self.covers_on(granter, wanted, folders, recursive, &BTreeSet::new())
    }

    /// Whether someone with these rights may hand out a role on folders: only if they hold all of
    /// it there themselves.
    pub fn may_grant(&self, granter: &Rights, role: Uuid, folders: &[Uuid], recursive: bool) -> bool {
        self.may_revoke(granter, role, folders, recursive, &BTreeSet::new())
    }

    /// Whether someone with these rights may take a role away: as for giving it, but what lies in domains that go at
    /// the same time is nobody's loss.
    pub fn may_revoke(
        &self,
        granter: &Rights,
        role: Uuid,
        folders: &[Uuid],
        recursive: bool,
        going: &BTreeSet<Uuid>,
    ) -> bool {
        let Some(role) = self.roles.get(&role) else { return true };
        self.covers_on(granter, &role.permissions, folders, recursive, going)
    }

    fn covers_on(
        &self,
        granter: &Rights,
        wanted: &PermissionSet,
        folders: &[Uuid],
        recursive: bool,
        going: &BTreeSet<Uuid>,
    ) -> bool {
        folders.iter().all(|folder| {
            let reached = if recursive { self.tree.subtree(*folder) } else { vec![*folder] };
            reached.iter().filter(|id| !going.contains(id)).all(|id| granter.covers(*id, wanted))
        })
    }

    /// Whether someone may put these permissions into a role or take them out: only if they hold
    /// them wherever the role is given.
    pub fn may_change_role(&self, granter: &Rights, role: Uuid, changed: &PermissionSet) -> bool {
        self.assignments.iter().filter(|assignment| assignment.role == role).all(|assignment| {
            self.covers_on(granter, changed, &assignment.folders, assignment.recursive, &BTreeSet::new())
        })
    }

    /// Whether someone may move a folder: only if they hold all that others gain or lose there.
    pub fn may_move(&self, granter: &Rights, folder: Uuid, from: Uuid, to: Uuid) -> bool {
        let reaches = |assignment: &AssignmentFact, parent: Uuid| {
            assignment.recursive && assignment.folders.iter().any(|at| self.tree.is_within(parent, *at))
        };
        // Nobody gains what an empty group has; whoever puts people into it later has to hold all of it.
        let joined: HashSet<Uuid> = self.users.values().flat_map(|user| user.groups.iter().copied()).collect();
        let is_held = |assignment: &AssignmentFact| {
            assignment.user.is_some() || assignment.group.is_some_and(|group| joined.contains(&group))
        };
        self.assignments
            .iter()
            .filter(|assignment| is_held(assignment) && reaches(assignment, from) != reaches(assignment, to))
            .all(|assignment| self.may_grant(granter, assignment.role, &[folder], true))
    }

    /// Whether someone may put people into a group: only if they hold all that the group gives.
    pub fn may_grant_group(&self, granter: &Rights, group: Uuid) -> bool {
        self.may_revoke_group(granter, group, &BTreeSet::new())
    }

    /// Whether someone may delete a group: only if they hold all that it gives outside of the domains that go at the
    /// same time.
    pub fn may_revoke_group(&self, granter: &Rights, group: Uuid, going: &BTreeSet<Uuid>) -> bool {
        self.by_group
            .get(&group)
            .into_iter()
            .flatten()
            .map(|position| &self.assignments[*position])
            .all(|given| self.may_revoke(granter, given.role, &given.folders, given.recursive, going))
    }

    /// Whether these rights include all that another user has, so that acting on that account
    /// gains nothing.
    pub fn covers_user(&self, rights: &Rights, other: Uuid) -> bool {
        self.given_to(other)
            .all(|assignment| self.may_grant(rights, assignment.role, &assignment.folders, assignment.recursive))
    }
}
