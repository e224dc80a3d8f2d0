//! Whom to look for, and what to put in place of their data.
//!
//! The account, its actor and its tokens are the person's own: all their personal fields are removed. An email address
//! belongs to nobody else, so it is removed from every text. A name may be another person's too: the full name is only
//! removed from texts that also have the person's id or address.

use std::collections::BTreeSet;

use cairn_engine::{Cx, Object, Result, mentions};
use cairn_journal::{Content, Frame, Salt, Sealed};
use cairn_model::{Record, Type, Value};
use cairn_proof::erasure;
use cairn_resources::iam::{Actor, AuthToken, User};
use cairn_store::{Dialect, Sql};
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use super::PATH;
use super::words::{without_address, without_name};

/// The name of an anonymised account.
#[derive(Debug, Clone)]
pub struct Nobody {
    pub email: String,
    pub first_name: String,
    pub last_name: String,
}

/// The name of a token whose owner was erased.
const TOKEN: &str = "Erased";

impl Nobody {
    /// The end of the id tells one from another, and reveals nothing else.
    pub fn of(user: Uuid) -> Self {
        let id = user.simple().to_string();
        let mark = &id[id.len() - 12..];
        Self {
            email: format!("erased-{mark}@invalid"),
            first_name: "Erased user".to_owned(),
            last_name: mark.to_owned(),
        }
    }

    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }

    /// The replacement in a personal field; null where the field may be empty.
    fn field(&self, name: &str) -> Option<Json> {
        Some(match name {
            "email" => self.email.clone().into(),
            "first_name" => self.first_name.clone().into(),
            "last_name" => self.last_name.clone().into(),
            "name" | "str" => self.name().into(),
            "observation" => Json::Null,
            _ => return None,
        })
    }
}

/// Someone who is being erased.
#[derive(Debug)]
pub struct Person {
    pub user: Uuid,
    actors: Vec<Uuid>,
    /// The addresses that the account has had, as far as the journal still knows.
    emails: BTreeSet<String>,
    /// The full names that it has had; a single word would match everywhere.
    names: BTreeSet<String>,
    nobody: Nobody,
}

impl Person {
    pub fn new(user: Uuid, actors: Vec<Uuid>) -> Self {
        Self { user, actors, emails: BTreeSet::new(), names: BTreeSet::new(), nobody: Nobody::of(user) }
    }

    /// Finds the person's former names in the journal. The entries about the account itself are replaced last, so this
    /// can be repeated until everything else is done.
    pub async fn load(cx: &mut Cx, user: Uuid) -> Result<Self> {
        let actors = format!("select id from {} where \"user\" = ", Actor::def().table);
        let mut sql = Sql::raw(actors);
        sql.bind(user);
        let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
        let mut person = Self::new(user, rows.iter().filter_map(|row| row[0].as_uuid()).collect());
        let own = person.own(cx.conn.dialect());
        for some in erasure::numbers(&mut cx.conn, own).await?.chunks(500) {
            for entry in erasure::with_numbers(&mut cx.conn, some).await? {
                person.learn(&entry);
            }
        }
        person.leave_to_others(cx).await?;
        Ok(person)
    }

    /// An address that someone else has now is theirs, even where it once meant the person.
    async fn leave_to_others(&mut self, cx: &mut Cx) -> Result<()> {
        let mut sql = Sql::raw(format!("select lower(email) from {} where id <> ", User::def().table));
        sql.bind(self.user).push(" and lower(email)");
        sql.any(cx.conn.dialect(), Value::Texts(self.emails.iter().cloned().collect()));
        for row in cx.conn.query(&sql, &[Type::Text]).await? {
            self.emails.retain(|email| row[0].as_str() != Some(email));
        }
        Ok(())
    }

