//! The differences between two instants: the net change of every object that the caller may see.

use std::collections::{BTreeMap, HashMap};

use cairn_model::{Describe, Timestamp, Type, Value};
use cairn_store::Sql;
use serde::Serialize;
use serde_json::Value as Json;
use uuid::Uuid;

use crate::cx::Cx;
use crate::error::{Error, Result};
use crate::journal;
use crate::log::{self, CHANGES, FieldChange, RawChanges};
use crate::object::Object;
use crate::past::{self, object_of};
use crate::place;
use crate::query::{Label, PageRequest};
use crate::registry::Resource;

/// More objects than this are not compared in one request.
const MOST: usize = 10_000;
const PORTION: usize = 500;

/// The differences between two points in time.
#[derive(Debug, Serialize, Describe)]
pub struct Diff {
    pub from: Timestamp,
    pub to: Timestamp,
    /// Number of objects that differ, across all pages.
    pub count: usize,
    pub next: Option<String>,
    pub previous: Option<String>,
    /// Number by resource.
    pub resources: Vec<Tally>,
    pub results: Vec<Difference>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Tally {
    /// The path of the resource.
    pub resource: &'static str,
    pub created: usize,
    pub changed: usize,
    pub deleted: usize,
}

/// An object that was created, changed or deleted between the two times.
#[derive(Debug, Serialize, Describe)]
pub struct Difference {
    /// `created`, `changed` or `deleted`.
    pub kind: &'static str,
    pub resource: &'static str,
    pub id: Uuid,
    pub name: String,
    pub folder: Option<Label>,
    pub changes: Vec<FieldChange>,
}

/// An object before and after.
struct Pair {
    resource: &'static Resource,
    before: Option<Object>,
    after: Option<Object>,
}

impl Pair {
    fn last(&self) -> &Object {
        self.after.as_ref().or(self.before.as_ref()).expect("a pair has one side at least")
    }

    fn kind(&self) -> &'static str {
        match (&self.before, &self.after) {
            (None, _) => "created",
            (_, None) => "deleted",
            _ => "changed",
        }
    }
}

/// Compares two instants, for one domain with its subdomains or for everything.
pub async fn between(
    cx: &mut Cx,
    from: Timestamp,
    to: Timestamp,
    folder: Option<Uuid>,
    page: PageRequest,
) -> Result<Diff> {
    if from >= to {
        return Err(Error::field("from", "Must be earlier than “to”."));
    }
    past::require_known(cx, "to", to).await?;
    // Before the journal's first entry there was nothing, so everything is new.
    past::require_kept(&mut cx.conn, "from", from).await?;
    let folders = match folder {
        None => None,
        Some(id) if cx.tree().get(id).is_some() && cx.sees_folder(id) => Some(cx.tree().subtree(id)),
        Some(id) => {
            return Err(Error::field(
                "folder",
                format!("There is no folder with the id {id}, or you do not have access to it."),
            ));
        }
    };
    let mut pairs = pairs(cx, from, to).await?;
    if let Some(folders) = folders {
        let inside = |side: &Option<Object>| side.as_ref().is_some_and(|object| folders.contains(&object.folder()));
        pairs.retain(|pair| inside(&pair.before) || inside(&pair.after));
    }
    let all = cx.registry().resources();
    let order = |path: &str| all.iter().position(|resource| resource.path == path);
    pairs.sort_by_cached_key(|pair| {
        let object = pair.last();
        (order(pair.resource.path), object.name().to_lowercase(), object.id())
    });
    let resources = tally(&pairs);
    let count = pairs.len();
    let shown: Vec<Pair> =
        pairs.into_iter().skip(page.offset.max(0) as usize).take(page.limit.max(0) as usize).collect();
    let results = describe(cx, &shown).await?;
    Ok(Diff { from, to, count, next: None, previous: None, resources, results })
}

/// What has changed in an object and its parts since an instant: the object first, then its parts by name, up to a limit,
/// and how many there are altogether. The caller sees the object.
pub async fn of_whole(
    cx: &mut Cx,
    resource: &'static Resource,
    id: Uuid,
    since: Timestamp,
    limit: usize,
) -> Result<(usize, Vec<Difference>)> {
    past::require_kept(&mut cx.conn, "since", since).await?;
    let mut pairs = whole(cx, resource, id, since, Sight::Caller).await?;
    pairs.sort_by_cached_key(|pair| (pair.last().id() != id, pair.last().name().to_lowercase(), pair.last().id()));
    let count = pairs.len();
    pairs.truncate(limit);
    Ok((count, describe(cx, &pairs).await?))
}

