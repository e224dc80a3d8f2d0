use serde_json::Value;

use crate::iam::Folder;
use cairn_model::{Id, Json, Record, Ref};

/// A named group of instance settings.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "settings/global",
    event = "globalsettings",
    order = "name",
    unique = "name",
    always_published,
    read_only
)]
pub struct Settings {
    pub id: Id<Settings>,
    pub folder: Ref<Folder>,
    #[field(max = 100)]
    pub name: String,
    /// The values that were set. Anything else has its default value.
    #[field(default = "{}")]
    pub value: Json<Value>,
    /// A password that belongs to them, encrypted.
    #[field(secret, max = 4000)]
    pub secret: Option<String>,
}
