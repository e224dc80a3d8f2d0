use crate::iam::Folder;
use cairn_model::{Id, Record, Ref, Translations};

/// An aspect on which assets are rated, such as integrity or recovery time.
#[derive(Debug, Clone, Record)]
#[resource(path = "asset-capabilities", order = "name", unique = "ref_id", always_published, read_only)]
pub struct AssetCapability {
    pub id: Id<AssetCapability>,
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    /// The objective it corresponds to.
    #[field(max = 100)]
    pub ref_id: String,
    pub translations: Option<Translations>,
}