/// Whether an object or one of its parts has changed since an instant, whoever may see it.
pub async fn has_changed(cx: &mut Cx, resource: &'static Resource, id: Uuid, since: Timestamp) -> Result<bool> {
    // What nobody can look up any more is taken for changed.
    match past::require_kept(&mut cx.conn, "since", since).await {
        Err(Error::Invalid(_)) => return Ok(true),
        kept => kept?,
    }
    Ok(!whole(cx, resource, id, since, Sight::Everything).await?.is_empty())
}

/// Whose eyes a comparison is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sight {
    Caller,
    Everything,
}

/// An object and its parts, those that have changed since an instant.
async fn whole(
    cx: &mut Cx,
    resource: &'static Resource,
    id: Uuid,
    since: Timestamp,
    sight: Sight,
) -> Result<Vec<Pair>> {
    let now = cx.now;
    let sees_everything = sight == Sight::Everything || cx.authority.sees_everything();
    let mut known: HashMap<Uuid, &'static Resource> = HashMap::from([(id, resource)]);
    for child in &resource.children {
        let part = cx.registry().get(child.path);
        let field = part.field(child.position).name;
        let mut sql = Sql::raw(format!("select p.id from {} p where p.{field} = ", part.def.table));
        sql.bind(id);
        if sight == Sight::Caller
            && let Some(condition) = cx.sight(part, "p")
        {
            sql.push(" and ").append(condition);
        }
        let there = cx.conn.query(&sql, &[Type::Uuid]).await?;
        known.extend(there.iter().filter_map(|row| Some((row[0].as_uuid()?, part))));
        // Those that are gone can only be told by what they were.
        let mut sql = Sql::raw("select distinct t.object_id from journal t where t.kind = 'deleted' and t.resource = ");
        sql.bind(part.path.to_owned()).push(" and t.at > ").bind(since);
        if !sees_everything {
            sql.push(" and exists (select 1 from places p where p.id = t.object_id and ").append(place::visible(cx));
            sql.push(")");
        }
        sql.push(" limit ").bind(MOST as i64);
        let gone = cx.conn.query(&sql, &[Type::Uuid]).await?;
        known.extend(gone.iter().filter_map(|row| Some((row[0].as_uuid()?, part))));
    }
    let mut pairs = compare(cx, since, now, &known).await?;
    pairs.retain(|pair| {
        let object = pair.last();
        object.id() == id || pair.resource.parents.iter().any(|at| object.values[*at].as_uuid() == Some(id))
    });
    Ok(pairs)
}

fn tally(pairs: &[Pair]) -> Vec<Tally> {
    let mut all: Vec<Tally> = Vec::new();
    for pair in pairs {
        if all.last().is_none_or(|last| last.resource != pair.resource.path) {
            all.push(Tally { resource: pair.resource.path, created: 0, changed: 0, deleted: 0 });
        }
        let Some(last) = all.last_mut() else { continue };
        match pair.kind() {
            "created" => last.created += 1,
            "deleted" => last.deleted += 1,
            _ => last.changed += 1,
        }
    }
    all
}

async fn describe(cx: &mut Cx, pairs: &[Pair]) -> Result<Vec<Difference>> {
    let raw: Vec<RawChanges> = pairs.iter().map(changes).collect();
    let asked: Vec<(&str, &RawChanges)> = pairs.iter().zip(&raw).map(|(pair, raw)| (pair.resource.path, raw)).collect();
    let changes = log::readable(cx, &asked).await?;
    let difference = |(pair, changes): (&Pair, Vec<FieldChange>)| {
        let object = pair.last();
        let folder = Some(object.folder()).filter(|id| cx.sees_folder(*id)).and_then(|id| cx.tree().get(id));
        Difference {
            kind: pair.kind(),
            resource: pair.resource.path,
            id: object.id(),
            name: object.name(),
            folder: folder.map(|node| Label { id: node.id, text: node.name.clone() }),
            changes,
        }
    };
    Ok(pairs.iter().zip(changes).map(difference).collect())
}

