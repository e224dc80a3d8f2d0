//! Parts of expressions as text.

use std::fmt::Write as _;

use cel::IdedExpr;
use cel::common::ast::{CallExpr, EntryExpr, Expr, LiteralValue, operators};

use crate::loops::{Kind, Loop};

/// How tightly a part holds together, as in the grammar: parts of looser ones need parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hold {
    Conditional,
    Or,
    And,
    Relation,
    Sum,
    Product,
    Unary,
    Member,
}

/// The expression as someone would write it.
pub(crate) fn source(expression: &IdedExpr) -> String {
    write(expression, Hold::Conditional)
}

fn write(expression: &IdedExpr, least: Hold) -> String {
    let (text, hold) = match &expression.expr {
        Expr::Literal(value) => literal(value),
        Expr::Ident(name) => (name.clone(), Hold::Member),
        Expr::Select(select) => {
            let path = format!("{}.{}", write(&select.operand, Hold::Member), select.field);
            (if select.test { format!("has({path})") } else { path }, Hold::Member)
        }
        Expr::Call(call) => written(call),
        Expr::List(list) => (format!("[{}]", listed(&list.elements)), Hold::Member),
        Expr::Map(map) => {
            let entries = map.entries.iter().filter_map(|entry| match &entry.expr {
                EntryExpr::MapEntry(entry) => Some(format!("{}: {}", source(&entry.key), source(&entry.value))),
                EntryExpr::StructField(_) => None,
            });
            (format!("{{{}}}", entries.collect::<Vec<_>>().join(", ")), Hold::Member)
        }
        Expr::Comprehension(each) => match Loop::of(each) {
            Some(each) => (looping(&each), Hold::Member),
            None => ("…".to_owned(), Hold::Member),
        },
        Expr::Struct(_) | Expr::Unspecified => ("…".to_owned(), Hold::Member),
    };
    if hold < least { format!("({text})") } else { text }
}

fn listed(parts: &[IdedExpr]) -> String {
    parts.iter().map(source).collect::<Vec<_>>().join(", ")
}

fn looping(each: &Loop<'_>) -> String {
    let name = match each.kind {
        Kind::All => "all",
        Kind::Exists => "exists",
        Kind::ExistsOne => "exists_one",
        Kind::Filter => "filter",
        Kind::Map => "map",
    };
    let parts = [each.condition, each.made].into_iter().flatten().map(source).collect::<Vec<_>>().join(", ");
    format!("{}.{name}({}, {parts})", write(each.range, Hold::Member), each.variable)
}

fn written(call: &CallExpr) -> (String, Hold) {
    let two = |sign: &str, hold: Hold, tighter: Hold| {
        let [one, other] = &call.args[..] else { return (plain(call), Hold::Member) };
        (format!("{} {sign} {}", write(one, hold), write(other, tighter)), hold)
    };
    let one = |sign: &str| {
        let [operand] = &call.args[..] else { return (plain(call), Hold::Member) };
        (format!("{sign}{}", write(operand, Hold::Member)), Hold::Unary)
    };
    match (call.func_name.as_str(), &call.args[..]) {
        (operators::CONDITIONAL, [condition, one, other]) => {
            let (condition, one) = (write(condition, Hold::Or), write(one, Hold::Or));
            (format!("{condition} ? {one} : {}", write(other, Hold::Conditional)), Hold::Conditional)
        }
        (operators::INDEX, [operand, index]) => {
            (format!("{}[{}]", write(operand, Hold::Member), source(index)), Hold::Member)
        }
        (operators::LOGICAL_OR, _) => two("||", Hold::Or, Hold::And),
        (operators::LOGICAL_AND, _) => two("&&", Hold::And, Hold::Relation),
        (operators::EQUALS, _) => two("==", Hold::Relation, Hold::Sum),
        (operators::NOT_EQUALS, _) => two("!=", Hold::Relation, Hold::Sum),
        (operators::LESS, _) => two("<", Hold::Relation, Hold::Sum),
        (operators::LESS_EQUALS, _) => two("<=", Hold::Relation, Hold::Sum),
        (operators::GREATER, _) => two(">", Hold::Relation, Hold::Sum),
        (operators::GREATER_EQUALS, _) => two(">=", Hold::Relation, Hold::Sum),
        (operators::IN, _) => two("in", Hold::Relation, Hold::Sum),
        (operators::ADD, _) => two("+", Hold::Sum, Hold::Product),
        (operators::SUBSTRACT, _) => two("-", Hold::Sum, Hold::Product),
        (operators::MULTIPLY, _) => two("*", Hold::Product, Hold::Unary),
        (operators::DIVIDE, _) => two("/", Hold::Product, Hold::Unary),
        (operators::MODULO, _) => two("%", Hold::Product, Hold::Unary),
        (operators::LOGICAL_NOT, _) => one("!"),
        (operators::NEGATE, _) => one("-"),
        _ => (plain(call), Hold::Member),
    }
}

fn plain(call: &CallExpr) -> String {
    let target = call.target.as_deref().map(|target| write(target, Hold::Member) + ".").unwrap_or_default();
    format!("{target}{}({})", call.func_name, listed(&call.args))
}

fn literal(value: &LiteralValue) -> (String, Hold) {
    let signed = |text: String| {
        let hold = if text.starts_with('-') { Hold::Unary } else { Hold::Member };
        (text, hold)
    };
    match value {
        LiteralValue::Boolean(value) => (value.inner().to_string(), Hold::Member),
        LiteralValue::Null => ("null".to_owned(), Hold::Member),
        LiteralValue::Int(number) => signed(number.inner().to_string()),
        LiteralValue::UInt(number) => (format!("{}u", number.inner()), Hold::Member),
        LiteralValue::Double(number) => signed(format!("{:?}", number.inner())),
        LiteralValue::String(text) => (quoted(text.inner()), Hold::Member),
        LiteralValue::Bytes(bytes) => {
            let mut text = "b\"".to_owned();
            for byte in bytes.inner() {
                let _ = write!(text, "\\x{byte:02x}");
            }
            (text + "\"", Hold::Member)
        }
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            letter if letter.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
