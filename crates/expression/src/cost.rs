//! An upper bound of the cost of an expression, computed before it is evaluated.
//!
//! Each part of an expression has a [`Shape`], the largest value that it can produce, and a cost in steps. One step is roughly
//! the work of looking at one small value. A loop costs its body times the number of items. Copying and comparing cost the
//! size of the values. Arithmetic saturates, far above the limits.

use std::collections::BTreeMap;

use cel::IdedExpr;
use cel::common::ast::{CallExpr, ComprehensionExpr, EntryExpr, Expr, LiteralValue, operators};

/// The largest value that a part can produce: a text or number, a list or a map, or any of these.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Shape {
    /// Items, or bytes of a text.
    length: u64,
    is_list: bool,
    /// The longest key, for maps.
    key: Option<u64>,
    /// The largest item of a list, or value of a map.
    item: Option<Box<Shape>>,
    /// The values of a map that is known by its keys, which has no `item`.
    fields: Option<BTreeMap<String, Shape>>,
}

impl Shape {
    pub(crate) fn text(length: u64) -> Self {
        Self { length, ..Self::default() }
    }

    pub(crate) fn list(length: u64, item: Self) -> Self {
        Self { length, is_list: true, item: Some(Box::new(item)), ..Self::default() }
    }

    pub(crate) fn map(length: u64, key: u64, value: Self) -> Self {
        Self { length, key: Some(key), item: Some(Box::new(value)), ..Self::default() }
    }

    /// A map in which every key has a meaning of its own, so that one long value does not make all of them long.
    pub(crate) fn record(fields: BTreeMap<String, Self>) -> Self {
        let key = fields.keys().map(|key| key.len() as u64).max().unwrap_or(0);
        Self { length: fields.len() as u64, key: Some(key), fields: Some(fields), ..Self::default() }
    }

    /// The cost of copying it.
    fn size(&self) -> u64 {
        if let Some(fields) = &self.fields {
            let each = fields.iter().map(|(key, value)| value.size().saturating_add(copied(key.len() as u64)));
            return each.fold(1, u64::saturating_add).max(copied(self.length));
        }
        let Some(item) = &self.item else { return copied(self.length) };
        let each = item.size().saturating_add(self.key.map_or(0, copied));
        self.length.saturating_mul(each).saturating_add(1)
    }

    /// The larger of both in every respect.
    pub(crate) fn or(mut self, mut other: Self) -> Self {
        let (fields, item) = match (self.fields.take(), other.fields.take()) {
            (Some(one), Some(two)) if self.item.is_none() && other.item.is_none() => (Some(merged(one, two)), None),
            (Some(fields), None) | (None, Some(fields)) if self.item.is_none() && other.item.is_none() => {
                (Some(fields), None)
            }
            (one, two) => {
                let largest = |fields: Option<BTreeMap<_, _>>| fields?.into_values().reduce(Self::or).map(Box::new);
                let items = [self.item.take(), other.item.take(), largest(one), largest(two)];
                (None, items.into_iter().flatten().reduce(|one, other| Box::new(one.or(*other))))
            }
        };
        Self {
            length: self.length.max(other.length),
            is_list: self.is_list || other.is_list,
            key: self.key.max(other.key),
            item,
            fields,
        }
    }

    /// What an index gives.
    fn inner(&self) -> Self {
        match &self.fields {
            Some(fields) => fields.values().cloned().reduce(Self::or).unwrap_or_default(),
            None => self.item.as_deref().cloned().unwrap_or_default(),
        }
    }

    /// What a field gives.
    fn field(&self, name: &str) -> Self {
        let known = self.fields.as_ref().and_then(|fields| fields.get(name));
        known.cloned().unwrap_or_else(|| self.inner())
    }

    /// What a loop runs over: items of a list, keys of a map.
    fn each(&self) -> Self {
        let items = if self.is_list { self.inner() } else { Self::default() };
        items.or(Self::text(self.key.unwrap_or(0)))
    }
}

fn merged(mut one: BTreeMap<String, Shape>, other: BTreeMap<String, Shape>) -> BTreeMap<String, Shape> {
    for (name, shape) in other {
        let known = one.remove(&name).unwrap_or_default();
        one.insert(name, known.or(shape));
    }
    one
}

/// Short texts are copied as fast as numbers.
const fn copied(bytes: u64) -> u64 {
    bytes / 16 + 1
}

/// The maximum number of steps that an expression takes.
pub(crate) fn cost(expression: &IdedExpr, variables: &[(&str, Shape)]) -> u64 {
    let variables = variables.iter().map(|(name, shape)| ((*name).to_owned(), shape.clone())).collect();
    let mut meter = Meter { steps: 0, variables };
    let value = meter.take(expression);
    meter.spend(value.size());
    meter.steps
}

struct Meter {
    steps: u64,
    /// The shapes of variables. Later entries shadow earlier ones.
    variables: Vec<(String, Shape)>,
}

impl Meter {
    fn spend(&mut self, steps: u64) {
        self.steps = self.steps.saturating_add(steps);
    }

