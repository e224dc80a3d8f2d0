//! An asset as the reference answers with it: plain structs for serde.

use std::collections::HashMap;

use cairn_domain::work::asset::scale::duration;
use cairn_resources::work::{ObjectiveSet, RecoveryObjectives, RecoverySet, SecurityObjectives};
use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

/// A reference with its words.
#[derive(Debug, Clone, Serialize)]
pub struct Label {
    pub id: Uuid,
    #[serde(rename = "str")]
    pub text: String,
    /// Of a class or a capability.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Of a tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<Box<Label>>,
}

impl Label {
    pub fn new(id: Uuid, text: String) -> Self {
        Self { id, text, name: None, folder: None }
    }
}

/// An asset; `R` is how it refers to others: with labels when it is read, with ids when written.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_field_names, reason = "the names are those of the API")]
pub struct Asset<R> {
    pub id: Uuid,
    #[serde(serialize_with = "time")]
    pub created_at: DateTime<Utc>,
    #[serde(serialize_with = "time")]
    pub updated_at: DateTime<Utc>,
    pub folder: R,
    pub name: String,
    pub description: Option<String>,
    pub ref_id: String,
    pub r#type: String,
    pub asset_class: Option<R>,
    pub reference_link: Option<String>,
    pub parent_assets: Vec<R>,
    /// Null in the journal, since the other side owns it.
    pub support_assets: Option<Vec<R>>,
    pub security_objectives: Box<RawValue>,
    pub disaster_recovery_objectives: Box<RawValue>,
    pub security_capabilities: Box<RawValue>,
    pub recovery_capabilities: Box<RawValue>,
    pub overridden_children_capabilities: Vec<R>,
    pub applied_controls: Option<Vec<R>>,
    pub vulnerabilities: Option<Vec<R>>,
    pub incidents: Option<Vec<R>>,
    pub organisation_objectives: Option<Vec<R>>,
    pub security_exceptions: Vec<R>,
    pub owner: Vec<R>,
    pub filtering_labels: Vec<R>,
    pub observation: Option<String>,
    pub is_business_function: bool,
    pub dora_licenced_activity: Option<String>,
    pub dora_criticality_assessment: Option<String>,
    pub dora_criticality_justification: Option<String>,
    pub dora_discontinuing_impact: Option<String>,
    pub is_published: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_primary: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub children_assets: Option<Vec<Label>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub security_objectives_comparison: Option<Vec<Comparison>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovery_objectives_comparison: Option<Vec<Comparison>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<Label>>,
}

fn time<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Micros, true))
}

#[derive(Serialize)]
pub struct List {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<Asset<Label>>,
}

/// The columns of an asset and its class, in the order in which the row readers take them.
pub const COLUMNS: &str = "t.id, t.created_at, t.updated_at, t.folder, t.name, t.description, t.ref_id, t.type, \
    t.reference_link, t.security_objectives, t.disaster_recovery_objectives, t.security_capabilities, \
    t.recovery_capabilities, t.observation, t.is_business_function, t.dora_criticality_assessment, \
    t.dora_criticality_justification, t.dora_discontinuing_impact, t.is_published, t.asset_class";

/// The link tables of an asset: table, the asset's column, the other's column, its table, its words, its folder where
/// that is shown.
pub const LINKS: [(&str, &str, &str, &str, &str, &str); 10] = [
    ("assets_parent_assets", "source", "target", "assets", "name", "null"),
    ("assets_parent_assets", "target", "source", "assets", "name", "null"),
    ("applied_controls_assets", "target", "source", "applied_controls", "name", "null"),
    ("assets_owner", "source", "target", "actors", "name", "null"),
    ("assets_filtering_labels", "source", "target", "filtering_labels", "label", "r.folder"),
    ("assets_overridden_children_capabilities", "source", "target", "asset_capabilities", "name", "null"),
    ("vulnerabilities_assets", "target", "source", "vulnerabilities", "name", "null"),
    ("incidents_assets", "target", "source", "incidents", "name", "null"),
    ("organisation_objectives_assets", "target", "source", "organisation_objectives", "name", "null"),
    ("assets_security_exceptions", "source", "target", "security_exceptions", "name", "null"),
];

