//! The tables that the definitions require.
//!
//! Migrations are SQL that people review. This drafts them (`cargo xtask migration`), and lets a test compare a
//! migrated database with the definitions.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cairn_model::kind::Kind;
use cairn_model::{FieldDef, Type, Value};
use cairn_store::{Conn, Dialect, Sql};

use crate::error::Result;
use crate::registry::{Registry, Resource, link_table};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub name: String,
    pub columns: Vec<Column>,
    /// Whole statements, in the database's language.
    pub indexes: Vec<(String, String)>,
    pub is_link: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub sql_type: &'static str,
    pub nullable: bool,
    pub references: Option<String>,
    /// Whether its target is created later, because the two refer to each other.
    pub is_late: bool,
}

/// All tables of the registry, referenced ones first.
pub fn tables(registry: &Registry, dialect: Dialect) -> Vec<Table> {
    let mut resources: Vec<&Resource> = registry.tables().filter(|resource| !resource.entry.view).collect();
    resources.sort_by_key(|resource| resource.rank);
    let mut all: Vec<Table> = resources.iter().map(|resource| resource_table(resource, dialect)).collect();
    for resource in resources {
        for field in resource.def.fields {
            if let Kind::Many(kind) = &field.kind
                && kind.reverse.is_none()
            {
                all.push(relation_table(registry, resource, field, kind.target, dialect));
            }
        }
    }
    all
}

pub const fn sql_type(kind: Type, dialect: Dialect) -> &'static str {
    match (dialect, kind) {
        (Dialect::Sqlite, Type::Bool | Type::Int | Type::Decimal | Type::Time) => "integer",
        (Dialect::Sqlite, Type::Text | Type::Date | Type::Json) => "text",
        (Dialect::Sqlite, Type::Uuid | Type::Bytes) => "blob",
        (Dialect::Postgres, Type::Bool) => "boolean",
        (Dialect::Postgres, Type::Int | Type::Decimal) => "bigint",
        (Dialect::Postgres, Type::Text) => "text",
        (Dialect::Postgres, Type::Uuid) => "uuid",
        (Dialect::Postgres, Type::Date) => "date",
        (Dialect::Postgres, Type::Time) => "timestamp with time zone",
        (Dialect::Postgres, Type::Json) => "json",
        (Dialect::Postgres, Type::Bytes) => "bytea",
    }
}

fn resource_table(resource: &Resource, dialect: Dialect) -> Table {
    let def = resource.def;
    let mut columns = Vec::new();
    let mut indexes = Vec::new();
    let mut index = |name: String, unique: bool, on: &str| {
        let unique = if unique { "unique " } else { "" };
        let sql = format!("create {unique}index {name} on {} ({on})", def.table);
        indexes.push((name, sql));
    };
    for (position, field) in def.fields.iter().enumerate().filter(|(_, field)| field.is_column()) {
        let kind = field.kind.behaviour().column().expect("a column has a type");
        // The rows of a log outlive the objects they are about.
        let target = field.kind.target().filter(|_| !resource.entry.log);
        let references = target.map(|target| target.replace(['-', '/'], "_"));
        if field.kind.refers() {
            index(format!("{}_{}_idx", def.table, field.name), false, &format!("\"{}\"", field.name));
        }
        columns.push(Column {
            name: field.name.to_owned(),
            sql_type: sql_type(kind, dialect),
            nullable: field.nullable,
            references,
            // SQLite checks the target when a row is inserted, not before.
            is_late: dialect == Dialect::Postgres && resource.circular.contains(&position),
        });
    }
    for group in def.unique {
        let on: Vec<String> = group.split(',').map(|field| format!("\"{field}\"")).collect();
        index(def.unique_index(group), true, &on.join(", "));
    }
    index(format!("{}_updated_at_idx", def.table), false, "updated_at");
    let order: Vec<String> = def.order.split(',').map(|term| order_term(resource, term)).collect();
    let last = if def.order.starts_with('-') { "id desc" } else { "id" };
    index(format!("{}_order_idx", def.table), false, &format!("{}, {last}", order.join(", ")));
    Table { name: def.table.to_owned(), columns, indexes, is_link: false }
}

fn order_term(resource: &Resource, term: &str) -> String {
    let (name, direction) = term.strip_prefix('-').map_or((term, ""), |name| (name, " desc"));
    match resource.def.field(name).map(|field| &field.kind) {
        Some(Kind::Text(_)) => format!("lower(\"{name}\"){direction}"),
        _ => format!("\"{name}\"{direction}"),
    }
}

