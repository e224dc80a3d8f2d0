//! Controls as catalogues describe them: those of libraries, and an organisation's own.

use cairn_engine::{Entry, Module, Nothing, action};
use cairn_resources::library::ReferenceControl;

use super::sync_controls::{SyncControls, Syncable, Synced, sync, syncable};

pub const ENTRY: Entry = Entry::of::<ReferenceControl>()
    .module(Module::Controls, "shield-plus")
    .rank(30)
    .roles("vacd vacd vacd v v - - -")
    .by_urn()
    .actions(&[
        action!(
            GET "syncable-applied-controls", item, View, syncable: Nothing => Syncable,
            "The controls that implement it and differ from it, as far as you may change them."
        ),
        action!(
            POST "sync-applied-controls", item, View, sync: SyncControls => Synced,
            "Copies its description, reference, category and function to controls that implement it."
        ),
    ])
    .adjustable(&["filtering_labels"]);
