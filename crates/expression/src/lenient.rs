//! What is empty is no mistake on records: a condition is rewritten so that it is evaluated that way.
//!
//! The names of the functions that take the place of operators begin with `@`, which no expression can contain.

use std::cmp::Ordering;
use std::sync::{Arc, LazyLock};

use cel::common::ast::{
    CallExpr, ComprehensionExpr, EntryExpr, Expr, IdedEntryExpr, ListExpr, LiteralValue, MapEntryExpr, MapExpr,
    operators,
};
use cel::common::functions::Function;
use cel::common::types::{CelBool, CelInt, CelList, CelNull, CelString, DYN_TYPE, NULL_TYPE, STRING_TYPE};
use cel::common::value::{CowVal, Val};
use cel::{Env, ExecutionError, IdedExpr};

use crate::dates;

/// The day that `days_since` and `days_until` count from.
pub(crate) const TODAY: &str = "@today";

const FIELD: &str = "@field";
const HAS: &str = "@has";
const ITEMS: &str = "@items";

/// The functions of conditions on records.
pub(crate) static LANGUAGE: LazyLock<Arc<Env>> = LazyLock::new(|| {
    let mut env = Env::stdlib();
    let functions: [(&str, usize, Function); 9] = [
        (below(operators::LESS), 2, |args| ordered(&args, "<", Ordering::is_lt)),
        (below(operators::LESS_EQUALS), 2, |args| ordered(&args, "<=", Ordering::is_le)),
        (below(operators::GREATER), 2, |args| ordered(&args, ">", Ordering::is_gt)),
        (below(operators::GREATER_EQUALS), 2, |args| ordered(&args, ">=", Ordering::is_ge)),
        (FIELD, 2, field),
        (HAS, 2, has),
        (ITEMS, 1, |args| Ok(items(args))),
        ("days_since", 2, |args| days(&args, 1)),
        ("days_until", 2, |args| days(&args, -1)),
    ];
    for (name, arguments, function) in functions {
        env.add_overload(name, name, std::iter::repeat_n((), arguments).map(|()| DYN_TYPE).collect(), function)
            .expect("the name is new");
    }
    for name in ["contains", "startsWith", "endsWith"] {
        let id = format!("{name}_null");
        env.add_member_overload(name, &id, NULL_TYPE, vec![DYN_TYPE], |_| Ok(truth(false))).expect("it is new");
        let id = format!("{name}_string_null");
        env.add_member_overload(name, &id, STRING_TYPE, vec![NULL_TYPE], |_| Ok(truth(false))).expect("it is new");
    }
    let none: Function = |_| Ok(CowVal::owned(CelInt::from(0)));
    env.add_overload("size", "size_null", vec![NULL_TYPE], none).expect("it is new");
    env.add_member_overload("size", "null_size", NULL_TYPE, Vec::new(), none).expect("it is new");
    Arc::new(env)
});

/// The function in the place of a comparison.
fn below(operator: &str) -> &'static str {
    match operator {
        operators::LESS => "@less",
        operators::LESS_EQUALS => "@less_equals",
        operators::GREATER => "@greater",
        _ => "@greater_equals",
    }
}

pub(crate) fn lenient(expression: &IdedExpr) -> IdedExpr {
    let expr = match &expression.expr {
        Expr::Call(call) => Expr::Call(rewrite(call)),
        Expr::Select(select) if select.test => named(HAS, &select.operand, &select.field),
        // A variable is never empty, and is faster to look into.
        Expr::Select(select) if !matches!(select.operand.expr, Expr::Ident(_)) => {
            named(FIELD, &select.operand, &select.field)
        }
        Expr::Comprehension(each) => Expr::Comprehension(Box::new(ComprehensionExpr {
            iter_range: all_of(&each.iter_range),
            accu_init: lenient(&each.accu_init),
            loop_cond: lenient(&each.loop_cond),
            loop_step: lenient(&each.loop_step),
            result: lenient(&each.result),
            ..ComprehensionExpr::clone(each)
        })),
        Expr::List(list) => Expr::List(ListExpr {
            elements: list.elements.iter().map(lenient).collect(),
            optional_indices: list.optional_indices.clone(),
        }),
        Expr::Map(map) => Expr::Map(MapExpr { entries: map.entries.iter().map(entry).collect() }),
        other => other.clone(),
    };
    IdedExpr { id: expression.id, expr }
}

fn rewrite(call: &CallExpr) -> CallExpr {
    let args = || call.args.iter().map(lenient).collect::<Vec<_>>();
    match (call.func_name.as_str(), &call.args[..]) {
        (
            name @ (operators::LESS | operators::LESS_EQUALS | operators::GREATER | operators::GREATER_EQUALS),
            [_, _],
        ) => CallExpr { func_name: below(name).to_owned(), target: None, args: args() },
        (operators::IN, [one, container]) => CallExpr { args: vec![lenient(one), all_of(container)], ..call.clone() },
        ("days_since" | "days_until", [date]) => {
            let today = IdedExpr { id: 0, expr: Expr::Ident(TODAY.to_owned()) };
            CallExpr { args: vec![lenient(date), today], ..call.clone() }
        }
        _ => CallExpr {
            func_name: call.func_name.clone(),
            target: call.target.as_deref().map(|target| Box::new(lenient(target))),
            args: args(),
        },
    }
}

