//! Reasons in French. The words fit labels of either gender, which is not known.

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
            format!("{}\u{202f}: {}", name(label), if *truth { "oui" } else { "non" })
        }
        Clause::Is { label, value: value @ Shown::Date(_), holds } => {
            format!("{} {} le {}", name(label), is(*holds), shown(value))
        }
        Clause::Is { label, value, holds } => format!("{} {} {}", name(label), is(*holds), shown(value)),
        Clause::OneOf { label, values, holds } => {
            let values: Vec<String> = values.iter().map(shown).collect();
            match (holds, &values[..]) {
                (false, [_, _, ..]) => format!("{} n’est ni {}", name(label), values.join(" ni ")),
                _ => format!("{} {} {}", name(label), is(*holds), enumerate(&values, "ou")),
            }
        }
        Clause::SameAs { label, other, holds } => {
            format!("{} {} identique à {}", name(label), is(*holds), name(other))
        }
        Clause::Set { label, holds: true } => format!("{} a une valeur", name(label)),
        Clause::Set { label, holds: false } => format!("{} n’a pas de valeur", name(label)),
        Clause::Filled { label, holds: true } => format!("{} n’est pas vide", name(label)),
        Clause::Filled { label, holds: false } => format!("{} est vide", name(label)),
        Clause::Number { label, actual, order, than, holds } => {
            let (label, order, than) = (name(label), number(*order), shown(than));
            match actual {
                Some(actual) => format!("{label} vaut {}, {}{order}{than}", shown(actual), not(*holds)),
                None if *holds => format!("{label} vaut {order}{than}"),
                None => format!("{label} ne vaut pas {order}{than}"),
            }
        }
        Clause::Date { label, actual, order, than, holds } => {
            let (label, than) = (name(label), date(*order, than));
            match actual {
                Some(actual) => format!("{label} est le {}, {}{than}", shown(actual), not(*holds)),
                None => format!("{label} {} {than}", is(*holds)),
            }
        }
        Clause::Days { label, actual, order, days, direction, holds } => {
            let label = name(label);
            match actual {
                Some(actual) => {
                    let limit = limit(*actual, *order, *days, *direction, *holds);
                    format!("{label} {}{limit}", since(*actual))
                }
                None => format!("{label} {}", distance(*order, *days, *direction, *holds)),
            }
        }
        Clause::Count { label, meant, actual, order, number: than, holds } => {
            let meant = meant.as_ref().map(|body| format!(" où {}", words(body))).unwrap_or_default();
            let label = name(label) + &meant;
            let (order, not) = (number(*order), not(*holds));
            match actual {
                Some(actual) if order.is_empty() && *holds => format!("{label}\u{202f}: {actual}"),
                Some(actual) => format!("{label}\u{202f}: {actual}, {not}{order}{than}"),
                None => format!("{label}\u{202f}: {not}{order}{than}"),
            }
        }
        Clause::Contains { label, how, value, holds } => {
            let how = match (how, holds) {
                (Containing::Contains, true) => "contient",
                (Containing::Contains, false) => "ne contient pas",
                (Containing::StartsWith, true) => "commence par",
                (Containing::StartsWith, false) => "ne commence pas par",
                (Containing::EndsWith, true) => "finit par",
                (Containing::EndsWith, false) => "ne finit pas par",
            };
            format!("{} {how} {}", name(label), shown(value))
        }
        Clause::Items { label, quantity, body } => {
            let quantity = match quantity {
                Quantity::None => "aucun élément où",
                Quantity::AtLeastOne => "au moins un élément où",
                Quantity::ExactlyOne => "exactement un élément où",
                Quantity::NotExactlyOne => "pas exactement un élément où",
                Quantity::Each => "pour chaque élément,",
                Quantity::NotEach => "pas pour chaque élément,",
            };
            format!("{}\u{202f}: {quantity} {}", name(label), words(body))
        }
        Clause::NoItems { label } => format!("{}\u{202f}: aucun élément", name(label)),
        Clause::All(clauses) => clauses.iter().map(joined).collect::<Vec<_>>().join(" et "),
        Clause::Any(clauses) => clauses.iter().map(joined).collect::<Vec<_>>().join(" ou "),
        Clause::Source { source, holds } => format!("`{source}` est {}", if *holds { "vrai" } else { "faux" }),
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
        Label::Item => "l’élément".to_owned(),
    }
}

fn shown(value: &Shown) -> String {
    match value {
        Shown::Name(name) => name.clone(),
        Shown::Text(text) => format!("«\u{a0}{text}\u{a0}»"),
        Shown::Number(text) => text.replace('.', ","),
        Shown::Date(text) => text.clone(),
        Shown::Today => "aujourd’hui".to_owned(),
        Shown::Truth(truth) => if *truth { "oui" } else { "non" }.to_owned(),
        Shown::Field(label) => name(label),
    }
}

fn is(holds: bool) -> &'static str {
    if holds { "est" } else { "n’est pas" }
}

fn not(holds: bool) -> &'static str {
    if holds { "" } else { "pas " }
}

fn number(order: Order) -> &'static str {
    match order {
        Order::Less => "moins que ",
        Order::AtMost => "au plus ",
        Order::Equal => "",
        Order::AtLeast => "au moins ",
        Order::More => "plus que ",
    }
}

fn date(order: Order, than: &Shown) -> String {
    let order = match order {
        Order::Less => "avant",
        Order::AtMost => "au plus tard",
        Order::Equal => "",
        Order::AtLeast => "au plus tôt",
        Order::More => "après",
    };
    match than {
        Shown::Date(date) => format!("{order} le {date}"),
        other => format!("{order} {}", shown(other)),
    }
}

fn days(count: i64) -> String {
    format!("{count} {}", if count == 1 { "jour" } else { "jours" })
}

/// When a day was or will be.
fn since(ago: i64) -> String {
    match ago {
        0 => "est aujourd’hui".to_owned(),
        1.. => format!("date de {}", days(ago)),
        _ => format!("est dans {}", days(ago.saturating_neg())),
    }
}

/// A number of days: `moins de 90 jours`.
fn amount(order: Order) -> &'static str {
    match order {
        Order::Less => "moins de ",
        Order::More => "plus de ",
        other => number(other),
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
        (true, order, holds) => format!(", {}{}{than}", not(holds), amount(order)),
    }
}

fn distance(order: Order, count: i64, direction: Direction, holds: bool) -> String {
    let amount = format!("{}{}", amount(order), days(count));
    match (direction, holds) {
        (Direction::Ahead, holds) => format!("{} dans {amount}", is(holds)),
        (Direction::Ago, holds) => {
            let of = if amount.starts_with("au ") { "d’" } else { "de " };
            format!("{} {of}{amount}", if holds { "date" } else { "ne date pas" })
        }
    }
}