    fn learn(&mut self, entry: &Sealed) {
        let Some(content) = entry.body.content() else { return };
        let document = |text: Option<&String>| text.and_then(|text| serde_json::from_str::<Json>(text).ok());
        let state = document(content.state.as_ref()).unwrap_or_default();
        let changes = document(Some(&content.changes)).unwrap_or_default();
        let emails = [&state["email"], &changes["email"][0], &changes["email"][1], &changes["email"]];
        for email in emails.into_iter().filter_map(Json::as_str) {
            let is_address = email.contains('@') && *email != self.nobody.email;
            self.emails.extend(is_address.then(|| email.to_lowercase()));
        }
        if let (Some(first), Some(last)) = (state["first_name"].as_str(), state["last_name"].as_str()) {
            let (first, last) = (first.trim(), last.trim());
            let is_name = !first.is_empty() && !last.is_empty() && *last != self.nobody.last_name;
            self.names.extend(is_name.then(|| format!("{first} {last}")));
        }
    }

    #[cfg(test)]
    fn known(mut self, email: &str, name: &str) -> Self {
        self.emails.insert(email.to_owned());
        self.names.insert(name.to_owned());
        self
    }

    /// Words to look for in texts and documents.
    pub fn words(&self) -> Vec<String> {
        // In a document, a name is written as JSON.
        let quoted = |name: &String| Json::from(name.as_str()).to_string().trim_matches('"').to_owned();
        let names = self.names.iter().flat_map(|name| [name.clone(), quoted(name)]);
        let words: BTreeSet<String> = self.emails.iter().cloned().chain(names).collect();
        words.into_iter().collect()
    }

    /// Words to look for in bytes, where only ASCII is found: whatever names the person there also has an id.
    pub fn marks(&self) -> Vec<String> {
        self.emails.iter().cloned().chain(self.ids().map(|id| id.to_string())).collect()
    }

    pub fn is(&self, id: Uuid) -> bool {
        self.ids().any(|own| own == id)
    }

    /// The condition on the journal `j` that an entry is about the account or its actor.
    pub fn own(&self, dialect: Dialect) -> Sql {
        let mut sql = Sql::raw("j.object_id");
        sql.any(dialect, Value::Uuids(self.ids().collect()));
        sql
    }

    /// The condition that another entry may say something about the person.
    pub fn others(&self, dialect: Dialect) -> Sql {
        let texts = ["j.actor_label", "j.object_name", "j.changes", "j.state"].map(str::to_owned);
        let mut sql = Sql::raw("(j.object_id is null or not (");
        sql.append(self.own(dialect)).push(")) and (j.actor = ").bind(self.user).push(" or ");
        sql.append(mentions::condition(dialect, &texts, &self.words()));
        sql.push(" or (j.resource = ").bind(AuthToken::PATH).push(" and ");
        sql.append(mentions::condition(dialect, &texts[2..], &[self.user.to_string()])).push("))");
        sql
    }

    fn ids(&self) -> impl Iterator<Item = Uuid> {
        self.actors.iter().copied().chain([self.user])
    }

    fn is_own(&self, id: Option<&str>) -> bool {
        id.and_then(|id| id.parse().ok()).is_some_and(|id| self.is(id))
    }

    /// Whether a text or document refers to the person: by id, or by an address, which belongs to nobody else.
    fn refers(&self, text: &str) -> bool {
        let by_address = |email: &String| without_address(text, email, "").is_some();
        self.ids().any(|id| text.contains(&id.to_string())) || self.emails.iter().any(by_address)
    }

    /// A text without the person; none where it does not mention them.
    fn text(&self, text: &str, refers: bool) -> Option<String> {
        let mut current: Option<String> = None;
        for email in &self.emails {
            current = without_address(current.as_deref().unwrap_or(text), email, &self.nobody.email).or(current);
        }
        for name in self.names.iter().filter(|_| refers) {
            current = without_name(current.as_deref().unwrap_or(text), name, &self.nobody.name()).or(current);
        }
        current
    }

    /// A document without the person; none if it does not mention them. A document about the account also loses its
    /// personal fields.
    pub fn document(&self, text: &str, refers: bool, is_own: bool) -> Option<String> {
        let Ok(before) = serde_json::from_str::<Json>(text) else { return self.text(text, refers) };
        let mut after = before.clone();
        self.walk(&mut after, refers, is_own);
        (after != before).then(|| after.to_string())
    }

    fn walk(&self, json: &mut Json, refers: bool, is_own: bool) {
        match json {
            Json::String(text) => {
                if let Some(without) = self.text(text, refers) {
                    *text = without;
                }
            }
            Json::Array(list) => list.iter_mut().for_each(|one| self.walk(one, refers, is_own)),
            Json::Object(members) => self.walk_members(members, refers, is_own),
            _ => {}
        }
    }

