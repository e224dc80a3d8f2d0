//! Parses and checks expressions.

use cel::IdedExpr;
use cel::common::ast::{CallExpr, EntryExpr, Expr, operators};
use cel::parser::PrattParser;

use crate::lenient::lenient;
use crate::source::source;

/// The longest expression, in bytes.
pub const MAX_LENGTH: usize = 2000;
/// The maximum number of nodes, after loops have been expanded.
const MAX_NODES: usize = 600;
/// The maximum depth, after loops have been expanded.
const MAX_DEPTH: usize = 60;
/// The maximum recursion of the parser.
const MAX_PARSER_DEPTH: u16 = 40;
/// The maximum nesting of loops. Three nested loops would be too expensive on any real framework.
const MAX_NESTED_LOOPS: usize = 2;

/// The available functions. The cost of each is at most proportional to its arguments.
const FUNCTIONS: &[&str] = &[
    operators::CONDITIONAL,
    operators::LOGICAL_AND,
    operators::LOGICAL_OR,
    operators::LOGICAL_NOT,
    operators::NOT_STRICTLY_FALSE,
    operators::EQUALS,
    operators::NOT_EQUALS,
    operators::LESS,
    operators::LESS_EQUALS,
    operators::GREATER,
    operators::GREATER_EQUALS,
    operators::ADD,
    operators::SUBSTRACT,
    operators::MULTIPLY,
    operators::DIVIDE,
    operators::MODULO,
    operators::NEGATE,
    operators::INDEX,
    operators::IN,
    "bool",
    "contains",
    "double",
    "endsWith",
    "int",
    "size",
    "startsWith",
    "string",
    "uint",
];

/// The functions that conditions on records have besides. Each takes a date or a timestamp as text.
pub const FUNCTIONS_OVER_RECORDS: &[&str] = &["days_since", "days_until"];

/// The variables of conditions on records.
const VARIABLES: [&str; 2] = ["object", "today"];

#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// As it was written.
    pub(crate) root: IdedExpr,
    /// As it is evaluated.
    pub(crate) program: IdedExpr,
}

impl Expression {
    /// Reads plain CEL.
    pub fn parse(source: &str) -> Result<Self, String> {
        let root = read(source, &[])?;
        Ok(Self { program: root.clone(), root })
    }

    /// The expression in one form of writing.
    pub fn source(&self) -> String {
        source(&self.root)
    }

    /// Reads a condition on `object`.
    pub fn parse_over_records(source: &str) -> Result<Self, String> {
        let root = read(source, FUNCTIONS_OVER_RECORDS)?;
        check_names(&root, &mut Vec::new())?;
        let expression = Self { program: lenient(&root), root };
        if expression.fields("object").contains(&Vec::new()) {
            return Err("“object” can only be used with the name of a field, as in “object.name”.".to_owned());
        }
        Ok(expression)
    }
}

fn read(source: &str, more: &[&str]) -> Result<IdedExpr, String> {
    if source.trim().is_empty() {
        return Err("The expression is empty.".to_owned());
    }
    if source.len() > MAX_LENGTH {
        return Err(format!("The expression has {} bytes. The limit is {MAX_LENGTH}.", source.len()));
    }
    let parser = PrattParser::new()
        .max_recursion_depth(MAX_PARSER_DEPTH)
        .max_expression_node_count(MAX_NODES)
        .error_recovery_limit(4)
        .error_reporting_limit(4);
    let root = parser.parse(source).map_err(|errors| match errors.errors.first() {
        Some(error) => {
            format!("Line {}, column {}: {}.", error.pos.0, error.pos.1, error.msg.trim_end_matches('.'))
        }
        None => "The expression cannot be read.".to_owned(),
    })?;
    Survey { nodes: 0, more }.take(&root, 1, 0)?;
    Ok(root)
}

struct Survey<'a> {
    nodes: usize,
    /// The functions that are available besides [`FUNCTIONS`].
    more: &'a [&'a str],
}

