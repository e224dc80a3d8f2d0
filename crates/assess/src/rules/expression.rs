//! Parses and checks expressions.

use cel::IdedExpr;
use cel::common::ast::{EntryExpr, Expr, operators};
use cel::parser::PrattParser;

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

#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    pub(super) root: IdedExpr,
}

/// Checks an expression for library validation.
pub fn check(source: &str) -> Result<(), String> {
    Expression::parse(source).map(drop)
}

impl Expression {
    pub fn parse(source: &str) -> Result<Self, String> {
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
        Survey::default().take(&root, 1, 0)?;
        Ok(Self { root })
    }
}

#[derive(Default)]
struct Survey {
    nodes: usize,
}

impl Survey {
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
                if !FUNCTIONS.contains(&call.func_name.as_str()) {
                    return Err(format!("The function “{}” is not available.", call.func_name));
                }
                let parts = call.target.iter().map(AsRef::as_ref).chain(&call.args);
                parts.into_iter().try_for_each(|part| self.take(part, depth + 1, loops))
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