fn changes(pair: &Pair) -> RawChanges {
    let (before, after) = (pair.before.as_ref(), pair.after.as_ref());
    let fields = journal::differences(pair.resource, before, after);
    match journal::changes(pair.resource, before, after, &fields) {
        Json::Object(changes) => changes,
        _ => RawChanges::new(),
    }
}

/// The objects that differ between the two instants and that the caller may see.
async fn pairs(cx: &mut Cx, from: Timestamp, to: Timestamp) -> Result<Vec<Pair>> {
    let mut sql = Sql::raw(format!(
        "select distinct t.object_id, t.resource from journal t where t.kind in {CHANGES} and t.at > "
    ));
    sql.bind(from).push(" and t.at <= ").bind(to);
    if !cx.authority.sees_everything() {
        sql.push(" and exists (select 1 from places p where p.id = t.object_id and ").append(place::visible(cx));
        sql.push(")");
    }
    sql.push(" limit ").bind(MOST as i64 + 1);
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await?;
    if rows.len() > MOST {
        return Err(Error::TooLarge(format!("More than {MOST} objects changed in this period. Choose a shorter one.")));
    }
    let known = rows.iter().filter_map(|row| Some((row[0].as_uuid()?, cx.registry().find(row[1].as_str()?)?)));
    compare(cx, from, to, &known.collect()).await
}

/// Those of some objects that differ between the two instants.
async fn compare(
    cx: &mut Cx,
    from: Timestamp,
    to: Timestamp,
    known: &HashMap<Uuid, &'static Resource>,
) -> Result<Vec<Pair>> {
    let ids: Vec<Uuid> = known.keys().copied().collect();
    let mut pairs = Vec::new();
    for some in ids.chunks(PORTION) {
        let states = states(cx, from, to, some).await?;
        for id in some {
            let Some((before, after)) = states.get(id) else { continue };
            let resource = known[id];
            let object = |state: &Option<Json>| state.as_ref().map(|state| object_of(resource, state));
            let pair = Pair { resource, before: object(before), after: object(after) };
            let is_different = match (&pair.before, &pair.after) {
                (None, None) => false,
                (before, after) if before.is_none() || after.is_none() => true,
                (before, after) => !journal::differences(resource, before.as_ref(), after.as_ref()).is_empty(),
            };
            if is_different {
                pairs.push(pair);
            }
        }
    }
    Ok(pairs)
}

/// The states of objects at two instants.
type States = HashMap<Uuid, (Option<Json>, Option<Json>)>;

async fn states(cx: &mut Cx, from: Timestamp, to: Timestamp, ids: &[Uuid]) -> Result<States> {
    let mut sql = Sql::raw("select object_id, max(case when at <= ");
    sql.bind(from).push(" then seq end), max(seq) from journal where object_id");
    sql.any(cx.conn.dialect(), Value::Uuids(ids.to_vec())).push(&format!(" and kind in {CHANGES} and at <= "));
    sql.bind(to).push(" group by object_id");
    let places = cx.conn.query(&sql, &[Type::Uuid, Type::Int, Type::Int]).await?;
    let wanted: Vec<i64> = places.iter().flat_map(|row| [row[1].as_int(), row[2].as_int()]).flatten().collect();
    let mut found: BTreeMap<i64, Json> = BTreeMap::new();
    for some in wanted.chunks(PORTION) {
        let mut sql = Sql::raw("select seq, state from journal where state is not null and seq in (");
        for (at, seq) in some.iter().enumerate() {
            sql.push(if at > 0 { ", " } else { "" }).bind(*seq);
        }
        sql.push(")");
        for row in cx.conn.query(&sql, &[Type::Int, Type::Json]).await? {
            let state = row[1].as_str().and_then(|text| serde_json::from_str(text).ok());
            found.extend(row[0].as_int().zip(state));
        }
    }
    let state = |seq: &Value| seq.as_int().and_then(|seq| found.get(&seq).cloned());
    Ok(places.iter().filter_map(|row| Some((row[0].as_uuid()?, (state(&row[1]), state(&row[2]))))).collect())
}
