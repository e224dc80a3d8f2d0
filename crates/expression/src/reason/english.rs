//! Reasons in English.

use super::clause::{Clause, Containing, Direction, Label, Order, Quantity, Shown, enumerate, lowered, raised, way};

pub(super) fn sentence(clause: &Clause) -> String {
    let words = words(clause);
    // A quoted part begins as it was written.
    let words = if words.starts_with('`') { words } else { raised(&words) };
    words + "."
}

fn words(clause: &Clause) -> String {
    match clause {
        Clause::Is { label, value: Shown::Truth(truth), holds: true } => {
            format!("{}: {}", name(label), if *truth { "yes" } else { "no" })
        }
        Clause::Is { label, value, holds } => format!("{} {} {}", name(label), is(*holds), shown(value)),
        Clause::OneOf { label, values, holds } => {
            let values: Vec<String> = values.iter().map(shown).collect();
            format!("{} {} {}", name(label), is(*holds), enumerate(&values, "or"))
        }
        Clause::SameAs { label, other, holds } => {
            format!("{} {} the same as {}", name(label), is(*holds), name(other))
        }
        Clause::Set { label, holds } => format!("{} {} set", name(label), is(*holds)),
        Clause::Filled { label, holds: true } => format!("{} is filled in", name(label)),
        Clause::Filled { label, holds: false } => format!("{} is empty", name(label)),
        Clause::Number { label, actual, order, than, holds } => {
            compared(label, actual.as_ref(), number(*order), than, *holds)
        }
        Clause::Date { label, actual, order, than, holds } => {
            compared(label, actual.as_ref(), date(*order), than, *holds)
        }
        Clause::Days { label, actual, order, days, direction, holds } => {
            let label = name(label);
            match actual {
                Some(actual) => {
                    let limit = limit(*actual, *order, *days, *direction, *holds);
                    format!("{label} {}{limit}", since(*actual))
                }
                None => format!("{label} {} {}", is(*holds), distance(*order, *days, *direction)),
            }
        }
        Clause::Count { label, meant, actual, order, number: than, holds } => {
            let meant = meant.as_ref().map(|body| format!(" where {}", words(body))).unwrap_or_default();
            let label = name(label) + &meant;
            let (order, not) = (number(*order), if *holds { "" } else { "not " });
            match actual {
                Some(0) if order.is_empty() && *holds => format!("{label}: none"),
                Some(actual) if order.is_empty() && *holds => format!("{label}: {actual}"),
                Some(actual) => format!("{label}: {actual}, {not}{order}{than}"),
                None => format!("{label}: {not}{order}{than}"),
            }
        }
        Clause::Contains { label, how, value, holds } => {
            let how = match (how, holds) {
                (Containing::Contains, true) => "contains",
                (Containing::Contains, false) => "does not contain",
                (Containing::StartsWith, true) => "starts with",
                (Containing::StartsWith, false) => "does not start with",
                (Containing::EndsWith, true) => "ends with",
                (Containing::EndsWith, false) => "does not end with",
            };
            format!("{} {how} {}", name(label), shown(value))
        }
        Clause::Items { label, quantity, body } => {
            let quantity = match quantity {
                Quantity::None => "none where",
                Quantity::AtLeastOne => "at least one where",
                Quantity::ExactlyOne => "exactly one where",
                Quantity::NotExactlyOne => "not exactly one where",
                Quantity::Each => "in each,",
                Quantity::NotEach => "not in each,",
            };
            format!("{}: {quantity} {}", name(label), words(body))
        }
        Clause::NoItems { label } => format!("{}: none", name(label)),
        Clause::All(clauses) => clauses.iter().map(joined).collect::<Vec<_>>().join(" and "),
        Clause::Any(clauses) => clauses.iter().map(joined).collect::<Vec<_>>().join(" or "),
        Clause::Source { source, holds } => format!("`{source}` is {holds}"),
    }
}

/// A part of several. What would be read together with its neighbours is in parentheses.
fn joined(clause: &Clause) -> String {
    let is_open = matches!(clause, Clause::All(_) | Clause::Any(_) | Clause::Items { .. } | Clause::OneOf { .. });
    if is_open { format!("({})", words(clause)) } else { words(clause) }
}

fn name(label: &Label) -> String {
    match label {
        Label::Field(labels) => lowered(&way(labels)),
        Label::Item => "it".to_owned(),
    }
}

fn shown(value: &Shown) -> String {
    match value {
        Shown::Name(name) => name.clone(),
        Shown::Text(text) => format!("“{text}”"),
        Shown::Number(text) | Shown::Date(text) => text.clone(),
        Shown::Today => "today".to_owned(),
        Shown::Truth(truth) => if *truth { "yes" } else { "no" }.to_owned(),
        Shown::Field(label) => name(label),
    }
}

fn is(holds: bool) -> &'static str {
    if holds { "is" } else { "is not" }
}

fn number(order: Order) -> &'static str {
    match order {
        Order::Less => "less than ",
        Order::AtMost => "at most ",
        Order::Equal => "",
        Order::AtLeast => "at least ",
        Order::More => "more than ",
    }
}

fn date(order: Order) -> &'static str {
    match order {
        Order::Less => "before ",
        Order::AtMost => "on or before ",
        Order::Equal => "",
        Order::AtLeast => "on or after ",
        Order::More => "after ",
    }
}

fn compared(label: &Label, actual: Option<&Shown>, order: &str, than: &Shown, holds: bool) -> String {
    let (label, than) = (name(label), shown(than));
    match actual {
        Some(actual) => {
            format!("{label} is {}, {}{order}{than}", shown(actual), if holds { "" } else { "not " })
        }
        None => format!("{label} {} {order}{than}", is(holds)),
    }
}

fn days(count: i64) -> String {
    format!("{count} {}", if count == 1 { "day" } else { "days" })
}

/// When a day was or will be.
fn since(ago: i64) -> String {
    match ago {
        0 => "is today".to_owned(),
        1.. => format!("was {} ago", days(ago)),
        _ => format!("is in {}", days(ago.saturating_neg())),
    }
}

/// What the days are held to, where both look the same way.
fn limit(actual: i64, order: Order, than: i64, direction: Direction, holds: bool) -> String {
    let is_same_way = match direction {
        Direction::Ago => actual > 0,
        Direction::Ahead => actual < 0,
    };
    match (is_same_way, order, holds) {
        (false, ..) | (_, Order::Equal, true) => String::new(),
        (true, order, holds) => format!(", {}{}{than}", if holds { "" } else { "not " }, number(order)),
    }
}

fn distance(order: Order, count: i64, direction: Direction) -> String {
    match direction {
        Direction::Ago => format!("{}{} ago", number(order), days(count)),
        Direction::Ahead => format!("in {}{}", number(order), days(count)),
    }
}
