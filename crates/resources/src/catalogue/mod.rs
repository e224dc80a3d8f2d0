//! Words and lists that other objects are described with.

mod asset_capability;
mod asset_class;
mod filtering_label;

pub use asset_capability::AssetCapability;
pub use asset_class::AssetClass;
pub use filtering_label::FilteringLabel;
