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

use cairn_engine::{Entry, action, computed};
use cairn_resources::platform::Proposal;
use serde_json::Value as Json;

use self::decide::{Approval, Decided, Rejection, approve, reject};
use self::view::{Proposed, bodies, changes, sight};

pub const ENTRY: Entry = Entry::of::<Proposal>()
    .area("governance")
    // Whoever may change anything may decide: what they approve is done by their own rights.
    .roles("vc vc vc vc v vc - vc")
    .sight(sight)
    .computed(&[
        computed!(body: Option<Json>, "The body of the request, if you may see what it is about.", bodies).detail_only()
            .present_only(),
        computed!(changes: Vec<Proposed>, "What it would change, object by object, as far as you may see it.", changes)
            .detail_only()
            .present_only(),
    ])
    .actions(&[
        action!(
            POST "approve", item, Change, approve: Approval => Decided,
            "Makes the change, by your own rights. Refused if what it is about has changed meanwhile."
        ),
        action!(POST "reject", item, Change, reject: Rejection => Decided, "Decides against the change, with a reason."),
    ]);
