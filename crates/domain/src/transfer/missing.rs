//! Asset classes that an imported domain uses and that are missing here.

use std::collections::BTreeSet;

use cairn_change_sets::{Change, ChangeAction, ChangeSet, NaturalKeys};
use cairn_engine::identity::is_plausible;
use cairn_engine::{Cx, Result};
use cairn_model::Record;
use cairn_resources::catalogue::AssetClass;
use serde_json::{Map, Value as Json, json};

/// Adds the missing classes that the set refers to, with their parents: `Hardware/Server`.
pub async fn add_asset_classes(cx: &mut Cx, set: &mut ChangeSet) -> Result<()> {
    let classes = cx.resource::<AssetClass>();
    let mut names = NaturalKeys::default();
    let mut added = BTreeSet::new();
    for text in mentioned(cx, set) {
        // Anything that is not a name stays as it is, and is reported like everything else that is missing.
        if !is_plausible(&text) || names.outside(cx, classes, &text).await?.is_ok() {
            continue;
        }
        let parts: Vec<&str> = text.split('/').collect();
        let mut above: Option<Json> = None;
        for depth in 1..=parts.len() {
            let path = parts[..depth].join("/");
            if depth < parts.len()
                && let Ok(id) = names.outside(cx, classes, &path).await?
            {
                above = Some(json!(id));
                continue;
            }
            if added.insert(path.clone()) {
                let mut fields = Map::from_iter([("name".to_owned(), json!(parts[depth - 1]))]);
                fields.extend(above.map(|above| ("parent".to_owned(), above)));
                set.changes.push(Change {
                    key: path.clone(),
                    resource: AssetClass::PATH.to_owned(),
                    action: ChangeAction::Put,
                    id: None,
                    seen: None,
                    fields,
                });
            }
            above = Some(json!({ "key": path }));
        }
    }
    Ok(())
}

/// Every class that an object of the set has.
fn mentioned(cx: &Cx, set: &ChangeSet) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for change in &set.changes {
        let Some(resource) = cx.registry().find(&change.resource) else { continue };
        for field in resource.def.fields.iter().filter(|field| field.kind.target() == Some(AssetClass::PATH)) {
            all.extend(change.fields.get(field.name).and_then(Json::as_str).map(str::to_owned));
        }
    }
    all
}
