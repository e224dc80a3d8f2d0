use crate::iam::Folder;
use cairn_model::{AnyRef, File, Id, Record, Ref};

/// A file that belongs to an object. Made by an upload; its content never changes.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "attachments",
    order = "created_at",
    unique = "about,name",
    mine = "through:about",
    within = "about",
    read_only
)]
pub struct Attachment {
    pub id: Id<Attachment>,
    /// The domain of what it belongs to.
    pub folder: Ref<Folder>,
    /// What it belongs to: it moves, is locked and goes with it, and whoever sees that sees the file.
    #[field(carrying = "attachments")]
    pub about: AnyRef,
    /// The name it was uploaded under.
    #[field(search, max = 255)]
    pub name: String,
    pub file: File,
}
