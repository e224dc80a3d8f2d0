//! Makes notifications: for those who may see what they are about and want to hear of it.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use cairn_access::{Behalf, Limits};
use cairn_engine::clock::new_id;
use cairn_engine::query::{self, Named};
use cairn_engine::redaction::hideable;
use cairn_engine::{Cx, Resource, Result};
use cairn_model::{Date, Type, Value};
use cairn_notify::when;
use cairn_notify::{Choices, Kind};
use cairn_resources::iam::Preferences;
use cairn_store::Sql;
use uuid::Uuid;

use super::people::{self, Person};
use super::queue::Queue;
use crate::platform::mail_settings::Mail;
use crate::platform::settings;

/// Rows of one statement.
const CHUNK: usize = 100;

/// Something that someone should know.
#[derive(Clone)]
pub struct Told {
    pub recipient: Uuid,
    pub kind: Kind,
    pub about: Option<(&'static Resource, Uuid)>,
    pub by: Option<Uuid>,
    pub date: Option<Date>,
    pub field: Option<&'static str>,
    pub status: Option<String>,
    pub label: Option<String>,
    /// What is told, in a form that occurs only once for the recipient.
    pub key: String,
    /// Whether it concerns the recipient themselves, and not only as one of a team with an address of its own.
    pub is_own: bool,
    /// Those teams.
    pub teams: BTreeSet<Uuid>,
}

impl Told {
    pub fn new(recipient: Uuid, kind: Kind, key: String) -> Self {
        Self::to(Person { id: recipient, team: None }, kind, key)
    }

    pub fn to(person: Person, kind: Kind, key: String) -> Self {
        Self {
            recipient: person.id,
            kind,
            about: None,
            by: None,
            date: None,
            field: None,
            status: None,
            label: None,
            key,
            is_own: person.team.is_none(),
            teams: person.team.into_iter().collect(),
        }
    }

    /// What it tells, whoever is told.
    fn fact(&self) -> String {
        format!("{}:{}", self.kind.key(), self.key)
    }

    fn unique_key(&self) -> String {
        format!("{}:{}", self.fact(), self.recipient.simple())
    }
}

/// Stores what people should know, and returns how many notifications there are now that were not there before.
pub async fn make(cx: &mut Cx, told: Vec<Told>) -> Result<usize> {
    let mut told = merged(told);
    if told.is_empty() {
        return Ok(0);
    }
    without_known(cx, &mut told).await?;
    let people = chosen(cx, &told).await?;
    told.retain(|one| people.contains_key(&one.recipient));
    let told = seen(cx, told).await?;
    let mail: Mail = settings::get(cx).await?;
    let shared = if mail.enabled { shared(cx, &told).await? } else { BTreeMap::new() };
    let (mut queue, mut rows) = (Queue::default(), Vec::new());
    for one in &told {
        let choices = &people[&one.recipient];
        let is_shared = !one.is_own && one.teams.iter().any(|team| shared.contains_key(&(*team, one.fact())));
        let sending = when::sending(choices, one.kind, cx.now, cx.time_zone()).filter(|_| mail.enabled && !is_shared);
        let mail = match sending {
            Some(sending) => Some(queue.mail_for(cx, one.recipient, sending).await?),
            None => None,
        };
        let in_app = choices.in_app(one.kind);
        // What the team is told counts as told, also to those who keep it out of their inbox.
        if in_app || mail.is_some() || is_shared {
            rows.push(row(cx, one, one.unique_key(), in_app, mail));
        }
    }
    for ((team, fact), one) in shared {
        if let Some(sending) = when::sending(&Choices::default(), one.kind, cx.now, cx.time_zone()) {
            let mail = queue.mail_for(cx, team, sending).await?;
            rows.push(row(cx, one, format!("{fact}:{}", team.simple()), false, Some(mail)));
        }
    }
    let mut made = 0;
    for chunk in rows.chunks(CHUNK) {
        made += insert(cx, chunk).await?;
    }
    queue.send(cx).await?;
    Ok(made)
}

/// One for each recipient and fact. Nobody is told of what they did themselves.
fn merged(told: Vec<Told>) -> Vec<Told> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut merged: Vec<Told> = Vec::new();
    for one in told.into_iter().filter(|one| one.by != Some(one.recipient)) {
        match places.entry(one.unique_key()) {
            Entry::Occupied(place) => {
                let known = &mut merged[*place.get()];
                known.is_own |= one.is_own;
                known.teams.extend(one.teams);
            }
            Entry::Vacant(place) => {
                place.insert(merged.len());
                merged.push(one);
            }
        }
    }
    merged
}

/// What is sent to the addresses of teams: facts that everyone in the team is told, since all of them may read it. Anything
/// else goes to those who may see it, one by one.
async fn shared<'a>(cx: &mut Cx, told: &'a [Told]) -> Result<BTreeMap<(Uuid, String), &'a Told>> {
    let mut by_team: BTreeMap<(Uuid, String), Vec<&Told>> = BTreeMap::new();
    for one in told {
        for team in &one.teams {
            by_team.entry((*team, one.fact())).or_default().push(one);
        }
    }
    let teams: BTreeSet<Uuid> = by_team.keys().map(|(team, _)| *team).collect();
    let members = people::in_teams(cx, &teams).await?;
    let mut shared = BTreeMap::new();
    for ((team, fact), told) in by_team {
        let is_told = |person: &Uuid| told.iter().any(|one| one.recipient == *person || one.by == Some(*person));
        let is_whole = members.get(&team).is_some_and(|members| members.iter().all(is_told));
        if let Some(first) = told.first().filter(|_| is_whole) {
            shared.insert((team, fact), *first);
        }
    }
    Ok(shared)
}

