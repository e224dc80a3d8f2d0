//! Perimeters.

use cairn_engine::{Cx, Entry, Module, Nothing, Result, action};
use cairn_resources::iam::Perimeter;
use serde_json::{Map, Value};

pub const ENTRY: Entry = Entry::of::<Perimeter>().module(Module::Overview, "square-dashed").beside("folders").roles("vacd vacd vacd v v - - v").actions(&[
    action!(GET "names", collection, View, names: Nothing => Map<String, Value>, "The names of the perimeters you have access to, by id."),
]);

async fn names(cx: &mut Cx, _: Nothing) -> Result<Map<String, Value>> {
    let all: Vec<Perimeter> = cx.list(|_| ()).await?;
    Ok(all.into_iter().map(|perimeter| (perimeter.id.to_string(), perimeter.name.into())).collect())
}
