//! Finds what to say.

use cel::IdedExpr;
use cel::common::ast::{CallExpr, Expr, LiteralValue, operators};
use serde_json::Value as Json;

use super::Words;
use super::clause::{Clause, Containing, Direction, Label, Order, Quantity, Shown};
use crate::MAX_STEPS;
use crate::dates;
use crate::lenient::lenient;
use crate::loops::{Kind, Loop};
use crate::record::Record;
use crate::source::source;

/// The longest text that is repeated in a reason.
const LONGEST_TEXT: usize = 80;
/// The longest part that is quoted in a reason.
const LONGEST_SOURCE: usize = 200;

pub(super) struct Explanation<'a> {
    pub record: &'a Record,
    pub words: &'a dyn Words,
}

/// A place in the object. What is inside a loop is named from the item on.
#[derive(Clone)]
struct Place {
    path: Vec<String>,
    /// How much of the path leads to the item of the loop; 0 outside loops.
    base: usize,
    /// How many loops are around the one that it is an item of; 0 outside loops.
    depth: usize,
}

/// Names and the places they stand for.
#[derive(Clone)]
struct Scope {
    names: Vec<(String, Place)>,
    /// Whether it is the body of a loop: about any item, and so about no value in particular.
    is_body: bool,
}

/// One side of a comparison.
enum Term<'e> {
    Field(Place),
    Days(Place, Direction),
    Size { place: Place, meant: Option<Clause>, whole: &'e IdedExpr },
    Today,
    Literal(&'e LiteralValue),
}

impl Scope {
    /// Where a part is in the object. None if it is computed.
    fn place(&self, part: &IdedExpr) -> Option<Place> {
        let (operand, field) = match &part.expr {
            Expr::Ident(name) => {
                let known = self.names.iter().rev().find(|(known, _)| known == name);
                return known.map(|(_, place)| place.clone());
            }
            Expr::Select(select) if !select.test => (&*select.operand, select.field.as_str()),
            Expr::Call(call) if call.func_name == operators::INDEX => match &call.args[..] {
                [operand, IdedExpr { expr: Expr::Literal(LiteralValue::String(field)), .. }] => {
                    (operand, field.inner())
                }
                _ => return None,
            },
            _ => return None,
        };
        let mut place = self.place(operand)?;
        place.path.push(field.to_owned());
        Some(place)
    }
}

impl Explanation<'_> {
    pub fn of(&self, root: &IdedExpr) -> Clause {
        let object = Place { path: Vec::new(), base: 0, depth: 0 };
        let scope = Scope { names: vec![("object".to_owned(), object)], is_body: false };
        if self.record.variables.cost_of(root) > MAX_STEPS {
            return quote(root, true);
        }
        self.say(root, true, &scope).unwrap_or_else(|| quote(root, true))
    }

    /// Says that a part is true, or that it is false. None inside a loop where there are no words for it.
    fn say(&self, part: &IdedExpr, holds: bool, scope: &Scope) -> Option<Clause> {
        let clause = match &part.expr {
            Expr::Call(call) => match (call.func_name.as_str(), &call.args[..]) {
                (operators::LOGICAL_NOT, [inner]) => return self.say(inner, !holds, scope),
                (operators::LOGICAL_AND | operators::LOGICAL_OR, [_, _]) => return self.join(part, call, holds, scope),
                (operators::CONDITIONAL, [condition, one, other]) if !scope.is_body => {
                    let is_met = self.is_true(condition)?;
                    let branch = if is_met { one } else { other };
                    let clauses = [self.say(condition, is_met, scope), self.say(branch, holds, scope)];
                    Some(Clause::All(clauses.into_iter().collect::<Option<_>>()?))
                }
                _ => self.call(call, holds, scope),
            },
            Expr::Select(select) if select.test => scope.place(&select.operand).and_then(|mut place| {
                place.path.push(select.field.clone());
                Some(Clause::Filled { label: self.label(&place, scope)?, holds })
            }),
            Expr::Select(_) => self.flag(part, holds, scope),
            Expr::Comprehension(each) => Loop::of(each).and_then(|each| self.items(&each, holds, scope)),
            _ => None,
        };
        clause.or_else(|| (!scope.is_body).then(|| quote(part, holds)))
    }

    fn is_true(&self, part: &IdedExpr) -> Option<bool> {
        self.record.variables.holds_part(&lenient(part)).ok()
    }

    /// `&&` and `||`. What decides is said: of a true `||` the sides that are true, of a false `&&` those that are false.
    fn join(&self, part: &IdedExpr, call: &CallExpr, holds: bool, scope: &Scope) -> Option<Clause> {
        let mut sides = Vec::new();
        flatten(part, &call.func_name, &mut sides);
        let needs_all = (call.func_name == operators::LOGICAL_AND) == holds;
        if !needs_all && !scope.is_body {
            sides.retain(|side| self.is_true(side) == Some(holds));
            if sides.is_empty() {
                return Some(quote(part, holds));
            }
            let clauses = sides.into_iter().map(|side| self.say(side, holds, scope)).collect::<Option<_>>()?;
            return Some(Clause::all(clauses));
        }
        let clauses = sides.into_iter().map(|side| self.say(side, holds, scope)).collect::<Option<_>>()?;
        Some(if needs_all { Clause::all(clauses) } else { Clause::any(clauses) })
    }

    /// A field that is true or false by itself.
    fn flag(&self, part: &IdedExpr, holds: bool, scope: &Scope) -> Option<Clause> {
        let label = self.label(&scope.place(part)?, scope)?;
        Some(Clause::Is { label, value: Shown::Truth(holds), holds: true })
    }

    fn call(&self, call: &CallExpr, holds: bool, scope: &Scope) -> Option<Clause> {
        match (call.func_name.as_str(), call.target.as_deref(), &call.args[..]) {
            (operators::INDEX, None, [_, _]) => {
                let part = IdedExpr { id: 0, expr: Expr::Call(call.clone()) };
                self.flag(&part, holds, scope)
            }
            (operators::EQUALS, None, [one, other]) => self.equal(one, other, holds, scope),
            (operators::NOT_EQUALS, None, [one, other]) => self.equal(one, other, !holds, scope),
            (operators::LESS, None, [one, other]) => self.ordered(one, Order::Less, other, holds, scope),
            (operators::LESS_EQUALS, None, [one, other]) => self.ordered(one, Order::AtMost, other, holds, scope),
            (operators::GREATER, None, [one, other]) => self.ordered(one, Order::More, other, holds, scope),
            (operators::GREATER_EQUALS, None, [one, other]) => self.ordered(one, Order::AtLeast, other, holds, scope),
            (operators::IN, None, [one, container]) => self.contained(one, container, holds, scope),
            ("contains", Some(text), [part]) => self.text(text, Containing::Contains, part, holds, scope),
            ("startsWith", Some(text), [part]) => self.text(text, Containing::StartsWith, part, holds, scope),
            ("endsWith", Some(text), [part]) => self.text(text, Containing::EndsWith, part, holds, scope),
            _ => None,
        }
    }

    fn text(&self, text: &IdedExpr, how: Containing, part: &IdedExpr, holds: bool, scope: &Scope) -> Option<Clause> {
        let label = self.label(&scope.place(text)?, scope)?;
        let Expr::Literal(LiteralValue::String(part)) = &part.expr else { return None };
        Some(Clause::Contains { label, how, value: Shown::Text(short(part.inner(), LONGEST_TEXT)), holds })
    }

    fn equal(&self, one: &IdedExpr, other: &IdedExpr, holds: bool, scope: &Scope) -> Option<Clause> {
        let (one, other) = match (self.term(one, scope)?, self.term(other, scope)?) {
            (one @ (Term::Literal(_) | Term::Today), other) => (other, one),
            sides => sides,
        };
        match (one, other) {
            (Term::Field(place), Term::Literal(LiteralValue::Null)) => {
                Some(Clause::Set { label: self.label(&place, scope)?, holds: !holds })
            }
            (Term::Days(place, _), Term::Literal(LiteralValue::Null)) => {
                Some(Clause::Filled { label: self.label(&place, scope)?, holds: !holds })
            }
            (Term::Field(place), Term::Literal(value)) => {
                Some(Clause::Is { label: self.label(&place, scope)?, value: self.literal(&place, value)?, holds })
            }
            (Term::Field(place), Term::Today) => {
                Some(Clause::Is { label: self.label(&place, scope)?, value: Shown::Today, holds })
            }
            (Term::Field(one), Term::Field(other)) => {
                Some(Clause::SameAs { label: self.label(&one, scope)?, other: self.label(&other, scope)?, holds })
            }
            (one @ (Term::Days(..) | Term::Size { .. }), Term::Literal(LiteralValue::Int(number))) => {
                self.counted(one, Order::Equal, *number.inner(), holds, scope)
            }
            _ => None,
        }
    }

    fn ordered(&self, one: &IdedExpr, order: Order, other: &IdedExpr, holds: bool, scope: &Scope) -> Option<Clause> {
        let (one, order, other) = match (self.term(one, scope)?, self.term(other, scope)?) {
            (one @ (Term::Literal(_) | Term::Today), other) => (other, order.flipped(), one),
            (one, other) => (one, order, other),
        };
        let place = match one {
            Term::Field(place) => place,
            one => {
                let Term::Literal(LiteralValue::Int(number)) = other else { return None };
                return self.counted(one, order, *number.inner(), holds, scope);
            }
        };
        let label = self.label(&place, scope)?;
        let actual = if scope.is_body { None } else { Some(self.actual(&place)?) };
        if actual.is_some_and(Json::is_null) {
            return Some(Clause::Set { label, holds: false });
        }
        let (than, is_date) = match &other {
            Term::Today => (Shown::Today, true),
            Term::Literal(LiteralValue::String(text)) => {
                let is_date = dates::day(text.inner()).is_some();
                (is_date.then(|| Shown::Date(text.inner().to_owned()))?, true)
            }
            Term::Literal(value @ (LiteralValue::Int(_) | LiteralValue::UInt(_) | LiteralValue::Double(_))) => {
                (number(value)?, false)
            }
            Term::Field(other) => {
                // Without values it is not known what is compared.
                let (one, two) = (actual?, self.actual(other)?);
                let is_date = |value: &Json| value.as_str().is_some_and(|text| dates::day(text).is_some());
                let are_dates = is_date(one) && is_date(two);
                let are_numbers = one.is_number() && two.is_number();
                if !are_dates && !are_numbers {
                    return None;
                }
                (Shown::Field(self.label(other, scope)?), are_dates)
            }
            _ => return None,
        };
        let actual = match actual {
            Some(value) if is_date => Some(Shown::Date(dates::day(value.as_str()?)?.to_string())),
            Some(value) => Some(Shown::Number(value.is_number().then(|| value.to_string())?)),
            None => None,
        };
        Some(if is_date {
            Clause::Date { label, actual, order, than, holds }
        } else {
            Clause::Number { label, actual, order, than, holds }
        })
    }

    /// Days and sizes, which are compared with whole numbers.
    fn counted(&self, one: Term<'_>, order: Order, number: i64, holds: bool, scope: &Scope) -> Option<Clause> {
        match one {
            Term::Days(place, direction) => self.days(&place, direction, order, number, holds, scope),
            Term::Size { place, meant, whole } => {
                let label = self.label(&place, scope)?;
                let actual = if scope.is_body { None } else { Some(self.size(&place, whole)?) };
                // The size of a text is no number of items, and without a value it is not known what it is.
                if scope.is_body && meant.is_none() {
                    return None;
                }
                Some(Clause::Count { label, meant: meant.map(Box::new), actual, order, number, holds })
            }
            _ => None,
        }
    }

    fn size(&self, place: &Place, whole: &IdedExpr) -> Option<i64> {
        if !matches!(self.actual(place)?, Json::Array(_) | Json::Null) {
            return None;
        }
        self.record.variables.number_of(&lenient(whole))
    }

    fn days(
        &self,
        place: &Place,
        direction: Direction,
        order: Order,
        days: i64,
        holds: bool,
        scope: &Scope,
    ) -> Option<Clause> {
        let label = self.label(place, scope)?;
        let actual = if scope.is_body { None } else { Some(self.actual(place)?) };
        let day = match actual {
            Some(Json::Null) => return Some(Clause::Filled { label, holds: false }),
            Some(Json::String(text)) if text.is_empty() => return Some(Clause::Filled { label, holds: false }),
            Some(value) => Some(dates::day(value.as_str()?)?),
            None => None,
        };
        // Fewer than no days ago is later than today.
        let (direction, order, days) = match (direction, days) {
            (Direction::Ago, ..0) => (Direction::Ahead, order.flipped(), days.checked_neg()?),
            (Direction::Ahead, ..0) => (Direction::Ago, order.flipped(), days.checked_neg()?),
            kept => (kept.0, order, kept.1),
        };
        if days == 0 {
            let order = if direction == Direction::Ago { order.flipped() } else { order };
            let actual = day.map(|day| Shown::Date(day.to_string()));
            return Some(match order {
                Order::Equal => Clause::Is { label, value: Shown::Today, holds },
                order => Clause::Date { label, actual, order, than: Shown::Today, holds },
            });
        }
        let actual = day.map(|day| dates::days_since(day, self.record.today));
        Some(Clause::Days { label, actual, order, days, direction, holds })
    }

    fn contained(&self, one: &IdedExpr, container: &IdedExpr, holds: bool, scope: &Scope) -> Option<Clause> {
        match (self.term(one, scope)?, &container.expr) {
            (Term::Field(place), Expr::List(list)) => {
                let values = list.elements.iter().map(|item| match &item.expr {
                    Expr::Literal(value) => self.literal(&place, value),
                    _ => None,
                });
                let values: Vec<Shown> = values.collect::<Option<_>>().filter(|values: &Vec<_>| !values.is_empty())?;
                let label = self.label(&place, scope)?;
                if holds && !scope.is_body {
                    let value = self.shown(&place, self.actual(&place)?)?;
                    return Some(Clause::Is { label, value, holds });
                }
                Some(Clause::OneOf { label, values, holds })
            }
            (Term::Literal(value), _) => {
                let place = scope.place(container)?;
                let (label, value) = (self.label(&place, scope)?, self.literal(&place, value)?);
                Some(Clause::Contains { label, how: Containing::Contains, value, holds })
            }
            _ => None,
        }
    }

    fn items(&self, each: &Loop<'_>, holds: bool, scope: &Scope) -> Option<Clause> {
        let place = scope.place(each.range)?;
        let label = self.label(&place, scope)?;
        let quantity = match (each.kind, holds) {
            (Kind::Exists, true) => Quantity::AtLeastOne,
            (Kind::Exists, false) => Quantity::None,
            (Kind::ExistsOne, true) => Quantity::ExactlyOne,
            (Kind::ExistsOne, false) => Quantity::NotExactlyOne,
            (Kind::All, true) => Quantity::Each,
            (Kind::All, false) => Quantity::NotEach,
            (Kind::Filter | Kind::Map, _) => return None,
        };
        if !scope.is_body {
            match self.actual(&place)? {
                Json::Null => return Some(Clause::NoItems { label }),
                Json::Array(items) if items.is_empty() => return Some(Clause::NoItems { label }),
                Json::Array(_) => {}
                _ => return None,
            }
        }
        let body = self.body(each, &place, scope)?;
        Some(Clause::Items { label, quantity, body: Box::new(body) })
    }

    /// What is asked of an item.
    fn body(&self, each: &Loop<'_>, place: &Place, scope: &Scope) -> Option<Clause> {
        let item = Place { path: place.path.clone(), base: place.path.len(), depth: scope.names.len() };
        let mut scope = Scope { is_body: true, ..scope.clone() };
        scope.names.push((each.variable.to_owned(), item));
        self.say(each.condition?, true, &scope)
    }

    fn term<'e>(&self, part: &'e IdedExpr, scope: &Scope) -> Option<Term<'e>> {
        match &part.expr {
            Expr::Literal(value) => Some(Term::Literal(value)),
            Expr::Ident(name) if name == "today" => Some(Term::Today),
            Expr::Call(call) => match (call.func_name.as_str(), call.target.as_deref(), &call.args[..]) {
                ("days_since", None, [date]) => Some(Term::Days(scope.place(date)?, Direction::Ago)),
                ("days_until", None, [date]) => Some(Term::Days(scope.place(date)?, Direction::Ahead)),
                ("size", None, [list]) | ("size", Some(list), []) => self.sized(list, part, scope),
                _ => scope.place(part).map(Term::Field),
            },
            _ => scope.place(part).map(Term::Field),
        }
    }

    fn sized<'e>(&self, list: &IdedExpr, whole: &'e IdedExpr, scope: &Scope) -> Option<Term<'e>> {
        let Expr::Comprehension(each) = &list.expr else {
            return Some(Term::Size { place: scope.place(list)?, meant: None, whole });
        };
        let each = Loop::of(each).filter(|each| each.kind == Kind::Filter)?;
        let place = scope.place(each.range)?;
        let meant = self.body(&each, &place, scope)?;
        Some(Term::Size { place, meant: Some(meant), whole })
    }

    /// None for what is outside the loop that is spoken of: its label could be taken for that of an item's field.
    fn label(&self, place: &Place, scope: &Scope) -> Option<Label> {
        if place.depth + 1 != scope.names.len() {
            return None;
        }
        if place.path.len() == place.base {
            return Some(Label::Item);
        }
        let labels = (place.base + 1..=place.path.len()).map(|end| self.words.field(&place.path[..end]));
        labels.collect::<Option<Vec<_>>>().map(Label::Field)
    }

    /// What the record has at a place outside loops.
    fn actual(&self, place: &Place) -> Option<&Json> {
        let mut value = &self.record.object;
        for name in &place.path {
            match value {
                Json::Null => return Some(value),
                _ => value = value.get(name)?,
            }
        }
        Some(value)
    }

    fn literal(&self, place: &Place, value: &LiteralValue) -> Option<Shown> {
        match value {
            LiteralValue::String(text) => self.shown(place, &Json::from(text.inner())),
            LiteralValue::Boolean(value) => Some(Shown::Truth(*value.inner())),
            LiteralValue::Int(_) | LiteralValue::UInt(_) | LiteralValue::Double(_) => number(value),
            LiteralValue::Null | LiteralValue::Bytes(_) => None,
        }
    }

    fn shown(&self, place: &Place, value: &Json) -> Option<Shown> {
        match value {
            Json::String(text) => Some(match self.words.choice(&place.path, text) {
                Some(label) => Shown::Name(label),
                None if dates::day(text).is_some() => Shown::Date(text.clone()),
                None => Shown::Text(short(text, LONGEST_TEXT)),
            }),
            Json::Number(number) => Some(Shown::Number(number.to_string())),
            Json::Bool(value) => Some(Shown::Truth(*value)),
            Json::Null | Json::Array(_) | Json::Object(_) => None,
        }
    }
}

fn number(value: &LiteralValue) -> Option<Shown> {
    match value {
        LiteralValue::Int(number) => Some(Shown::Number(number.inner().to_string())),
        LiteralValue::UInt(number) => Some(Shown::Number(number.inner().to_string())),
        LiteralValue::Double(number) => Some(Shown::Number(number.inner().to_string())),
        _ => None,
    }
}

/// The sides of a chain of `&&` or `||`, in order.
fn flatten<'e>(part: &'e IdedExpr, operator: &str, sides: &mut Vec<&'e IdedExpr>) {
    match &part.expr {
        Expr::Call(call) if call.func_name == operator => {
            call.args.iter().for_each(|side| flatten(side, operator, sides));
        }
        _ => sides.push(part),
    }
}

fn quote(part: &IdedExpr, holds: bool) -> Clause {
    Clause::Source { source: short(&source(part), LONGEST_SOURCE), holds }
}

fn short(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars().take(longest).chain(['…']).collect()
}
