//! Numbers that Cairn records of audits, risk assessments, findings reviews and domains, once a day. `catalogue` says
//! which there are, `measure` counts, `record` stores and `history` looks back.

pub mod catalogue;
pub mod history;
pub mod measure;
mod record;
mod words;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cairn_engine::computed::Structs;
use cairn_engine::query::{among, column, find_any};
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, action, computed};
use cairn_model::{Date, Describe};
use cairn_report::Language;
use cairn_resources::metrology::{Amount, BuiltinMetricSample, MetricModel, Numbers};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use self::catalogue::{Metric, of_model, path};
use self::history::{Period, history};
use self::measure::{filled, may_know, numbers};
pub use self::record::{Known, MeasureDomains, recorded};
use super::label;
use crate::work::told;

pub const ENTRY: Entry = Entry::of::<BuiltinMetricSample>()
    .module(Module::Assurance, "chart-no-axes-column")
    .unlisted()
    .roles("va va va v v - - -")
    .log()
    .sight(sight)
    .computed(&[
        computed!(metrics: Numbers, "The numbers, by the key of the metric.", metrics),
        computed!(content_type_display: String, "What the object is.", content_type_display),
        computed!(object_name: Option<String>, "The name of the object.", object_name),
        computed!(available_metrics: BTreeMap<String, About>, "What the numbers mean, by key.", available_metrics),
    ])
    .actions(&[
        action!(
            GET "supported_models", collection, View, supported_models: Nothing => BTreeMap<String, BTreeMap<String, Offer>>,
            "The numbers that are recorded, by the type of object."
        ),
        action!(
            GET "for_object", collection, View, for_object: Wanted => Vec<Sample>,
            "The numbers of an object over time, oldest first. Those of today are counted now."
        ),
        action!(
            POST "refresh", collection, Add, refresh: Refresh => Refreshed,
            "Records the numbers of an object now."
        ),
    ]);

/// A sample is seen by those who may see samples in its domain and who see its object.
#[expect(clippy::unnecessary_wraps, reason = "an entry takes a function of this form")]
fn sight(cx: &Cx, alias: &str) -> Option<Sql> {
    let scope = cx.scope(cx.resource::<BuiltinMetricSample>());
    if scope.only_actors().is_some() {
        return Some(Sql::raw("1 = 0"));
    }
    let mut sql = Sql::raw("(");
    if let Some(folders) = scope.folders() {
        sql.append(among(&column(alias, "folder"), folders, cx.conn.dialect())).push(" and ");
    }
    sql.push("(1 = 0");
    for model in MetricModel::ALL {
        let resource = cx.registry().get(path(*model));
        if cx.scope(resource).only_actors().is_some() {
            continue;
        }
        let condition = cx.sight(resource, "seen");
        sql.push(&format!(" or ({alias}.content_type = ")).bind(model.key());
        if let Some(condition) = condition {
            sql.push(&format!(
                " and exists (select 1 from {} seen where seen.id = {alias}.object_id and ",
                resource.def.table
            ));
            sql.append(condition).push(")");
        }
        sql.push(")");
    }
    sql.push("))");
    Some(sql)
}

/// What a number is.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct About {
    pub label: &'static str,
    /// `number`, `percentage` or `breakdown`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub description: &'static str,
}

/// A number that can be shown.
#[derive(Debug, Clone, Serialize, Describe)]
pub struct Offer {
    pub label: &'static str,
    /// `number`, `percentage` or `breakdown`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub description: &'static str,
    /// The charts that suit it.
    pub chart_types: Vec<&'static str>,
}

fn about(language: Language, metrics: &[Metric]) -> BTreeMap<String, About> {
    let one = |metric: &Metric| About {
        label: language.say(metric.label),
        kind: metric.kind.word(),
        description: language.say(metric.doc),
    };
    metrics.iter().map(|metric| (metric.key.to_owned(), one(metric))).collect()
}

/// The numbers of a model that the caller may know of what lies in a domain.
fn known_of(cx: &Cx, model: MetricModel, folder: Uuid) -> Vec<Metric> {
    of_model(cx, model).into_iter().filter(|metric| may_know(cx, metric, folder)).collect()
}

async fn metrics(cx: &mut Cx, rows: &Structs<BuiltinMetricSample>) -> Result<Vec<Numbers>> {
    let mut known: HashMap<(MetricModel, Uuid), Vec<Metric>> = HashMap::new();
    let mut all = Vec::with_capacity(rows.len());
    for row in rows.iter() {
        let (model, folder) = (row.content_type, row.folder.uuid());
        let metrics = known.entry((model, folder)).or_insert_with(|| known_of(cx, model, folder));
        let mut numbers = row.numbers.0.clone();
        numbers.retain(|key, _| metrics.iter().any(|metric| metric.key == key));
        all.push(filled(metrics, numbers));
    }
    Ok(all)
}

