//! The caller of a request.

use std::sync::Arc;

use cairn_access::{Behalf, Limits, Permission, Rights, Scope, Snapshot, Verb};
use uuid::Uuid;

use crate::language::Language;
use crate::registry::Resource;

/// The origin of a request, as recorded in the journal.
#[derive(Debug, Clone)]
pub struct Caller {
    pub origin: Origin,
    /// The name for people: an email address, or the part of Cairn that acts.
    pub label: String,
    pub user: Option<Uuid>,
    pub token: Option<Uuid>,
    pub limits: Limits,
    /// The language they want to read.
    pub language: Option<Language>,
    pub address: Option<String>,
    pub request: Option<String>,
}

/// How a change came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    Session,
    Token,
    /// The admin commands on the server's own machine.
    CommandLine,
    /// The background worker.
    Worker,
    /// A job that someone requested, with their permissions.
    Job,
    /// Cairn itself: set-up, schedules.
    System,
    /// The identity provider, by SCIM.
    Provisioning,
}

impl Origin {
    pub const fn word(self) -> &'static str {
        match self {
            Origin::Session => "session",
            Origin::Token => "token",
            Origin::CommandLine => "command_line",
            Origin::Worker => "worker",
            Origin::Job => "job",
            Origin::System => "system",
            Origin::Provisioning => "provisioning",
        }
    }
}

impl Caller {
    pub fn system() -> Self {
        Self::trusted(Origin::System, "cairn")
    }

    pub fn command_line() -> Self {
        Self::trusted(Origin::CommandLine, "command line")
    }

    pub fn worker() -> Self {
        Self::trusted(Origin::Worker, "worker")
    }

    /// The identity provider, which maintains users and groups.
    pub fn provisioning() -> Self {
        Self::trusted(Origin::Provisioning, "SCIM")
    }

    fn trusted(origin: Origin, label: &str) -> Self {
        Self {
            origin,
            label: label.to_owned(),
            user: None,
            token: None,
            limits: Limits::default(),
            language: None,
            address: None,
            request: None,
        }
    }

    /// The background worker acting for a person: with their current permissions, within the limits.
    pub fn on_behalf(behalf: Behalf, label: &str) -> Self {
        Self { user: Some(behalf.user), limits: behalf.limits, ..Self::trusted(Origin::Worker, label) }
    }

    /// Whom something that this caller sets up acts for later; none if no person is behind it.
    pub fn behalf(&self) -> Option<Behalf> {
        self.user.map(|user| Behalf { user, limits: self.limits })
    }

    /// Whether it is Cairn itself, its operator or its identity provider, who need no permission.
    pub fn is_trusted(&self) -> bool {
        self.user.is_none()
            && matches!(self.origin, Origin::CommandLine | Origin::Worker | Origin::System | Origin::Provisioning)
    }
}

/// A caller together with the snapshot that its permissions come from.
#[derive(Debug, Clone)]
pub struct Authority {
    pub caller: Arc<Caller>,
    pub snapshot: Arc<Snapshot>,
    pub rights: Arc<Rights>,
    /// Whether it views a rebuilt past: permissions are today's, so rows are judged by where they are now.
    over_the_past: bool,
}

impl Authority {
    pub fn new(caller: Arc<Caller>, snapshot: Arc<Snapshot>) -> Self {
        let rights = snapshot.limited_rights(caller.user.unwrap_or_default(), caller.limits);
        Self { caller, snapshot, rights, over_the_past: false }
    }

    /// The same permissions, for viewing a rebuilt past.
    #[must_use]
    pub fn over_the_past(mut self) -> Self {
        self.over_the_past = true;
        self
    }

    /// The rows that the permission reaches.
    pub fn scope(&self, permission: Permission) -> Scope {
        let scope = if self.caller.is_trusted() { Scope::system() } else { self.rights.scope(permission) };
        if self.over_the_past { scope.over_the_past() } else { scope }
    }

    /// The rows of a resource that it may see.
    pub fn sight(&self, resource: &Resource) -> Scope {
        if self.caller.is_trusted() {
            return self.scope(resource.view);
        }
        let scope = self.rights.sight(resource.view, resource.view_assigned);
        if self.over_the_past { scope.over_the_past() } else { scope }
    }

    /// Whether it may see objects of a resource at all, even if only those assigned to it.
    pub fn may_view(&self, resource: &Resource) -> bool {
        let permissions = [Some(resource.view), resource.view_assigned];
        permissions.into_iter().flatten().any(|permission| self.allows_somewhere(permission))
    }

    /// Whether it may do something with objects of a resource somewhere.
    pub fn may(&self, resource: &Resource, verb: Verb) -> bool {
        if verb == Verb::View { self.may_view(resource) } else { self.allows_somewhere(resource.permission(verb)) }
    }

    /// Whether it sees everything: Cairn itself, its operator, and administrators whose token is not limited to a
    /// domain.
    pub fn sees_everything(&self) -> bool {
        let behalf = self.caller.behalf();
        self.caller.is_trusted() || behalf.is_some_and(|behalf| self.snapshot.sees_everything(behalf))
    }

    /// What someone acting on another's behalf may see and do now.
    #[must_use]
    pub fn on_behalf(&self, behalf: Behalf, label: &str) -> Self {
        Self::new(Arc::new(Caller::on_behalf(behalf, label)), self.snapshot.clone())
    }

    pub fn allows(&self, permission: Permission, folder: Uuid) -> bool {
        self.caller.is_trusted() || self.rights.allows(permission, folder)
    }

    pub fn allows_somewhere(&self, permission: Permission) -> bool {
        self.caller.is_trusted() || self.rights.allows_somewhere(permission)
    }
}
