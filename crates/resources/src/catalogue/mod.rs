//! Words and lists that other objects are described with.

mod asset_capability;
mod asset_class;
mod classification_level;
mod filtering_label;
mod object_classification;
mod terminology;

pub use asset_capability::AssetCapability;
pub use asset_class::AssetClass;
pub use classification_level::ClassificationLevel;
pub use filtering_label::FilteringLabel;
pub use object_classification::ObjectClassification;
pub use terminology::{FieldPath, Terminology};
