//! A selection of rows. It cannot be created without a scope.

use cairn_access::Scope;
use cairn_model::Value;
use cairn_store::{Dialect, Sql};
use uuid::Uuid;

use super::fields::Fields;
use super::hits::Hits;
use super::params::PageRequest;
use super::scope::sight;
use crate::cx::Cx;
use crate::registry::{Registry, Resource};

/// A quoted column under an alias: names such as `user` mean something else in SQL.
pub fn column(alias: &str, name: &str) -> String {
    format!("{alias}.\"{name}\"")
}

const ID: &str = "id";

/// The condition that a row under the alias `t` has one of these ids.
pub(super) fn has_id(resource: &Resource, ids: &[Uuid], dialect: Dialect) -> Sql {
    if let Some(key) = &resource.entry.key {
        // No number is below zero, and the list must not be empty.
        let mut sql = Sql::raw(column("t", key.column));
        sql.push(" in (-1");
        for number in ids.iter().filter_map(|id| (key.number)(*id)) {
            sql.push(", ").bind(number);
        }
        sql.push(")");
        return sql;
    }
    among(&column("t", ID), ids, dialect)
}

/// The condition that an expression is one of these ids. A single id is compared directly, so that an index returns
/// the rows in the order of its next columns.
pub fn among(expression: &str, ids: &[Uuid], dialect: Dialect) -> Sql {
    let mut sql = Sql::raw(expression);
    match ids {
        [one] => sql.push(" = ").bind(*one),
        _ => sql.any(dialect, Value::Uuids(ids.to_vec())),
    };
    sql
}

/// How far the rows of a log are counted.
pub const LOG_COUNT: i64 = 1000;

/// Why rows are locked, where others write at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lock {
    /// They must not be deleted, because something will refer to them.
    Refer,
    /// They must not change, for others either.
    Hold,
    /// They will change, but others may refer to them meanwhile.
    Change,
    /// They will be deleted, so nobody may refer to them any more.
    Delete,
}

impl Lock {
    fn clause(self) -> &'static str {
        match self {
            Self::Refer => " for key share",
            Self::Change => " for no key update",
            Self::Delete => " for update",
            Self::Hold => " for share",
        }
    }

    /// Locks objects of a table, always in the same order: two writers that lock some of the same never wait for each
    /// other.
    pub fn all(self, table: &str, ids: &[Uuid]) -> Sql {
        let mut sql = Sql::raw(format!("select id from {table} where id"));
        sql.any(Dialect::Postgres, Value::Uuids(ids.to_vec())).push(" order by id").push(self.clause());
        sql
    }
}

/// The rows of one resource, under the alias `t`.
pub struct Select {
    pub resource: &'static Resource,
    pub registry: &'static Registry,
    pub dialect: Dialect,
    /// Which fields of the rows a response shows.
    pub fields: Fields,
    conditions: Vec<Sql>,
    /// How many of the conditions only limit what may be seen.
    given: usize,
    /// What is searched for.
    pub(super) hits: Option<Hits>,
    order: Vec<Sql>,
    /// Whether an index has the rows in their order.
    pub(super) is_in_own_order: bool,
    limit: Option<(i64, i64)>,
    lock: Option<Lock>,
}

impl Select {
    pub fn new(cx: &Cx, resource: &'static Resource, scope: &Scope) -> Self {
        let (registry, dialect) = (cx.registry(), cx.conn.dialect());
        let mut conditions: Vec<Sql> = sight(cx, resource, "t", scope).into_iter().collect();
        if let Some(part) = &resource.entry.part {
            let mut only = Sql::raw(column("t", part.field));
            only.push(" = ").bind(part.value);
            conditions.push(only);
        }
        Self {
            resource,
            registry,
            dialect,
            fields: Fields::default(),
            given: conditions.len(),
            conditions,
            hits: None,
            order: Vec::new(),
            is_in_own_order: false,
            limit: None,
            lock: None,
        }
    }

    pub fn condition(&mut self, condition: Sql) -> &mut Self {
        self.conditions.push(condition);
        self
    }

    /// Whether only the search filters it, and an index has its rows in order.
    pub(super) fn is_plain_search(&self) -> bool {
        self.hits.is_some() && self.is_in_own_order && self.conditions.len() == self.given
    }

    /// Keeps the rows whose field has the value; null is matched as null.
    pub fn equals(&mut self, field: &str, value: impl Into<Value>) -> &mut Self {
        let mut sql = Sql::raw(column("t", field));
        match value.into() {
            Value::Null => sql.push(" is null"),
            value => sql.push(" = ").bind(value),
        };
        self.condition(sql)
    }

