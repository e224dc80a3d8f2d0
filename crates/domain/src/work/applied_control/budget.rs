//! What the controls of an action plan cost: in total, and by status, priority, category, function, due date, owner and domain.

use std::collections::HashMap;

use cairn_assess::ControlStatus;
use cairn_assess::budget::{self, Bucket, Budget, Line, Part, Sum};
use cairn_engine::query::{Select, objects};
use cairn_engine::{Cx, Object, Result};
use cairn_model::choice::ChoiceDef;
use cairn_model::{Describe, Type, Value};
use cairn_resources::iam::Actor;
use cairn_resources::work::{AppliedControl, Category, CsfFunction, Priority, Status};
use serde::Serialize;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::{display, plain};
use crate::list_query::ListQuery;
use crate::platform::settings;
use crate::work::sight::visible;

/// So many owners and domains are named.
const TOP: usize = 10;
/// What stands for "none".
pub const UNSET: &str = "_unset";

/// What the controls of a plan cost in a year. Amounts in other currencies than that of the instance are in no total.
#[derive(Debug, Serialize, Describe)]
pub struct BudgetOverview {
    pub count: usize,
    pub count_with_cost: usize,
    pub total_annual_cost: f64,
    pub total_annual_cost_display: String,
    /// The currency of the instance.
    pub currency: String,
    /// Each with `key`, a label, `count`, `total` and `total_display`.
    pub by_status: Vec<Json>,
    pub by_priority: Vec<Json>,
    pub by_category: Vec<Json>,
    pub by_csf_function: Vec<Json>,
    /// `overdue`, `due_30d`, `due_90d`, `later`, `no_eta` and `done` (active or deprecated).
    pub eta_buckets: Vec<Json>,
    /// Those who own the most expensive controls.
    pub top_owners: Vec<Json>,
    /// The domains with the most expensive controls.
    pub top_folders: Vec<Json>,
    pub cost_breakdown: Breakdown,
    pub other_currencies: Vec<OtherCurrency>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Breakdown {
    pub build: CostOf,
    pub run: CostOf,
}

#[derive(Debug, Serialize, Describe)]
pub struct CostOf {
    pub fixed_cost: f64,
    pub fixed_cost_display: String,
    pub people_days: f64,
}

/// Costs in other currencies, which have no exchange rate.
#[derive(Debug, Serialize, Describe)]
pub struct OtherCurrency {
    pub currency: String,
    pub count: usize,
    pub total: f64,
    pub total_display: String,
}

/// What some controls cost, as far as the filters of their list leave them.
pub async fn of_controls(cx: &mut Cx, query: &ListQuery, controls: Vec<Uuid>) -> Result<BudgetOverview> {
    let resource = cx.resource::<AppliedControl>();
    let mut select: Select = visible(cx, resource);
    query.params().apply(cx, &mut select)?;
    select.any_of("id", Value::Uuids(controls));
    let found = objects(cx, resource, select).await?;
    let controls: Vec<AppliedControl> = found.iter().map(Object::decode).collect::<Result<_>>()?;
    overview(cx, &controls).await
}

pub async fn overview(cx: &mut Cx, controls: &[AppliedControl]) -> Result<BudgetOverview> {
    let (today, settings) = (cx.today(), settings::general(cx).await?);
    let lines: Vec<Line> = controls
        .iter()
        .map(|control| Line {
            cost: control.cost.as_ref().map(|cost| plain(&cost.0)),
            status: ControlStatus::parse(control.status.key()).unwrap_or(ControlStatus::Undefined),
            eta: control.eta,
        })
        .collect();
    let found = budget::budget(&lines, &settings.currency, settings.daily_rate);
    let book = Book { controls, budget: &found, currency: &settings.currency };
    let buckets = lines.iter().map(|line| Bucket::of(line.status, line.eta, today));
    let owners = names(cx, controls).await?;
    let cost_of = |part: Part| CostOf {
        fixed_cost: budget::rounded(part.fixed_cost),
        fixed_cost_display: money(part.fixed_cost, &settings.currency),
        people_days: part.people_days,
    };
    let other = |(currency, sum): (&String, &Sum)| OtherCurrency {
        currency: currency.clone(),
        count: sum.count,
        total: budget::rounded(sum.total),
        total_display: money(sum.total, currency),
    };
    Ok(BudgetOverview {
        count: found.all.count,
        count_with_cost: found.count_with_cost,
        total_annual_cost: budget::rounded(found.all.total),
        total_annual_cost_display: money(found.all.total, &settings.currency),
        by_status: book.by_choice("status", Status::DEF, |control| Some(control.status.key().to_owned())),
        by_priority: book.by_choice("priority", Priority::DEF, |control| Some(control.priority?.key().to_string())),
        by_category: book.by_choice("category", Category::DEF, |control| Some(control.category?.key().to_owned())),
        by_csf_function: book
            .by_choice("csf_function", CsfFunction::DEF, |control| Some(control.csf_function?.key().to_owned())),
        eta_buckets: book.by_bucket(buckets),
        top_owners: book.top(|control| control.owner.uuids(), &owners),
        top_folders: book.top(|control| vec![control.folder.uuid()], &folders(cx, controls)),
        cost_breakdown: Breakdown { build: cost_of(found.build), run: cost_of(found.run) },
        other_currencies: found.other_currencies.iter().map(other).collect(),
        currency: settings.currency,
    })
}

/// An amount for people.
fn money(amount: f64, currency: &str) -> String {
    let text = display(budget::rounded(amount), currency);
    if text.is_empty() { format!("0.00 {currency}") } else { text }
}

/// The controls with what they cost.
struct Book<'a> {
    controls: &'a [AppliedControl],
    budget: &'a Budget,
    currency: &'a str,
}

