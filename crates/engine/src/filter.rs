//! Filters that a resource has besides those of its fields.

use cairn_store::Sql;
use serde_json::Value as Json;

use crate::caller::Authority;
use crate::cx::Cx;
use crate::redaction::hideable;
use crate::registry::Registry;

/// A query parameter with a meaning of its own, such as `todo=true`.
#[derive(Clone, Copy)]
pub struct Filter {
    pub name: &'static str,
    pub doc: &'static str,
    pub schema: fn() -> Json,
    /// A condition on the row under the alias `t`, or the message for an invalid value.
    pub condition: fn(&FilterCx<'_>, &str) -> Result<Sql, String>,
}

pub struct FilterCx<'a> {
    pub(crate) cx: &'a Cx,
    pub authority: &'a Authority,
    pub registry: &'static Registry,
    pub dialect: cairn_store::Dialect,
    pub today: cairn_model::Date,
}

impl FilterCx<'_> {
    /// Whether fields of a resource can be hidden from the caller.
    pub fn hides_fields(&self, path: &str) -> bool {
        !hideable(self.cx, self.registry.get(path)).is_empty()
    }

    /// Whether what is read has the journal's entries about fields that lists look back at. A rebuilt past does not.
    pub fn recalls(&self) -> bool {
        self.cx.recalls()
    }

    /// The condition that a row under an alias is one that the caller may see.
    pub fn visible(&self, path: &str, alias: &str) -> Sql {
        self.cx.sight(self.registry.get(path), alias).unwrap_or_else(|| Sql::raw("1 = 1"))
    }
}

/// Reads a yes-or-no parameter.
pub fn boolean(text: &str) -> Result<bool, String> {
    use cairn_model::kind::{BooleanKind, FieldKind};
    Ok(BooleanKind.parse_text(text)?.as_bool().unwrap_or_default())
}
