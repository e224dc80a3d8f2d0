//! Which fields an expression reads, so that only these are loaded, and what it compares them with.
//!
//! The value of each part is followed back to where it may come from in the variable: a path of names. An item of a list
//! has the path of the list, so that `object.evidences.exists(e, e.status == "x")` reads `evidences.status`.

use std::collections::BTreeSet;

use cel::IdedExpr;
use cel::common::ast::{CallExpr, ComprehensionExpr, EntryExpr, Expr, LiteralValue, operators};

use crate::parse::Expression;

pub(crate) type Path = Vec<String>;
type Paths = BTreeSet<Path>;

/// A field that is compared with a text, by `==`, `!=` or `in`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Compared {
    pub path: Vec<String>,
    pub text: String,
}

impl Expression {
    /// The paths of the variable that are read, in order. The empty path stands for the whole variable.
    pub fn fields(&self, variable: &str) -> Vec<Vec<String>> {
        let read = Reading::of(&self.root, variable).read;
        let is_part_of = |path: &Path, other: &Path| path.len() < other.len() && other.starts_with(path);
        read.iter()
            .filter(|path| path.is_empty() || !read.iter().any(|other| is_part_of(path, other)))
            .cloned()
            .collect()
    }

    /// The texts that fields of the variable are compared with, in order: what should be one of a field's choices.
    pub fn compared(&self, variable: &str) -> Vec<Compared> {
        Reading::of(&self.root, variable).compared.into_iter().collect()
    }
}

#[derive(Default)]
struct Reading {
    /// Where the value of a name may come from. Later entries shadow earlier ones.
    scope: Vec<(String, Paths)>,
    read: Paths,
    compared: BTreeSet<Compared>,
}

impl Reading {
    fn of(root: &IdedExpr, variable: &str) -> Self {
        let whole = Paths::from([Path::new()]);
        let mut reading = Self { scope: vec![(variable.to_owned(), whole)], ..Self::default() };
        reading.used(root);
        reading
    }

    /// Where a value that is used for itself, and not for a field in it, may come from.
    fn used(&mut self, expression: &IdedExpr) -> Paths {
        let from = self.take(expression);
        self.read.extend(from.iter().filter(|path| path.is_empty()).cloned());
        from
    }

    fn take(&mut self, expression: &IdedExpr) -> Paths {
        match &expression.expr {
            Expr::Ident(name) => {
                let known = self.scope.iter().rev().find(|(known, _)| known == name);
                known.map(|(_, from)| from.clone()).unwrap_or_default()
            }
            Expr::Select(select) => self.field(&select.operand, &select.field),
            Expr::Call(call) => self.call(call),
            Expr::Comprehension(each) => self.each(each),
            Expr::List(list) => list.elements.iter().flat_map(|part| self.used(part)).collect(),
            Expr::Map(map) => {
                for entry in &map.entries {
                    if let EntryExpr::MapEntry(entry) = &entry.expr {
                        self.used(&entry.key);
                        // Where it went from here is not followed, so that all of it counts as read.
                        if !self.used(&entry.value).is_empty() {
                            self.read.insert(Path::new());
                        }
                    }
                }
                Paths::new()
            }
            Expr::Literal(_) | Expr::Struct(_) | Expr::Unspecified => Paths::new(),
        }
    }

    fn field(&mut self, operand: &IdedExpr, field: &str) -> Paths {
        let mut from: Vec<Path> = self.take(operand).into_iter().collect();
        for path in &mut from {
            path.push(field.to_owned());
        }
        self.read.extend(from.iter().cloned());
        from.into_iter().collect()
    }

    fn call(&mut self, call: &CallExpr) -> Paths {
        match (call.func_name.as_str(), &call.args[..]) {
            (operators::INDEX, [operand, index]) => match text_of(index) {
                Some(field) => self.field(operand, field),
                None => {
                    self.used(index);
                    self.used(operand)
                }
            },
            (operators::CONDITIONAL, [condition, one, other]) => {
                self.used(condition);
                let from = self.used(one);
                from.into_iter().chain(self.used(other)).collect()
            }
            (operators::ADD, [one, other]) => {
                let from = self.used(one);
                from.into_iter().chain(self.used(other)).collect()
            }
            (operators::EQUALS | operators::NOT_EQUALS, [one, other]) => {
                let (left, right) = (self.used(one), self.used(other));
                self.compare(&left, text_of(other));
                self.compare(&right, text_of(one));
                Paths::new()
            }
            (operators::IN, [one, container]) => {
                let (left, right) = (self.used(one), self.used(container));
                self.compare(&right, text_of(one));
                if let Expr::List(list) = &container.expr {
                    list.elements.iter().for_each(|item| self.compare(&left, text_of(item)));
                }
                Paths::new()
            }
            _ => {
                for part in call.target.as_deref().into_iter().chain(&call.args) {
                    self.used(part);
                }
                Paths::new()
            }
        }
    }

    fn compare(&mut self, from: &Paths, text: Option<&str>) {
        if let Some(text) = text {
            self.compared.extend(from.iter().map(|path| Compared { path: path.clone(), text: text.to_owned() }));
        }
    }

    fn each(&mut self, each: &ComprehensionExpr) -> Paths {
        let items = self.used(&each.iter_range);
        let outer = self.scope.len();
        let start = self.used(&each.accu_init);
        self.scope.push((each.accu_var.clone(), start));
        self.scope.push((each.iter_var.clone(), items.clone()));
        self.scope.extend(each.iter_var2.clone().map(|name| (name, items)));
        self.used(&each.loop_cond);
        let step = self.used(&each.loop_step);
        self.scope[outer].1.extend(step);
        let result = self.used(&each.result);
        self.scope.truncate(outer);
        result
    }
}

fn text_of(expression: &IdedExpr) -> Option<&str> {
    match &expression.expr {
        Expr::Literal(LiteralValue::String(text)) => Some(text.inner()),
        _ => None,
    }
}