    pub fn any_of(&mut self, field: &str, values: Value) -> &mut Self {
        if let (ID, Value::Uuids(ids)) = (field, &values) {
            return self.condition(has_id(self.resource, ids, self.dialect));
        }
        let mut sql = Sql::raw(column("t", field));
        sql.any(self.dialect, values);
        self.condition(sql)
    }

    pub fn id(&mut self, id: Uuid) -> &mut Self {
        self.condition(has_id(self.resource, &[id], self.dialect))
    }

    /// Keeps the rows that a many-relation links to any of the targets.
    pub fn linked(&mut self, field: &str, targets: Vec<Uuid>) -> &mut Self {
        let relation = self.resource.relation(field).expect("the field is a many-relation of the resource");
        let mut sql = Sql::raw(format!(
            "t.id in (select l.{} from {} l where l.{}",
            relation.own, relation.table, relation.other
        ));
        sql.any(self.dialect, Value::Uuids(targets)).push(")");
        self.condition(sql)
    }

    /// Adds SQL to order by, such as `t."name" desc`.
    pub fn order_by(&mut self, order: impl Into<Sql>) -> &mut Self {
        self.order.push(order.into());
        self
    }

    pub fn limit(&mut self, limit: i64, offset: i64) -> &mut Self {
        self.limit = Some((limit, offset));
        self
    }

    /// Locks the rows against changes until the transaction ends.
    pub fn locked(&mut self, lock: Lock) -> &mut Self {
        self.lock = Some(lock);
        self
    }

    /// The query for the rows: the resource's columns, in order.
    pub fn rows(&self) -> Sql {
        self.rows_with(Vec::new(), Sql::new())
    }

    /// The query for the rows with more columns and joins, for what they refer to.
    pub fn rows_with(&self, more: Vec<Sql>, joins: Sql) -> Sql {
        let mut sql = Sql::raw("select ");
        for (at, position) in self.resource.columns.iter().enumerate() {
            if at > 0 {
                sql.push(", ");
            }
            sql.push("t.\"").push(self.resource.field(*position).name).push("\"");
        }
        for expression in more {
            sql.push(", ").append(expression);
        }
        sql.push(" from ").push(self.resource.def.table).push(" t");
        sql.append(joins);
        self.push_conditions(&mut sql);
        self.push_order(&mut sql);
        if let Some((limit, offset)) = self.limit {
            sql.push(" limit ").bind(limit).push(" offset ").bind(offset);
        }
        if let Some(lock) = self.lock
            && self.dialect == Dialect::Postgres
        {
            sql.push(lock.clause()).push(" of t");
        }
        sql
    }

    /// The query for the ids of the rows alone, in order.
    pub fn ids(&self, most: i64) -> Sql {
        self.first("t.id", most)
    }

    /// The query for expressions over the first rows, in order.
    pub fn first(&self, expressions: &str, most: i64) -> Sql {
        let mut sql = self.project(expressions);
        self.push_order(&mut sql);
        sql.push(" limit ").bind(most);
        sql
    }

    /// The query for the number of rows on all pages. A log has too many to count for every page, so its count stops
    /// at some number, but never before the next page.
    pub fn count(&self, page: PageRequest) -> Sql {
        if !self.resource.entry.log {
            return self.project("count(*)");
        }
        let most = LOG_COUNT.max(page.offset.saturating_add(page.limit).saturating_add(1));
        let mut sql = Sql::raw("select count(*) from (");
        sql.append(self.project("1")).push(" limit ").bind(most).push(") c");
        sql
    }

    /// Other expressions over the same rows, such as `count(*)` or ids.
    pub fn project(&self, expressions: &str) -> Sql {
        let mut sql = Sql::raw(format!("select {expressions} from {} t", self.resource.def.table));
        self.push_conditions(&mut sql);
        sql
    }

    fn push_order(&self, sql: &mut Sql) {
        for (at, order) in self.order.iter().enumerate() {
            sql.push(if at == 0 { " order by " } else { ", " }).append(order.clone());
        }
    }

    fn push_conditions(&self, sql: &mut Sql) {
        let hits = self.hits.as_ref().map(|hits| hits.condition(self.dialect));
        for (at, condition) in self.conditions.iter().chain(&hits).enumerate() {
            sql.push(if at == 0 { " where (" } else { " and (" }).append(condition.clone()).push(")");
        }
    }
}
