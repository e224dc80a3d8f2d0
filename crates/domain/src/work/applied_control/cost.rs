//! What a control costs.

use cairn_assess::budget;
use cairn_engine::{Cx, FieldErrors, Result};
use cairn_resources::work::{AppliedControl, Cost, CostPart};

use crate::platform::settings::{General, general};

/// Beyond what any organisation spends, and still exact in the arithmetic used.
const MAX: f64 = 1e12;

/// Refuses impossible costs.
pub fn check(cost: &Cost) -> Result<()> {
    let mut errors = FieldErrors::default();
    if cost.amortization_period < 1 {
        errors.add("cost", "The amortization period must be at least 1 year.");
    }
    if cost.currency.trim().is_empty() || cost.currency.chars().count() > 8 {
        errors.add("cost", "Enter a currency symbol or code of at most 8 characters.");
    }
    for (name, part) in [("build", &cost.build), ("run", &cost.run)] {
        for (what, amount) in [("fixed cost", part.fixed_cost), ("people days", part.people_days)] {
            if !(0.0..=MAX).contains(&amount) {
                errors.add("cost", format!("The {what} to {name} it must be from 0 to 1,000,000,000,000."));
            }
        }
    }
    errors.into_result()
}

/// A cost as the arithmetic takes it.
pub fn plain(cost: &Cost) -> budget::Cost {
    let part = |part: &CostPart| budget::Part { fixed_cost: part.fixed_cost, people_days: part.people_days };
    budget::Cost {
        currency: cost.currency.clone(),
        years: cost.amortization_period,
        build: part(&cost.build),
        run: part(&cost.run),
    }
}

fn annual_of(control: &AppliedControl, settings: &General) -> f64 {
    let annual = |cost: &Cost| budget::rounded(budget::annual(&plain(cost), settings.daily_rate));
    control.cost.as_ref().map_or(0.0, |cost| annual(&cost.0))
}

fn currency_of(control: &AppliedControl, settings: &General) -> String {
    control.cost.as_ref().map_or_else(|| settings.currency.clone(), |cost| cost.0.currency.clone())
}

pub async fn annual_cost(cx: &mut Cx, rows: &[AppliedControl]) -> Result<Vec<String>> {
    let settings = general(cx).await?;
    Ok(rows.iter().map(|control| format!("{:.2}", annual_of(control, &settings))).collect())
}

pub async fn currency(cx: &mut Cx, rows: &[AppliedControl]) -> Result<Vec<String>> {
    let settings = general(cx).await?;
    Ok(rows.iter().map(|control| currency_of(control, &settings)).collect())
}

pub async fn annual_cost_display(cx: &mut Cx, rows: &[AppliedControl]) -> Result<Vec<String>> {
    let settings = general(cx).await?;
    let display = |control| display(annual_of(control, &settings), &currency_of(control, &settings));
    Ok(rows.iter().map(display).collect())
}

/// An amount for people. Nothing is an empty text.
pub fn display(amount: f64, currency: &str) -> String {
    let plain = format!("{amount:.2}");
    let (whole, cents) = plain.split_once('.').unwrap_or((&plain, "00"));
    if plain == "0.00" {
        return String::new();
    }
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped}.{cents} {currency}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(build: (f64, f64), run: (f64, f64), amortization_period: u32) -> Cost {
        let part = |(fixed_cost, people_days)| CostPart { fixed_cost, people_days };
        Cost { currency: "€".into(), amortization_period, build: part(build), run: part(run) }
    }

    #[test]
    fn building_is_spread_and_running_is_not() {
        let annual = |cost: &Cost| budget::annual(&plain(cost), 500.0);
        assert!((annual(&cost((1000.0, 5.0), (100.0, 1.0), 1)) - 4100.0).abs() < 1e-9);
        assert!((annual(&cost((1000.0, 5.0), (100.0, 1.0), 5)) - 1300.0).abs() < 1e-9);
        assert!(annual(&cost((0.0, 0.0), (0.0, 0.0), 1)).abs() < 1e-9);
    }

    #[test]
    fn amounts_are_grouped_for_people() {
        assert_eq!(display(4100.0, "€"), "4,100.00 €");
        assert_eq!(display(999.999, "$"), "1,000.00 $");
        assert_eq!(display(1_234_567.5, "CHF"), "1,234,567.50 CHF");
        assert_eq!(display(0.004, "€"), "");
    }

    #[test]
    fn impossible_costs_are_refused() {
        assert!(check(&cost((0.0, 0.0), (0.0, 0.0), 1)).is_ok());
        for wrong in
            [cost((-1.0, 0.0), (0.0, 0.0), 1), cost((0.0, 0.0), (0.0, f64::NAN), 1), cost((0.0, 0.0), (0.0, 0.0), 0)]
        {
            assert!(check(&wrong).unwrap_err().to_string().starts_with("cost: "));
        }
    }
}
