//! What the controls of an action plan cost, and when they are due.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};

use crate::words::ControlStatus;

/// Days until which something is due soon, and a bit later.
const SOON: u64 = 30;
const NEXT: u64 = 90;

/// What a control costs to implement and to operate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    pub currency: String,
    /// The years over which the implementation is spread.
    pub years: u32,
    pub build: Part,
    pub run: Part,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Part {
    pub fixed_cost: f64,
    pub people_days: f64,
}

impl Part {
    fn total(self, daily_rate: f64) -> f64 {
        self.fixed_cost + self.people_days * daily_rate
    }

    fn plus(self, other: Self) -> Self {
        Self { fixed_cost: self.fixed_cost + other.fixed_cost, people_days: self.people_days + other.people_days }
    }
}

/// Building is spread over the years, running recurs every year.
pub fn annual(cost: &Cost, daily_rate: f64) -> f64 {
    cost.build.total(daily_rate) / f64::from(cost.years.max(1)) + cost.run.total(daily_rate)
}

/// A control of a plan.
#[derive(Clone, Debug)]
pub struct Line {
    pub cost: Option<Cost>,
    pub status: ControlStatus,
    pub eta: Option<NaiveDate>,
}

/// When a control is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bucket {
    Overdue,
    Due30Days,
    Due90Days,
    Later,
    NoDate,
    /// Active or deprecated: nothing is due any more.
    Done,
}

impl Bucket {
    pub const ALL: [Self; 6] = [Self::Overdue, Self::Due30Days, Self::Due90Days, Self::Later, Self::NoDate, Self::Done];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Overdue => "overdue",
            Self::Due30Days => "due_30d",
            Self::Due90Days => "due_90d",
            Self::Later => "later",
            Self::NoDate => "no_eta",
            Self::Done => "done",
        }
    }

    pub fn of(status: ControlStatus, eta: Option<NaiveDate>, today: NaiveDate) -> Self {
        if matches!(status, ControlStatus::Active | ControlStatus::Deprecated) {
            return Self::Done;
        }
        let Some(eta) = eta else { return Self::NoDate };
        let within = |days: u64| today.checked_add_days(Days::new(days)).is_none_or(|last| eta <= last);
        match eta {
            _ if eta < today => Self::Overdue,
            _ if within(SOON) => Self::Due30Days,
            _ if within(NEXT) => Self::Due90Days,
            _ => Self::Later,
        }
    }
}

/// A number of controls, and what they cost in a year.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    pub count: usize,
    pub total: f64,
}

impl Sum {
    pub fn add(&mut self, amount: f64) {
        self.count += 1;
        self.total += amount;
    }
}

/// What a plan costs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Budget {
    /// All controls, with the costs in the budget's currency.
    pub all: Sum,
    pub count_with_cost: usize,
    pub build: Part,
    pub run: Part,
    /// Costs in other currencies. Nobody knows the rate, so they are in no total.
    pub other_currencies: BTreeMap<String, Sum>,
    /// By control: what it adds to the totals.
    pub amounts: Vec<f64>,
}

impl Budget {
    /// What the controls with each key cost together, such as those of each status or owner. A control can have several keys,
    /// or none. The keys are in the order of the controls.
    pub fn by<K: Ord>(&self, keys: impl IntoIterator<Item = impl IntoIterator<Item = K>>) -> BTreeMap<K, Sum> {
        let mut sums: BTreeMap<K, Sum> = BTreeMap::new();
        for (keys, amount) in keys.into_iter().zip(&self.amounts) {
            for key in keys {
                sums.entry(key).or_default().add(*amount);
            }
        }
        sums
    }
}

/// Adds up a plan in one currency.
pub fn budget(lines: &[Line], currency: &str, daily_rate: f64) -> Budget {
    let mut budget = Budget::default();
    for line in lines {
        let mut amount = 0.0;
        if let Some(cost) = &line.cost {
            budget.count_with_cost += 1;
            let own = annual(cost, daily_rate);
            if cost.currency == currency {
                amount = own;
                budget.build = budget.build.plus(cost.build);
                budget.run = budget.run.plus(cost.run);
            } else {
                budget.other_currencies.entry(cost.currency.clone()).or_default().add(own);
            }
        }
        budget.all.add(amount);
        budget.amounts.push(amount);
    }
    budget
}

/// An amount in cents, as it is shown. What is half a cent as people calculate counts as one, although it can be a bit less as a
/// binary fraction.
pub fn rounded(amount: f64) -> f64 {
    ((amount * 10_000.0).round() / 100.0).round() / 100.0
}
