//! One object, as conditions see it.

use chrono::NaiveDate;
use serde_json::Value as Json;

use crate::lenient::{LANGUAGE, TODAY};
use crate::parse::Expression;
use crate::value::{json, text};
use crate::variables::Variables;

/// An object with the fields and links that a condition reads, on a day.
pub struct Record {
    pub(crate) variables: Variables,
    pub(crate) object: Json,
    pub(crate) today: NaiveDate,
}

impl Record {
    /// Links are objects or lists of objects with the fields that are read of them.
    pub fn new(object: Json, today: NaiveDate) -> Self {
        let mut variables = Variables::in_language(&LANGUAGE);
        variables.add("object", json(&object));
        variables.add("today", text(&today.to_string()));
        // Under a name that no loop variable can hide.
        variables.add(TODAY, text(&today.to_string()));
        Self { variables, object, today }
    }
}

impl Expression {
    /// Whether the condition is true of the record. It fails without being tried if it could take more than `limit` steps.
    pub fn evaluate(&self, record: &Record, limit: u64) -> Result<bool, String> {
        let steps = record.variables.cost(self);
        if steps > limit {
            return Err(format!("The expression could take {steps} steps on this object. The limit is {limit}."));
        }
        record.variables.holds(self)
    }
}
