//! Writes a mail from the notifications in it, as they are now.

use std::collections::{BTreeSet, HashMap};

use cairn_access::{Behalf, Limits};
use cairn_engine::query::{AnyTargets, find_any};
use cairn_engine::{Cx, Resource, Result};
use cairn_mail::Letter;
use cairn_model::{Record, Ref, Timestamp, Type, Value};
use cairn_notify::{Fact, Kind, Language, Pace, mail};
use cairn_resources::iam::{Preferences, User};
use cairn_resources::platform::Notification;
use cairn_store::Sql;
use uuid::Uuid;

use super::{people, unsubscribe};
use crate::platform::mail_settings::Mail;
use crate::platform::mail_templates::MailTemplates;
use crate::platform::settings as stored;

/// Whom a mail is for.
struct Reader {
    address: String,
    preferences: Preferences,
    /// Those who read it: it contains what all of them may see.
    people: BTreeSet<Uuid>,
    /// The team whose address it is.
    team: Option<Uuid>,
}

/// A mail with what its recipient, a person or a team, may see and wants to know; none if nothing is left, or nobody to read
/// it.
pub async fn letter(
    cx: &mut Cx,
    settings: &Mail,
    id: Uuid,
    recipient: Uuid,
    created: Timestamp,
) -> Result<Option<Letter>> {
    let Some(reader) = reader(cx, recipient).await? else { return Ok(None) };
    let preferences = &reader.preferences;
    let told: Vec<Notification> = cx
        .list_all(|select| {
            select.equals("mail", id).order_by("t.created_at").order_by("t.id");
        })
        .await?;
    let is_wanted = |one: &&Notification| preferences.notifications.email(one.kind) != Pace::Off;
    let told: Vec<&Notification> = told.iter().filter(is_wanted).collect();
    let (objects, people) = seen(cx, &reader, &told).await?;
    let facts: Vec<Fact> = told.iter().filter_map(|one| fact(settings, one, &objects, &people)).collect();
    if facts.is_empty() {
        return Ok(None);
    }
    let kinds: BTreeSet<Kind> = facts.iter().map(|fact| fact.kind).collect();
    // A team has no preferences: its own page says who is in it, and where its mail goes.
    let (choose, stop, header) = match reader.team {
        Some(team) => {
            let page = settings.page(&format!("teams/{team}"));
            (page.clone(), page, None)
        }
        None => {
            let stop = settings.page(&format!("unsubscribe/{}/", unsubscribe::token(cx, recipient, &kinds)?));
            (settings.page("profile"), stop.clone(), Some(stop))
        }
    };
    let language = preferences.lang.clone().or_else(|| cx.setting("default_language").map(str::to_owned));
    let language = Language::of(&language.unwrap_or_default());
    // Those who keep such notifications out of their inbox find what is theirs in their work.
    let is_in_app = reader.team.is_some() || told.iter().any(|one| one.in_app);
    let zone = preferences.notifications.zone(cx.time_zone());
    let templates: MailTemplates = stored::get(cx).await?;
    let written = mail::Letter {
        facts: &facts,
        inbox: &settings.page(if is_in_app { "notifications" } else { "my-work" }),
        language,
        today: cx.now.date_in(zone),
        preferences: &choose,
        unsubscribe: &stop,
    }
    .write(&templates.of(language));
    Ok(Some(Letter {
        from: settings.from.clone(),
        to: reader.address,
        subject: written.subject,
        text: written.text,
        html: written.html,
        id: id.simple().to_string(),
        written: created.seconds(),
        unsubscribe: header,
    }))
}

/// Who reads the mail of a person or a team; none if no account of theirs works any more.
async fn reader(cx: &mut Cx, recipient: Uuid) -> Result<Option<Reader>> {
    let mut sql =
        Sql::raw("select email, preferences from users where is_active and (expiry_date is null or expiry_date > ");
    sql.bind(cx.today()).push(") and id = ").bind(recipient);
    let rows = cx.conn.query(&sql, &[Type::Text, Type::Json]).await?;
    if let Some(row) = rows.first() {
        let preferences = serde_json::from_value(row[1].to_json()).unwrap_or_default();
        let address = row[0].as_str().unwrap_or_default().to_owned();
        return Ok(Some(Reader { address, preferences, people: [recipient].into(), team: None }));
    }
    let mut sql = Sql::raw("select team_email from teams where team_email <> '' and id = ");
    sql.bind(recipient);
    let rows = cx.conn.query(&sql, &[Type::Text]).await?;
    let Some(address) = rows.first().and_then(|row| row[0].as_str()).map(str::to_owned) else { return Ok(None) };
    let people = people::in_teams(cx, &[recipient].into()).await?.remove(&recipient);
    let preferences = Preferences::default();
    Ok(people.map(|people| Reader { address, preferences, people, team: Some(recipient) }))
}

/// What all readers may see of the objects and people that are told of.
async fn seen(cx: &mut Cx, reader: &Reader, told: &[&Notification]) -> Result<(AnyTargets, HashMap<Uuid, String>)> {
    let mut all: Option<(AnyTargets, HashMap<Uuid, String>)> = None;
    for user in &reader.people {
        let theirs = cx.authority.on_behalf(Behalf { user: *user, limits: Limits::default() }, "notifications");
        let own = std::mem::replace(&mut cx.authority, theirs);
        let seen = names(cx, told).await;
        cx.authority = own;
        let (objects, people) = seen?;
        all = Some(match all {
            Some((mut known, mut named)) => {
                known.retain(|id, _| objects.contains_key(id));
                named.retain(|id, _| people.contains_key(id));
                (known, named)
            }
            None => (objects, people),
        });
    }
    Ok(all.unwrap_or_default())
}

/// What the caller may see of the objects and people that are told of.
async fn names(cx: &mut Cx, told: &[&Notification]) -> Result<(AnyTargets, HashMap<Uuid, String>)> {
    let resource: &'static Resource = cx.resource::<Notification>();
    let about = resource.def.position("about").map(|position| &resource.field(position).kind);
    let ids: BTreeSet<Uuid> = told.iter().filter_map(|one| one.about.map(|about| about.0)).collect();
    let objects = match about {
        Some(kind) => find_any(cx, kind, ids).await?,
        None => AnyTargets::new(),
    };
    let by: Vec<Uuid> = told.iter().filter_map(|one| one.by.map(Ref::uuid)).collect();
    let users = cx.resource::<User>();
    let mut sql = Sql::raw(format!("select t.id, {} from {} t where t.id", users.display("t"), User::def().table));
    sql.any(cx.conn.dialect(), Value::Uuids(by));
    if let Some(seen) = cx.sight(users, "t") {
        sql.push(" and ").append(seen);
    }
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await?;
    let people = rows.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_str()?.to_owned()))).collect();
    Ok((objects, people))
}

fn fact(settings: &Mail, told: &Notification, objects: &AnyTargets, people: &HashMap<Uuid, String>) -> Option<Fact> {
    let (name, link) = match told.about {
        Some(about) => {
            let target = objects.get(&about.0)?;
            (target.text.clone(), settings.page(&format!("{}/{}", target.resource, about.0)))
        }
        None => (told.label.clone().unwrap_or_default(), settings.page("profile")),
    };
    Some(Fact {
        kind: told.kind,
        name,
        by: told.by.and_then(|by| people.get(&by.uuid()).cloned()),
        date: told.date,
        status: told.status.clone(),
        rule: told.label.clone().filter(|_| told.kind == Kind::Rule),
        link,
    })
}
