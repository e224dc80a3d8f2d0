//! Proposals: changes that a program requested and that a person decides on.
//!
//! A propose-only token writes nothing. Its request is tried out with its owner's permissions, in a transaction that
//! is rolled back ([`draft`]), so that mistakes are reported right away; then it is stored with the changes it would
//! make ([`keep`]). When someone approves it, it runs again with their own permissions, and only if it still makes the
//! same changes ([`approve`]).

mod decide;
mod draft;
pub(super) mod view;

pub use draft::{Asked, Draft, draft, keep};

use cairn_engine::{Entry, Module, action, computed};
use cairn_resources::platform::Proposal;
use serde_json::Value as Json;

use self::decide::{Approval, Decided, Rejection, approve, reject};
use self::view::{Proposed, bodies, changes, sight};

pub const ENTRY: Entry = Entry::of::<Proposal>()
    .module(Module::Operations, "file-pen-line")
    .rank(10)
    // Anyone who may change something may decide: what they approve is done with their own permissions.
    .roles("vc vc vc vc v vc - vc")
    .sight(sight)
    .real_only()
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
