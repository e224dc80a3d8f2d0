//! Every resource, one file each, by area.

pub mod catalogue;
pub mod compliance;
pub mod iam;
pub mod library;
pub mod metrology;
pub mod platform;
pub mod risk;
pub mod work;
