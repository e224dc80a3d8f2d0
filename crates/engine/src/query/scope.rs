//! What a caller may see as a SQL condition: the one place where permissions become a query.

use cairn_access::Scope;
use cairn_model::def::Mine;
use cairn_model::{Published, ScopeRule, Value};
use cairn_store::{Dialect, Sql};
use uuid::Uuid;

use super::any::leads_to_seen;
use super::select::column;
use crate::cx::Cx;
use crate::past::{PRESENT_FOLDER, PRESENT_PUBLISHED};
use crate::registry::{Registry, Resource, link_table};

/// The condition that a row under an alias may be seen, or `None` if all may be. Everything that shows, counts, finds
/// or follows rows for a caller uses it.
pub(crate) fn sight(cx: &Cx, resource: &Resource, alias: &str, scope: &Scope) -> Option<Sql> {
    match resource.entry.sight {
        Some(sight) if !scope.is_system() => sight(cx, alias),
        _ => {
            let own = scope_condition(cx.registry(), resource, alias, scope, cx.conn.dialect());
            match (own, whole_condition(cx, resource, alias, scope)) {
                (Some(mut own), Some(whole)) => {
                    own.push(" and ").append(whole);
                    Some(own)
                }
                (own, whole) => own.or(whole),
            }
        }
    }
}

/// The condition that the whole a row is part of may be seen. Comments and parts of an object of any resource are as
/// hidden as that object, for whatever reason; parts of one resource have their own permissions in the same domain.
fn whole_condition(cx: &Cx, resource: &Resource, alias: &str, scope: &Scope) -> Option<Sql> {
    if resource.entry.conversation && !scope.is_system() {
        return topic_condition(cx, resource, alias, scope);
    }
    let position = resource.parents.iter().find(|at| resource.any.contains(at)).filter(|_| !scope.is_system())?;
    let field = resource.field(*position);
    let targets = cx.registry().targets(&field.kind);
    let hides = targets.iter().any(|path| cx.sight(cx.registry().get(path), "w").is_some());
    hides.then(|| leads_to_seen(cx, alias, field.name, &targets, "w"))
}

/// The condition that what a comment is on may be seen, unless the caller sees all that comments can be on wherever
/// they see comments.
fn topic_condition(cx: &Cx, resource: &Resource, alias: &str, scope: &Scope) -> Option<Sql> {
    let topics: Vec<(&'static str, Vec<&'static str>)> = resource
        .parents
        .iter()
        .map(|position| resource.field(*position))
        .map(|field| (field.name, cx.registry().targets(&field.kind)))
        .collect();
    let hides = |path: &&'static str| {
        let topic = cx.registry().get(path);
        let theirs = cx.scope(topic);
        theirs.looks_at_rows()
            || theirs.folders() != scope.folders()
            || theirs.published() != scope.published()
            || depends_on_whole(cx, topic)
    };
    if !topics.iter().flat_map(|(_, paths)| paths).any(hides) {
        return None;
    }
    let mut sql = Sql::raw("(1 = 0");
    for (field, paths) in &topics {
        sql.push(" or ").append(leads_to_seen(cx, alias, field, paths, "w"));
    }
    sql.push(")");
    Some(sql)
}

/// Whether the row itself, and not only its place, is needed to know whether the caller may see it.
pub(crate) fn is_by_row(cx: &Cx, resource: &Resource) -> bool {
    cx.scope(resource).looks_at_rows() || resource.entry.sight.is_some() || depends_on_whole(cx, resource)
}

/// Whether the place of a row is not enough to know who may see it, because it is part of something else.
pub(crate) fn depends_on_whole(cx: &Cx, resource: &Resource) -> bool {
    whole_condition(cx, resource, "t", &cx.scope(resource)).is_some()
}

/// The condition that limits rows to a scope, or `None` if it includes all.
fn scope_condition(
    registry: &Registry,
    resource: &Resource,
    alias: &str,
    scope: &Scope,
    dialect: Dialect,
) -> Option<Sql> {
    if scope.is_unrestricted() {
        return None;
    }
    let mine = |actors: &[Uuid]| mine(registry, resource, alias, scope.user(), actors, dialect, 0);
    let mut condition = by_place(resource, alias, scope, dialect);
    if let Some(actors) = scope.only_actors() {
        condition.push(" and ").append(mine(actors));
    }
    let Some(assigned) = scope.assigned() else { return Some(condition) };
    let mut either = Sql::raw("(");
    either.append(condition).push(" or ");
    // What is for everyone is in no domain that a role is given on; whose it is says enough.
    if let Some(folders) = assigned.folders.as_ref().filter(|_| resource.def.published != Published::Always) {
        let (own, _) = place(resource, alias, scope);
        either.push(&own).any(dialect, Value::Uuids(folders.to_vec())).push(" and ");
    }
    either.append(mine(&assigned.actors)).push(")");
    Some(either)
}