fn entry(entry: &IdedEntryExpr) -> IdedEntryExpr {
    let expr = match &entry.expr {
        EntryExpr::MapEntry(entry) => EntryExpr::MapEntry(MapEntryExpr {
            key: lenient(&entry.key),
            value: lenient(&entry.value),
            optional: entry.optional,
        }),
        other @ EntryExpr::StructField(_) => other.clone(),
    };
    IdedEntryExpr { id: entry.id, expr }
}

/// What a loop runs over.
fn all_of(container: &IdedExpr) -> IdedExpr {
    let rewritten = lenient(container);
    match rewritten.expr {
        Expr::List(_) | Expr::Comprehension(_) => rewritten,
        _ => IdedExpr { id: container.id, expr: called(ITEMS, vec![rewritten]) },
    }
}

fn named(function: &str, operand: &IdedExpr, field: &str) -> Expr {
    let field = Expr::Literal(LiteralValue::String(CelString::from(field.to_owned())));
    called(function, vec![lenient(operand), IdedExpr { id: 0, expr: field }])
}

fn called(function: &str, args: Vec<IdedExpr>) -> Expr {
    Expr::Call(CallExpr { func_name: function.to_owned(), target: None, args })
}

type Result<'b, 'v> = std::result::Result<CowVal<'b, 'v>, ExecutionError>;

fn truth<'b, 'v>(holds: bool) -> CowVal<'b, 'v> {
    CowVal::owned(CelBool::from(holds))
}

fn is_null(value: &dyn Val) -> bool {
    value.downcast_ref::<CelNull>().is_some()
}

/// A comparison. With an empty value it is false.
fn ordered<'b, 'v>(args: &[CowVal<'b, 'v>], operator: &str, holds: fn(Ordering) -> bool) -> Result<'b, 'v> {
    let [one, other] = args else { return Err(ExecutionError::MissingArgumentOrTarget) };
    if is_null(one.as_ref()) || is_null(other.as_ref()) {
        return Ok(truth(false));
    }
    let types = || vec![one.get_type().name().to_owned(), other.get_type().name().to_owned()];
    let ordering = one.as_comparer().and_then(|comparer| comparer.compare(other.as_ref()).ok());
    ordering.map(|ordering| truth(holds(ordering))).ok_or_else(|| ExecutionError::no_such_overload(operator, types()))
}

/// A field of a value. An empty value has empty fields.
fn field<'b, 'v>(args: Vec<CowVal<'b, 'v>>) -> Result<'b, 'v> {
    let Ok([operand, name]) = <[_; 2]>::try_from(args) else { return Err(ExecutionError::MissingArgumentOrTarget) };
    if is_null(operand.as_ref()) {
        return Ok(CowVal::owned(CelNull));
    }
    let nothing = |value: &dyn Val| ExecutionError::no_such_overload(".", vec![value.get_type().name().to_owned()]);
    match operand {
        CowVal::Borrowed(value) => value.as_indexer().ok_or_else(|| nothing(value))?.get(name.as_ref()),
        CowVal::Owned(value) => {
            let error = nothing(value.as_ref());
            value.into_indexer().ok_or(error)?.steal(name.as_ref()).map(CowVal::Owned)
        }
    }
}

/// Whether a field is filled in.
fn has<'b, 'v>(args: Vec<CowVal<'b, 'v>>) -> Result<'b, 'v> {
    match field(args) {
        Ok(value) => {
            let is_empty = is_null(value.as_ref())
                || value.downcast_ref::<CelString>().is_some_and(|text| text.inner().is_empty())
                || value.downcast_ref::<CelList>().is_some_and(|list| list.inner().is_empty());
            Ok(truth(!is_empty))
        }
        Err(ExecutionError::NoSuchKey(_)) => Ok(truth(false)),
        Err(error) => Err(error),
    }
}

/// What a loop runs over. An empty value has no items.
fn items<'b, 'v>(mut args: Vec<CowVal<'b, 'v>>) -> CowVal<'b, 'v> {
    args.pop().filter(|value| !is_null(value.as_ref())).unwrap_or_else(|| CowVal::owned(CelList::from(Vec::new())))
}

/// The days since a date, times `sign`. An empty date has none.
fn days<'b, 'v>(args: &[CowVal<'b, 'v>], sign: i64) -> Result<'b, 'v> {
    let [date, today] = args else { return Err(ExecutionError::MissingArgumentOrTarget) };
    if is_null(date.as_ref()) {
        return Ok(CowVal::owned(CelNull));
    }
    let text = |value: &CowVal<'_, '_>| value.downcast_ref::<CelString>().map(|text| text.inner().to_owned());
    let written = text(date).unwrap_or_else(|| date.get_type().name().to_owned());
    let today = text(today).as_deref().and_then(dates::day);
    match (dates::day(&written), today) {
        _ if written.is_empty() => Ok(CowVal::owned(CelNull)),
        (Some(day), Some(today)) => Ok(CowVal::owned(CelInt::from(sign * dates::days_since(day, today)))),
        _ => Err(ExecutionError::function_error("days", format!("“{written}” is not a date."))),
    }
}
