//! Who can see an object, and why.

use std::collections::BTreeSet;
use std::sync::Arc;

use cairn_access::{Behalf, Grant, Limits, Snapshot, Verb};
use cairn_engine::{Action, Authority, Caller, Cx, Resource, Result, action, query};
use cairn_model::{Describe, Record, Type};
use cairn_resources::iam::User;
use cairn_store::Sql;
use serde::Serialize;
use uuid::Uuid;

use super::names::{self, Names};
use super::{Named, Paging};

pub const WHO_CAN_SEE: Action = action!(
    GET "who-can-see", every_item, View, who_can_see: Paging => Viewers,
    "Everyone who can see it, what they can do with it, and why. For people who may see users and role assignments in its domain."
);

/// People asked about with one statement.
const CHUNK: usize = 40;

/// Everyone who can see an object, by name.
#[derive(Serialize, Describe)]
pub struct Viewers {
    pub count: usize,
    pub results: Vec<Viewer>,
}

#[derive(Serialize, Describe)]
pub struct Viewer {
    pub user: Named,
    pub email: String,
    /// An external user, who sees only what is assigned to them.
    pub is_third_party: bool,
    /// A program, with permissions of a role or of its own.
    pub is_service_account: bool,
    /// `view`, `change`, `delete`.
    pub can: Vec<&'static str>,
    pub reasons: Vec<Reason>,
}

/// One reason why someone sees an object.
#[derive(Serialize, Describe)]
pub struct Reason {
    /// `role`: a role in its domain. `publication`: it is published, and they have a role in a subdomain. `assignment`: it
    /// is assigned to them or to a team of theirs. `own`: it follows from what it belongs to, or is their own.
    pub kind: &'static str,
    pub role: Option<Named>,
    /// The group that has the role, if not the user.
    pub group: Option<Named>,
    /// Whether a group has the role, even one that you cannot see.
    pub through_group: bool,
    /// The domain on which the role is assigned.
    pub domain: Option<Named>,
    /// Whether the role is assigned on a parent domain and includes subdomains.
    pub inherited: bool,
}

/// A person or a program who may be one of them.
struct Candidate {
    id: Uuid,
    name: String,
    email: String,
    is_third_party: bool,
    is_service_account: bool,
}

async fn who_can_see(cx: &mut Cx, (resource, id): (&'static Resource, Uuid), paging: Paging) -> Result<Viewers> {
    let scope = cx.scope(resource);
    // Whoever may not see it was refused before.
    let Some(object) = query::find(cx, resource, &scope, id).await? else {
        return Ok(Viewers { count: 0, results: Vec::new() });
    };
    let folder = object.folder();
    super::require(cx, folder)?;
    let facts = cx.facts().clone();
    let all = candidates(cx).await?;
    let mut seeing = Vec::new();
    for chunk in all.chunks(CHUNK) {
        let seen = which_see(cx, &facts, resource, id, chunk).await?;
        seeing.extend(chunk.iter().zip(seen).filter(|(_, sees)| *sees).map(|(one, _)| one));
    }
    let count = seeing.len();
    let shown = paging.of(seeing);
    let grants = shown.iter().flat_map(|one| facts.grants(one.id));
    let (roles, groups): (BTreeSet<Uuid>, Vec<Option<Uuid>>) =
        grants.map(|grant| (grant.assignment.role, grant.assignment.group)).unzip();
    let names = Names::load(cx, roles, groups.into_iter().flatten().collect()).await?;
    let viewer = |one: &Candidate| Viewer {
        user: Named { id: one.id, str: one.name.clone() },
        email: one.email.clone(),
        is_third_party: one.is_third_party,
        is_service_account: one.is_service_account,
        can: verbs(&facts, resource, folder, one.id),
        reasons: reasons(cx, &facts, resource, folder, one, &names),
    };
    Ok(Viewers { count, results: shown.into_iter().map(viewer).collect() })
}

/// The people and programs whose accounts work, at the time being viewed, as far as the caller may see them.
async fn candidates(cx: &mut Cx) -> Result<Vec<Candidate>> {
    let users = cx.resource::<User>();
    let name = users.display("t");
    let mut sql = Sql::raw(format!("select t.id, {name}, t.email, t.is_third_party, t.is_service_account from "));
    sql.push(User::def().table)
        .push(" t where t.is_active and (t.expiry_date is null or t.expiry_date > ")
        .bind(cx.today())
        .push(")");
    if let Some(seen) = cx.sight(users, "t") {
        sql.push(" and ").append(seen);
    }
    sql.push(&format!(" order by lower({name}), t.id"));
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text, Type::Text, Type::Bool, Type::Bool]).await?;
    let candidate = |row: &Vec<cairn_model::Value>| {
        Some(Candidate {
            id: row[0].as_uuid()?,
            name: row[1].as_str()?.to_owned(),
            email: row[2].as_str()?.to_owned(),
            is_third_party: row[3].as_bool().unwrap_or_default(),
            is_service_account: row[4].as_bool().unwrap_or_default(),
        })
    };
    Ok(rows.iter().filter_map(candidate).collect())
}

