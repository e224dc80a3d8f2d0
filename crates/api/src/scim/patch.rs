//! Changes by PATCH (RFC 7644, section 3.5.2), as the large providers send them.
//!
//! Known deviations: operations with a capital ("Replace"), switches as texts ("False"), a value without a path whose
//! names are paths themselves ("name.givenName"), and the members to remove in the value instead of the path. All of
//! them are understood, since nothing else can be meant. Attributes that Cairn does not keep are passed over.

use serde_json::{Map, Value as Json, json};

use super::filter::{Attribute, Path, member};
use super::refusal::{Refusal, Type};
use super::resource::Kind;

/// More operations than a provider sends at once.
const MAX_OPERATIONS: usize = 100;

type Result<T = ()> = std::result::Result<T, Refusal>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verb {
    Add,
    Replace,
    Remove,
}

/// Applies the operations of a request to a resource, in their order; all or none.
pub fn apply(kind: Kind, resource: &Json, request: &Json) -> Result<Json> {
    let operations = member(request, "Operations").and_then(Json::as_array);
    let operations = operations.ok_or_else(|| Refusal::invalid(Type::InvalidSyntax, "Operations is missing."))?;
    if operations.len() > MAX_OPERATIONS {
        let words = format!("The limit is {MAX_OPERATIONS} operations.");
        return Err(Refusal::invalid(Type::TooMany, words));
    }
    let mut changed = resource.clone();
    for operation in operations {
        one(kind, &mut changed, operation)?;
    }
    Ok(changed)
}

fn one(kind: Kind, resource: &mut Json, operation: &Json) -> Result {
    let word = member(operation, "op").and_then(Json::as_str).unwrap_or_default();
    let verb = match word.to_ascii_lowercase().as_str() {
        "add" => Verb::Add,
        "replace" => Verb::Replace,
        "remove" => Verb::Remove,
        _ => return Err(Refusal::invalid(Type::InvalidSyntax, "op must be add, replace or remove.")),
    };
    let value = member(operation, "value").cloned().unwrap_or(Json::Null);
    match member(operation, "path").and_then(Json::as_str).filter(|path| !path.trim().is_empty()) {
        Some(path) => at(kind, resource, verb, path, value),
        None if verb == Verb::Remove => Err(Refusal::invalid(Type::NoTarget, "A removal needs a path.")),
        None => match value {
            Json::Object(values) => values.into_iter().try_for_each(|(path, value)| {
                // A provider may repeat what it knows of the resource.
                if is_fixed(&path) { Ok(()) } else { at(kind, resource, verb, &path, value) }
            }),
            _ => Err(Refusal::invalid(Type::InvalidValue, "Without a path, the value must be an object.")),
        },
    }
}

/// What only the server sets.
fn is_fixed(name: &str) -> bool {
    ["id", "schemas", "meta", "groups"].iter().any(|fixed| name.eq_ignore_ascii_case(fixed))
}

fn at(kind: Kind, resource: &mut Json, verb: Verb, path: &str, value: Json) -> Result {
    let Path { mut attribute, filter } =
        Path::read(path).map_err(|words| Refusal::invalid(Type::InvalidPath, words))?;
    if is_fixed(&attribute.name) {
        return Err(Refusal::invalid(Type::Mutability, format!("{} cannot be changed.", attribute.name)));
    }
    // What is not kept cannot be changed, and nobody is told that it was.
    let Some(known) = kind.attributes().iter().find(|known| known.name.eq_ignore_ascii_case(&attribute.name)) else {
        return Ok(());
    };
    known.name.clone_into(&mut attribute.name);
    if let Some(sub) = &mut attribute.sub {
        let Some(part) = known.parts.iter().find(|part| part.eq_ignore_ascii_case(sub)) else { return Ok(()) };
        (*part).clone_into(sub);
    }
    let Some(object) = resource.as_object_mut() else { return Ok(()) };
    if known.is_single_list {
        return address(object, &attribute, verb, value);
    }
    if known.is_list {
        return list(object, &attribute, filter.as_ref(), verb, value);
    }
    plain(object, &attribute, verb, value);
    Ok(())
}

/// An attribute with one value, or a part of one.
fn plain(object: &mut Map<String, Json>, attribute: &Attribute, verb: Verb, value: Json) {
    let Some(sub) = &attribute.sub else {
        match (verb, value) {
            (Verb::Remove, _) | (_, Json::Null) => drop(object.remove(&attribute.name)),
            (Verb::Add, Json::Object(more)) => {
                let known = object.entry(attribute.name.clone()).or_insert_with(|| json!({}));
                if let Some(known) = known.as_object_mut() {
                    known.extend(more);
                }
            }
            (_, value) => drop(object.insert(attribute.name.clone(), value)),
        }
        return;
    };
    let whole = object.entry(attribute.name.clone()).or_insert_with(|| json!({}));
    if let Some(whole) = whole.as_object_mut() {
        match (verb, value) {
            (Verb::Remove, _) | (_, Json::Null) => drop(whole.remove(sub)),
            (_, value) => drop(whole.insert(sub.clone(), value)),
        }
    }
}

/// A list of which Cairn keeps one value: whichever of them a provider changes, it is that one.
fn address(object: &mut Map<String, Json>, attribute: &Attribute, verb: Verb, value: Json) -> Result {
    if verb == Verb::Remove {
        return Err(Refusal::invalid(Type::InvalidValue, format!("{} is required.", attribute.name)));
    }
    let value = match (attribute.sub.as_deref(), value) {
        (Some("value"), text @ Json::String(_)) => json!([{ "value": text }]),
        (Some(_), _) => return Ok(()),
        (None, Json::Array(all)) => Json::Array(all),
        (None, one) => json!([one]),
    };
    object.insert(attribute.name.clone(), value);
    Ok(())
}

