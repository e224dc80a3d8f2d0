//! Change sets, described for OpenAPI.

use cairn_change_sets::{ChangeSet, Outcome};
use cairn_describe::{Content, Method, Operation};
use cairn_model::Describe;

pub fn change_set() -> Operation {
    Operation::new(Method::Post, "/api/change-sets/", "change_sets_create", "Change sets")
        .summary("Write objects of any resources together, or plan it")
        .description(
            "All of them are written, or none. They may refer to each other by key or by name, in any order and also \
             in circles. With `plan` the answer tells what would happen, and nothing is written, so that a token which \
             may only read or propose is enough; its `fingerprint`, given as `expect`, makes sure that exactly that is \
             done. An object that someone else has changed since it was `seen` is told as drift and only written over \
             with `force`. Errors have the key of the object in front of the field.",
        )
        .request(Content::json(ChangeSet::schema()))
        .response(Content::json(Outcome::schema()))
        .status(200)
        .idempotent()
        .problem(409)
        .problem(413)
}
