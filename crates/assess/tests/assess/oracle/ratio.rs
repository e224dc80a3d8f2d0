//! Exact fractions.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio(i128, i128);

impl Ratio {
    pub fn whole(number: i64) -> Self {
        Self(i128::from(number), 1)
    }

    /// Only halves and the like: what a test writes as a target.
    pub fn of(number: f64) -> Self {
        Self((number * 1000.0).round() as i128, 1000).reduced()
    }

    fn reduced(self) -> Self {
        fn gcd(a: i128, b: i128) -> i128 {
            if b == 0 { a } else { gcd(b, a % b) }
        }
        let sign = if self.1 < 0 { -1 } else { 1 };
        let by = gcd(self.0.abs(), self.1.abs()).max(1);
        Self(sign * self.0 / by, sign * self.1 / by)
    }

    /// To one decimal, towards zero.
    pub fn truncated(self) -> f64 {
        (self.0 * 10 / self.1) as f64 / 10.0
    }

    pub fn integer_part(self) -> i64 {
        (self.0 / self.1) as i64
    }

    pub fn sum(all: impl IntoIterator<Item = Self>) -> Self {
        all.into_iter().fold(Self(0, 1), |a, b| a + b)
    }
}

impl Add for Ratio {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 * other.1 + other.0 * self.1, self.1 * other.1).reduced()
    }
}

impl Sub for Ratio {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + Self(-other.0, other.1)
    }
}

impl Mul for Ratio {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0, self.1 * other.1).reduced()
    }
}

impl Div for Ratio {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Self(self.0 * other.1, self.1 * other.0).reduced()
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self.0 * other.1).partial_cmp(&(other.0 * self.1))
    }
}