/// Which of some people see the object: for each, with the condition of their own requests.
async fn which_see(
    cx: &mut Cx,
    facts: &Arc<Snapshot>,
    resource: &'static Resource,
    id: Uuid,
    people: &[Candidate],
) -> Result<Vec<bool>> {
    let mut seen = vec![false; people.len()];
    let (mut sql, mut asked) = (Sql::new(), 0);
    let own = cx.authority.clone();
    for (at, person) in people.iter().enumerate() {
        let behalf = Behalf { user: person.id, limits: Limits::default() };
        cx.authority = Authority::new(Arc::new(Caller::on_behalf(behalf, "who can see")), facts.clone());
        // Who may see none of its kind sees none, whatever else holds.
        if resource.entry.sight.is_none() && !cx.authority.may_view(resource) {
            continue;
        }
        sql.push(if asked > 0 { " union all " } else { "" });
        sql.push(&format!("select {at} from {} t where t.id = ", resource.def.table)).bind(id);
        if let Some(condition) = cx.sight(resource, "t") {
            sql.push(" and ").append(condition);
        }
        asked += 1;
    }
    cx.authority = own;
    if asked == 0 {
        return Ok(seen);
    }
    for row in cx.conn.query(&sql, &[Type::Int]).await? {
        if let Some(one) = row[0].as_int().and_then(|at| seen.get_mut(usize::try_from(at).ok()?)) {
            *one = true;
        }
    }
    Ok(seen)
}

/// What someone who sees the object can do with it.
fn verbs(facts: &Snapshot, resource: &Resource, folder: Uuid, user: Uuid) -> Vec<&'static str> {
    let rights = facts.rights(user);
    let has = |verb: Verb| match verb {
        Verb::View => true,
        Verb::Add => false,
        Verb::Change => resource.is_writable() && rights.allows(resource.change, folder),
        Verb::Delete => resource.is_deletable() && rights.allows(resource.delete, folder),
    };
    Verb::ALL.into_iter().filter(|verb| has(*verb)).map(Verb::word).collect()
}

/// Why someone who sees the object does.
fn reasons(
    cx: &Cx,
    facts: &Snapshot,
    resource: &Resource,
    folder: Uuid,
    person: &Candidate,
    names: &Names,
) -> Vec<Reason> {
    let grants: Vec<Grant<'_>> = facts.grants(person.id).collect();
    let reason = |kind, grant: &Grant<'_>, given: Uuid| Reason {
        kind,
        role: names.get(grant.assignment.role),
        group: grant.assignment.group.and_then(|group| names.get(group)),
        through_group: grant.assignment.group.is_some(),
        domain: names::domain(cx, given),
        inherited: kind == "role" && given != folder,
    };
    // An external user sees what is assigned to them, within the roles that they have.
    let by_role = if person.is_third_party { "assignment" } else { "role" };
    let mut found: Vec<Reason> = grants
        .iter()
        .filter(|grant| grant.gives(resource.view))
        .filter_map(|grant| Some(reason(by_role, grant, grant.reaches(folder)?)))
        .collect();
    if found.is_empty() {
        let assigned = grants.iter().filter(|grant| resource.view_assigned.is_some_and(|view| grant.gives(view)));
        found.extend(assigned.filter_map(|grant| Some(reason("assignment", grant, grant.reaches(folder)?))));
    }
    if found.is_empty() {
        let below = grants.iter().filter(|grant| grant.gives(resource.view));
        found.extend(below.filter_map(|grant| Some(reason("publication", grant, grant.lies_below(folder)?))));
    }
    if found.is_empty() {
        let (role, group, domain) = (None, None, None);
        found.push(Reason { kind: "own", role, group, through_group: false, domain, inherited: false });
    }
    found
}
