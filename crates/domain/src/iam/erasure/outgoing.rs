//! Messages that are queued, or were sent and are kept for a while, for webhooks and sinks; and stored responses for
//! repeated requests. They hold bytes, not objects.

use cairn_engine::{Cx, Result, mentions};
use cairn_model::{Type, Value};
use cairn_store::{Dialect, Sql};

use super::person::Person;

/// Bytes in a table: its key columns, the columns with the bytes, and the column that says whom a row is about.
struct Kept {
    table: &'static str,
    key: &'static [(&'static str, Type)],
    bodies: &'static [&'static str],
    about: &'static str,
}

const ALL: [Kept; 2] = [
    Kept {
        table: "webhook_messages",
        key: &[("id", Type::Text)],
        bodies: &["body_full", "body_thin"],
        about: "object_id",
    },
    Kept {
        table: "idempotency_keys",
        key: &[("\"user\"", Type::Uuid), ("key", Type::Text)],
        bodies: &["body"],
        about: "\"user\"",
    },
];

/// Removes a person from all of it; returns how many rows mentioned them.
pub async fn rewrite(cx: &mut Cx, person: &Person) -> Result<u64> {
    let mut changed = 0;
    for kept in &ALL {
        changed += kept.rewrite(cx, person).await?;
    }
    Ok(changed)
}

impl Kept {
    async fn rewrite(&self, cx: &mut Cx, person: &Person) -> Result<u64> {
        let dialect = cx.conn.dialect();
        let text = |column: &&str| match dialect {
            Dialect::Sqlite => (*column).to_owned(),
            // Bytes that are not text appear as numbers; the words searched for here are plain ASCII.
            Dialect::Postgres => format!("encode({column}, 'escape')"),
        };
        let expressions: Vec<String> = self.bodies.iter().map(text).collect();
        let keys: Vec<&str> = self.key.iter().map(|(name, _)| *name).collect();
        let columns = [&keys[..], self.bodies].concat().join(", ");
        let mut sql = Sql::raw(format!("select {columns}, {} from {} where ", self.about, self.table));
        sql.append(mentions::condition(dialect, &expressions, &person.marks()));
        let types: Vec<Type> = (self.key.iter().map(|(_, kind)| *kind))
            .chain(self.bodies.iter().map(|_| Type::Bytes))
            .chain([Type::Uuid])
            .collect();
        let mut statements = Vec::new();
        for row in cx.conn.query(&sql, &types).await? {
            let (key, rest) = row.split_at(self.key.len());
            let is_own = rest.last().and_then(Value::as_uuid).is_some_and(|id| person.is(id));
            let bodies = &rest[..self.bodies.len()];
            let changes = bodies.iter().zip(self.bodies).filter_map(|(body, name)| {
                let Value::Bytes(bytes) = body else { return None };
                person.body(bytes, is_own).map(|body| (*name, body))
            });
            statements.extend(self.update(key, changes.collect()));
        }
        cx.conn.execute_all(&statements).await?;
        Ok(statements.len() as u64)
    }

    fn update(&self, key: &[Value], changes: Vec<(&str, Vec<u8>)>) -> Option<Sql> {
        if changes.is_empty() {
            return None;
        }
        let mut sql = Sql::raw(format!("update {} set ", self.table));
        for (number, (name, body)) in changes.into_iter().enumerate() {
            sql.push(if number > 0 { ", " } else { "" }).push(&format!("{name} = ")).bind(Value::Bytes(body));
        }
        for (number, ((name, _), value)) in self.key.iter().zip(key).enumerate() {
            sql.push(if number > 0 { " and " } else { " where " }).push(&format!("{name} = ")).bind(value.clone());
        }
        Some(sql)
    }
}