async fn content_type_display(_: &mut Cx, rows: &Structs<BuiltinMetricSample>) -> Result<Vec<String>> {
    Ok(rows.iter().map(|row| label(MetricModel::DEF, row.content_type.key())).collect())
}

async fn object_name(cx: &mut Cx, rows: &Structs<BuiltinMetricSample>) -> Result<Vec<Option<String>>> {
    let ids: BTreeSet<Uuid> = rows.iter().map(|row| row.object_id.0).collect();
    let kind = cx.resource::<BuiltinMetricSample>().def.field("object_id").expect("samples have an object").kind;
    let found = find_any(cx, &kind, ids).await?;
    Ok(rows.iter().map(|row| found.get(&row.object_id.0).map(|target| target.text.clone())).collect())
}

async fn available_metrics(cx: &mut Cx, rows: &Structs<BuiltinMetricSample>) -> Result<Vec<BTreeMap<String, About>>> {
    let language = told::language(cx);
    Ok(rows.iter().map(|row| about(language, &known_of(cx, row.content_type, row.folder.uuid()))).collect())
}

async fn supported_models(cx: &mut Cx, _: Nothing) -> Result<BTreeMap<String, BTreeMap<String, Offer>>> {
    let language = told::language(cx);
    let offer = |metric: Metric| {
        let offer = Offer {
            label: language.say(metric.label),
            kind: metric.kind.word(),
            description: language.say(metric.doc),
            chart_types: metric.kind.charts().iter().map(|chart| chart.key()).collect(),
        };
        (metric.key.to_owned(), offer)
    };
    let all = MetricModel::ALL.iter().map(|model| {
        let metrics = of_model(cx, *model).into_iter().filter(|metric| cx.authority.may_view(metric.counted(cx)));
        (model.key().to_owned(), metrics.map(offer).collect())
    });
    Ok(all.collect())
}

/// An object with numbers.
pub struct Subject {
    pub model: MetricModel,
    pub id: Uuid,
    pub name: String,
    /// The domain that it is in, or that it is.
    pub folder: Uuid,
}

impl Subject {
    /// An object that the caller may see.
    pub async fn find(cx: &mut Cx, id: Uuid) -> Result<Option<Self>> {
        let kind = cx.resource::<BuiltinMetricSample>().def.field("object_id").expect("samples have an object").kind;
        let Some(target) = find_any(cx, &kind, BTreeSet::from([id])).await?.remove(&id) else { return Ok(None) };
        let Some(model) = catalogue::model(target.resource) else { return Ok(None) };
        let folder = if model == MetricModel::Folder { Some(id) } else { place(cx, model, id).await? };
        Ok(folder.map(|folder| Self { model, id, name: target.text, folder }))
    }

    /// The objects that a number of it is the sum of, as far as the caller may know it: the domains below a domain,
    /// narrowed to those of another one, or itself.
    pub fn parts(&self, cx: &Cx, metric: &Metric, within: Option<Uuid>) -> Vec<Uuid> {
        if self.model != MetricModel::Folder {
            return if may_know(cx, metric, self.folder) { vec![self.id] } else { Vec::new() };
        }
        let mut all = history::domains(cx, metric, self.id);
        if let Some(within) = within {
            let below = cx.tree().subtree(within);
            all.retain(|folder| below.contains(folder));
        }
        all
    }
}

async fn place(cx: &mut Cx, model: MetricModel, id: Uuid) -> Result<Option<Uuid>> {
    let resource = cx.registry().get(path(model));
    let mut sql = Sql::raw(format!("select o.{} from {} o where o.id = ", resource.scope_column(), resource.def.table));
    sql.bind(id);
    let rows = cx.conn.query(&sql, &[cairn_model::Type::Uuid]).await?;
    Ok(rows.first().and_then(|row| row[0].as_uuid()))
}

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// The type of the object. Found from its id if it is not given.
    #[serde(default)]
    pub model: Option<MetricModel>,
    pub object_id: Uuid,
    /// The first day. Defaults to 30 days ago.
    #[serde(default)]
    pub start: Option<Date>,
    /// The last day. Defaults to today.
    #[serde(default)]
    pub end: Option<Date>,
    /// Whether days before recording began are rebuilt from the journal: at most one a week.
    #[serde(default)]
    pub rebuild: bool,
}

