//! What action plans cost, and when they are due.

use cairn_assess::ControlStatus;
use cairn_assess::budget::{self, Bucket, Line, Part};
use chrono::{Days, NaiveDate};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use crate::oracle::budget as oracle;

fn costs() -> impl Strategy<Value = oracle::Cost> {
    let part = || (0_i64..10_000_000, 0_i64..400);
    (select(vec!["€", "$", "CHF"]), 1_u32..20, part(), part()).prop_map(|(currency, years, build, run)| oracle::Cost {
        currency,
        years,
        build,
        run,
    })
}

fn part((cents, half_days): (i64, i64)) -> Part {
    Part { fixed_cost: cents as f64 / 100.0, people_days: half_days as f64 / 2.0 }
}

fn line(cost: Option<&oracle::Cost>) -> Line {
    let cost = cost.map(|cost| budget::Cost {
        currency: cost.currency.to_owned(),
        years: cost.years,
        build: part(cost.build),
        run: part(cost.run),
    });
    Line { cost, status: ControlStatus::ToDo, eta: None }
}

/// Cents, as they are shown.
fn cents(amount: f64) -> i64 {
    (budget::rounded(amount) * 100.0).round() as i64
}

proptest! {
    #[test]
    fn plans_cost_the_same_in_exact_cents(costs in prop::collection::vec(of(costs()), 0..12), rate in 0_i64..2000) {
        let lines: Vec<Line> = costs.iter().map(|cost| line(cost.as_ref())).collect();
        let found = budget::budget(&lines, "€", rate as f64);
        for (cost, line) in costs.iter().zip(&lines) {
            let annual = line.cost.as_ref().map(|cost| cents(budget::annual(cost, rate as f64)));
            prop_assert_eq!(annual, cost.as_ref().map(|cost| oracle::rounded(oracle::annual(cost, rate))));
        }
        // Sums of fractions of a cent can be a hair's breadth from half a cent.
        let close = |amount: f64, exact: i64| (cents(amount) - exact).abs() <= 1;
        let (_, own) = oracle::total(&costs, "€", rate);
        prop_assert!(close(found.all.total, oracle::rounded(own)));
        prop_assert_eq!(found.all.count, costs.len());
        prop_assert_eq!(found.count_with_cost, costs.iter().flatten().count());
        prop_assert_eq!(found.amounts.len(), costs.len());
        for currency in ["$", "CHF"] {
            let (count, total) = oracle::total(&costs, currency, rate);
            let other = found.other_currencies.get(currency).copied().unwrap_or_default();
            prop_assert_eq!(other.count, count);
            prop_assert!(close(other.total, oracle::rounded(total)));
        }
        prop_assert!(!found.other_currencies.contains_key("€"));
    }

    #[test]
    fn buckets_are_found_day_by_day(days in 0_u64..400, status in select(ControlStatus::ALL)) {
        let today = NaiveDate::from_ymd_opt(2028, 2, 1).unwrap();
        let eta = NaiveDate::from_ymd_opt(2027, 10, 1).unwrap() + Days::new(days);
        let within = |days: usize| today.iter_days().take(days + 1).any(|day| day == eta);
        let expected = match status.as_str() {
            "active" | "deprecated" => "done",
            _ if eta < today => "overdue",
            _ if within(30) => "due_30d",
            _ if within(90) => "due_90d",
            _ => "later",
        };
        prop_assert_eq!(Bucket::of(status, Some(eta), today).as_str(), expected);
    }
}