    fn take(&mut self, expression: &IdedExpr) -> Shape {
        self.spend(1);
        match &expression.expr {
            Expr::Literal(LiteralValue::String(text)) => Shape::text(text.inner().len() as u64),
            Expr::Literal(LiteralValue::Bytes(bytes)) => Shape::text(bytes.inner().len() as u64),
            Expr::Literal(_) | Expr::Unspecified | Expr::Struct(_) => Shape::text(1),
            Expr::Ident(name) => self.variable(name),
            Expr::Select(select) => {
                let operand = self.take(&select.operand);
                self.look_into(&select.operand, &operand, Some(&select.field))
            }
            Expr::List(list) => {
                let items = list.elements.iter().fold(Shape::default(), |items, part| {
                    let item = self.take(part);
                    self.spend(item.size());
                    items.or(item)
                });
                Shape::list(list.elements.len() as u64, items)
            }
            Expr::Map(map) => {
                let mut shape = Shape::map(map.entries.len() as u64, 0, Shape::default());
                for entry in &map.entries {
                    if let EntryExpr::MapEntry(entry) = &entry.expr {
                        let (key, value) = (self.take(&entry.key), self.take(&entry.value));
                        self.spend(key.size().saturating_add(value.size()));
                        shape = shape.or(Shape::map(0, key.length, value));
                    }
                }
                shape
            }
            Expr::Call(call) => self.call(call),
            Expr::Comprehension(each) => self.each(each),
        }
    }

    fn variable(&self, name: &str) -> Shape {
        let known = self.variables.iter().rev().find(|(known, _)| known == name);
        known.map_or_else(|| Shape::text(1), |(_, shape)| shape.clone())
    }

    /// Access to an item or field. Computed values are copied, facts are not. Lists are copied into the error if the index does
    /// not exist.
    fn look_into(&mut self, operand: &IdedExpr, shape: &Shape, field: Option<&str>) -> Shape {
        if !is_fact(operand) || shape.is_list {
            self.spend(shape.size());
        }
        field.map_or_else(|| shape.inner(), |name| shape.field(name))
    }

    fn call(&mut self, call: &CallExpr) -> Shape {
        let target = call.target.as_deref().map(|target| self.take(target));
        let given: Vec<Shape> = target.into_iter().chain(call.args.iter().map(|part| self.take(part))).collect();
        let everything = given.iter().fold(0_u64, |size, shape| size.saturating_add(shape.size()));
        match (call.func_name.as_str(), &given[..]) {
            (operators::INDEX, [operand, _]) => {
                let field = match &call.args[1].expr {
                    Expr::Literal(LiteralValue::String(name)) => Some(name.inner()),
                    _ => None,
                };
                self.look_into(&call.args[0], operand, field)
            }
            (operators::CONDITIONAL, [_, one, other]) => one.clone().or(other.clone()),
            (operators::ADD, [one, other]) => {
                self.spend(everything);
                let length = one.length.saturating_add(other.length);
                Shape { length, ..one.clone().or(other.clone()) }
            }
            // The other comparisons copy both sides into the error if they cannot be compared.
            (operators::EQUALS | operators::NOT_EQUALS, [one, other]) => {
                self.spend(one.size().min(other.size()));
                Shape::text(1)
            }
            (operators::IN, [one, container]) => {
                let each = one.size().min(container.each().size());
                self.spend(container.length.saturating_mul(each));
                Shape::text(1)
            }
            (operators::LOGICAL_AND | operators::LOGICAL_OR | operators::LOGICAL_NOT, _) => Shape::text(1),
            ("string", _) => {
                self.spend(everything);
                // A number becomes a short text.
                Shape::text(everything.saturating_mul(16).saturating_add(32))
            }
            _ => {
                self.spend(everything);
                Shape::text(1)
            }
        }
    }

    fn each(&mut self, each: &ComprehensionExpr) -> Shape {
        let range = self.take(&each.iter_range);
        // Each item is copied into the loop variable.
        self.spend(range.size());
        let start = self.take(&each.accu_init);
        let outer = self.variables.len();
        self.variables.push((each.accu_var.clone(), start.clone()));
        self.variables.push((each.iter_var.clone(), range.each()));
        self.variables.extend(each.iter_var2.clone().map(|name| (name, range.inner())));
        let before = std::mem::take(&mut self.steps);
        self.take(&each.loop_cond);
        let step = self.take(&each.loop_step);
        let once = std::mem::replace(&mut self.steps, before);
        self.spend(range.length.saturating_mul(once));
        // A list grows by the result of each round and is not copied while it grows. Other values are replaced.
        let grown = match &each.accu_init.expr {
            Expr::List(_) => Shape { length: range.length.saturating_mul(step.length), ..step },
            _ => step.or(start),
        };
        self.variables[outer].1 = grown;
        let result = self.take(&each.result);
        self.spend(result.size());
        self.variables.truncate(outer);
        result
    }
}

/// Whether a part is a variable or inside one, so that access does not copy it.
fn is_fact(expression: &IdedExpr) -> bool {
    match &expression.expr {
        Expr::Ident(_) => true,
        Expr::Select(select) => is_fact(&select.operand),
        Expr::Call(call) => call.func_name == operators::INDEX && call.args.first().is_some_and(is_fact),
        _ => false,
    }
}
