use crate::iam::Folder;
use cairn_model::{AnyRef, File, Id, Record, Ref};

/// A file attached to an object. Created by upload; its content never changes.
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
    /// The domain of the object it is attached to.
    pub folder: Ref<Folder>,
    /// The object it is attached to. The file moves, is locked and is deleted along with it, and is visible to
    /// whoever can see it.
    #[field(carrying = "attachments")]
    pub about: AnyRef,
    /// The name it was uploaded with.
    #[field(search, max = 255)]
    pub name: String,
    pub file: File,
}
