//! Files of evidence. They are made by [`attach`](super::upload::attach) and never changed.

use cairn_engine::Entry;
use cairn_model::resource::work::EvidenceFile;

pub const ENTRY: Entry =
    Entry::of::<EvidenceFile>().area("evidence").unlisted().roles("vacd vacd vacd v v vacd vacd -");