    fn walk_members(&self, members: &mut Map<String, Json>, refers: bool, is_own: bool) {
        // Wherever a document names an object, it also has the object's id.
        let is_self = self.is_own(members.get("id").and_then(Json::as_str));
        let field = members.get("field").and_then(Json::as_str).and_then(|field| self.nobody.field(field));
        for (name, value) in members.iter_mut() {
            let instead = match name.as_str() {
                "before" | "after" if is_own => field.clone(),
                "name" | "str" if !is_self => None,
                _ if is_own || is_self => self.nobody.field(name),
                _ => None,
            };
            match instead {
                Some(instead) => replace(value, &instead),
                None => self.walk(value, refers, is_own),
            }
        }
    }

    /// Bytes of a document without the person; none where it says nothing of them.
    pub fn body(&self, bytes: &[u8], is_own: bool) -> Option<Vec<u8>> {
        let text = std::str::from_utf8(bytes).ok()?;
        self.document(text, self.refers(text), is_own).map(String::into_bytes)
    }

    /// The replacement for what an entry says; none if it says nothing about the person.
    pub fn redact(&self, frame: &Frame, content: &Content, salt: Salt) -> Option<Content> {
        let user = self.user.to_string();
        let is_own = self.is_own(frame.object_id.as_deref());
        let is_by = frame.actor.as_deref() == Some(&*user);
        let texts = [Some(&content.changes), content.state.as_ref()];
        let refers = is_own || texts.into_iter().flatten().any(|text| self.refers(text));
        let mut new = content.clone();
        if is_by && !content.actor_label.is_empty() {
            new.actor_label.clone_from(&self.nobody.email);
        } else if let Some(without) = self.text(&content.actor_label, refers) {
            new.actor_label = without;
        }
        // The address they worked from, and addresses from which someone tried to sign in as them.
        if is_by || (is_own && frame.actor.is_none()) {
            new.address = None;
        }
        let is_token =
            frame.resource == AuthToken::PATH && texts.into_iter().flatten().any(|text| text.contains(&user));
        new.object_name = content.object_name.as_ref().map(|name| match frame.resource.as_str() {
            PATH if is_own => self.nobody.email.clone(),
            _ if is_own => self.nobody.name(),
            _ if is_token => TOKEN.to_owned(),
            _ => self.text(name, refers).unwrap_or_else(|| name.clone()),
        });
        let document = |text: &String| {
            if is_token {
                return Some(renamed(text));
            }
            let is_actor = is_own && frame.resource == Actor::PATH;
            let text = if is_actor { self.actor(text) } else { text.clone() };
            Some(self.document(&text, refers, is_own).unwrap_or(text))
        };
        new.changes = document(&content.changes).unwrap_or_default();
        new.state = content.state.as_ref().and_then(document);
        (new != *content).then(|| erasure::storable(Content { salt, ..new }))
    }

    /// What the journal says of an actor, whose name is the person's.
    fn actor(&self, text: &str) -> String {
        with_field(text, "name", &self.nobody.name().into())
    }

    /// The value of a field of an object without the person; none where it does not mention them.
    pub fn value(&self, object: &Object, value: &Value) -> Option<Value> {
        let is_theirs = |value: &Value| match value {
            Value::Uuid(id) => self.is(*id),
            Value::Uuids(ids) => self.ids().any(|own| ids.contains(&own)),
            Value::Text(text) | Value::Json(text) => self.refers(text),
            _ => false,
        };
        let refers = object.values.iter().any(is_theirs);
        match value {
            Value::Text(text) => self.text(text, refers).map(Value::Text),
            Value::Json(text) => self.document(text, refers, false).map(Value::Json),
            _ => None,
        }
    }
}

/// The name of a token is only for its owner to know.
fn renamed(text: &str) -> String {
    with_field(text, "name", &TOKEN.into())
}

/// A document with other words in one of its fields.
fn with_field(text: &str, field: &str, instead: &Json) -> String {
    let Ok(mut json) = serde_json::from_str::<Json>(text) else { return text.to_owned() };
    match json.get_mut(field) {
        Some(value) => replace(value, instead),
        None => return text.to_owned(),
    }
    json.to_string()
}

