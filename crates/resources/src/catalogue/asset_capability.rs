use crate::iam::Folder;
use cairn_model::{Id, Record, Ref, Translations};

/// A respect in which an asset can be relied on, such as its integrity or the time to recover it.
#[derive(Debug, Clone, Record)]
#[resource(path = "asset-capabilities", order = "name", unique = "ref_id", always_published, read_only)]
pub struct AssetCapability {
    pub id: Id<AssetCapability>,
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    /// The name of the objective that it answers to.
    #[field(max = 100)]
    pub ref_id: String,
    pub translations: Option<Translations>,
}
