//! Evidence files. They are created by [`attach`](super::upload::attach), or imported with a domain, and are never
//! changed.

use cairn_engine::{Entry, Module, Nothing, action};
use cairn_resources::work::EvidenceFile;

use super::upload::{SENT_TYPES, actions};

pub const ENTRY: Entry = Entry::of::<EvidenceFile>()
    .module(Module::Controls, "file")
    .unlisted()
    .roles("vacd vacd vacd v v vacd vacd -")
    .actions(&[
        action!(GET "content", item, View, actions::content: Nothing => file SENT_TYPES, "The content of the file."),
    ]);
