//! Who asks.

use std::sync::Arc;

use cairn_access::{Limits, Permission, Rights, Scope, Snapshot};
use uuid::Uuid;

/// The origin of a request, as it will stand in the journal.
#[derive(Debug, Clone)]
pub struct Caller {
    pub origin: Origin,
    /// The name for people: an e-mail address, or the part of Cairn that acts.
    pub label: String,
    pub user: Option<Uuid>,
    pub token: Option<Uuid>,
    pub limits: Limits,
    pub address: Option<String>,
    pub request: Option<String>,
}

/// By which way a change came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    Session,
    Token,
    /// The admin commands on the server's own machine.
    CommandLine,
    /// Cairn itself: set-up, schedules.
    System,
}

impl Origin {
    pub const fn word(self) -> &'static str {
        match self {
            Origin::Session => "session",
            Origin::Token => "token",
            Origin::CommandLine => "command_line",
            Origin::System => "system",
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

    fn trusted(origin: Origin, label: &str) -> Self {
        Self {
            origin,
            label: label.to_owned(),
            user: None,
            token: None,
            limits: Limits::default(),
            address: None,
            request: None,
        }
    }

    /// Whether it is Cairn itself or its operator, who need no permission.
    pub fn is_trusted(&self) -> bool {
        matches!(self.origin, Origin::CommandLine | Origin::System)
    }
}

/// A caller together with the snapshot that its rights come from.
#[derive(Debug, Clone)]
pub struct Authority {
    pub caller: Arc<Caller>,
    pub snapshot: Arc<Snapshot>,
    pub rights: Arc<Rights>,
}

impl Authority {
    pub fn new(caller: Arc<Caller>, snapshot: Arc<Snapshot>) -> Self {
        let rights = snapshot.limited_rights(caller.user.unwrap_or_default(), caller.limits);
        Self { caller, snapshot, rights }
    }

    /// The rows that the permission reaches.
    pub fn scope(&self, permission: Permission) -> Scope {
        if self.caller.is_trusted() { Scope::system() } else { self.rights.scope(permission) }
    }

    pub fn allows(&self, permission: Permission, folder: Uuid) -> bool {
        self.caller.is_trusted() || self.rights.allows(permission, folder)
    }

    pub fn allows_somewhere(&self, permission: Permission) -> bool {
        self.caller.is_trusted() || self.rights.allows_somewhere(permission)
    }
}