impl Book<'_> {
    fn shown(&self, key: &str, (name, label): (&str, &str), sum: Sum) -> Json {
        let mut shown = json!({
            "key": key,
            "count": sum.count,
            "total": budget::rounded(sum.total),
            "total_display": money(sum.total, self.currency),
        });
        if !name.is_empty() {
            shown[name] = json!(label);
        }
        shown
    }

    /// In the order of the choices; what is not set comes last.
    fn by_choice(&self, name: &str, choices: &ChoiceDef, key: impl Fn(&AppliedControl) -> Option<String>) -> Vec<Json> {
        let sums =
            self.budget.by(self.controls.iter().map(|control| [key(control).unwrap_or_else(|| UNSET.to_owned())]));
        let known = choices.options.iter().map(|option| (option.key.to_string(), option.label()));
        let all = known.chain([(UNSET.to_owned(), "not_set".to_owned())]);
        all.filter_map(|(key, label)| Some(self.shown(&key, (name, &label), *sums.get(&key)?))).collect()
    }

    fn by_bucket(&self, buckets: impl Iterator<Item = Bucket>) -> Vec<Json> {
        let sums = self.budget.by(buckets.map(|bucket| [bucket]));
        let sum = |bucket| sums.get(&bucket).copied().unwrap_or_default();
        Bucket::ALL.into_iter().map(|bucket| self.shown(bucket.as_str(), ("", ""), sum(bucket))).collect()
    }

    /// The most expensive first. What the caller may not see has no name and is left out.
    fn top(&self, keys: impl Fn(&AppliedControl) -> Vec<Uuid>, names: &HashMap<Uuid, String>) -> Vec<Json> {
        let sums = self.budget.by(self.controls.iter().map(keys));
        let mut all: Vec<(&String, Uuid, Sum)> =
            sums.into_iter().filter_map(|(id, sum)| Some((names.get(&id)?, id, sum))).collect();
        all.sort_by(|one, other| other.2.total.total_cmp(&one.2.total).then_with(|| one.0.cmp(other.0)));
        all.iter().take(TOP).map(|(name, id, sum)| self.shown(&id.to_string(), ("label", name), *sum)).collect()
    }
}

async fn names(cx: &mut Cx, controls: &[AppliedControl]) -> Result<HashMap<Uuid, String>> {
    let ids: Vec<Uuid> = controls.iter().flat_map(|control| control.owner.uuids()).collect();
    let actors = cx.resource::<Actor>();
    let mut select = visible(cx, actors);
    select.any_of("id", Value::Uuids(ids));
    let columns = format!("t.id, {}", actors.display("t"));
    let rows = cx.conn.query(&select.project(&columns), &[Type::Uuid, Type::Text]).await?;
    Ok(rows.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_str()?.to_owned()))).collect())
}

fn folders(cx: &Cx, controls: &[AppliedControl]) -> HashMap<Uuid, String> {
    let ids = controls.iter().map(|control| control.folder.uuid()).filter(|id| cx.sees_folder(*id));
    ids.filter_map(|id| Some((id, cx.tree().get(id)?.name.clone()))).collect()
}
