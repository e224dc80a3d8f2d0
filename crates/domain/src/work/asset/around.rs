//! The assets around some assets: everything above and below them, as far as the caller may see it. One walk up and
//! one down serve every field that is computed from them.

use std::collections::{HashMap, HashSet};

use cairn_engine::Cx;
use cairn_engine::computed::{Around, Query};
use cairn_engine::query::{Label, among};
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
    /// The primary ones of the assets themselves, and all that is below them.
    steps: HashMap<Uuid, Step>,
}

/// An asset on the way down from a primary asset, which can count on what supports it.
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
        let mut links = Vec::new();
        for row in answers.next().unwrap_or_default() {
            all.step(row, &mut links);
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
    /// Adds a row of the walk down, and what it supports to the links.
    fn step(&mut self, mut row: Row, links: &mut Vec<(Uuid, Uuid)>) {
        let (Some(origin), Some(label)) = (row[0].as_uuid(), label(&row[1], &row[2])) else { return };
        let id = label.id;
        if id != origin {
            self.below.entry(origin).or_default().push(label);
        }
        // Only a primary asset counts on what is below it.
        if row[4].is_null() {
            return;
        }
        let [above, overridden] = [7, 6].map(|at| std::mem::take(&mut row[at]));
        let words = |text: &Value| text.as_str().unwrap_or_default().split(',').map(str::to_owned).collect::<Vec<_>>();
        links.extend(words(&above).iter().filter_map(|above| Some((Uuid::try_parse(above).ok()?, id))));
        self.steps.entry(id).or_insert_with(|| Step {
            is_primary: row[3].as_str() == Some(AssetType::Primary.key()),
            capabilities: [4, 5].map(|at| std::mem::take(&mut row[at])),
            overridden: words(&overridden),
            below: HashSet::new(),
        });
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

    /// The primary assets and those below them, with their capabilities and what supports them.
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

/// The assets and those below them, each once. Below a primary asset with what they provide and what they support.
fn downwards(cx: &Cx, ids: &[Uuid]) -> Query {
    let dialect = cx.conn.dialect();
    let mut sql = Sql::raw("with recursive w(origin, id, is_primary) as (select a.id, a.id, a.\"type\" = ");
    sql.bind(AssetType::Primary.into_value()).push(" from assets a where ").append(among("a.id", ids, dialect));
    // `union` drops rows that were found before, so that this terminates whatever the links are.
    sql.push(" union select w.origin, l.source, w.is_primary from w join assets_parent_assets l on l.target = w.id");
    if let Some(condition) = sight::<Asset>(cx, "s") {
        sql.push(" join assets s on s.id = l.source and ").append(condition);
    }
    let display = cx.resource::<Asset>().display("r");
    let [security, recovery] = [Sort::Security.capability_column(), Sort::Recovery.capability_column()];
    let (overridden, above) = match dialect {
        Dialect::Sqlite => ("group_concat(c.ref_id, ',')", "group_concat(hex(l.target), ',')"),
        Dialect::Postgres => ("string_agg(c.ref_id, ',')", "string_agg(l.target::text, ',')"),
    };
    let assets = join_found(dialect);
    sql.push(&format!(
        ") select w.origin, r.id, {display}, r.\"type\", case when w.is_primary then r.{security} end, \
         case when w.is_primary then r.{recovery} end, \
         case when w.is_primary then (select {overridden} from assets_overridden_children_capabilities o \
         join asset_capabilities c on c.id = o.target where o.source = w.id) end, \
         case when w.is_primary then (select {above} from assets_parent_assets l where l.source = w.id) end \
         from w{assets} order by lower({display}), r.id"
    ));
    let (id, text, json) = (Type::Uuid, Type::Text, Type::Json);
    (sql, vec![id, id, text, text, json, json, text, text])
}