fn relation_table(registry: &Registry, resource: &Resource, field: &FieldDef, target: &str, dialect: Dialect) -> Table {
    let name = link_table(resource.def.table, field.name);
    let column = |side: &str, table: &str| Column {
        name: side.to_owned(),
        sql_type: sql_type(Type::Uuid, dialect),
        nullable: false,
        references: Some(table.to_owned()),
        is_late: false,
    };
    let index = format!("{name}_target_idx");
    let sql = format!("create index {index} on {name} (target, source)");
    Table {
        columns: vec![column("source", resource.def.table), column("target", registry.get(target).def.table)],
        indexes: vec![(index, sql)],
        name,
        is_link: true,
    }
}

impl Table {
    /// The statements that create the table and its indexes.
    pub fn create(&self, dialect: Dialect) -> String {
        let mut lines: Vec<String> = self.columns.iter().map(|column| column.definition(dialect)).collect();
        if self.is_link {
            lines.push("primary key (source, target)".to_owned());
        }
        let end = match (dialect, self.is_link) {
            (Dialect::Sqlite, true) => " strict, without rowid",
            (Dialect::Sqlite, false) => " strict",
            (Dialect::Postgres, _) => "",
        };
        let mut sql = format!("create table {} (\n    {}\n){end};\n", self.name, lines.join(",\n    "));
        for (_, index) in &self.indexes {
            sql.push_str(index);
            sql.push_str(";\n");
        }
        sql
    }
}

impl Column {
    pub fn definition(&self, dialect: Dialect) -> String {
        let mut sql = format!("\"{}\" {}", self.name, self.sql_type);
        if dialect == Dialect::Postgres && self.sql_type == "text" {
            // Byte order is the same on both databases, whatever the server's locale.
            sql.push_str(" collate \"C\"");
        }
        if !self.nullable {
            sql.push_str(" not null");
        }
        if self.name == "id" {
            sql.push_str(" primary key");
        }
        if let Some(table) = self.references.as_ref().filter(|_| !self.is_late) {
            let _ = write!(sql, " references {table} (id)");
        }
        sql
    }
}

/// A table as it stands in a database.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// Name, type and whether it may be null.
    pub columns: Vec<(String, String, bool)>,
    pub indexes: Vec<String>,
}

/// Reads the tables of a database.
pub async fn inspect(conn: &mut Conn) -> Result<BTreeMap<String, Found>> {
    let (columns, indexes) = match conn.dialect() {
        Dialect::Sqlite => (
            "select m.name, p.name, lower(p.type), p.\"notnull\" = 0 and p.pk = 0 \
             from sqlite_schema m join pragma_table_info(m.name) p where m.type = 'table' order by m.name, p.cid",
            "select tbl_name, name from sqlite_schema where type = 'index' and sql is not null order by 1, 2",
        ),
        Dialect::Postgres => (
            "select table_name::text, column_name::text, data_type::text, is_nullable = 'YES' \
             from information_schema.columns where table_schema = current_schema() order by table_name, ordinal_position",
            "select tablename::text, indexname::text from pg_indexes where schemaname = current_schema() order by 1, 2",
        ),
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    for row in conn.query(&Sql::raw(columns), &[Type::Text, Type::Text, Type::Text, Type::Bool]).await? {
        let column = (text(&row[1]), text(&row[2]), row[3] == Value::Bool(true));
        found.entry(text(&row[0])).or_default().columns.push(column);
    }
    for row in conn.query(&Sql::raw(indexes), &[Type::Text, Type::Text]).await? {
        found.entry(text(&row[0])).or_default().indexes.push(text(&row[1]));
    }
    Ok(found)
}

/// The statements that would bring a database in line with the definitions, for a person to review.
pub fn draft(registry: &Registry, found: &BTreeMap<String, Found>, dialect: Dialect) -> String {
    let (mut sql, mut late) = (String::new(), String::new());
    for table in tables(registry, dialect) {
        let existing = found.get(&table.name);
        let is_new = |column: &&Column| {
            existing.is_none_or(|found| found.columns.iter().all(|(name, _, _)| *name != column.name))
        };
        for column in table.columns.iter().filter(|column| column.is_late).filter(is_new) {
            if let Some(target) = &column.references {
                let (name, column) = (&table.name, &column.name);
                let _ = writeln!(late, "alter table {name} add foreign key (\"{column}\") references {target} (id);");
            }
        }
        let Some(existing) = existing else {
            sql.push_str(&table.create(dialect));
            sql.push('\n');
            continue;
        };
        for column in &table.columns {
            if existing.columns.iter().all(|(name, _, _)| *name != column.name) {
                let _ = writeln!(sql, "alter table {} add column {};", table.name, column.definition(dialect));
            }
        }
        for (name, _, _) in &existing.columns {
            if table.columns.iter().all(|column| column.name != *name) {
                let _ = writeln!(sql, "alter table {} drop column \"{name}\";", table.name);
            }
        }
        for (name, statement) in &table.indexes {
            if !existing.indexes.contains(name) {
                let _ = writeln!(sql, "{statement};");
            }
        }
    }
    sql + &late
}
