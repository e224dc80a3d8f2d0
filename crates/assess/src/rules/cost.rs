//! An upper bound of the cost of an expression, computed before it is evaluated.
//!
//! Each part of an expression has a [`Shape`], the largest value that it can produce, and a cost in steps. One step is roughly
//! the work of looking at one small value. A loop costs its body times the number of items. Copying and comparing cost the
//! size of the values. Arithmetic saturates, far above the limits.

use cel::IdedExpr;
use cel::common::ast::{CallExpr, ComprehensionExpr, EntryExpr, Expr, LiteralValue, operators};

/// The largest value that a part can produce: a text or number, a list or a map, or any of these.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Shape {
    /// Items, or bytes of a text.
    length: u64,
    is_list: bool,
    /// The longest key, for maps.
    key: Option<u64>,
    /// The largest item of a list, or value of a map.
    item: Option<Box<Shape>>,
}

impl Shape {
    pub(super) fn text(length: u64) -> Self {
        Self { length, ..Self::default() }
    }

    pub(super) fn list(length: u64, item: Self) -> Self {
        Self { length, is_list: true, key: None, item: Some(Box::new(item)) }
    }

    pub(super) fn map(length: u64, key: u64, value: Self) -> Self {
        Self { length, is_list: false, key: Some(key), item: Some(Box::new(value)) }
    }

    /// The cost of copying it.
    fn size(&self) -> u64 {
        let Some(item) = &self.item else { return copied(self.length) };
        let each = item.size().saturating_add(self.key.map_or(0, copied));
        self.length.saturating_mul(each).saturating_add(1)
    }

    /// The larger of both in every respect.
    pub(super) fn or(self, other: Self) -> Self {
        let item = match (self.item, other.item) {
            (Some(one), Some(other)) => Some(Box::new(one.or(*other))),
            (one, other) => one.or(other),
        };
        Self {
            length: self.length.max(other.length),
            is_list: self.is_list || other.is_list,
            key: self.key.max(other.key),
            item,
        }
    }

    /// What an index or a field gives.
    fn inner(&self) -> Self {
        self.item.as_deref().cloned().unwrap_or_default()
    }

    /// What a loop runs over: items of a list, keys of a map.
    fn each(&self) -> Self {
        let items = if self.is_list { self.inner() } else { Self::default() };
        items.or(Self::text(self.key.unwrap_or(0)))
    }
}

/// Short texts are copied as fast as numbers.
const fn copied(bytes: u64) -> u64 {
    bytes / 16 + 1
}

/// The maximum number of steps that an expression takes.
pub(super) fn cost(expression: &IdedExpr, variables: &[(&str, Shape)]) -> u64 {
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
                self.look_into(&select.operand, &operand)
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
    fn look_into(&mut self, operand: &IdedExpr, shape: &Shape) -> Shape {
        if !is_fact(operand) || shape.is_list {
            self.spend(shape.size());
        }
        shape.inner()
    }

    fn call(&mut self, call: &CallExpr) -> Shape {
        let target = call.target.as_deref().map(|target| self.take(target));
        let given: Vec<Shape> = target.into_iter().chain(call.args.iter().map(|part| self.take(part))).collect();
        let everything = given.iter().fold(0_u64, |size, shape| size.saturating_add(shape.size()));
        match (call.func_name.as_str(), &given[..]) {
            (operators::INDEX, [operand, _]) => self.look_into(&call.args[0], operand),
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