/// A link: asset, target, words and folder of the target.
pub type Link = (Uuid, Uuid, String, Option<Uuid>);

/// For each link table, in the order of [`LINKS`].
pub type Links = [Vec<Link>; 10];

/// Puts the targets of all links into the assets of a page.
pub fn link(assets: &mut [Asset<Label>], links: Links) {
    let places: HashMap<Uuid, usize> = assets.iter().enumerate().map(|(at, asset)| (asset.id, at)).collect();
    for (which, rows) in links.into_iter().enumerate() {
        for (asset, id, text, folder) in rows {
            let Some(at) = places.get(&asset) else { continue };
            let folder = folder.map(|id| Box::new(Label::new(id, String::new())));
            let name = (which == CAPABILITIES).then(|| text.clone());
            targets(&mut assets[*at], which).push(Label { name, folder, ..Label::new(id, text) });
        }
    }
    for asset in assets {
        for which in 0..LINKS.len() {
            targets(asset, which).sort_by(|a, b| a.text.cmp(&b.text).then(a.id.cmp(&b.id)));
        }
    }
}

/// The link table whose targets are shown with their names.
const CAPABILITIES: usize = 5;

/// Where an asset has the targets of a link table.
pub fn targets<R>(asset: &mut Asset<R>, which: usize) -> &mut Vec<R> {
    match which {
        0 => &mut asset.parent_assets,
        1 => asset.support_assets.get_or_insert_default(),
        2 => asset.applied_controls.get_or_insert_default(),
        3 => &mut asset.owner,
        4 => &mut asset.filtering_labels,
        CAPABILITIES => &mut asset.overridden_children_capabilities,
        6 => asset.vulnerabilities.get_or_insert_default(),
        7 => asset.incidents.get_or_insert_default(),
        8 => asset.organisation_objectives.get_or_insert_default(),
        _ => &mut asset.security_exceptions,
    }
}

/// An objective of an asset compared with its actual capability.
#[derive(Debug, Serialize)]
pub struct Comparison {
    objective: &'static str,
    expectation: Option<i64>,
    expectation_label: Option<String>,
    reality: Option<i64>,
    reality_label: Option<String>,
    verdict: Option<bool>,
}

/// Compares the objectives of an asset, and those of the primary assets above it, with what it offers.
pub fn compare(asset: &mut Asset<Label>, above: &[(String, String)]) -> serde_json::Result<()> {
    let above = if asset.r#type == "PR" { &[] } else { above };
    let mut wanted = security(asset.security_objectives.get())?;
    let mut times = recovery(asset.disaster_recovery_objectives.get())?;
    for (objectives, recovery_objectives) in above {
        for (own, other) in wanted.iter_mut().zip(security(objectives)?) {
            *own = (*own).max(other);
        }
        for (own, other) in times.iter_mut().zip(recovery(recovery_objectives)?) {
            *own = (*own).into_iter().chain(other).min();
        }
    }
    let offered = security(asset.security_capabilities.get())?;
    let offered_times = recovery(asset.recovery_capabilities.get())?;
    asset.security_objectives_comparison = Some(comparisons(
        &ObjectiveSet::NAMES,
        &wanted,
        &offered,
        |reality, expectation| reality >= expectation,
        level,
    ));
    asset.recovery_objectives_comparison = Some(comparisons(
        &RecoverySet::NAMES,
        &times,
        &offered_times,
        |reality, expectation| reality <= expectation,
        duration,
    ));
    Ok(())
}

/// A level on the scale of a fresh instance.
fn level(level: i64) -> String {
    (level + 1).min(4).to_string()
}

