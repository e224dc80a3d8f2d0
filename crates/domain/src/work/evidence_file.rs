//! Files of evidence. They are made by [`attach`](super::upload::attach), or come with a domain, and are never changed.

use cairn_access::Scope;
use cairn_engine::{Cx, Entry, Error, Result, Rules, query};
use cairn_resources::work::{EvidenceFile, EvidenceRevision};

pub const ENTRY: Entry = Entry::of::<EvidenceFile>()
    .area("evidence")
    .unlisted()
    .roles("vacd vacd vacd v v vacd vacd -")
    .rules::<EvidenceFileRules>();

pub struct EvidenceFileRules;

impl Rules for EvidenceFileRules {
    type Record = EvidenceFile;

    /// A file is where its revision is: who may not write there adds none to it.
    async fn before_write(cx: &mut Cx, _: Option<&EvidenceFile>, new: &mut EvidenceFile) -> Result<()> {
        let revisions = cx.resource::<EvidenceRevision>();
        let revision = query::find(cx, revisions, &Scope::system(), new.revision.uuid()).await?;
        let revision = revision.ok_or_else(|| Error::field("revision", "There is no revision with this id."))?;
        new.folder = revision.folder().into();
        Ok(())
    }
}