/// Replaces every text in a value; empty ones stay empty.
fn replace(value: &mut Json, instead: &Json) {
    match value {
        Json::String(text) if !text.is_empty() => *value = instead.clone(),
        Json::Array(list) => list.iter_mut().for_each(|one| replace(one, instead)),
        Json::Object(members) => members.values_mut().for_each(|one| replace(one, instead)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ana() -> (Person, String) {
        let user: Uuid = "0190b7c4-a1e2-7d5c-8f3e-6a9b2c4d5e6f".parse().unwrap();
        (Person::new(user, Vec::new()).known("ana@example.com", "Ana \"K\" Novak"), user.to_string())
    }

    fn after(document: &Json, is_own: bool) -> Option<Json> {
        let (person, text) = (ana().0, document.to_string());
        person.document(&text, person.refers(&text), is_own).map(|text| serde_json::from_str(&text).unwrap())
    }

    #[test]
    fn an_address_goes_from_everywhere_and_a_name_from_what_refers_to_the_person() {
        let name = "Ana \"K\" Novak";
        assert_eq!(after(&json!({ "name": name, "description": "Diana@example.com" }), false), None);
        let asset = json!({ "owner": [ana().1], "name": format!("Of {name}\nana@example.com") });
        let expected = "Of Erased user 6a9b2c4d5e6f\nerased-6a9b2c4d5e6f@invalid";
        assert_eq!(after(&asset, false), Some(json!({ "owner": [ana().1], "name": expected })));
    }

    #[test]
    fn what_is_about_the_account_has_no_personal_field() {
        let changes = json!({ "first_name": ["", "Ana"], "observation": [null, "Tall"], "is_active": [true, false],
            "groups": [{ "id": "x", "name": "Sales" }], "list": [{ "field": "last_name", "before": null, "after": "Novak" }] });
        let expected = json!({ "first_name": ["", "Erased user"], "observation": [null, null], "is_active": [true, false],
            "groups": [{ "id": "x", "name": "Sales" }], "list": [{ "field": "last_name", "before": null, "after": "6a9b2c4d5e6f" }] });
        assert_eq!(after(&changes, true), Some(expected));
        let named = json!({ "of": { "id": ana().1, "str": "Annie" }, "by": { "id": "y", "str": "Annie" } });
        let expected =
            json!({ "of": { "id": ana().1, "str": "Erased user 6a9b2c4d5e6f" }, "by": { "id": "y", "str": "Annie" } });
        assert_eq!(after(&named, false), Some(expected));
    }

    #[test]
    fn an_entry_is_replaced_once() {
        let (person, id) = ana();
        let frame = Frame {
            seq: 1,
            at: String::new(),
            kind: "updated".into(),
            resource: PATH.into(),
            object_id: Some(id.clone()),
            folder: None,
            origin: "session".into(),
            actor: Some(id),
            token: None,
            request: None,
        };
        let content = Content {
            salt: Salt([1; 16]),
            actor_label: "ana@example.com".into(),
            object_name: Some("ana@example.com".into()),
            address: Some("10.0.0.1".into()),
            changes: r#"{"first_name":["Ana","Anna"]}"#.into(),
            state: Some(r#"{"user_groups":[],"email":"ana@example.com"}"#.into()),
        };
        let nobody = Some("erased-6a9b2c4d5e6f@invalid".to_owned());
        let new = person.redact(&frame, &content, Salt([2; 16])).unwrap();
        assert_eq!((Some(&new.actor_label), &new.object_name, &new.address), (nobody.as_ref(), &nobody, &None));
        assert_eq!(new.changes, r#"{"first_name":["Erased user","Erased user"]}"#);
        assert!(new.state.as_ref().unwrap().contains("erased-"));
        assert_eq!(person.redact(&frame, &new, Salt([3; 16])), None);
        let other = Frame { actor: None, object_id: None, resource: "assets".into(), ..frame };
        let same = Content {
            actor_label: "bo@example.com".into(),
            object_name: None,
            changes: "{}".into(),
            state: None,
            ..content
        };
        assert_eq!(person.redact(&other, &same, Salt([4; 16])), None, "an address of someone else stays");
    }
}
