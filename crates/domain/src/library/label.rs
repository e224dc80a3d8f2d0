//! Tags of libraries.

use cairn_engine::{Cx, Entry, Error, Module, Result, Rules};
use cairn_model::Ref;
use cairn_resources::library::LibraryFilteringLabel;

pub const ENTRY: Entry = Entry::of::<LibraryFilteringLabel>()
    .module(Module::Catalogues, "tags")
    .rank(50)
    .roles("vacd v v - v - - -")
    .rules::<LabelRules>();

pub struct LabelRules;

impl Rules for LabelRules {
    type Record = LibraryFilteringLabel;

    async fn before_write(
        cx: &mut Cx,
        _: Option<&LibraryFilteringLabel>,
        new: &mut LibraryFilteringLabel,
    ) -> Result<()> {
        new.folder = Ref::new(cx.root_folder());
        new.label = new.label.split_whitespace().collect::<Vec<_>>().join(" ");
        if new.label.is_empty() {
            return Err(Error::field("label", "This field may not be blank."));
        }
        Ok(())
    }
}
