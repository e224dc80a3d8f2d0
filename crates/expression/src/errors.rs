//! Errors of the evaluator, for the author of an expression.

use cel::ExecutionError;

/// The error as a sentence. Errors of the evaluator can contain whole values.
pub(crate) fn in_words(error: &ExecutionError) -> String {
    match error {
        ExecutionError::NoSuchKey(key) => format!("There is no “{}”.", short(key)),
        ExecutionError::UndeclaredReference(name) => format!("“{}” is not known.", short(name)),
        ExecutionError::NoSuchOverload(error) => {
            let types = error.argument_types().join(", ");
            format!("“{}” cannot be used with these types: {}.", operator(error.function()), short(&types))
        }
        ExecutionError::UnexpectedType { got, want } => {
            format!("A value has the type {}, where {} is needed.", short(got), short(want))
        }
        ExecutionError::UnsupportedBinaryOperator(name, one, other) => {
            let types = format!("{}, {}", one.type_of(), other.type_of());
            format!("“{}” cannot be used with these types: {}.", operator(name), short(&types))
        }
        ExecutionError::DivisionByZero(_) | ExecutionError::RemainderByZero(_) => {
            "The expression divides by zero.".to_owned()
        }
        ExecutionError::Overflow(..) => "A number is too large.".to_owned(),
        ExecutionError::IndexOutOfBounds(_) => "A list has no item at that position.".to_owned(),
        ExecutionError::FunctionError { message, .. } => short(message),
        other => format!("The expression cannot be evaluated: {}.", short(&other.to_string())),
    }
}

/// An operator as it is written.
fn operator(name: &str) -> &str {
    match name {
        "add" => "+",
        "sub" => "-",
        "mul" => "*",
        "div" => "/",
        "rem" => "%",
        name => name.trim_matches(['_', '@']),
    }
}

fn short(message: &str) -> String {
    const LONGEST: usize = 200;
    if message.chars().count() <= LONGEST {
        return message.to_owned();
    }
    message.chars().take(LONGEST).chain(['…']).collect()
}
