//! Whom objects name: owners, assignees, approvers. Teams stand for the people in them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cairn_engine::query::column;
use cairn_engine::{Cx, Resource, Result};
use cairn_model::{FieldDef, Record, Type, Value};
use cairn_resources::iam::{Actor, User};
use cairn_store::Sql;
use uuid::Uuid;

/// Someone who is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Person {
    pub id: Uuid,
    /// The team through which they are, if it has an email address of its own.
    pub team: Option<Uuid>,
}

/// Whether naming someone in a field makes them responsible: those who are recorded, such as an author, are not.
pub fn is_assignment(resource: &Resource, field: &FieldDef) -> bool {
    let is_person = matches!(field.kind.target(), Some(Actor::PATH | User::PATH));
    is_person
        && field.writable()
        && field.stored
        && !resource.entry.grants
        && !resource.entry.log
        && !resource.def.read_only
}

/// The people behind actors and users, by the id that names them.
pub async fn behind(cx: &mut Cx, named: &BTreeSet<Uuid>) -> Result<HashMap<Uuid, Vec<Person>>> {
    let mut people: HashMap<Uuid, Vec<Person>> = HashMap::new();
    if named.is_empty() {
        return Ok(people);
    }
    let (dialect, ids) = (cx.conn.dialect(), Value::Uuids(named.iter().copied().collect()));
    let mut sql = Sql::new();
    let team = "case when t.team_email <> '' then t.id end";
    // Teams come first: they say what kind of column the last one is.
    for (at, select) in [
        format!("select a.id, t.leader, {team} from teams t join actors a on a.team = t.id where t.leader is not null and a.id"),
        format!("select a.id, l.target, {team} from teams_deputies l join teams t on t.id = l.source join actors a on a.team = t.id where a.id"),
        format!("select a.id, l.target, {team} from teams_members l join teams t on t.id = l.source join actors a on a.team = t.id where a.id"),
        "select a.id, a.\"user\", null from actors a where a.\"user\" is not null and a.id".to_owned(),
        "select u.id, u.id, null from users u where u.id".to_owned(),
    ]
    .iter()
    .enumerate()
    {
        sql.push(if at > 0 { " union " } else { "" }).push(select).any(dialect, ids.clone());
    }
    for row in cx.conn.query(&sql, &[Type::Uuid, Type::Uuid, Type::Uuid]).await? {
        if let (Some(named), Some(id)) = (row[0].as_uuid(), row[1].as_uuid()) {
            people.entry(named).or_default().push(Person { id, team: row[2].as_uuid() });
        }
    }
    Ok(people)
}

/// The people in teams whose accounts work.
pub async fn in_teams(cx: &mut Cx, teams: &BTreeSet<Uuid>) -> Result<BTreeMap<Uuid, BTreeSet<Uuid>>> {
    let mut people: BTreeMap<Uuid, BTreeSet<Uuid>> = BTreeMap::new();
    if teams.is_empty() {
        return Ok(people);
    }
    let (dialect, ids) = (cx.conn.dialect(), Value::Uuids(teams.iter().copied().collect()));
    let mut sql = Sql::raw("select w.team, w.person from (");
    for (at, select) in [
        "select id as team, leader as person from teams where id",
        "select source as team, target as person from teams_deputies where source",
        "select source as team, target as person from teams_members where source",
    ]
    .iter()
    .enumerate()
    {
        sql.push(if at > 0 { " union " } else { "" }).push(select).any(dialect, ids.clone());
    }
    sql.push(") w join users u on u.id = w.person where u.is_active and (u.expiry_date is null or u.expiry_date > ");
    sql.bind(cx.today()).push(")");
    for row in cx.conn.query(&sql, &[Type::Uuid, Type::Uuid]).await? {
        if let (Some(team), Some(person)) = (row[0].as_uuid(), row[1].as_uuid()) {
            people.entry(team).or_default().insert(person);
        }
    }
    Ok(people)
}

/// The people who are responsible for objects, by object. A part without anyone of its own is left to those who are
/// responsible for what it belongs to, as an occurrence is to the assignees of its task.
pub async fn responsible(
    cx: &mut Cx,
    resource: &'static Resource,
    objects: &[Uuid],
) -> Result<BTreeMap<Uuid, BTreeSet<Person>>> {
    let mut queries = named_in(cx, resource, None, objects);
    if queries.is_empty()
        && let Some(within) = resource.def.scope.within()
    {
        for field in within.fields {
            let position = resource.def.position(field);
            let whole = position.and_then(|position| resource.field(position).kind.target());
            if let Some(whole) = whole {
                queries.extend(named_in(cx, cx.registry().get(whole), Some((resource, field)), objects));
            }
        }
    }
    let mut named: Vec<(Uuid, Uuid)> = Vec::new();
    for sql in queries {
        let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Uuid]).await?;
        named.extend(rows.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_uuid()?))));
    }
    let people = behind(cx, &named.iter().map(|(_, person)| *person).collect()).await?;
    let mut responsible: BTreeMap<Uuid, BTreeSet<Person>> = BTreeMap::new();
    for (object, person) in named {
        responsible.entry(object).or_default().extend(people.get(&person).into_iter().flatten());
    }
    Ok(responsible)
}

/// The queries for what objects of a resource name, or for what the wholes of some parts do.
fn named_in(cx: &Cx, resource: &Resource, part: Option<(&Resource, &str)>, objects: &[Uuid]) -> Vec<Sql> {
    let (dialect, ids) = (cx.conn.dialect(), Value::Uuids(objects.to_vec()));
    let asked = |person: String, from: String, own: String| {
        let mut sql = match part {
            Some((part, field)) => Sql::raw(format!(
                "select p.id, {person} from {} p join {from} on {own} = {} where {person} is not null and p.id",
                part.def.table,
                column("p", field)
            )),
            None => Sql::raw(format!("select {own}, {person} from {from} where {person} is not null and {own}")),
        };
        sql.any(dialect, ids.clone());
        sql
    };
    let is_person = |position: usize| is_assignment(resource, resource.field(position));
    let relations = resource.relations.iter().filter(|one| one.owner_field.is_none() && is_person(one.position));
    let links = relations.map(|one| asked(column("l", one.other), format!("{} l", one.table), column("l", one.own)));
    let references = resource.references.iter().filter(|one| is_person(one.position));
    let columns = references.map(|one| {
        let person = column("w", resource.field(one.position).name);
        asked(person, format!("{} w", resource.def.table), column("w", "id"))
    });
    links.chain(columns).collect()
}
