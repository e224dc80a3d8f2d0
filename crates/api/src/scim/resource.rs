//! Users and groups as SCIM shows and takes them.

use cairn_domain::iam::scim::{Group, Person};
use cairn_resources::iam::{IdpGroup, User};
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use super::filter::member;
use super::refusal::{Refusal, Type};

pub const USER: &str = "urn:ietf:params:scim:schemas:core:2.0:User";
pub const GROUP: &str = "urn:ietf:params:scim:schemas:core:2.0:Group";

/// The types of resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    User,
    Group,
}

/// An attribute that is kept.
#[derive(Debug, Clone, Copy)]
pub struct Known {
    pub name: &'static str,
    pub parts: &'static [&'static str],
    pub is_list: bool,
    /// A list of which one value is kept.
    pub is_single_list: bool,
}

const fn plain(name: &'static str) -> Known {
    Known { name, parts: &[], is_list: false, is_single_list: false }
}

const USER_ATTRIBUTES: [Known; 5] = [
    plain("userName"),
    plain("externalId"),
    plain("active"),
    Known { name: "name", parts: &["givenName", "familyName"], is_list: false, is_single_list: false },
    Known { name: "emails", parts: &["value", "type", "primary"], is_list: true, is_single_list: true },
];

const GROUP_ATTRIBUTES: [Known; 3] = [
    plain("displayName"),
    plain("externalId"),
    Known { name: "members", parts: &["value", "$ref"], is_list: true, is_single_list: false },
];

impl Kind {
    pub const fn attributes(self) -> &'static [Known] {
        match self {
            Self::User => &USER_ATTRIBUTES,
            Self::Group => &GROUP_ATTRIBUTES,
        }
    }

    pub const fn schema(self) -> &'static str {
        match self {
            Self::User => USER,
            Self::Group => GROUP,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::User => "User",
            Self::Group => "Group",
        }
    }

    /// The last part of its path.
    pub const fn endpoint(self) -> &'static str {
        match self {
            Self::User => "Users",
            Self::Group => "Groups",
        }
    }
}

/// When something was created and last changed.
#[derive(Debug, Clone, Copy)]
pub struct Times {
    pub created: cairn_model::Timestamp,
    pub updated: cairn_model::Timestamp,
}

/// A user, for a provider.
pub fn user(base: &str, user: &User, groups: &[(Uuid, String)], times: Times) -> Json {
    let mut shown = Map::new();
    shown.insert("schemas".into(), json!([USER]));
    shown.insert("id".into(), json!(user.id.uuid()));
    if let Some(id) = &user.external_id {
        shown.insert("externalId".into(), json!(id));
    }
    shown.insert("userName".into(), json!(user.scim_user_name.as_ref().unwrap_or(&user.email)));
    let mut name = Map::new();
    for (part, text) in [("givenName", &user.first_name), ("familyName", &user.last_name)] {
        if !text.is_empty() {
            name.insert(part.into(), json!(text));
        }
    }
    if !name.is_empty() {
        shown.insert("name".into(), Json::Object(name));
    }
    shown.insert("emails".into(), json!([{ "value": user.email }]));
    shown.insert("active".into(), json!(user.is_active));
    let groups: Vec<Json> = groups
        .iter()
        .map(|(id, name)| json!({ "value": id, "$ref": location(base, Kind::Group, *id), "display": name }))
        .collect();
    if !groups.is_empty() {
        shown.insert("groups".into(), json!(groups));
    }
    with_meta(base, Kind::User, user.id.uuid(), shown, times)
}

