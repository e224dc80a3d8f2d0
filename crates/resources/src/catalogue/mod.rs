//! Words and lists that other objects are described with.

mod asset_capability;
mod asset_class;
mod filtering_label;
mod terminology;

pub use asset_capability::AssetCapability;
pub use asset_class::AssetClass;
pub use filtering_label::FilteringLabel;
pub use terminology::{FieldPath, Terminology};
