//! A domain as one file: from one instance to another.
//!
//! The file is a ZIP with `data.json`, the document of the domain, and the content of each file under `attachments/`,
//! named by its SHA-256. The same domain always gives the same bytes. An imported file is not trusted: everything in
//! it is checked before anything is written, and it is written completely or not at all.

pub mod actions;
mod decisions;
mod missing;
mod pack;
mod pack_job;
mod unpack;

use cairn_change_sets::{Files, Outcome, Terms};
use cairn_engine::registry::FOLDERS;
use cairn_engine::{Cx, Error, FieldErrors, Result};
use cairn_extract::{Document, is_carried};
use cairn_model::Record;
use cairn_resources::catalogue::AssetClass;
use serde_json::json;
use uuid::Uuid;

pub use pack_job::{PackDomain, pack};
use unpack::{Contents, Limits, Package};

const DATA: &str = "data.json";
const ATTACHMENTS: &str = "attachments/";

/// How a domain is imported.
#[derive(Debug, Default)]
struct Import {
    /// Its name here; its original name if left out.
    name: Option<String>,
    /// The parent domain. Defaults to the root domain.
    parent: Option<Uuid>,
    /// Creates asset classes that are missing here.
    create_missing_asset_classes: bool,
    /// Loads the stored libraries that it needs.
    load_missing_libraries: bool,
}

/// Refuses a document that none of our exports can produce.
fn check(cx: &Cx, document: &Document) -> Result<()> {
    if document.format != cairn_extract::FORMAT {
        return Err(Error::field("file", format!("“{}” is not an exported domain format.", document.format)));
    }
    if document.schema_version != cairn_extract::SCHEMA_VERSION {
        return Err(Error::field(
            "file",
            format!(
                "The file uses format version {} (Cairn {}). This server supports version {}.",
                document.schema_version,
                document.app_version,
                cairn_extract::SCHEMA_VERSION
            ),
        ));
    }
    if document.objects.len() > cairn_extract::MOST {
        return Err(Error::field("file", format!("The file has more than {} objects.", cairn_extract::MOST)));
    }
    let mut errors = FieldErrors::default();
    if document.domain.resource != FOLDERS {
        errors.add(&document.domain.key, "The domain must be a folder.");
    }
    for piece in &document.objects {
        // Anything that could grant permissions is not taken from a file.
        let resource = cx.registry().find(&piece.resource);
        if !resource.is_some_and(is_carried) {
            errors.add(&piece.key, format!("“{}” cannot be imported with a domain.", piece.resource));
        }
        if errors.0.len() > 20 {
            break;
        }
    }
    errors.into_result()
}

/// Creates a new domain from a document, in the context's transaction.
async fn import(cx: &mut Cx, mut document: Document, files: Files, wanted: &Import) -> Result<(Uuid, Outcome)> {
    check(cx, &document)?;
    let fields = &mut document.domain.fields;
    if let Some(name) = &wanted.name {
        fields.insert("name".into(), json!(name));
    }
    // The file does not decide where the domain goes.
    let parent = wanted.parent.unwrap_or_else(|| cx.root_folder());
    fields.insert("parent_folder".into(), json!(parent));
    let key = document.domain.key.clone();
    let mut set = document.into_change_set();
    decisions::reopen(cx.registry(), &mut set);
    if wanted.create_missing_asset_classes {
        missing::add_asset_classes(cx, &mut set).await?;
    }
    if wanted.load_missing_libraries {
        missing::load_libraries(cx, &set).await?;
    }
    let before = cx.changes.len();
    let outcome = cairn_change_sets::run(cx, &set, &Terms { files, all_new: true, until: None }).await?;
    let made = outcome.results.iter().find(|done| done.key == key).and_then(|done| done.id);
    let made = made.ok_or_else(|| Error::internal("an imported domain has no id"))?;
    remove_surplus(cx, before, &outcome).await?;
    refuse_strays(cx, before, made, wanted)?;
    Ok((made, outcome))
}

/// A file creates a domain and changes nothing else, whatever its references point to.
fn refuse_strays(cx: &Cx, before: usize, domain: Uuid, wanted: &Import) -> Result<()> {
    let mut errors = FieldErrors::default();
    for change in cx.changes[before..].iter().filter(|change| is_carried(change.resource)) {
        let is_class = wanted.create_missing_asset_classes && change.resource.path == AssetClass::PATH;
        if !is_class && !cx.tree().is_within(change.object.folder(), domain) {
            let (what, name) = (change.resource.name().to_lowercase(), change.object.name());
            errors.add("file", format!("The file would write the {what} “{name}”, outside of the new domain."));
        }
        if errors.0.values().any(|messages| messages.len() >= 20) {
            break;
        }
    }
    errors.into_result()
}

/// What rules created along with the objects and is not in the file is deleted again: the domain must match the file.
async fn remove_surplus(cx: &mut Cx, before: usize, outcome: &Outcome) -> Result<()> {
    use cairn_engine::journal::ChangeKind;
    let named: std::collections::HashSet<Uuid> = outcome.results.iter().filter_map(|done| done.id).collect();
    let surplus = cx.changes[before..].iter().filter(|change| change.kind == ChangeKind::Created);
    let surplus = surplus.filter(|change| is_carried(change.resource) && !named.contains(&change.object.id()));
    let surplus: Vec<(&'static str, Uuid)> = surplus.map(|change| (change.resource.path, change.object.id())).collect();
    for (path, id) in surplus {
        let resource = cx.registry().get(path);
        cairn_engine::write::remove(cx, resource, id).await?;
    }
    Ok(())
}
