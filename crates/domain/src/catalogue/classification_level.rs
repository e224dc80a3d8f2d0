//! Levels of classifications.

use cairn_engine::{Cx, Entry, Error, Module, Result, Rules, computed};
use cairn_resources::catalogue::ClassificationLevel;
use cairn_risk::matrix::is_color;

pub const ENTRY: Entry = Entry::of::<ClassificationLevel>()
    .module(Module::Catalogues, "list-ordered")
    .unlisted()
    .roles("vacd v v v v - - -")
    .rules::<ClassificationLevelRules>()
    .adjustable(&["is_visible", "translations"])
    .computed(&[computed!(label: String, "Its abbreviation, or its name.", label)]);

pub struct ClassificationLevelRules;

impl Rules for ClassificationLevelRules {
    type Record = ClassificationLevel;

    async fn before_write(_: &mut Cx, _: Option<&ClassificationLevel>, new: &mut ClassificationLevel) -> Result<()> {
        if !is_color(&new.hexcolor) {
            let given = &new.hexcolor;
            return Err(Error::field("hexcolor", format!("“{given}” is not a colour. Write it like #1A2B3C.")));
        }
        Ok(())
    }
}

async fn label(_: &mut Cx, rows: &[ClassificationLevel]) -> Result<Vec<String>> {
    let label = |one: &ClassificationLevel| {
        if one.abbreviation.is_empty() { one.name.clone() } else { one.abbreviation.clone() }
    };
    Ok(rows.iter().map(label).collect())
}