/// The members of a group.
fn list(
    object: &mut Map<String, Json>,
    attribute: &Attribute,
    filter: Option<&super::filter::Filter>,
    verb: Verb,
    value: Json,
) -> Result {
    let name = &attribute.name;
    let mut known = match object.remove(name) {
        Some(Json::Array(known)) => known,
        _ => Vec::new(),
    };
    let given: Vec<Json> = match value {
        Json::Array(all) => all,
        Json::Null => Vec::new(),
        one => vec![one],
    };
    let id = |value: &Json| member(value, "value").or(Some(value)).and_then(Json::as_str).map(str::to_owned);
    match (verb, filter) {
        (Verb::Remove, Some(filter)) => known.retain(|value| !filter.fits(value)),
        (Verb::Remove, None) if given.is_empty() => known.clear(),
        (Verb::Remove, None) => {
            let gone: Vec<Option<String>> = given.iter().map(id).collect();
            known.retain(|value| !gone.contains(&id(value)));
        }
        (Verb::Add | Verb::Replace, Some(_)) => {
            return Err(Refusal::invalid(
                Type::NoTarget,
                format!("Values of {name} are added and removed as a whole."),
            ));
        }
        (Verb::Replace, None) => known = given,
        (Verb::Add, None) => {
            for value in given {
                if known.iter().all(|one| id(one) != id(&value)) {
                    known.push(value);
                }
            }
        }
    }
    object.insert(name.clone(), Json::Array(known));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user() -> Json {
        json!({ "id": "1", "userName": "a", "active": true, "name": { "givenName": "Anna" }, "emails": [{ "value": "a@x.example" }] })
    }

    fn change(kind: Kind, resource: &Json, operations: &Json) -> Result<Json> {
        apply(kind, resource, &json!({ "Operations": operations }))
    }

    fn changed(operations: &Json) -> Json {
        change(Kind::User, &user(), operations).unwrap()
    }

    #[test]
    fn attributes_are_added_replaced_and_removed() {
        let made = changed(&json!([
            { "op": "replace", "path": "userName", "value": "b" },
            { "op": "add", "path": "name", "value": { "familyName": "Berg" } },
            { "op": "add", "path": "externalId", "value": "7" },
        ]));
        assert_eq!(made["userName"], "b");
        assert_eq!(made["name"], json!({ "givenName": "Anna", "familyName": "Berg" }));
        assert_eq!(made["externalId"], "7");
        let less =
            changed(&json!([{ "op": "remove", "path": "name.givenName" }, { "op": "remove", "path": "externalId" }]));
        assert_eq!((&less["name"], &less["externalId"]), (&json!({}), &Json::Null));
        assert!(changed(&json!([{ "op": "remove", "path": "name" }])).get("name").is_none());
    }

    #[test]
    fn what_providers_really_send_is_understood() {
        let made = changed(&json!([
            { "op": "Replace", "path": "active", "value": "False" },
            { "op": "Add", "path": "emails[type eq \"work\"].value", "value": "new@x.example" },
            { "op": "Replace", "value": { "name.familyName": "Berg", "displayName": "Anna B", "id": "1",
                "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department": "IT" } },
            { "op": "add", "path": "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager", "value": "x" },
        ]));
        assert_eq!(made["active"], "False");
        assert_eq!(made["emails"], json!([{ "value": "new@x.example" }]));
        assert_eq!(made["name"]["familyName"], "Berg");
        assert!(made.get("displayName").is_none() && made.get("department").is_none() && made.get("manager").is_none());
        let okta = changed(&json!([{ "op": "replace", "value": { "active": false } }]));
        assert_eq!(okta["active"], false);
    }

    #[test]
    fn members_come_and_go() {
        let group = json!({ "displayName": "Ops", "members": [{ "value": "1" }, { "value": "2" }] });
        let ids = |operations: Json| {
            let made = change(Kind::Group, &group, &operations).unwrap();
            let all = made["members"].as_array().unwrap().iter().map(|one| one["value"].as_str().unwrap().to_owned());
            all.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            ids(json!([{ "op": "add", "path": "members", "value": [{ "value": "3" }, { "value": "1" }] }])),
            "1 2 3"
        );
        assert_eq!(ids(json!([{ "op": "remove", "path": "members[value eq \"1\"]" }])), "2");
        assert_eq!(ids(json!([{ "op": "Remove", "path": "members", "value": [{ "value": "2" }] }])), "1");
        assert_eq!(ids(json!([{ "op": "remove", "path": "members[value eq \"9\"]" }])), "1 2");
        assert_eq!(ids(json!([{ "op": "remove", "path": "members" }])), "");
        assert_eq!(ids(json!([{ "op": "replace", "path": "members", "value": [{ "value": "7" }] }])), "7");
        assert_eq!(ids(json!([{ "op": "replace", "value": { "id": "x", "displayName": "New" } }])), "1 2");
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for operations in [
            json!([{ "op": "move", "path": "userName" }]),
            json!([{ "op": "remove" }]),
            json!([{ "op": "replace", "value": "x" }]),
            json!([{ "op": "replace", "path": "id", "value": "x" }]),
            json!([{ "op": "replace", "path": "meta.created", "value": "x" }]),
            json!([{ "op": "replace", "path": "a b", "value": "x" }]),
            json!([{ "op": "replace", "path": "emails[", "value": "x" }]),
            json!([{ "op": "remove", "path": "emails" }]),
            json!(vec![json!({ "op": "remove", "path": "name" }); 101]),
        ] {
            assert!(change(Kind::User, &user(), &operations).is_err(), "{operations}");
        }
        assert!(apply(Kind::User, &user(), &json!({})).is_err());
    }
}