/// The condition that a row is in the folders of a scope, or published above them.
fn by_place(resource: &Resource, alias: &str, scope: &Scope, dialect: Dialect) -> Sql {
    let mut condition = Sql::new();
    let Some(folders) = scope.folders() else { return Sql::raw("1 = 1") };
    let (own, published) = place(resource, alias, scope);
    let ids = |ids: &[Uuid]| Value::Uuids(ids.to_vec());
    condition.push("(").push(&own).any(dialect, ids(folders));
    match resource.def.published {
        Published::Never => {}
        _ if scope.published().is_empty() => {}
        Published::Always => {
            condition.push(" or ").push(&own).any(dialect, ids(scope.published()));
        }
        Published::Field => {
            condition.push(" or (").push(&published).push(" and ").push(&own);
            condition.any(dialect, ids(scope.published())).push(")");
        }
    }
    condition.push(")");
    condition
}

/// The columns that say where a row is and whether it is published. In a rebuilt past they are not where it was, but
/// where it is now, or was when it was deleted: someone who lost access to an object does not get it back by viewing
/// an earlier day.
fn place(resource: &Resource, alias: &str, scope: &Scope) -> (String, String) {
    let (own, published) = (resource.scope_column(), "is_published");
    match (scope.is_over_the_past(), resource.def.scope) {
        (false, _) => (column(alias, own), column(alias, published)),
        (true, ScopeRule::Folder | ScopeRule::Within(_)) => {
            (column(alias, PRESENT_FOLDER), column(alias, PRESENT_PUBLISHED))
        }
        (true, ScopeRule::OwnId) => (column(alias, own), column(alias, PRESENT_PUBLISHED)),
    }
}

/// The resource of people, teams and organisations to whom things are assigned.
const ACTORS: &str = "actors";
/// The resource of those who decide: a team cannot.
const USERS: &str = "users";

/// The condition that a row is assigned to the caller or one of their teams: it is theirs by definition, or names them in
/// any of its fields for several actors or users.
pub fn is_assigned(cx: &Cx, resource: &Resource, alias: &str) -> Sql {
    let (registry, dialect) = (cx.registry(), cx.conn.dialect());
    let (user, actors) = (cx.authority.caller.user.unwrap_or_default(), cx.authority.rights.actors());
    let mut condition = Sql::raw("(");
    condition.append(mine(registry, resource, alias, user, actors, dialect, 0));
    for relation in resource.relations.iter().filter(|relation| relation.owner_field.is_none()) {
        let ids = match relation.target {
            ACTORS => actors.to_vec(),
            USERS => vec![user],
            _ => continue,
        };
        let table = link_table(resource.def.table, resource.field(relation.position).name);
        let source = column(alias, "id");
        condition.push(&format!(" or exists (select 1 from {table} o where o.source = {source} and o.target"));
        condition.any(dialect, Value::Uuids(ids)).push(")");
    }
    condition.push(")");
    condition
}

/// The condition that a row belongs to one of these actors, directly or through what it belongs to.
fn mine(
    registry: &Registry,
    resource: &Resource,
    alias: &str,
    user: Uuid,
    actors: &[Uuid],
    dialect: Dialect,
    depth: usize,
) -> Sql {
    let mut condition = Sql::new();
    match resource.def.mine {
        Mine::Nothing => {
            condition.push("1 = 0");
        }
        Mine::Folder => {
            condition.push("1 = 1");
        }
        Mine::User => {
            condition.push(&column(alias, "id")).push(" = ").bind(user);
        }
        Mine::Actors(field) => {
            let table = link_table(resource.def.table, field);
            condition.push(&format!(
                "exists (select 1 from {table} o where o.source = {} and o.target",
                column(alias, "id")
            ));
            condition.any(dialect, Value::Uuids(actors.to_vec())).push(")");
        }
        Mine::NamedBy(path, field) => {
            let (by, inner, id) = (registry.get(path), format!("m{depth}"), column(alias, "id"));
            let is_many = by.def.field(field).is_some_and(|field| field.kind.is_many());
            let refers = if is_many {
                let links = link_table(by.def.table, field);
                let source = column(&inner, "id");
                format!(
                    "exists (select 1 from {links} l{depth} where l{depth}.source = {source} and l{depth}.target = {id})"
                )
            } else {
                format!("{} = {id}", column(&inner, field))
            };
            condition.push(&format!("exists (select 1 from {} {inner} where {refers} and ", by.def.table));
            condition.append(mine(registry, by, &inner, user, actors, dialect, depth + 1)).push(")");
        }
        Mine::Through(field) => {
            let targets = resource.def.field(field).map_or_else(Vec::new, |field| registry.targets(&field.kind));
            let inner = format!("m{depth}");
            condition.push("(1 = 0");
            for target in targets.into_iter().map(|path| registry.get(path)) {
                let (table, id, reference) = (target.def.table, column(&inner, "id"), column(alias, field));
                condition.push(&format!(" or exists (select 1 from {table} {inner} where {id} = {reference} and "));
                condition.append(mine(registry, target, &inner, user, actors, dialect, depth + 1)).push(")");
            }
            condition.push(")");
        }
    }
    condition
}
