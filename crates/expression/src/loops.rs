//! Loops as they were written. The parser expands them into one general form.

use cel::IdedExpr;
use cel::common::ast::{ComprehensionExpr, Expr, LiteralValue, operators};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    All,
    Exists,
    ExistsOne,
    Filter,
    Map,
}

/// `range.kind(variable, …)`.
pub(crate) struct Loop<'a> {
    pub kind: Kind,
    pub range: &'a IdedExpr,
    pub variable: &'a str,
    /// What is asked of an item. Only `map` may do without.
    pub condition: Option<&'a IdedExpr>,
    /// What `map` makes of an item.
    pub made: Option<&'a IdedExpr>,
}

impl<'a> Loop<'a> {
    pub fn of(each: &'a ComprehensionExpr) -> Option<Self> {
        let Expr::Call(step) = &each.loop_step.expr else { return None };
        let (kind, condition, made) = match (&each.accu_init.expr, step.func_name.as_str(), &step.args[..]) {
            (Expr::Literal(LiteralValue::Boolean(_)), operators::LOGICAL_AND, [_, body]) => {
                (Kind::All, Some(body), None)
            }
            (Expr::Literal(LiteralValue::Boolean(_)), operators::LOGICAL_OR, [_, body]) => {
                (Kind::Exists, Some(body), None)
            }
            (Expr::Literal(LiteralValue::Int(_)), operators::CONDITIONAL, [body, _, _]) => {
                (Kind::ExistsOne, Some(body), None)
            }
            (Expr::List(_), operators::ADD, [_, item]) => (Kind::Map, None, Some(only(item)?)),
            (Expr::List(_), operators::CONDITIONAL, [body, grown, _]) => {
                let Expr::Call(grown) = &grown.expr else { return None };
                let made = only(grown.args.get(1)?)?;
                let is_item = matches!(&made.expr, Expr::Ident(name) if *name == each.iter_var);
                let (kind, made) = if is_item { (Kind::Filter, None) } else { (Kind::Map, Some(made)) };
                (kind, Some(body), made)
            }
            _ => return None,
        };
        Some(Self { kind, range: &each.iter_range, variable: &each.iter_var, condition, made })
    }
}

/// The item of a list of one.
fn only(list: &IdedExpr) -> Option<&IdedExpr> {
    match &list.expr {
        Expr::List(list) if list.elements.len() == 1 => list.elements.first(),
        _ => None,
    }
}
