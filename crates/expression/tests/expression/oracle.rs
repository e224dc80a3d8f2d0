//! A second evaluator, written for clarity: of conditions as they are generated, not as they are parsed.

use std::fmt::{Display, Formatter, Result as Written};

use serde_json::Value as Json;

/// The variables of the object and of the loops around.
pub const NAMES: [&str; 3] = ["object", "i", "j"];

#[derive(Clone, Debug)]
pub enum Term {
    Int(i64),
    Text(String),
    Today,
    /// A field of the object or of an item, counted from the outside.
    Field(usize, &'static str),
    /// A field of the linked object.
    Linked(usize, &'static str),
    Since(Box<Term>),
    Until(Box<Term>),
    /// How many parts there are.
    Size(usize),
}

#[derive(Clone, Debug)]
pub enum Condition {
    Truth(bool),
    Compare(Term, &'static str, Term),
    In(Term, Vec<Term>),
    Contains(Term, String),
    Has(Term),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    /// A loop over the parts of the object or of an item.
    Each(&'static str, usize, Box<Condition>),
}

impl Display for Term {
    fn fmt(&self, out: &mut Formatter<'_>) -> Written {
        match self {
            Self::Int(number) => write!(out, "{number}"),
            Self::Text(text) => write!(out, "'{text}'"),
            Self::Today => write!(out, "today"),
            Self::Field(of, name) => write!(out, "{}.{name}", NAMES[*of]),
            Self::Linked(of, name) => write!(out, "{}.link.{name}", NAMES[*of]),
            Self::Since(date) => write!(out, "days_since({date})"),
            Self::Until(date) => write!(out, "days_until({date})"),
            Self::Size(of) => write!(out, "size({}.parts)", NAMES[*of]),
        }
    }
}

impl Condition {
    /// The source. A loop inside `depth` loops has the next variable.
    pub fn source(&self, depth: usize) -> String {
        match self {
            Self::Truth(truth) => truth.to_string(),
            Self::Compare(one, operator, other) => format!("{one} {operator} {other}"),
            Self::In(one, others) => {
                let others: Vec<String> = others.iter().map(ToString::to_string).collect();
                format!("{one} in [{}]", others.join(", "))
            }
            Self::Contains(term, text) => format!("{term}.contains('{text}')"),
            Self::Has(term) => format!("has({term})"),
            Self::Not(inner) => format!("!({})", inner.source(depth)),
            Self::And(one, other) => format!("({}) && ({})", one.source(depth), other.source(depth)),
            Self::Or(one, other) => format!("({}) || ({})", one.source(depth), other.source(depth)),
            Self::Each(kind, of, body) => {
                let name = NAMES[depth + 1];
                format!("{}.parts.{kind}({name}, {})", NAMES[*of], body.source(depth + 1))
            }
        }
    }

    /// Whether it is true of the things around, the object first. None if it has no answer.
    pub fn holds(&self, around: &[&Json], today: &str) -> Option<bool> {
        match self {
            Self::Truth(truth) => Some(*truth),
            Self::Compare(one, operator, other) => {
                compare(&value(one, around, today)?, operator, &value(other, around, today)?)
            }
            Self::In(one, others) => {
                let one = value(one, around, today)?;
                let others: Option<Vec<Json>> = others.iter().map(|other| value(other, around, today)).collect();
                Some(others?.contains(&one))
            }
            Self::Contains(term, text) => match value(term, around, today)? {
                Json::Null => Some(false),
                Json::String(whole) => Some(whole.contains(text.as_str())),
                _ => None,
            },
            Self::Has(term) => Some(match value(term, around, today)? {
                Json::Null => false,
                Json::String(text) => !text.is_empty(),
                _ => true,
            }),
            Self::Not(inner) => inner.holds(around, today).map(|holds| !holds),
            Self::And(one, other) => and(one.holds(around, today), other.holds(around, today)),
            Self::Or(one, other) => or(one.holds(around, today), other.holds(around, today)),
            Self::Each(kind, of, body) => {
                let answers: Vec<Option<bool>> = around[*of]["parts"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(|item| body.holds(&[around, &[item]].concat(), today))
                    .collect();
                match *kind {
                    "all" => answers.into_iter().fold(Some(true), and),
                    "exists" => answers.into_iter().fold(Some(false), or),
                    _ => {
                        let answers: Option<Vec<bool>> = answers.into_iter().collect();
                        Some(answers?.into_iter().filter(|holds| *holds).count() == 1)
                    }
                }
            }
        }
    }
}

/// What is decided by one side is decided, even if the other has no answer.
fn and(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn or(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    and(one.map(|holds| !holds), other.map(|holds| !holds)).map(|neither| !neither)
}

fn compare(one: &Json, operator: &str, other: &Json) -> Option<bool> {
    match operator {
        "==" => return Some(one == other),
        "!=" => return Some(one != other),
        _ => {}
    }
    let order = match (one, other) {
        (Json::Null, _) | (_, Json::Null) => return Some(false),
        (Json::String(one), Json::String(other)) => one.as_bytes().cmp(other.as_bytes()),
        (Json::Number(one), Json::Number(other)) => one.as_i64()?.cmp(&other.as_i64()?),
        _ => return None,
    };
    Some(match operator {
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        _ => order.is_ge(),
    })
}

fn value(term: &Term, around: &[&Json], today: &str) -> Option<Json> {
    Some(match term {
        Term::Int(number) => Json::from(*number),
        Term::Text(text) => Json::from(text.as_str()),
        Term::Today => Json::from(today),
        Term::Field(of, name) => around[*of][name].clone(),
        Term::Linked(of, name) => around[*of]["link"][name].clone(),
        Term::Since(date) => days_between(&value(date, around, today)?, today)?,
        Term::Until(date) => match days_between(&value(date, around, today)?, today)? {
            Json::Number(days) => Json::from(-days.as_i64()?),
            none => none,
        },
        Term::Size(of) => Json::from(around[*of]["parts"].as_array()?.len()),
    })
}

/// Counts days one by one.
fn days_between(date: &Json, today: &str) -> Option<Json> {
    let date = match date {
        Json::Null => return Some(Json::Null),
        Json::String(text) if text.is_empty() => return Some(Json::Null),
        Json::String(text) => day(text)?,
        _ => return None,
    };
    let today = day(today)?;
    let (mut earlier, later, sign) = if date <= today { (date, today, 1) } else { (today, date, -1) };
    let mut days = 0;
    while earlier < later {
        earlier = next(earlier);
        days += 1;
    }
    Some(Json::from(sign * days))
}

fn day(text: &str) -> Option<(i32, u32, u32)> {
    let mut parts = text.get(..10)?.split('-');
    let year: i32 = parts.next()?.parse().ok()?;
    Some((year, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

fn next((year, month, day): (i32, u32, u32)) -> (i32, u32, u32) {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    match (day < length, month < 12) {
        (true, _) => (year, month, day + 1),
        (false, true) => (year, month + 1, 1),
        (false, false) => (year + 1, 1, 1),
    }
}
