//! What an imported domain uses and what is missing here: asset classes, and libraries that are not loaded.

use std::collections::BTreeSet;

use cairn_access::Verb;
use cairn_change_sets::{Change, ChangeAction, ChangeSet, NaturalKeys};
use cairn_engine::identity::is_plausible;
use cairn_engine::{Cx, Resource, Result};
use cairn_library::{Library, Urn};
use cairn_model::Record;
use cairn_resources::catalogue::AssetClass;
use cairn_resources::library::StoredLibrary;
use serde_json::{Map, Value as Json, json};

use crate::library::{file, load};

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
    let all = references(cx, set).into_iter();
    all.filter(|(target, _)| target.path == AssetClass::PATH).map(|(_, text)| text.to_owned()).collect()
}

/// Loads the stored libraries that define what the set refers to. What no stored library defines is reported later, like
/// everything else that is missing.
pub async fn load_libraries(cx: &mut Cx, set: &ChangeSet) -> Result<()> {
    let mut names = NaturalKeys::default();
    let mut missing = BTreeSet::new();
    for (target, urn) in references(cx, set).into_iter().filter(|(_, text)| text.starts_with("urn:")) {
        if names.outside(cx, target, urn).await?.is_err() {
            missing.insert(urn.to_lowercase());
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    let stored: Vec<StoredLibrary> = cx
        .list(|select| {
            select.equals("is_loaded", false);
        })
        .await?;
    for library in stored {
        let content = file::read_kept(cx, &library.file).await?;
        // One that was loaded meanwhile, because another builds on it, has nothing left to define.
        if defined(&content).any(|urn| missing.contains(urn)) {
            cx.require(cx.resource::<StoredLibrary>(), Verb::Add, library.folder.uuid())?;
            load::load(cx, library).await?;
            for urn in defined(&content) {
                missing.remove(urn);
            }
        }
    }
    Ok(())
}

/// What objects of domains refer to in a library.
fn defined(library: &Library) -> impl Iterator<Item = &str> {
    let objects = &library.objects;
    let frameworks = objects.frameworks.iter().map(|one| &one.urn);
    let nodes = objects.frameworks.iter().flat_map(|one| &one.requirement_nodes).map(|one| &one.urn);
    let controls = objects.reference_controls.iter().map(|one| &one.urn);
    let threats = objects.threats.iter().map(|one| &one.urn);
    let matrices = objects.risk_matrices.iter().map(|one| &one.urn);
    frameworks.chain(nodes).chain(controls).chain(threats).chain(matrices).map(Urn::as_str)
}

/// What the objects of the set refer to, by what it is called.
fn references<'a>(cx: &Cx, set: &'a ChangeSet) -> Vec<(&'static Resource, &'a str)> {
    let mut all = Vec::new();
    for change in &set.changes {
        let Some(resource) = cx.registry().find(&change.resource) else { continue };
        for field in resource.def.fields {
            let Some(target) = field.kind.target().and_then(|path| cx.registry().find(path)) else { continue };
            let texts = match change.fields.get(field.name) {
                Some(Json::Array(several)) => several.as_slice(),
                Some(one) => std::slice::from_ref(one),
                None => &[],
            };
            all.extend(texts.iter().filter_map(Json::as_str).map(|text| (target, text)));
        }
    }
    all
}
