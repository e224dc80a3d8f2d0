//! Files of evidence. They are made by [`attach`](super::upload::attach), or come with a domain, and are never changed.

use cairn_engine::Entry;
use cairn_resources::work::EvidenceFile;

pub const ENTRY: Entry =
    Entry::of::<EvidenceFile>().area("evidence").unlisted().roles("vacd vacd vacd v v vacd vacd -");
