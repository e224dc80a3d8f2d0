//! Change sets, described for OpenAPI.

use cairn_change_sets::{ChangeSet, Outcome};
use cairn_describe::{Content, Method, Operation};
use cairn_model::Describe;

pub fn change_set() -> Operation {
    Operation::new(Method::Post, "/api/change-sets/", "change_sets_create", "Change sets")
        .summary("Apply or plan a set of changes")
        .description(
            "Writes all objects or none. They can refer to each other by key or name, in any order, including cycles. With `plan`, the response shows what would happen without writing anything; a read-only or propose-only token is enough. Pass the plan's `fingerprint` as `expect` to make sure that exactly that plan is applied. An object that someone else changed since it was `seen` is reported as drift and only overwritten with `force`. Errors are prefixed with the key of the object.",
        )
        .request(Content::json(ChangeSet::schema()))
        .response(Content::json(Outcome::schema()))
        .status(200)
        .idempotent()
        .problem(409)
        .problem(413)
}
