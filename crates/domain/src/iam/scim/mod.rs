//! What an identity provider does by SCIM: users and groups come, change and go.
//!
//! A provider acts with the rights of Cairn itself (`Caller::provisioning`). What its groups give is decided by people,
//! who map them to user groups (`idp_group.rs`).

pub mod groups;
pub mod token;
pub mod users;

use cairn_engine::{Cx, Result};
use cairn_model::{Timestamp, Type};
use cairn_store::Sql;
use uuid::Uuid;

/// A user, as a provider describes them.
#[derive(Debug, Clone)]
pub struct Person {
    pub user_name: String,
    pub email: String,
    pub external_id: Option<String>,
    pub first_name: String,
    pub last_name: String,
    pub is_active: bool,
}

/// A group, as a provider describes it.
#[derive(Debug, Clone)]
pub struct Group {
    pub name: String,
    pub external_id: Option<String>,
    pub members: Vec<Uuid>,
}

/// Which objects of a list are wanted.
#[derive(Debug, Clone, Copy)]
pub enum Wanted<'a> {
    All,
    /// Those with this name.
    Named(&'a str),
    /// A page: how many to skip, and how many to show.
    Page(i64, i64),
}

/// An object with its times.
#[derive(Debug, Clone)]
pub struct Listed<T> {
    pub object: T,
    pub created: Timestamp,
    pub updated: Timestamp,
}

async fn count(cx: &mut Cx, query: Sql) -> Result<usize> {
    let rows = cx.conn.query(&query, &[Type::Int]).await?;
    let count = rows.first().and_then(|row| row[0].as_int()).unwrap_or_default();
    Ok(usize::try_from(count).unwrap_or_default())
}
