//! The assets above and below an asset. Links point from an asset to those that it supports.

use std::sync::Arc;

use cairn_engine::computed::Structs;
use cairn_engine::filter::FilterCx;
use cairn_engine::query::{Label, among};
use cairn_engine::{Cx, Error, Result};
use cairn_model::kind::{FieldKind, IdKind};
use cairn_model::{Record, Type, Value};
use cairn_resources::work::Asset;
use cairn_store::{Dialect, Sql};
use uuid::Uuid;

use super::around::Lineage;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// To the assets that an asset supports, and those that they support.
    Up,
    /// To the assets that support it.
    Down,
}

impl Way {
    /// The columns of the link table, where a step begins and where it ends.
    const fn columns(self) -> (&'static str, &'static str) {
        match self {
            Way::Up => ("source", "target"),
            Way::Down => ("target", "source"),
        }
    }
}

/// A common table expression `w(origin, id)`: each asset with everything above or below it. Only steps between assets
/// for which `passes` holds are taken, if it is set. Without origins, it starts from all assets.
pub fn lineage(way: Way, dialect: Dialect, origins: Option<Vec<Uuid>>, passes: impl Fn(&str) -> Option<Sql>) -> Sql {
    let (from, to) = way.columns();
    let join = |sql: &mut Sql, alias: &str, column: &str| {
        if let Some(condition) = passes(alias) {
            sql.push(&format!(" join assets {alias} on {alias}.id = l.{column} and ")).append(condition);
        }
    };
    let mut sql =
        Sql::raw(format!("with recursive w(origin, id) as (select l.{from}, l.{to} from assets_parent_assets l"));
    join(&mut sql, "s", from);
    join(&mut sql, "r", to);
    if let Some(origins) = origins {
        sql.push(" where ").append(among(&format!("l.{from}"), &origins, dialect));
    }
    // `union` drops rows that were found before, so that this terminates whatever the links are.
    sql.push(&format!(" union select w.origin, l.{to} from w join assets_parent_assets l on l.{from} = w.id"));
    join(&mut sql, "r", to);
    sql.push(")");
    sql
}

/// Joins the assets of a lineage, as `r`, each by its id. Neither database knows how few they are, and both would
/// otherwise scan all assets.
pub const fn join_found(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => " left join assets r on r.id = w.id",
        Dialect::Postgres => " left join lateral (select * from assets a where a.id = w.id offset 0) r on true",
    }
}

/// Refuses parents that would make an asset support itself, directly or through others.
pub async fn refuse_cycle(cx: &mut Cx, old: Option<&Asset>, new: &Asset) -> Result<()> {
    // Nothing supports a new asset yet, so it cannot close a circle.
    if old.is_none_or(|old| old.parent_assets == new.parent_assets) {
        return Ok(());
    }
    let (id, parents) = (new.id.uuid(), new.parent_assets.uuids());
    if parents.contains(&id) {
        return Err(Error::field("parent_assets", format!("“{}” cannot support itself.", new.name)));
    }
    // Two links, each fine on its own, could close a circle together, so writers that add links wait for each other.
    cx.conn.lock_with_next("assets");
    // The data must be consistent whoever writes it, so the path may lead through hidden assets here.
    let mut sql = lineage(Way::Up, cx.conn.dialect(), Some(parents), |_| None);
    sql.push(" select w.origin from w where w.id = ").bind(id).push(" order by w.origin limit 1");
    let rows = cx.conn.query(&sql, &[Type::Uuid]).await?;
    let Some(parent) = rows.first().and_then(|row| row[0].as_uuid()) else { return Ok(()) };
    let seen: Vec<Asset> = cx
        .list(|select| {
            select.id(parent);
        })
        .await?;
    let parent = seen.first().map_or("one of the parents".to_owned(), |asset| format!("“{}”", asset.name));
    let message =
        format!("“{}” cannot support {parent}, which already supports it. That would create a cycle.", new.name);
    Err(Error::field("parent_assets", message))
}

/// All assets below each asset of a page, as far as the caller may see them.
pub async fn children_assets(cx: &mut Cx, rows: &Structs<Asset>) -> Result<Vec<Vec<Label>>> {
    let lineage: Arc<Lineage> = rows.around(cx).await?;
    Ok(rows.iter().map(|asset| lineage.below(asset.id.uuid())).collect())
}

/// `exclude_children=ids`: for choosing a parent.
pub fn exclude_children(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    exclude(cx, text, Way::Down)
}

/// `exclude_parents=ids`: for choosing a supporting asset.
pub fn exclude_parents(cx: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    exclude(cx, text, Way::Up)
}

/// Leaves out assets and their lineage. It only follows links that the caller may see: otherwise the missing rows
/// would reveal hidden assets.
fn exclude(cx: &FilterCx<'_>, text: &str, way: Way) -> Result<Sql, String> {
    let ids = ids(text)?;
    let mut sql = Sql::raw("not (t.id");
    sql.any(cx.dialect, Value::Uuids(ids.clone())).push(") and t.id not in (");
    sql.append(lineage(way, cx.dialect, Some(ids), |alias| Some(cx.visible(Asset::PATH, alias))));
    sql.push(" select w.id from w)");
    Ok(sql)
}

/// Reads a comma list of ids.
fn ids(text: &str) -> Result<Vec<Uuid>, String> {
    text.split(',').map(|part| IdKind.parse_text(part.trim()).map(|id| id.as_uuid().unwrap_or_default())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_binds_its_origins_and_its_sight() {
        let sight = |alias: &str| {
            let mut sql = Sql::raw(format!("{alias}.folder = "));
            sql.bind(7);
            Some(sql)
        };
        let sql = lineage(Way::Up, Dialect::Postgres, Some(vec![Uuid::nil(), Uuid::max()]), sight);
        assert!(sql.text().contains("l.source = any($3) union"), "{}", sql.text());
        assert!(sql.text().contains("and s.folder = $1 join"), "{}", sql.text());
        assert_eq!(sql.binds().len(), 4);
    }

    #[test]
    fn lists_of_ids_are_read_strictly() {
        assert_eq!(ids("00000000-0000-0000-0000-000000000001, 00000000-0000-0000-0000-000000000002").unwrap().len(), 2);
        assert!(ids("").is_err());
        assert!(ids("x").is_err());
    }
}
