use serde_json::{Number, Value};

/// A single value. What it means depends on who asks: a `ref_id` of 1.10 is a text.
#[derive(Clone, Debug)]
pub struct Scalar {
    pub text: Box<str>,
    /// Neither quoted nor a block, so that it may be a number, a flag or nothing.
    pub plain: bool,
}

impl Scalar {
    pub fn is_null(&self) -> bool {
        self.plain && matches!(&*self.text, "" | "~" | "null" | "Null" | "NULL")
    }

    /// Files are written for readers that take "yes" and "on" for flags, too.
    pub fn flag(&self) -> Option<bool> {
        match self.text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" => Some(true),
            "false" | "no" | "off" => Some(false),
            _ => None,
        }
    }

    /// A whole number. Spreadsheets write 3 as 3.0.
    pub fn integer(&self) -> Option<i64> {
        let text = self.text.trim().replace('_', "");
        let whole = text.split_once('.').map_or(text.as_str(), |(whole, rest)| {
            if rest.bytes().all(|digit| digit == b'0') { whole } else { text.as_str() }
        });
        whole.parse().ok()
    }

    /// A number that JSON can say.
    pub fn number(&self) -> Option<f64> {
        let text = self.text.trim();
        let starts_well = text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.'));
        if !starts_well {
            return None;
        }
        text.parse().ok().filter(|number: &f64| number.is_finite())
    }

    pub fn name(&self) -> &'static str {
        match self.to_value() {
            Value::Null => "nothing",
            Value::Bool(_) => "true or false",
            Value::Number(_) => "a number",
            _ => "a text",
        }
    }

    /// What it is where nobody expects anything particular.
    pub fn to_value(&self) -> Value {
        if !self.plain {
            return Value::from(&*self.text);
        }
        if self.is_null() {
            return Value::Null;
        }
        match &*self.text {
            "true" | "True" | "TRUE" => return Value::Bool(true),
            "false" | "False" | "FALSE" => return Value::Bool(false),
            _ => {}
        }
        if let Ok(number) = self.text.parse::<i64>() {
            return Value::from(number);
        }
        if let Ok(number) = self.text.parse::<u64>() {
            return Value::from(number);
        }
        match self.number().and_then(Number::from_f64) {
            Some(number) => Value::Number(number),
            None => Value::from(&*self.text),
        }
    }
}
