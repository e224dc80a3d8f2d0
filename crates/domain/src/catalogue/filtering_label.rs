//! Free tags. Labels that differ only in surrounding white space are the same label.

use cairn_engine::{Cx, Entry, Error, Module, Result, Rules};
use cairn_resources::catalogue::FilteringLabel;

pub const ENTRY: Entry = Entry::of::<FilteringLabel>()
    .module(Module::Catalogues, "tag")
    .rank(20)
    .roles("vacd va va - v - - -")
    .rules::<FilteringLabelRules>();

pub struct FilteringLabelRules;

impl Rules for FilteringLabelRules {
    type Record = FilteringLabel;

    async fn before_write(_: &mut Cx, _: Option<&FilteringLabel>, new: &mut FilteringLabel) -> Result<()> {
        new.label = one_spaced(&new.label);
        if new.label.is_empty() {
            return Err(Error::field("label", "This field may not be blank."));
        }
        Ok(())
    }
}

fn one_spaced(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::one_spaced;

    #[test]
    fn blanks_do_not_make_another_label() {
        assert_eq!(one_spaced("  crown \t jewel\n"), "crown jewel");
        assert_eq!(one_spaced(" \u{a0} "), "");
    }
}
