//! List views that people share. Personal views are in the preferences.

use cairn_engine::{Cx, Entry, Error, Module, Result, Rules};
use cairn_resources::platform::SavedView;

pub const ENTRY: Entry = Entry::of::<SavedView>()
    .module(Module::Overview, "bookmark")
    .roles("vacd vacd vacd v v v v v")
    .rules::<SavedViewRules>()
    .real_only()
    .unlisted();

pub struct SavedViewRules;

impl Rules for SavedViewRules {
    type Record = SavedView;

    async fn before_write(cx: &mut Cx, _: Option<&SavedView>, new: &mut SavedView) -> Result<()> {
        // The question mark is not part of the query.
        new.query = new.query.trim_start_matches('?').to_owned();
        match cx.registry().find(&new.resource) {
            Some(resource) if resource.entry.routed => Ok(()),
            _ => Err(Error::field("resource", "Send the path of a resource, such as applied-controls.")),
        }
    }
}
