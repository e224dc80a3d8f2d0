//! Groups, for an identity provider.

use std::collections::HashMap;

use cairn_engine::{Cx, Error, Result};
use cairn_model::{Many, Record, Ref, Timestamp, Value};
use cairn_resources::iam::{IdpGroup, User};
use cairn_store::Sql;
use uuid::Uuid;

use super::users::{ByRow, TIMES, pair};
use super::{Group, Listed, Wanted};
use crate::iam::idp_group;

/// The groups that there are.
pub async fn list(cx: &mut Cx, wanted: Wanted<'_>) -> Result<Vec<Listed<IdpGroup>>> {
    let groups: Vec<IdpGroup> = cx
        .list_all(|select| {
            match wanted {
                Wanted::All => {}
                Wanted::Named(name) => {
                    let mut named = Sql::raw("lower(t.name) = ");
                    named.bind(name.to_lowercase());
                    select.condition(named);
                }
                Wanted::Page(skip, take) => {
                    select.limit(take, skip);
                }
            }
            select.order_by("t.created_at, t.id");
        })
        .await?;
    with_times(cx, groups).await
}

pub async fn count(cx: &mut Cx) -> Result<usize> {
    super::count(cx, Sql::raw(format!("select count(*) from {}", IdpGroup::def().table))).await
}

pub async fn find(cx: &mut Cx, id: Uuid) -> Result<Option<Listed<IdpGroup>>> {
    let group: Option<IdpGroup> = cx.find(id).await?;
    Ok(with_times(cx, group.into_iter().collect()).await?.pop())
}

async fn with_times(cx: &mut Cx, groups: Vec<IdpGroup>) -> Result<Vec<Listed<IdpGroup>>> {
    let ids = groups.iter().map(|group| group.id.uuid()).collect();
    let times = times(cx, IdpGroup::def().table, ids).await?;
    let zero = Timestamp::from_micros(0);
    let one = |group: IdpGroup| {
        let (created, updated) = times.get(&group.id.uuid()).copied().unwrap_or((zero, zero));
        Listed { object: group, created, updated }
    };
    Ok(groups.into_iter().map(one).collect())
}

pub(super) async fn times(cx: &mut Cx, table: &str, ids: Vec<Uuid>) -> Result<ByRow> {
    let mut sql = Sql::raw(format!("select id, created_at, updated_at from {table} where id"));
    sql.any(cx.conn.dialect(), Value::Uuids(ids));
    let rows = cx.conn.query(&sql, &TIMES).await?;
    Ok(rows.iter().filter_map(|row| pair(row)).collect())
}

/// The groups of each of these users, by id and name.
pub async fn of_users(cx: &mut Cx, users: &[Listed<User>]) -> Result<HashMap<Uuid, Vec<(Uuid, String)>>> {
    let ids: Vec<Uuid> = users.iter().map(|user| user.object.id.uuid()).collect();
    let mut all: HashMap<Uuid, Vec<(Uuid, String)>> = HashMap::new();
    for group in idp_group::of_users(cx, &ids).await? {
        for user in group.users.uuids() {
            all.entry(user).or_default().push((group.id.uuid(), group.name.clone()));
        }
    }
    Ok(all)
}

pub async fn create(cx: &mut Cx, wanted: Group) -> Result<Uuid> {
    cx.lock_access("access").await?;
    check(cx, None, &wanted).await?;
    let group = IdpGroup {
        id: cx.new_id(),
        folder: Ref::new(cx.root_folder()),
        name: wanted.name,
        external_id: wanted.external_id,
        user_groups: Many::default(),
        users: Many::of(wanted.members),
        is_scim_managed: true,
        is_published: false,
    };
    let id = group.id.uuid();
    cx.create(group).await?;
    Ok(id)
}

pub async fn replace(cx: &mut Cx, id: Uuid, wanted: Group) -> Result<()> {
    check(cx, Some(id), &wanted).await?;
    let change = |group: &mut IdpGroup| {
        (group.name, group.external_id) = (wanted.name, wanted.external_id);
        (group.users, group.is_scim_managed) = (Many::of(wanted.members), true);
        Ok(())
    };
    cx.modify(id, change).await?;
    Ok(())
}

pub async fn remove(cx: &mut Cx, id: Uuid) -> Result<()> {
    cx.delete::<IdpGroup>(id).await
}

pub(super) async fn drop_member(cx: &mut Cx, group: Uuid, user: Uuid) -> Result<()> {
    let change = |group: &mut IdpGroup| {
        group.users = Many::of(group.users.uuids().into_iter().filter(|one| *one != user));
        Ok(())
    };
    cx.modify(group, change).await?;
    Ok(())
}

async fn check(cx: &mut Cx, but: Option<Uuid>, wanted: &Group) -> Result<()> {
    if wanted.name.chars().count() > 512 || wanted.external_id.as_ref().is_some_and(|id| id.chars().count() > 300) {
        return Err(Error::field("displayName", "The limit is 512 characters, and 300 for externalId."));
    }
    let named = list(cx, Wanted::Named(&wanted.name)).await?;
    if named.iter().any(|group| Some(group.object.id.uuid()) != but) {
        return Err(Error::Conflict("There is a group with this displayName.".into()));
    }
    let ids = Value::Uuids(wanted.members.clone());
    let known: Vec<User> = cx
        .list_all(|select| {
            select.any_of("id", ids);
        })
        .await?;
    let is_person = |id: &Uuid| known.iter().any(|user| user.id.uuid() == *id && !user.is_service_account);
    if wanted.members.iter().all(is_person) {
        return Ok(());
    }
    Err(Error::field("members", "Some members are not users."))
}
