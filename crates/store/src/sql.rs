//! SQL text together with its values.
//!
//! Values never enter the text: they are bound, so that no input can change a statement, and so
//! that the statement caches of both drivers see the same few texts again and again.

use std::fmt::{self, Write as _};

use cairn_model::value::Value;

/// Which database a statement is for, where one text cannot serve both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

/// A statement, or a piece of one, and the values of its placeholders.
///
/// Placeholders are `$1`, `$2`, … in order of appearance. PostgreSQL reads them as positions.
/// SQLite reads them as names, which it numbers in order of first appearance: the same numbers.
/// They are written by [`Sql::bind`] and [`Sql::any`] only, never by hand.
#[derive(Clone, Default)]
pub struct Sql {
    text: String,
    binds: Vec<Value>,
    /// Where each placeholder begins. Remembered rather than searched for, since a `$` may also
    /// stand in a literal such as a JSON path.
    places: Vec<usize>,
}

impl Sql {
    pub fn new() -> Self {
        Self::default()
    }

    /// A statement that begins with this text.
    pub fn raw(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Appends SQL text. It must come from the program, never from a user.
    pub fn push(&mut self, text: &str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    /// Appends a placeholder for a value.
    pub fn bind(&mut self, value: impl Into<Value>) -> &mut Self {
        self.binds.push(value.into());
        self.places.push(self.text.len());
        // Writing to a String cannot fail.
        let _ = write!(self.text, "${}", self.binds.len());
        self
    }

    /// Appends the test that the expression before it equals one of the values.
    ///
    /// The set is one bound value on both databases, so its size does not change the text.
    pub fn any(&mut self, dialect: Dialect, values: Value) -> &mut Self {
        debug_assert!(matches!(values, Value::Uuids(_) | Value::Texts(_)), "any() takes a set of ids or texts");
        let (before, after) = match dialect {
            Dialect::Sqlite => (" in rarray(", ")"),
            Dialect::Postgres => (" = any(", ")"),
        };
        self.push(before).bind(values).push(after)
    }

    /// Appends another piece, renumbering its placeholders to follow those already here.
    pub fn append(&mut self, other: Sql) -> &mut Self {
        let mut copied = 0;
        for (index, (place, value)) in other.places.into_iter().zip(other.binds).enumerate() {
            self.text.push_str(&other.text[copied..place]);
            self.bind(value);
            copied = place + 1 + digits(index + 1);
        }
        self.text.push_str(&other.text[copied..]);
        self
    }

    /// One statement for PostgreSQL that writes what several would: the first of them, then the others. All see the
    /// database as it was before, so none may depend on the rows of another, or change the same row; references
    /// between their rows are checked at the end.
    pub fn together(statements: Vec<Sql>) -> Option<Sql> {
        let mut statements = statements.into_iter();
        let first = statements.next()?;
        let mut all = Sql::new();
        // The server runs the main statement first and the others from the last to the first.
        for (at, other) in statements.rev().enumerate() {
            let _ = write!(all.text, "{}s{at} as (", if at == 0 { "with " } else { ", " });
            all.append(other).push(")");
        }
        if !all.text.is_empty() {
            all.push(" ");
        }
        all.append(first);
        Some(all)
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn binds(&self) -> &[Value] {
        &self.binds
    }
}

/// How many digits a number has.
fn digits(number: usize) -> usize {
    number.checked_ilog10().map_or(1, |tens| tens as usize + 1)
}

impl From<String> for Sql {
    fn from(text: String) -> Self {
        Self::raw(text)
    }
}

impl From<&str> for Sql {
    fn from(text: &str) -> Self {
        Self::raw(text)
    }
}

/// Shows the text but not the values, which may be secrets and would end up in a log.
impl fmt::Debug for Sql {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sql").field("text", &self.text).field("binds", &self.binds.len()).finish_non_exhaustive()
    }
}
