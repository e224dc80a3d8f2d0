//! A whole number.

use serde_json::{Value as Json, json};

use super::{FieldKind, Lookup, RANGE, json_type};
use crate::value::{Type, Value};

#[derive(Debug, Clone, Copy)]
pub struct IntegerKind {
    pub min: i64,
    pub max: i64,
}

impl IntegerKind {
    /// The integers that every JSON parser keeps exactly.
    pub const ANY: Self = Self { min: -9_007_199_254_740_991, max: 9_007_199_254_740_991 };

    fn check(self, number: i64) -> Result<Value, String> {
        if number < self.min {
            return Err(format!("Ensure this value is greater than or equal to {}.", self.min));
        }
        if number > self.max {
            return Err(format!("Ensure this value is less than or equal to {}.", self.max));
        }
        Ok(Value::Int(number))
    }
}

impl FieldKind for IntegerKind {
    fn name(&self) -> &'static str {
        "integer"
    }
    fn column(&self) -> Option<Type> {
        Some(Type::Int)
    }
    fn parse(&self, json: &Json) -> Result<Value, String> {
        match json {
            Json::Number(number) => match number.as_i64() {
                Some(number) => self.check(number),
                None => Err("A valid whole number is required.".into()),
            },
            other => Err(format!("Expected a whole number, found {}.", json_type(other))),
        }
    }
    fn parse_text(&self, text: &str) -> Result<Value, String> {
        text.trim().parse().map(Value::Int).map_err(|_| "A valid whole number is required.".to_owned())
    }
    fn lookups(&self) -> &'static [Lookup] {
        RANGE
    }
    fn schema(&self) -> Json {
        let mut schema = json!({ "type": "integer" });
        if self.min != Self::ANY.min {
            schema["minimum"] = self.min.into();
        }
        if self.max != Self::ANY.max {
            schema["maximum"] = self.max.into();
        }
        schema
    }
    fn widget(&self) -> &'static str {
        "number"
    }
}
