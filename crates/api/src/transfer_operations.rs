//! Change sets and domains as files, described for OpenAPI.

use cairn_change_sets::{ChangeSet, Outcome};
use cairn_describe::{Content, Method, Operation};
use cairn_extract::Document;
use cairn_model::Describe;
use serde_json::json;
use uuid::Uuid;

use crate::folders::{Imported, NAME_HEADER};

pub fn transfer_operations() -> Vec<Operation> {
    vec![change_set(), export(), import()]
}

fn change_set() -> Operation {
    Operation::new(Method::Post, "/api/change-sets/", "change_sets_create", "Domains as files")
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

fn export() -> Operation {
    Operation::new(Method::Get, "/api/folders/{id}/export/", "folders_export", "Domains as files")
        .summary("A domain with everything in it that you may see")
        .description(
            "A ZIP with `data.json`, the document of the domain, and `attachments/`, the files by their SHA-256. The \
             same domain gives the same bytes. With `format=json` the document alone, with the id and the time of the \
             last change of each object. Left out are secrets, logs, and people, groups and roles.",
        )
        .query("format", "`zip`, or `json` for the document alone.", &json!({ "type": "string", "enum": ["zip", "json"], "default": "zip" }), false)
        .response(Content::of("application/zip", json!({ "type": "string", "format": "binary", "description": "data.json is:", "contentSchema": Document::schema() })))
        .or_response(Content::json(Document::schema()))
        .status(200)
        .problem(413)
}

fn import() -> Operation {
    let flag = json!({ "type": "boolean", "default": false });
    Operation::new(Method::Post, "/api/folders/import/", "folders_import", "Domains as files")
        .summary("Make a new domain from an exported one")
        .description(
            "The ZIP as the body, or in a form. Everything is checked first and then written in one transaction: a \
             refused import leaves nothing. What the domain refers to outside of itself is found by name, e-mail \
             address, ref id or URN; what is missing is named. The two flags may also be headers.",
        )
        .header(NAME_HEADER, "The name of the new domain; the exported one when left out.", false)
        .query(
            "name",
            "The same as the header, for names with letters that no header can carry.",
            &String::schema(),
            false,
        )
        .query("parent_folder", "The domain that it comes under; the root when left out.", &Uuid::schema(), false)
        .query("create_missing_asset_classes", "Makes classes of assets that are missing here.", &flag, false)
        .query("load_missing_libraries", "Accepted; nothing in a domain comes from a library yet.", &flag, false)
        .request(Content::of("application/zip", json!({ "type": "string", "format": "binary" })))
        .response(Content::json(Imported::schema()))
        .status(201)
        .idempotent()
        .problem(409)
        .problem(413)
}
