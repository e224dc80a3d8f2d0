//! Words and lists that other objects are described with.

pub mod asset_capability;
pub mod asset_class;
pub mod classification_level;
pub mod filtering_label;
pub mod object_classification;
pub mod terminology;
