//! What expressions can see, and how they are evaluated on it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, LazyLock};

use cel::{Context, Env, IdedExpr, Value};

use crate::cost::{Shape, cost};
use crate::errors::in_words;
use crate::parse::Expression;
use crate::value::shape;

static LANGUAGE: LazyLock<Arc<Env>> = LazyLock::new(|| Arc::new(Env::stdlib()));

/// The variables of expressions, and their shapes.
pub struct Variables {
    context: Context<'static, 'static>,
    shapes: Vec<(&'static str, Shape)>,
}

impl Default for Variables {
    fn default() -> Self {
        Self::in_language(&LANGUAGE)
    }
}

impl Variables {
    pub(crate) fn in_language(language: &Arc<Env>) -> Self {
        Self { context: Context::with_env(Arc::clone(language)), shapes: Vec::new() }
    }

    pub fn add(&mut self, name: &'static str, value: Value) {
        self.shapes.push((name, shape(&value)));
        self.context.add_variable_from_value(name, value);
    }

    /// The maximum number of steps that the expression takes here.
    pub fn cost(&self, expression: &Expression) -> u64 {
        self.cost_of(&expression.root)
    }

    /// Whether the expression is true. Compare its cost with a limit first.
    pub fn holds(&self, expression: &Expression) -> Result<bool, String> {
        self.holds_part(&expression.program)
    }

    /// The value of the expression. Compare its cost with a limit first.
    pub fn value(&self, expression: &Expression) -> Result<Value, String> {
        self.value_of(&expression.program)
    }

    pub(crate) fn cost_of(&self, part: &IdedExpr) -> u64 {
        cost(part, &self.shapes)
    }

    pub(crate) fn holds_part(&self, program: &IdedExpr) -> Result<bool, String> {
        match self.value_of(program)? {
            Value::Bool(holds) => Ok(holds),
            _ => Err("The expression does not return true or false.".to_owned()),
        }
    }

    pub(crate) fn number_of(&self, program: &IdedExpr) -> Option<i64> {
        match self.value_of(program) {
            Ok(Value::Int(number)) => Some(number),
            _ => None,
        }
    }

    fn value_of(&self, program: &IdedExpr) -> Result<Value, String> {
        // Should the evaluator panic on an unforeseen input, only this expression fails.
        catch_unwind(AssertUnwindSafe(|| Value::resolve(program, &self.context)))
            .map_err(|_| "The expression cannot be evaluated.".to_owned())?
            .map_err(|error| in_words(&error))
    }
}
