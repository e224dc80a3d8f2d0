use super::EvidenceRevision;
use crate::iam::Folder;
use cairn_model::{File, Id, Record, Ref};

/// A file in an evidence revision. Created by upload; its content never changes.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "evidence-files",
    event = "evidencefile",
    order = "created_at",
    unique = "revision,name",
    mine = "through:revision",
    within = "revision",
    read_only
)]
pub struct EvidenceFile {
    pub id: Id<EvidenceFile>,
    pub folder: Ref<Folder>,
    pub revision: Ref<EvidenceRevision>,
    /// The name it was uploaded with.
    #[field(search, max = 255)]
    pub name: String,
    pub file: File,
}
