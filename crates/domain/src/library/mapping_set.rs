//! Mappings between frameworks. They come with their library.

use cairn_engine::{Cx, Entry, Module, Result, computed};
use cairn_model::Value;
use cairn_resources::library::{Framework, RequirementMappingSet};

pub const ENTRY: Entry = Entry::of::<RequirementMappingSet>()
    .module(Module::Compliance, "waypoints")
    .rank(43)
    .roles("v v v v v - - -")
    .by_urn()
    .computed(&[computed!(
        frameworks_available: bool,
        "Whether both frameworks are loaded.",
        frameworks_available
    )]);

async fn frameworks_available(cx: &mut Cx, rows: &[RequirementMappingSet]) -> Result<Vec<bool>> {
    let urns = rows.iter().flat_map(|set| [set.source_framework_urn.clone(), set.target_framework_urn.clone()]);
    let urns = Value::Texts(urns.collect());
    let loaded: Vec<Framework> = cx
        .list_all(|select| {
            select.any_of("urn", urns);
        })
        .await?;
    let is_loaded = |urn: &str| loaded.iter().any(|framework| framework.urn == urn);
    Ok(rows.iter().map(|set| is_loaded(&set.source_framework_urn) && is_loaded(&set.target_framework_urn)).collect())
}