impl Survey<'_> {
    fn take(&mut self, expression: &IdedExpr, depth: usize, loops: usize) -> Result<(), String> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(format!("The expression has more than {MAX_NODES} nodes."));
        }
        if depth > MAX_DEPTH {
            return Err("The expression is nested too deeply.".to_owned());
        }
        match &expression.expr {
            Expr::Call(call) => {
                let name = call.func_name.as_str();
                if !FUNCTIONS.contains(&name) && !self.more.contains(&name) {
                    return Err(format!("The function “{name}” is not available."));
                }
                parts(call).try_for_each(|part| self.take(part, depth + 1, loops))
            }
            Expr::Comprehension(each) => {
                if loops == MAX_NESTED_LOOPS {
                    return Err(format!("More than {MAX_NESTED_LOOPS} loops are nested."));
                }
                self.take(&each.iter_range, depth + 1, loops)?;
                let parts = [&each.accu_init, &each.loop_cond, &each.loop_step, &each.result];
                parts.into_iter().try_for_each(|part| self.take(part, depth + 1, loops + 1))
            }
            Expr::List(list) => list.elements.iter().try_for_each(|part| self.take(part, depth + 1, loops)),
            Expr::Map(map) => map.entries.iter().try_for_each(|entry| match &entry.expr {
                EntryExpr::MapEntry(entry) => {
                    self.take(&entry.key, depth + 1, loops)?;
                    self.take(&entry.value, depth + 1, loops)
                }
                EntryExpr::StructField(_) => Err("Messages are not available.".to_owned()),
            }),
            Expr::Select(select) => self.take(&select.operand, depth + 1, loops),
            Expr::Ident(_) | Expr::Literal(_) => Ok(()),
            Expr::Struct(_) => Err("Messages are not available.".to_owned()),
            Expr::Unspecified => Err("The expression cannot be read.".to_owned()),
        }
    }
}

/// The target and the arguments.
fn parts(call: &CallExpr) -> impl Iterator<Item = &IdedExpr> {
    call.target.as_deref().into_iter().chain(&call.args)
}

/// Refuses names that a condition on records cannot know. `scope` has the variables of the loops around.
fn check_names(expression: &IdedExpr, scope: &mut Vec<String>) -> Result<(), String> {
    match &expression.expr {
        Expr::Ident(name) if VARIABLES.contains(&name.as_str()) || scope.contains(name) => Ok(()),
        Expr::Ident(name) => Err(format!("“{name}” is not known. An expression can use “object” and “today”.")),
        Expr::Call(call) => {
            let name = call.func_name.as_str();
            if FUNCTIONS_OVER_RECORDS.contains(&name) && (call.args.len() != 1 || call.target.is_some()) {
                return Err(format!("“{name}” takes one date, as in “{name}(object.created_at)”."));
            }
            parts(call).try_for_each(|part| check_names(part, scope))
        }
        Expr::Comprehension(each) => {
            if VARIABLES.contains(&each.iter_var.as_str()) {
                return Err(format!("“{}” cannot be the variable of a loop.", each.iter_var));
            }
            check_names(&each.iter_range, scope)?;
            let outer = scope.len();
            scope.extend([each.accu_var.clone(), each.iter_var.clone()]);
            scope.extend(each.iter_var2.clone());
            let parts = [&each.accu_init, &each.loop_cond, &each.loop_step, &each.result];
            let checked = parts.into_iter().try_for_each(|part| check_names(part, scope));
            scope.truncate(outer);
            checked
        }
        Expr::List(list) => list.elements.iter().try_for_each(|part| check_names(part, scope)),
        Expr::Map(map) => map.entries.iter().try_for_each(|entry| match &entry.expr {
            EntryExpr::MapEntry(entry) => {
                check_names(&entry.key, scope)?;
                check_names(&entry.value, scope)
            }
            EntryExpr::StructField(_) => Ok(()),
        }),
        Expr::Select(select) => check_names(&select.operand, scope),
        Expr::Literal(_) | Expr::Struct(_) | Expr::Unspecified => Ok(()),
    }
}
