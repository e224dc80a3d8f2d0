//! A domain with its subdomains, as a SQL condition.

use cairn_model::kind::{FieldKind, IdKind};
use cairn_store::Sql;
use uuid::Uuid;

use crate::cx::Cx;
use crate::registry::FOLDERS;

/// The parameter of lists and of the search that limits them to a domain and its subdomains. The tree is that of the
/// time being viewed.
pub const WITHIN: &str = "within";

/// Reads the domain that a parameter names.
pub fn domain(text: &str) -> Result<Uuid, String> {
    Ok(IdKind.parse_text(text.trim())?.as_uuid().unwrap_or_default())
}

/// The condition that a place, a SQL expression, is in a domain or below it. A domain that the caller may not see
/// counts as empty, so that asking reveals nothing.
pub fn within_condition(cx: &Cx, place: &str, domain: Uuid) -> Sql {
    let folders = cx.registry().get(FOLDERS);
    let table = folders.def.table;
    let mut sql =
        Sql::raw(format!("{place} in (with recursive below (id) as (select r.id from {table} r where r.id = "));
    sql.bind(domain);
    if let Some(visible) = cx.sight(folders, "r") {
        sql.push(" and ").append(visible);
    }
    // Without `all`: a damaged tree must not make it run forever.
    sql.push(&format!(
        " union select f.id from {table} f join below b on f.parent_folder = b.id) select id from below)"
    ));
    sql
}