fn comparisons(
    names: &[&'static str],
    expectations: &[Option<i64>],
    realities: &[Option<i64>],
    meets: fn(i64, i64) -> bool,
    word: fn(i64) -> String,
) -> Vec<Comparison> {
    let pairs = expectations.iter().zip(realities);
    let compare = |(objective, (expectation, reality)): (&&'static str, (&Option<i64>, &Option<i64>))| Comparison {
        objective,
        expectation: *expectation,
        expectation_label: expectation.map(word),
        reality: *reality,
        reality_label: reality.map(word),
        verdict: expectation.zip(*reality).map(|(expectation, reality)| meets(reality, expectation)),
    };
    names.iter().zip(pairs).map(compare).collect()
}

fn security(text: &str) -> serde_json::Result<Vec<Option<i64>>> {
    let set: SecurityObjectives = serde_json::from_str(text)?;
    let level = |name: &&str| set.objectives.get(name).filter(|objective| objective.is_enabled)?.value;
    Ok(ObjectiveSet::NAMES.iter().map(level).collect())
}

fn recovery(text: &str) -> serde_json::Result<Vec<Option<i64>>> {
    let set: RecoveryObjectives = serde_json::from_str(text)?;
    Ok(RecoverySet::NAMES.iter().map(|name| set.objectives.get(name)?.value.map(i64::from)).collect())
}

/// The body of a create request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewAsset {
    pub folder: Uuid,
    pub name: String,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub ref_id: String,
    #[serde(default = "support")]
    pub r#type: String,
    #[serde(default)]
    pub asset_class: Option<Uuid>,
    #[serde(default)]
    pub parent_assets: Vec<Uuid>,
    #[serde(default)]
    pub owner: Vec<Uuid>,
    #[serde(default)]
    pub filtering_labels: Vec<Uuid>,
    #[serde(default)]
    pub security_objectives: SecurityObjectives,
    #[serde(default)]
    pub disaster_recovery_objectives: RecoveryObjectives,
}

fn support() -> String {
    "SP".to_owned()
}

/// The body of a patch: the fields that the benchmark changes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patch {
    pub name: Option<String>,
    #[serde(default, deserialize_with = "given")]
    #[expect(clippy::option_option, reason = "left out, null, and a text are three different things")]
    pub description: Option<Option<String>>,
    pub ref_id: Option<String>,
}

/// Null is something else than nothing.
#[expect(clippy::option_option, reason = "left out, null, and a text are three different things")]
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::<String>::deserialize(deserializer).map(Some)
}

impl NewAsset {
    pub fn into_asset(self, now: DateTime<Utc>) -> serde_json::Result<Asset<Uuid>> {
        let sorted = |mut ids: Vec<Uuid>| {
            ids.sort_unstable();
            ids.dedup();
            ids
        };
        Ok(Asset {
            id: Uuid::now_v7(),
            created_at: now,
            updated_at: now,
            folder: self.folder,
            name: self.name.trim().to_owned(),
            description: self.description,
            ref_id: self.ref_id,
            r#type: self.r#type,
            asset_class: self.asset_class,
            reference_link: None,
            parent_assets: sorted(self.parent_assets),
            support_assets: Some(Vec::new()),
            security_objectives: serde_json::value::to_raw_value(&self.security_objectives)?,
            disaster_recovery_objectives: serde_json::value::to_raw_value(&self.disaster_recovery_objectives)?,
            security_capabilities: RawValue::from_string("{}".to_owned())?,
            recovery_capabilities: RawValue::from_string("{}".to_owned())?,
            overridden_children_capabilities: Vec::new(),
            applied_controls: Some(Vec::new()),
            vulnerabilities: Some(Vec::new()),
            incidents: Some(Vec::new()),
            organisation_objectives: Some(Vec::new()),
            security_exceptions: Vec::new(),
            owner: sorted(self.owner),
            filtering_labels: sorted(self.filtering_labels),
            observation: None,
            is_business_function: false,
            dora_licenced_activity: None,
            dora_criticality_assessment: None,
            dora_criticality_justification: None,
            dora_discontinuing_impact: None,
            is_published: true,
            is_primary: None,
            children_assets: None,
            security_objectives_comparison: None,
            recovery_objectives_comparison: None,
            path: None,
        })
    }
}

