//! Which of some objects a caller may see, whatever their resources.

use std::collections::{BTreeMap, BTreeSet};

use cairn_model::{Type, Value};
use cairn_store::Sql;
use uuid::Uuid;

use crate::cx::Cx;
use crate::error::Result;
use crate::registry::FOLDERS;

/// Ids of objects, by the path of their resource.
pub type Named = BTreeMap<&'static str, BTreeSet<Uuid>>;

/// Keeps the named objects that exist and that the caller may see, with one query however many resources there are.
/// Folders are looked up in the tree.
pub async fn seen(cx: &mut Cx, mut named: Named) -> Result<Named> {
    if let Some(folders) = named.get_mut(FOLDERS) {
        let tree = cx.authority.snapshot.tree();
        folders.retain(|id| tree.get(*id).is_some() && cx.sees_folder(*id));
    }
    let (mut sql, mut targets) = (Sql::new(), Vec::new());
    for (path, ids) in named.iter_mut().filter(|(path, ids)| **path != FOLDERS && !ids.is_empty()) {
        let target = cx.registry().get(path);
        sql.push(if targets.is_empty() { "" } else { " union all " });
        sql.push(&format!("select {}, t.id from {} t where t.id", targets.len(), target.def.table));
        sql.any(cx.conn.dialect(), Value::Uuids(std::mem::take(ids).into_iter().collect()));
        if let Some(condition) = cx.sight(target, "t") {
            sql.push(" and ").append(condition);
        }
        targets.push(*path);
    }
    if !targets.is_empty() {
        for row in cx.conn.query(&sql, &[Type::Int, Type::Uuid]).await? {
            let target = row[0].as_int().and_then(|at| targets.get(usize::try_from(at).ok()?));
            if let Some(ids) = target.and_then(|path| named.get_mut(path)) {
                ids.extend(row[1].as_uuid());
            }
        }
    }
    Ok(named)
}
