use crate::iam::{Folder, User};
use cairn_model::{AnyRef, Date, Id, Record, Ref, Timestamp};
use cairn_notify::Kind;

/// Something you should know: what was assigned to you, what is due, what was decided. Nobody else sees it.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "notifications",
    order = "-created_at",
    unique = "key",
    mine = "through:recipient",
    display = "{t}.kind",
    read_only
)]
pub struct Notification {
    pub id: Id<Notification>,
    pub folder: Ref<Folder>,
    /// Who is notified.
    pub recipient: Ref<User>,
    pub kind: Kind,
    /// What it is about. Empty if it is about your own account or access token.
    pub about: Option<AnyRef>,
    /// Who did it. Empty if time did.
    pub by: Option<Ref<User>>,
    /// The day it is due or expires.
    pub date: Option<Date>,
    /// The field of the object that has the date, or that names you.
    #[field(max = 100)]
    pub field: Option<String>,
    /// The status that was decided.
    #[field(max = 100)]
    pub status: Option<String>,
    /// The name of the access token that expires, or of the rule that found something.
    #[field(max = 200)]
    pub label: Option<String>,
    /// When you read it.
    pub read_at: Option<Timestamp>,
    /// Whether it is in the inbox, and not only sent by email.
    #[field(secret, default = true)]
    pub in_app: bool,
    /// The email that tells it.
    #[field(secret)]
    pub mail: Option<Id<Notification>>,
    /// What it tells, in a form that occurs only once.
    #[field(secret, max = 400)]
    pub key: String,
}