/// What goes into the database with a write beside the asset itself.
pub struct Trace {
    pub title: String,
    pub body: String,
    pub changes: String,
    pub state: String,
    pub answer: Vec<u8>,
}

impl Asset<Uuid> {
    /// The traces of its creation.
    pub fn created(&mut self) -> serde_json::Result<Trace> {
        let mut changes = Map::new();
        let mut add = |name: &str, value: Json| drop(changes.insert(name.to_owned(), value));
        let many = |ids: &[Uuid]| json!({ "added": ids, "removed": [] });
        add("folder", json!([null, self.folder]));
        add("name", json!([null, self.name]));
        if let Some(description) = &self.description {
            add("description", json!([null, description]));
        }
        add("ref_id", json!([null, self.ref_id]));
        add("type", json!([null, self.r#type]));
        if let Some(class) = &self.asset_class {
            add("asset_class", json!([null, class]));
        }
        if !self.parent_assets.is_empty() {
            add("parent_assets", many(&self.parent_assets));
        }
        add("security_objectives", json!([null, self.security_objectives]));
        add("disaster_recovery_objectives", json!([null, self.disaster_recovery_objectives]));
        add("security_capabilities", json!([null, self.security_capabilities]));
        add("recovery_capabilities", json!([null, self.recovery_capabilities]));
        if !self.owner.is_empty() {
            add("owner", many(&self.owner));
        }
        if !self.filtering_labels.is_empty() {
            add("filtering_labels", many(&self.filtering_labels));
        }
        add("is_business_function", json!([null, self.is_business_function]));
        add("is_published", json!([null, self.is_published]));
        self.trace(&Json::Object(changes))
    }

    /// Takes the new values and says what changed.
    pub fn patch(&mut self, patch: Patch) -> Json {
        let mut changes = Map::new();
        if let Some(name) = patch.name.filter(|name| *name != self.name) {
            changes.insert("name".into(), json!([self.name, name]));
            self.name = name;
        }
        if let Some(description) = patch.description.filter(|text| *text != self.description) {
            changes.insert("description".into(), json!([self.description, description]));
            self.description = description;
        }
        if let Some(ref_id) = patch.ref_id.filter(|ref_id| *ref_id != self.ref_id) {
            changes.insert("ref_id".into(), json!([self.ref_id, ref_id]));
            self.ref_id = ref_id;
        }
        Json::Object(changes)
    }

    fn owned_elsewhere(&mut self) -> [&mut Option<Vec<Uuid>>; 5] {
        [
            &mut self.support_assets,
            &mut self.applied_controls,
            &mut self.vulnerabilities,
            &mut self.incidents,
            &mut self.organisation_objectives,
        ]
    }

    pub fn trace(&mut self, changes: &Json) -> serde_json::Result<Trace> {
        let fold = cairn_engine::search::fold;
        let answer = serde_json::to_vec(self)?;
        // What the other side owns is not part of its state.
        let mut owned = [None, None, None, None, None];
        for (own, kept) in self.owned_elsewhere().into_iter().zip(&mut owned) {
            *kept = own.take();
        }
        let state = serde_json::to_string(self)?;
        for (own, kept) in self.owned_elsewhere().into_iter().zip(owned) {
            *own = kept;
        }
        let body = format!("{} {}", fold(self.description.as_deref().unwrap_or_default()), fold(&self.ref_id));
        Ok(Trace { title: fold(&self.name), body: body.trim().to_owned(), changes: changes.to_string(), state, answer })
    }
}
