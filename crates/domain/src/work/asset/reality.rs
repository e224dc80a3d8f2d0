//! What can be counted on. A supporting asset offers its own capabilities. A primary asset is worth what carries it: the
//! worst that any asset below it offers, in each respect. Where an asset overrides what lies below it, its own
//! capability counts in the place of theirs.

use std::collections::{HashMap, HashSet};

use cairn_engine::{Cx, Result};
use cairn_model::{Type, Value};
use cairn_resources::work::{Asset, AssetType};
use cairn_store::Sql;
use uuid::Uuid;

use super::lineage::{Way, join_found, lineage};
use super::objectives::{Levels, Sort};
use crate::work::sight::{is_visible, sight};

/// An asset as far as its capabilities go.
pub(super) struct Carrier {
    pub is_primary: bool,
    pub capabilities: Levels,
    /// In which respects its own capability counts in the place of those below it.
    pub overrides: Vec<bool>,
    /// The assets that support it.
    pub below: Vec<Uuid>,
}

/// Some assets and everything below them, as far as the caller may see it.
pub(super) struct Carriers(pub HashMap<Uuid, Carrier>);

impl Carriers {
    pub async fn load(cx: &mut Cx, sort: Sort, rows: &[Asset]) -> Result<Self> {
        let carrier = |is_primary: bool, capabilities: Levels| Carrier {
            is_primary,
            capabilities,
            overrides: vec![false; sort.names().len()],
            below: Vec::new(),
        };
        let is_primary = |asset: &Asset| asset.r#type == AssetType::Primary;
        let own = rows.iter().map(|asset| (asset.id.uuid(), carrier(is_primary(asset), sort.capabilities(asset))));
        let mut all: HashMap<Uuid, Carrier> = own.collect();
        // What is below a supporting asset says nothing about it.
        let origins: Vec<Uuid> = rows.iter().filter(|asset| is_primary(asset)).map(|asset| asset.id.uuid()).collect();
        if origins.is_empty() {
            return Ok(Self(all));
        }
        let dialect = cx.conn.dialect();
        let mut sql = lineage(Way::Down, dialect, Some(origins), |alias| sight::<Asset>(cx, alias));
        sql.push(&format!(" select w.id, r.\"type\", r.{} from w{}", sort.capability_column(), join_found(dialect)));
        for row in cx.conn.query(&sql, &[Type::Uuid, Type::Text, Type::Json]).await? {
            let Some(id) = row[0].as_uuid() else { continue };
            let is_primary = row[1].as_str() == Some(AssetType::Primary.key());
            all.entry(id).or_insert_with(|| carrier(is_primary, sort.levels(&row[2])));
        }
        let mut carriers = Self(all);
        carriers.link(cx).await?;
        carriers.override_below(cx, sort).await?;
        Ok(carriers)
    }

    fn ids(&self) -> Value {
        let mut ids: Vec<Uuid> = self.0.keys().copied().collect();
        ids.sort_unstable();
        Value::Uuids(ids)
    }

    async fn link(&mut self, cx: &mut Cx) -> Result<()> {
        let mut sql = Sql::raw(
            "select l.target, l.source from assets_parent_assets l join assets s on s.id = l.source where l.target",
        );
        sql.any(cx.conn.dialect(), self.ids()).push(" and ").append(is_visible::<Asset>(cx, "s"));
        for row in cx.conn.query(&sql, &[Type::Uuid, Type::Uuid]).await? {
            if let (Some(above), Some(below)) = (row[0].as_uuid(), row[1].as_uuid())
                && let Some(carrier) = self.0.get_mut(&above)
            {
                carrier.below.push(below);
            }
        }
        Ok(())
    }

