//! The assets around some assets: everything above and below them, as far as the caller may see it. One walk up and
//! one down serve every field that is computed from them.

use std::collections::{HashMap, HashSet};

use cairn_engine::Cx;
use cairn_engine::computed::{Around, Query};
use cairn_engine::query::Label;
use cairn_model::{FieldType, Type, Value};
use cairn_resources::work::{Asset, AssetType};
use cairn_store::{Dialect, Row, Sql};
use uuid::Uuid;

use super::lineage::{Way, join_found, lineage};
use super::objectives::{Levels, Sort};
use super::reality::{Carrier, Carriers};
use crate::work::sight::{label, sight};

pub struct Lineage {
    /// For each asset, the objectives of the primary assets above it: security and recovery.
    above: HashMap<Uuid, Vec<[Value; 2]>>,
    /// For each asset, those below it, by name.
    below: HashMap<Uuid, Vec<Label>>,
    /// The assets themselves, and all that is below them.
    steps: HashMap<Uuid, Step>,
}

/// An asset on the way down.
struct Step {
    is_primary: bool,
    /// Security and recovery.
    capabilities: [Value; 2],
    /// The objectives for which its own capability counts instead of those below it.
    overridden: Vec<String>,
    /// The assets that support it.
    below: HashSet<Uuid>,
}

impl Around for Lineage {
    fn queries(cx: &Cx, ids: &[Uuid]) -> Vec<Query> {
        vec![upwards(cx, ids), downwards(cx, ids)]
    }

    fn read(answers: Vec<Vec<Row>>) -> Self {
        let mut answers = answers.into_iter();
        let mut all = Self { above: HashMap::new(), below: HashMap::new(), steps: HashMap::new() };
        for mut row in answers.next().unwrap_or_default() {
            let recovery = row.pop().unwrap_or_default();
            let security = row.pop().unwrap_or_default();
            if let (Some(origin), false) = (row[0].as_uuid(), security.is_null()) {
                all.above.entry(origin).or_default().push([security, recovery]);
            }
        }
        let mut seen = HashSet::new();
        let mut links = Vec::new();
        for row in answers.next().unwrap_or_default() {
            all.step(&row, &mut seen, &mut links);
        }
        for (above, below) in links {
            if let Some(step) = all.steps.get_mut(&above) {
                step.below.insert(below);
            }
        }
        all
    }
}

impl Lineage {
    /// Adds a row of the walk down. An asset that can be reached in several ways comes once for each.
    fn step(&mut self, row: &Row, seen: &mut HashSet<(Uuid, Uuid)>, links: &mut Vec<(Uuid, Uuid)>) {
        let (Some(origin), Some(label)) = (row[0].as_uuid(), label(&row[2], &row[3])) else { return };
        let id = label.id;
        self.steps.entry(id).or_insert_with(|| Step {
            is_primary: row[4].as_str() == Some(AssetType::Primary.key()),
            capabilities: [row[5].clone(), row[6].clone()],
            overridden: row[7].as_str().unwrap_or_default().split(',').map(str::to_owned).collect(),
            below: HashSet::new(),
        });
        let Some(above) = row[1].as_uuid() else { return };
        if seen.insert((origin, id)) {
            self.below.entry(origin).or_default().push(label);
        }
        links.push((above, id));
    }

    /// All assets below one, by name.
    pub fn below(&self, id: Uuid) -> Vec<Label> {
        self.below.get(&id).cloned().unwrap_or_default()
    }

    /// The most demanding objectives of the primary assets above one.
    pub fn inherited(&self, sort: Sort, id: Uuid) -> Levels {
        let mut levels = sort.none();
        for objectives in self.above.get(&id).into_iter().flatten() {
            sort.raise(&mut levels, &sort.levels(&objectives[sort as usize]));
        }
        levels
    }

    /// The assets with their capabilities and what supports them.
    pub fn carriers(&self, sort: Sort) -> Carriers {
        let carrier = |step: &Step| Carrier {
            is_primary: step.is_primary,
            capabilities: sort.levels(&step.capabilities[sort as usize]),
            overrides: sort.names().iter().map(|name| step.overridden.iter().any(|own| own == name)).collect(),
            below: step.below.iter().copied().collect(),
        };
        Carriers(self.steps.iter().map(|(id, step)| (*id, carrier(step))).collect())
    }
}

fn upwards(cx: &Cx, ids: &[Uuid]) -> Query {
    let dialect = cx.conn.dialect();
    let mut sql = lineage(Way::Up, dialect, Some(ids.to_vec()), |alias| sight::<Asset>(cx, alias));
    let [security, recovery] = [Sort::Security.column(), Sort::Recovery.column()];
    let assets = join_found(dialect);
    sql.push(&format!(" select w.origin, r.{security}, r.{recovery} from w{assets} and r.\"type\" = "));
    sql.bind(AssetType::Primary.into_value());
    (sql, vec![Type::Uuid, Type::Json, Type::Json])
}

/// The assets and those below them, each with the one it was reached from.
fn downwards(cx: &Cx, ids: &[Uuid]) -> Query {
    let dialect = cx.conn.dialect();
    let (none, joined) = match dialect {
        Dialect::Sqlite => ("null", "group_concat(c.ref_id, ',')"),
        Dialect::Postgres => ("null::uuid", "string_agg(c.ref_id, ',')"),
    };
    let mut sql =
        Sql::raw(format!("with recursive w(origin, above, id) as (select a.id, {none}, a.id from assets a where a.id"));
    sql.any(dialect, Value::Uuids(ids.to_vec()));
    // `union` drops rows that were found before, so that this terminates whatever the links are.
    sql.push(" union select w.origin, w.id, l.source from w join assets_parent_assets l on l.target = w.id");
    if let Some(condition) = sight::<Asset>(cx, "s") {
        sql.push(" join assets s on s.id = l.source and ").append(condition);
    }
    let display = cx.resource::<Asset>().display("r");
    let [security, recovery] = [Sort::Security.capability_column(), Sort::Recovery.capability_column()];
    let assets = join_found(dialect);
    sql.push(&format!(
        ") select w.origin, w.above, r.id, {display}, r.\"type\", r.{security}, r.{recovery}, \
         (select {joined} from assets_overridden_children_capabilities o \
         join asset_capabilities c on c.id = o.target where o.source = w.id) \
         from w{assets} order by lower({display}), r.id"
    ));
    let (id, text, json) = (Type::Uuid, Type::Text, Type::Json);
    (sql, vec![id, id, id, text, text, json, json, text])
}
