//! The criteria by which the capabilities of assets are rated. They are those of the security objectives, so nobody
//! adds any.

use cairn_engine::{Cx, Entry, Module, Result};
use cairn_model::{Id, Ref, Translations};
use cairn_resources::catalogue::AssetCapability;
use cairn_resources::work::{ObjectiveSet, RecoverySet};

use crate::setup::stable_id;

pub const ENTRY: Entry =
    Entry::of::<AssetCapability>().module(Module::Catalogues, "gauge").unlisted().roles("v v v v v - - v");

/// The names for people, in English and French, in the order of the objectives.
const NAMES: [(&str, &str); 10] = [
    ("Confidentiality", "Confidentialité"),
    ("Integrity", "Intégrité"),
    ("Availability", "Disponibilité"),
    ("Proof", "Preuve"),
    ("Authenticity", "Authenticité"),
    ("Privacy", "Vie privée"),
    ("Safety", "Sûreté"),
    ("Recovery time", "Délai de reprise"),
    ("Recovery point", "Perte de données admissible"),
    ("Tolerable downtime", "Interruption admissible"),
];

/// Creates the missing ones.
pub async fn seed(cx: &mut Cx) -> Result<()> {
    let known: Vec<AssetCapability> = cx.list_all(|_| {}).await?;
    let objectives = ObjectiveSet::NAMES.iter().chain(&RecoverySet::NAMES);
    for (ref_id, (name, french)) in objectives.zip(NAMES) {
        if known.iter().any(|one| one.ref_id == *ref_id) {
            continue;
        }
        let french = [("name".to_owned(), french.to_owned())].into_iter().collect();
        let capability = AssetCapability {
            id: Id::new(stable_id("asset-capability", ref_id)),
            folder: Ref::new(cx.root_folder()),
            name: name.to_owned(),
            ref_id: (*ref_id).to_owned(),
            translations: Some(Translations([("fr".to_owned(), french)].into_iter().collect())),
        };
        cx.create(capability).await?;
    }
    Ok(())
}
