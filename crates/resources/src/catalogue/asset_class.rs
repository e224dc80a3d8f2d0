use crate::iam::Folder;
use cairn_model::{Id, Markdown, Record, Ref, Translations};

/// A category of assets, such as "Server". Classes form a tree.
#[derive(Debug, Clone, Record)]
#[resource(path = "asset-class", order = "name", unique = "parent,name", always_published)]
pub struct AssetClass {
    pub id: Id<AssetClass>,
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(on_delete = "cascade")]
    pub parent: Option<Ref<AssetClass>>,
    #[field(read_only, default = false)]
    pub builtin: bool,
    /// Whether it can be chosen for assets.
    #[field(default = true)]
    pub is_visible: bool,
    pub translations: Option<Translations>,
}
