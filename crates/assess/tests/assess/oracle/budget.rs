//! What a plan costs, in exact cents.

use super::ratio::Ratio;

/// Amounts in cents, days in halves.
#[derive(Clone, Debug)]
pub struct Cost {
    pub currency: &'static str,
    pub years: u32,
    /// Fixed cost and people days.
    pub build: (i64, i64),
    pub run: (i64, i64),
}

/// The cents of a year. Building is paid in equal parts, and running every year.
pub fn annual(cost: &Cost, daily_rate: i64) -> Ratio {
    let cents = |(fixed, half_days): (i64, i64)| {
        let days = Ratio::whole(half_days) / Ratio::whole(2);
        Ratio::whole(fixed) + days * Ratio::whole(daily_rate * 100)
    };
    cents(cost.build) / Ratio::whole(i64::from(cost.years)) + cents(cost.run)
}

/// What the costs in a currency add up to, and how many there are.
pub fn total(costs: &[Option<Cost>], currency: &str, daily_rate: i64) -> (usize, Ratio) {
    let own: Vec<&Cost> = costs.iter().flatten().filter(|cost| cost.currency == currency).collect();
    (own.len(), Ratio::sum(own.into_iter().map(|cost| annual(cost, daily_rate))))
}

/// Whole cents, half of one rounded up.
pub fn rounded(cents: Ratio) -> i64 {
    (cents + Ratio::whole(1) / Ratio::whole(2)).integer_part()
}