/// A group, for a provider.
pub fn group(base: &str, group: &IdpGroup, times: Times) -> Json {
    let mut shown = Map::new();
    shown.insert("schemas".into(), json!([GROUP]));
    shown.insert("id".into(), json!(group.id.uuid()));
    if let Some(id) = &group.external_id {
        shown.insert("externalId".into(), json!(id));
    }
    shown.insert("displayName".into(), json!(group.name));
    let mut users = group.users.uuids();
    users.sort_unstable();
    let members: Vec<Json> =
        users.into_iter().map(|id| json!({ "value": id, "$ref": location(base, Kind::User, id) })).collect();
    if !members.is_empty() {
        shown.insert("members".into(), json!(members));
    }
    with_meta(base, Kind::Group, group.id.uuid(), shown, times)
}

pub fn location(base: &str, kind: Kind, id: Uuid) -> String {
    format!("{base}/{}/{id}", kind.endpoint())
}

/// The version is a hash of what is shown, so that it changes when and only when that does.
fn with_meta(base: &str, kind: Kind, id: Uuid, mut shown: Map<String, Json>, times: Times) -> Json {
    let digest = cairn_auth::token::digest(&Json::Object(shown.clone()).to_string());
    let meta = json!({
        "resourceType": kind.name(),
        "created": times.created,
        "lastModified": times.updated,
        "location": location(base, kind, id),
        "version": format!("W/\"{}\"", &digest[..32]),
    });
    shown.insert("meta".into(), meta);
    Json::Object(shown)
}

/// Reads a user that a provider sends. What is not kept is passed over.
pub fn person(sent: &Json) -> Result<Person, Refusal> {
    let text = |name: &str| text(sent, name);
    let user_name = text("userName")?.ok_or_else(|| Refusal::invalid(Type::InvalidValue, "userName is required."))?;
    let email = match member(sent, "emails") {
        None | Some(Json::Null) => None,
        Some(Json::Array(all)) => {
            let is_primary = |one: &&Json| member(one, "primary") == Some(&Json::Bool(true));
            let chosen = all.iter().find(is_primary).or_else(|| all.first());
            chosen.and_then(|one| member(one, "value").or(Some(one))).and_then(Json::as_str).map(str::to_owned)
        }
        Some(_) => return Err(Refusal::invalid(Type::InvalidValue, "emails must be a list.")),
    };
    // Many providers have nothing but a name that is an address.
    let email = email.or_else(|| user_name.contains('@').then(|| user_name.clone()));
    let email = email.ok_or_else(|| Refusal::invalid(Type::InvalidValue, "emails is required."))?;
    let name = member(sent, "name").cloned().unwrap_or_default();
    let part = |part: &str| self::text(&name, part).map(Option::unwrap_or_default);
    Ok(Person {
        user_name,
        email,
        external_id: text("externalId")?,
        first_name: part("givenName")?,
        last_name: part("familyName")?,
        is_active: switch(sent, "active")?.unwrap_or(true),
    })
}

/// Reads a group that a provider sends.
pub fn sent_group(sent: &Json) -> Result<Group, Refusal> {
    let name = text(sent, "displayName")?;
    let name = name.ok_or_else(|| Refusal::invalid(Type::InvalidValue, "displayName is required."))?;
    let wrong = || Refusal::invalid(Type::InvalidValue, "members must be a list of users, each with its id as value.");
    let members = match member(sent, "members") {
        None | Some(Json::Null) => Vec::new(),
        Some(Json::Array(all)) => all
            .iter()
            .map(|one| {
                let id = member(one, "value").or(Some(one)).and_then(Json::as_str);
                id.and_then(|id| id.parse::<Uuid>().ok()).ok_or_else(wrong)
            })
            .collect::<Result<Vec<_>, _>>()?,
        Some(_) => return Err(wrong()),
    };
    Ok(Group { name, external_id: text(sent, "externalId")?, members })
}

