//! What decisions are made from, as it stands in the database.

use std::collections::HashMap;

use uuid::Uuid;

#[derive(Debug, Clone, Default)]
pub struct Facts {
    pub folders: Vec<FolderFact>,
    pub users: Vec<UserFact>,
    pub roles: Vec<RoleFact>,
    pub assignments: Vec<AssignmentFact>,
    pub teams: Vec<TeamFact>,
    /// Where the instance counts its days; UTC when nobody has said.
    pub time_zone: Option<chrono_tz::Tz>,
    /// The general settings of the instance that are texts, as far as they were changed.
    pub settings: HashMap<String, String>,
    pub sessions: SessionFacts,
    /// The networks from which the instance may be reached, as they were written. All, if there are none.
    pub allowed_networks: Vec<String>,
}

/// How long a person stays signed in, as far as someone has changed it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SessionFacts {
    /// Days after the sign-in.
    pub days: Option<i64>,
    /// Minutes without a request; no limit if there is none.
    pub idle_minutes: Option<i64>,
}

#[derive(Debug, Clone)]
pub struct FolderFact {
    pub id: Uuid,
    pub name: String,
    pub parent: Option<Uuid>,
    /// The key of the folder's kind, such as `DO`.
    pub kind: String,
    pub is_published: bool,
}

#[derive(Debug, Clone)]
pub struct UserFact {
    pub id: Uuid,
    pub actor: Option<Uuid>,
    pub is_active: bool,
    pub is_third_party: bool,
    /// Whether a program acts with the account, and no person.
    pub is_service_account: bool,
    /// Whether the account stops working on some day.
    pub expires: bool,
    /// The language that the person prefers.
    pub language: Option<String>,
    pub groups: Vec<Uuid>,
}

#[derive(Debug, Clone)]
pub struct RoleFact {
    pub id: Uuid,
    pub code: Option<String>,
    pub name: String,
    pub permissions: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct AssignmentFact {
    pub id: Uuid,
    pub user: Option<Uuid>,
    pub group: Option<Uuid>,
    pub role: Uuid,
    pub folders: Vec<Uuid>,
    pub recursive: bool,
}

#[derive(Debug, Clone)]
pub struct TeamFact {
    pub actor: Uuid,
    pub people: Vec<Uuid>,
}