/// The numbers of an object on a day.
#[derive(Debug, Serialize, Describe)]
pub struct Sample {
    pub content_type: &'static str,
    pub content_type_display: String,
    pub object_id: Uuid,
    pub object_name: String,
    pub date: Date,
    pub metrics: Numbers,
    pub available_metrics: BTreeMap<String, About>,
    /// Whether it was rebuilt from the journal, because nothing was recorded yet.
    pub rebuilt: bool,
}

/// The object, of the type that was given.
async fn wanted(cx: &mut Cx, model: Option<MetricModel>, id: Uuid) -> Result<Subject> {
    let found = Subject::find(cx, id).await?.filter(|subject| model.is_none_or(|model| model == subject.model));
    found.ok_or_else(|| Error::field("object_id", "There is no such object, or you do not have access to it."))
}

async fn for_object(cx: &mut Cx, wanted: Wanted) -> Result<Vec<Sample>> {
    let subject = self::wanted(cx, wanted.model, wanted.object_id).await?;
    let end = wanted.end.unwrap_or_else(|| cx.today());
    let start = wanted.start.unwrap_or_else(|| super::range::days_before(end, 30));
    let period = Period { start: Some(start), end, rebuild: wanted.rebuild };
    // What the caller may know of the same domains is read together.
    let mut groups: BTreeMap<Vec<Uuid>, Vec<Metric>> = BTreeMap::new();
    for metric in of_model(cx, subject.model) {
        let parts = subject.parts(cx, &metric, None);
        groups.entry(parts).or_default().push(metric);
    }
    groups.remove(&Vec::new());
    let mut days: BTreeMap<Date, (Numbers, bool)> = BTreeMap::new();
    for (parts, metrics) in &groups {
        for day in history(cx, metrics, parts, period).await? {
            let (numbers, rebuilt) = days.entry(day.date).or_default();
            numbers.extend(day.numbers);
            *rebuilt = day.rebuilt;
        }
    }
    let metrics: Vec<Metric> = groups.into_values().flatten().collect();
    let about = about(told::language(cx), &metrics);
    let sample = |(date, (metrics, rebuilt)): (Date, (Numbers, bool))| Sample {
        content_type: subject.model.key(),
        content_type_display: label(MetricModel::DEF, subject.model.key()),
        object_id: subject.id,
        object_name: subject.name.clone(),
        date,
        metrics,
        available_metrics: about.clone(),
        rebuilt,
    };
    Ok(days.into_iter().map(sample).collect())
}

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Refresh {
    /// The type of the object. Found from its id if it is not given.
    #[serde(default)]
    pub model: Option<MetricModel>,
    pub object_id: Uuid,
}

#[derive(Debug, Serialize, Describe)]
pub struct Refreshed {
    /// Whether anything has changed since the numbers were last recorded.
    pub created: bool,
    pub sample: Sample,
}

async fn refresh(cx: &mut Cx, wanted: Refresh) -> Result<Refreshed> {
    let subject = self::wanted(cx, wanted.model, wanted.object_id).await?;
    cx.require(cx.resource::<BuiltinMetricSample>(), cairn_access::Verb::Add, subject.folder)?;
    let metrics = of_model(cx, subject.model);
    // Numbers of what someone sees only in part would be wrong for everyone else.
    if metrics.iter().any(|metric| !may_know(cx, metric, subject.folder)) {
        return Err(Error::Forbidden("You do not have access to everything that is counted.".into()));
    }
    let counted = numbers(cx, &metrics, Some(&[subject.id])).await?;
    let today = cx.today();
    let rows = record::record(cx, subject.model, today, &[(subject.id, subject.folder)], &counted).await?;
    let numbers = counted.into_values().next().unwrap_or_default();
    let sample = Sample {
        content_type: subject.model.key(),
        content_type_display: label(MetricModel::DEF, subject.model.key()),
        object_id: subject.id,
        object_name: subject.name,
        date: today,
        metrics: filled(&metrics, numbers),
        available_metrics: about(told::language(cx), &metrics),
        rebuilt: false,
    };
    Ok(Refreshed { created: rows > 0, sample })
}

/// The parts of a number that are shown: itself, or the values of a breakdown.
pub fn values(amount: &Amount) -> Vec<(Option<&str>, f64)> {
    match amount {
        Amount::Whole(count) => vec![(None, *count as f64)],
        Amount::Number(number) => vec![(None, *number)],
        Amount::Breakdown(values) => values.iter().map(|(key, count)| (Some(key.as_str()), *count as f64)).collect(),
    }
}