fn text(sent: &Json, name: &str) -> Result<Option<String>, Refusal> {
    match member(sent, name) {
        None | Some(Json::Null) => Ok(None),
        Some(Json::String(text)) if text.trim().is_empty() => Ok(None),
        Some(Json::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(Refusal::invalid(Type::InvalidValue, format!("{name} must be a text."))),
    }
}

fn switch(sent: &Json, name: &str) -> Result<Option<bool>, Refusal> {
    match member(sent, name) {
        None | Some(Json::Null) => Ok(None),
        Some(Json::Bool(switch)) => Ok(Some(*switch)),
        Some(Json::String(text)) if text.eq_ignore_ascii_case("true") => Ok(Some(true)),
        Some(Json::String(text)) if text.eq_ignore_ascii_case("false") => Ok(Some(false)),
        Some(_) => Err(Refusal::invalid(Type::InvalidValue, format!("{name} must be true or false."))),
    }
}

/// What of a resource is asked for (RFC 7644, section 3.9).
#[derive(Debug, Clone, Default)]
pub struct Shape {
    only: Option<Vec<String>>,
    without: Vec<String>,
}

impl Shape {
    pub fn new(only: Option<&str>, without: Option<&str>) -> Result<Self, Refusal> {
        let names = |text: &str| -> Vec<String> {
            let bare = |name: &str| {
                let last = name.trim().rsplit(':').next().unwrap_or_default().to_owned();
                last.split('.').next().unwrap_or_default().to_ascii_lowercase()
            };
            text.split(',').map(bare).filter(|name| !name.is_empty()).collect()
        };
        if only.is_some() && without.is_some() {
            let words = "Send either attributes or excludedAttributes.";
            return Err(Refusal::invalid(Type::InvalidValue, words));
        }
        Ok(Self { only: only.map(names), without: without.map(names).unwrap_or_default() })
    }

    pub fn of(&self, shown: Json) -> Json {
        let Json::Object(shown) = shown else { return shown };
        let is_asked = |name: &str| {
            let name = name.to_ascii_lowercase();
            // These identify it, and are there whatever is asked for.
            let always = name == "id" || name == "schemas";
            let wanted = self.only.as_ref().is_none_or(|only| only.contains(&name));
            always || (wanted && !self.without.contains(&name))
        };
        Json::Object(shown.into_iter().filter(|(name, _)| is_asked(name)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_providers_send_is_read() {
        let read = person(&json!({
            "userName": "a@x.example", "active": "False", "name": { "givenName": "Anna", "formatted": "Anna B" },
            "emails": [{ "value": "one@x.example" }, { "value": "two@x.example", "primary": true }], "title": "Boss",
        }));
        let read = read.unwrap();
        assert_eq!((read.email.as_str(), read.is_active, read.first_name.as_str()), ("two@x.example", false, "Anna"));
        let bare = person(&json!({ "USERNAME": "a@x.example" })).unwrap();
        assert_eq!((bare.email.as_str(), bare.is_active), ("a@x.example", true));
        for wrong in [
            json!({}),
            json!({ "userName": "no-address" }),
            json!({ "userName": 7 }),
            json!({ "userName": "a@x.example", "active": 1 }),
            json!({ "userName": "a@x.example", "emails": "a" }),
            json!({ "userName": "a@x.example", "name": { "givenName": [] } }),
        ] {
            assert!(person(&wrong).is_err(), "{wrong}");
        }
        assert!(sent_group(&json!({ "displayName": "x", "members": [{ "value": "not an id" }] })).is_err());
        assert!(sent_group(&json!({ "displayName": "", "members": [] })).is_err());
    }

    #[test]
    fn a_shape_leaves_out_what_is_not_asked_for() {
        let whole = json!({ "schemas": [], "id": "1", "userName": "a", "name": {}, "active": true });
        let shape = |only: Option<&str>, without: Option<&str>| Shape::new(only, without).unwrap().of(whole.clone());
        assert_eq!(
            shape(Some("username,name.givenName"), None),
            json!({ "schemas": [], "id": "1", "userName": "a", "name": {} })
        );
        assert_eq!(shape(None, Some("name,id")), json!({ "schemas": [], "id": "1", "userName": "a", "active": true }));
        assert!(Shape::new(Some("a"), Some("b")).is_err());
    }
}