    async fn override_below(&mut self, cx: &mut Cx, sort: Sort) -> Result<()> {
        let mut sql = Sql::raw(
            "select l.source, c.ref_id from assets_overridden_children_capabilities l \
             join asset_capabilities c on c.id = l.target where l.source",
        );
        sql.any(cx.conn.dialect(), self.ids());
        for row in cx.conn.query(&sql, &[Type::Uuid, Type::Text]).await? {
            let at = sort.names().iter().position(|name| row[1].as_str() == Some(name));
            if let (Some(id), Some(at)) = (row[0].as_uuid(), at)
                && let Some(carrier) = self.0.get_mut(&id)
            {
                carrier.overrides[at] = true;
            }
        }
        Ok(())
    }

    /// What an asset can be counted on for.
    pub fn reality(&self, sort: Sort, id: Uuid) -> Levels {
        let Some(carrier) = self.0.get(&id) else { return sort.none() };
        if !carrier.is_primary {
            return carrier.capabilities.clone();
        }
        self.offered(sort, id, &mut HashMap::new(), &mut HashSet::new())
    }

    /// What an asset and all that carries it offer. `known` has what was worked out already: several ways may lead to
    /// one asset. `way` is where we come from, so that a circle, which there should not be, ends.
    fn offered(&self, sort: Sort, id: Uuid, known: &mut HashMap<Uuid, Levels>, way: &mut HashSet<Uuid>) -> Levels {
        if let Some(levels) = known.get(&id) {
            return levels.clone();
        }
        let Some(carrier) = self.0.get(&id).filter(|_| way.insert(id)) else { return sort.none() };
        // What a primary asset says of itself counts only where it overrides.
        let mut levels = if carrier.is_primary { sort.none() } else { carrier.capabilities.clone() };
        for below in &carrier.below {
            let other = self.offered(sort, *below, known, way);
            sort.lower(&mut levels, &other);
        }
        for (at, level) in levels.iter_mut().enumerate() {
            // Who overrides without a value of their own has nothing to put in the place.
            if carrier.overrides[at] && carrier.capabilities[at].is_some() {
                *level = carrier.capabilities[at];
            }
        }
        way.remove(&id);
        known.insert(id, levels.clone());
        levels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Id, whether it is primary, its level, whether that overrides, and what carries it.
    type Given<'a> = (u128, bool, Option<i64>, bool, &'a [u128]);

    fn carriers(all: &[Given]) -> Carriers {
        let one = |(id, is_primary, level, overrides, below): &Given| {
            let carrier = Carrier {
                is_primary: *is_primary,
                capabilities: vec![*level, None, None],
                overrides: vec![*overrides, false, false],
                below: below.iter().copied().map(Uuid::from_u128).collect(),
            };
            (Uuid::from_u128(*id), carrier)
        };
        Carriers(all.iter().map(one).collect())
    }

    fn reality(all: &[Given], id: u128) -> Option<i64> {
        carriers(all).reality(Sort::Recovery, Uuid::from_u128(id))[0]
    }

    #[test]
    fn the_worst_below_counts_unless_it_is_overridden() {
        let service = (1, true, Some(5), false, &[2, 3][..]);
        let (fast, slow) = ((2, false, Some(60), false, &[3][..]), (3, false, Some(600), false, &[][..]));
        assert_eq!(reality(&[service, fast, slow], 1), Some(600), "what it says of itself is not what carries it");
        assert_eq!(reality(&[service, fast, slow], 2), Some(60), "a supporting asset offers its own");
        let spare = (2, false, Some(60), true, &[3][..]);
        assert_eq!(reality(&[(1, true, None, false, &[2]), spare, slow], 1), Some(60), "it makes up for what is below");
        assert_eq!(reality(&[service, spare, slow], 1), Some(600), "but not for what carries the service directly");
        assert_eq!(reality(&[(1, true, Some(5), true, &[2, 3]), fast, slow], 1), Some(5));
        assert_eq!(reality(&[(1, true, None, true, &[2, 3]), fast, slow], 1), Some(600), "nothing to put in the place");
        assert_eq!(reality(&[(1, true, Some(5), false, &[])], 1), None);
    }
}
