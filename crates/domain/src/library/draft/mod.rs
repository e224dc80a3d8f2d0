//! Libraries of one's own. A draft is edited object by object, and may be unsound meanwhile; published, it is a library
//! like any other.

mod bring;
mod document;
mod edit;
mod identity;
mod publish;

use std::collections::BTreeMap;

use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action, computed};
use cairn_resources::library::LibraryDraft;
use serde_json::Value as Json;

pub const ENTRY: Entry = Entry::of::<LibraryDraft>()
    .real_only()
    .module(Module::Compliance, "pencil-ruler")
    .beside("stored-libraries")
    .rank(42)
    .holds_documents()
    .roles("vacd - - - - - - -")
    .rules::<DraftRules>()
    .computed(&[
        computed!(objects_meta: BTreeMap<String, u64>, "How many objects of each kind it contains.", objects_meta),
        computed!(identity_locked: bool, "Whether packager, reference and language are fixed, since it was published.", identity_locked),
        computed!(has_unpublished_changes: bool, "Whether it differs from what was published last.", has_unpublished_changes),
    ])
    .actions(&[
        action!(POST "adopt", collection, Add, bring::adopt: bring::Adopt => bring::Brought, "Creates a draft from a loaded library: to make its next version or, with another packager or reference, a library of your own.").makes(),
        action!(POST "import-yaml", collection, Add, bring::import_yaml: bring::Into, files &bring::FILE => bring::Brought, "Creates a draft from a library file.").makes(),
        action!(POST "import-objects", item, Change, bring::import_objects: Nothing, files &bring::FILE => bring::Taken, "Takes the objects of a library file into the draft. Those with the same URN are replaced."),
        action!(POST "add-framework", item, Change, edit::add_framework: edit::NewFramework => edit::Edited, "Adds an empty framework."),
        action!(POST "upsert-object", item, Change, edit::upsert_object: edit::Upsert => edit::Edited, "Adds an object, or replaces the one with the same URN."),
        action!(POST "delete-object", item, Change, edit::delete_object: edit::Delete => edit::Edited, "Removes an object."),
        action!(GET "check-identity", collection, Add, identity::check_identity: identity::Wanted => identity::Identity, "Whether a packager, a reference and a language are free for a library."),
        action!(GET "validate", item, View, publish::validate: Nothing => publish::Validity, "Everything that is wrong with it."),
        action!(GET "conflicts", item, View, publish::conflicts: Nothing => publish::Conflicts, "What would keep it from being loaded."),
        action!(POST "publish", item, Change, publish::publish: publish::Publish => publish::Published, "Stores it as a library and, if you want, loads it. A further time it becomes the next version.").long(),
        action!(GET "export", item, View, publish::export: Nothing => file &[super::file::MEDIA_TYPE], "The library as a YAML file."),
    ]);

/// The kinds of objects that a library has.
pub const KINDS: [&str; 11] = [
    "ttp_catalogs",
    "tactics",
    "techniques",
    "threats",
    "reference_controls",
    "metric_definitions",
    "risk_matrices",
    "frameworks",
    "requirement_mapping_sets",
    "preset",
    "workflows",
];

pub struct DraftRules;

impl Rules for DraftRules {
    type Record = LibraryDraft;

    async fn before_write(_: &mut Cx, old: Option<&LibraryDraft>, new: &mut LibraryDraft) -> Result<()> {
        let is_renamed = old.is_some_and(|old| (&old.packager, &old.ref_id) != (&new.packager, &new.ref_id));
        let is_other = is_renamed || old.is_some_and(|old| old.locale != new.locale);
        if is_other && new.first_published_at.is_some() {
            return Err(Error::field(
                "ref_id",
                "The packager, reference and language of a published library cannot be changed.",
            ));
        }
        if is_renamed || new.urn.is_none() {
            new.urn = Some(identity::urn(&new.packager, "library", &[&new.ref_id])?);
        }
        check_content(&new.content.0)
    }
}

/// Its form. Whether the objects are sound is told by `validate`, since a draft is work in progress.
fn check_content(content: &BTreeMap<String, Json>) -> Result<()> {
    for (kind, objects) in content {
        let is_fine = match kind.as_str() {
            "preset" => objects.is_object(),
            _ => objects.as_array().is_some_and(|objects| objects.iter().all(Json::is_object)),
        };
        if !KINDS.contains(&kind.as_str()) {
            let message = format!("“{kind}” is not a kind of object. Kinds: {}.", KINDS.join(", "));
            return Err(Error::field("content", message));
        }
        if !is_fine {
            return Err(edit::not_a_list(kind));
        }
    }
    // Text in a file takes about as much room as here, and a file that is too large could not be read again.
    let size = serde_json::to_vec(content).map_or(0, |bytes| bytes.len());
    if size > cairn_library::MAX_BYTES {
        return Err(Error::field("content", format!("The limit is {} MB.", cairn_library::MAX_BYTES / 1024 / 1024)));
    }
    Ok(())
}

async fn objects_meta(_: &mut Cx, rows: &[LibraryDraft]) -> Result<Vec<BTreeMap<String, u64>>> {
    let counts = |draft: &LibraryDraft| {
        let count = |(kind, objects): (&String, &Json)| (kind.clone(), objects.as_array().map_or(1, Vec::len) as u64);
        draft.content.0.iter().map(count).filter(|(_, count)| *count > 0).collect()
    };
    Ok(rows.iter().map(counts).collect())
}

async fn identity_locked(_: &mut Cx, rows: &[LibraryDraft]) -> Result<Vec<bool>> {
    Ok(rows.iter().map(|draft| draft.first_published_at.is_some()).collect())
}

async fn has_unpublished_changes(_: &mut Cx, rows: &[LibraryDraft]) -> Result<Vec<bool>> {
    Ok(rows.iter().map(|draft| draft.published_checksum != Some(document::checksum(draft))).collect())
}
