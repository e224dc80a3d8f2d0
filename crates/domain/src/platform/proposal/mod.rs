//! Proposals: changes that a program asked for and that a person decides about.
//!
//! A token that may only propose writes nothing. Its request is tried out by the rights of its owner, in a transaction
//! that is given up ([`draft`]), so that whatever is wrong with it is told at once; then it is kept with what it would
//! change ([`keep`]). Whoever approves it has it run again by their own rights, and only if it still changes the same
//! ([`approve`]).

mod decide;
mod draft;
mod view;

pub use draft::{Asked, Draft, draft, keep};

use cairn_engine::{Entry, Module, action, computed};
use cairn_resources::platform::Proposal;
use serde_json::Value as Json;

use self::decide::{Approval, Decided, Rejection, approve, reject};
use self::view::{Proposed, bodies, changes, sight};

pub const ENTRY: Entry = Entry::of::<Proposal>()
    .module(Module::Operations, "file-pen-line")
    .rank(10)
    // Whoever may change anything may decide: what they approve is done by their own rights.
    .roles("vc vc vc vc v vc - vc")
    .sight(sight)
    .computed(&[
        computed!(body: Option<Json>, "The request body, if you have access to the object.", bodies).detail_only()
            .present_only(),
        computed!(changes: Vec<Proposed>, "What it would change, object by object, limited to what you have access to.", changes)
            .detail_only()
            .present_only(),
    ])
    .actions(&[
        action!(
            POST "approve", item, Change, approve: Approval => Decided,
            "Applies the change with your permissions. Fails if the object has changed in the meantime."
        ),
        action!(POST "reject", item, Change, reject: Rejection => Decided, "Rejects the change with a reason."),
    ]);