/// Leaves out what was told before.
async fn without_known(cx: &mut Cx, told: &mut Vec<Told>) -> Result<()> {
    let mut known: HashSet<String> = HashSet::new();
    for chunk in told.chunks(CHUNK) {
        let mut sql = Sql::raw("select \"key\" from notifications where \"key\"");
        sql.any(cx.conn.dialect(), Value::Texts(chunk.iter().map(Told::unique_key).collect()));
        let rows = cx.conn.query(&sql, &[Type::Text]).await?;
        known.extend(rows.iter().filter_map(|row| row[0].as_str().map(str::to_owned)));
    }
    told.retain(|one| !known.contains(&one.unique_key()));
    Ok(())
}

/// What those recipients chose whose accounts work.
async fn chosen(cx: &mut Cx, told: &[Told]) -> Result<HashMap<Uuid, Choices>> {
    let recipients: BTreeSet<Uuid> = told.iter().map(|one| one.recipient).collect();
    let mut sql = Sql::raw(
        "select id, preferences from users where is_active and not is_service_account and (expiry_date is null or expiry_date > ",
    );
    sql.bind(cx.today()).push(") and id");
    sql.any(cx.conn.dialect(), Value::Uuids(recipients.into_iter().collect()));
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Json]).await?;
    let choices = |json: &Value| {
        let preferences: Preferences = serde_json::from_value(json.to_json()).unwrap_or_default();
        preferences.notifications
    };
    Ok(rows.iter().filter_map(|row| Some((row[0].as_uuid()?, choices(&row[1])))).collect())
}

/// Keeps what the recipients may see: their own account, and objects that they could open.
async fn seen(cx: &mut Cx, told: Vec<Told>) -> Result<Vec<Told>> {
    let mut by_person: BTreeMap<Uuid, Vec<Told>> = BTreeMap::new();
    for one in told {
        by_person.entry(one.recipient).or_default().push(one);
    }
    let mut kept = Vec::new();
    for (person, mut told) in by_person {
        let theirs = cx.authority.on_behalf(Behalf { user: person, limits: Limits::default() }, "notifications");
        let own = std::mem::replace(&mut cx.authority, theirs);
        let result = visible(cx, &told).await;
        for one in &mut told {
            veil(cx, one);
        }
        cx.authority = own;
        let visible = result?;
        told.retain(|one| {
            one.about.is_none_or(|(resource, id)| visible.get(resource.def.path).is_some_and(|ids| ids.contains(&id)))
                // A date that may be hidden must not be told.
                && !(one.date.is_some() && one.about.is_some() && one.field.is_none())
        });
        kept.extend(told);
    }
    Ok(kept)
}

/// The objects that the caller may see, with one query.
async fn visible(cx: &mut Cx, told: &[Told]) -> Result<Named> {
    let mut named = Named::new();
    for (resource, id) in told.iter().filter_map(|one| one.about) {
        named.entry(resource.def.path).or_default().insert(id);
    }
    query::seen(cx, named).await
}

/// Leaves out a field that may be hidden from the caller.
fn veil(cx: &Cx, told: &mut Told) {
    if let (Some((resource, _)), Some(field)) = (told.about, told.field)
        && hideable(cx, resource).contains(&field)
    {
        told.field = None;
    }
}

/// The row of a notification.
fn row(cx: &Cx, told: &Told, key: String, in_app: bool, mail: Option<Uuid>) -> Vec<Value> {
    vec![
        new_id(cx.engine.clock.now()).into(),
        cx.now.into(),
        cx.now.into(),
        cx.root_folder().into(),
        told.recipient.into(),
        told.kind.key().into(),
        told.about.map(|(_, id)| id).into(),
        told.by.into(),
        told.date.into(),
        told.field.into(),
        told.status.clone().into(),
        told.label.clone().into(),
        in_app.into(),
        mail.into(),
        key.into(),
    ]
}

/// Another process may have told the same at the same time, so the database has the last word.
async fn insert(cx: &mut Cx, rows: &[Vec<Value>]) -> Result<usize> {
    let mut sql = Sql::raw(
        "insert into notifications (id, created_at, updated_at, folder, recipient, kind, about, \"by\", \"date\", field, \
         status, label, in_app, mail, \"key\") values ",
    );
    for (at, row) in rows.iter().enumerate() {
        sql.push(if at > 0 { ", (" } else { "(" });
        for (at, value) in row.iter().enumerate() {
            sql.push(if at > 0 { ", " } else { "" }).bind(value.clone());
        }
        sql.push(")");
    }
    sql.push(" on conflict (\"key\") do nothing");
    Ok(cx.conn.execute(&sql).await? as usize)
}
