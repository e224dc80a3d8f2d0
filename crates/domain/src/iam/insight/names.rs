//! Names of roles, groups and domains, as far as the caller may see them.

use std::collections::{BTreeSet, HashMap};

use cairn_engine::{Cx, Resource, Result};
use cairn_model::{Record, Type, Value};
use cairn_resources::iam::{Role, UserGroup};
use cairn_store::Sql;
use uuid::Uuid;

use super::Named;

/// The names of roles and groups that the caller may see.
pub struct Names(HashMap<Uuid, String>);

impl Names {
    pub async fn load(cx: &mut Cx, roles: BTreeSet<Uuid>, groups: BTreeSet<Uuid>) -> Result<Self> {
        let mut all = HashMap::new();
        for (path, ids) in [(Role::PATH, roles), (UserGroup::PATH, groups)] {
            let resource: &'static Resource = cx.registry().get(path);
            if ids.is_empty() || !cx.authority.may_view(resource) {
                continue;
            }
            let mut sql =
                Sql::raw(format!("select t.id, {} from {} t where t.id", resource.display("t"), resource.def.table));
            sql.any(cx.conn.dialect(), Value::Uuids(ids.into_iter().collect()));
            if let Some(seen) = cx.sight(resource, "t") {
                sql.push(" and ").append(seen);
            }
            let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await?;
            all.extend(rows.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_str()?.to_owned()))));
        }
        Ok(Self(all))
    }

    pub fn get(&self, id: Uuid) -> Option<Named> {
        Some(Named { id, str: self.0.get(&id)?.clone() })
    }
}

/// A domain at the time being viewed, if the caller may know that it exists.
pub fn domain(cx: &Cx, id: Uuid) -> Option<Named> {
    let node = cx.tree().get(id).filter(|_| cx.sees_folder(id))?;
    Some(Named { id, str: node.name.clone() })
}
