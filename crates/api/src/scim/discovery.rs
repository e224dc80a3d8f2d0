//! What a provider can find out about this server: its types, their attributes, and what it can do (RFC 7643).

use serde_json::{Value as Json, json};

use super::resource::{GROUP, Kind, USER};

/// The most resources in one response.
pub const MOST: usize = 200;
const SCHEMA: &str = "urn:ietf:params:scim:schemas:core:2.0:Schema";
const RESOURCE_TYPE: &str = "urn:ietf:params:scim:schemas:core:2.0:ResourceType";
const CONFIG: &str = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig";

pub fn config(base: &str) -> Json {
    let no = json!({ "supported": false });
    json!({
        "schemas": [CONFIG],
        "patch": { "supported": true },
        "bulk": { "supported": false, "maxOperations": 0, "maxPayloadSize": 0 },
        "filter": { "supported": true, "maxResults": MOST },
        "changePassword": no,
        "sort": no,
        "etag": { "supported": true },
        "authenticationSchemes": [{
            "type": "oauthbearertoken", "name": "Bearer token", "primary": true,
            "description": "The SCIM token of this instance, in the header Authorization: Bearer.",
        }],
        "meta": { "resourceType": "ServiceProviderConfig", "location": format!("{base}/ServiceProviderConfig") },
    })
}

pub fn resource_types(base: &str) -> Vec<Json> {
    [Kind::User, Kind::Group]
        .into_iter()
        .map(|kind| {
            let (name, endpoint) = (kind.name(), kind.endpoint());
            json!({
                "schemas": [RESOURCE_TYPE], "id": name, "name": name, "description": format!("{name}s"),
                "endpoint": format!("/{endpoint}"), "schema": kind.schema(), "schemaExtensions": [],
                "meta": { "resourceType": "ResourceType", "location": format!("{base}/ResourceTypes/{name}") },
            })
        })
        .collect()
}

struct Attribute {
    name: &'static str,
    kind: &'static str,
    doc: &'static str,
    is_list: bool,
    is_required: bool,
    mutability: &'static str,
    uniqueness: &'static str,
}

impl Attribute {
    const fn text(name: &'static str, doc: &'static str) -> Self {
        Self {
            name,
            kind: "string",
            doc,
            is_list: false,
            is_required: false,
            mutability: "readWrite",
            uniqueness: "none",
        }
    }

    fn show(&self) -> Json {
        json!({
            "name": self.name, "type": self.kind, "multiValued": self.is_list, "description": self.doc,
            "required": self.is_required, "caseExact": false, "mutability": self.mutability, "returned": "default",
            "uniqueness": self.uniqueness,
        })
    }

    fn with_parts(&self, parts: &[Json]) -> Json {
        let mut shown = self.show();
        shown["subAttributes"] = json!(parts);
        shown
    }
}

pub fn schemas(base: &str) -> Vec<Json> {
    let schema = |id: &str, name: &str, doc: &str, attributes: Vec<Json>| {
        json!({
            "schemas": [SCHEMA], "id": id, "name": name, "description": doc, "attributes": attributes,
            "meta": { "resourceType": "Schema", "location": format!("{base}/Schemas/{id}") },
        })
    };
    vec![
        schema(USER, "User", "A person who uses Cairn.", user()),
        schema(GROUP, "Group", "A group of the identity provider.", group()),
    ]
}

fn user() -> Vec<Json> {
    let text = Attribute::text;
    let reference = |name, types: &[&str]| {
        let mut shown = Attribute { kind: "reference", mutability: "readOnly", ..text(name, "Its URI.") }.show();
        shown["referenceTypes"] = json!(types);
        shown
    };
    let read_only = |name, doc| Attribute { mutability: "readOnly", ..text(name, doc) };
    vec![
        Attribute { is_required: true, uniqueness: "server", ..text("userName", "The name at the provider.") }.show(),
        Attribute { kind: "complex", ..text("name", "The person's name.") }
            .with_parts(&[text("givenName", "The first name.").show(), text("familyName", "The last name.").show()]),
        Attribute {
            kind: "complex",
            is_list: true,
            is_required: true,
            ..text("emails", "The email address. One is kept.")
        }
        .with_parts(&[Attribute { is_required: true, ..text("value", "The address.") }.show()]),
        Attribute { kind: "boolean", is_required: true, ..text("active", "Whether the account works.") }.show(),
        Attribute { kind: "complex", is_list: true, ..read_only("groups", "The groups that the person is in.") }
            .with_parts(&[
                read_only("value", "The id of the group.").show(),
                reference("$ref", &["Group"]),
                read_only("display", "The name of the group.").show(),
            ]),
    ]
}

fn group() -> Vec<Json> {
    let text = Attribute::text;
    let mut reference =
        Attribute { kind: "reference", mutability: "immutable", ..text("$ref", "The URI of the user.") }.show();
    reference["referenceTypes"] = json!(["User"]);
    vec![
        Attribute { is_required: true, uniqueness: "server", ..text("displayName", "The name of the group.") }.show(),
        Attribute { kind: "complex", is_list: true, ..text("members", "The users in the group.") }.with_parts(&[
            Attribute { mutability: "immutable", ..text("value", "The id of the user.") }.show(),
            reference,
        ]),
    ]
}
