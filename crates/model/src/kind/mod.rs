//! The kinds of field: a closed set, one file each.
//!
//! A kind knows its column, how its JSON is parsed, which filters it offers, its OpenAPI schema and
//! the widget that edits it. All other code asks the kind and never the resource.

mod any;
mod boolean;
mod choice;
mod date;
mod datetime;
mod decimal;
mod file;
mod id;
mod integer;
mod json;
mod many;
mod markdown;
mod reference;
mod text;
mod translations;

pub use any::AnyKind;
pub use boolean::BooleanKind;
pub use choice::ChoiceKind;
pub use date::DateKind;
pub use datetime::DateTimeKind;
pub use decimal::DecimalKind;
pub use file::FileKind;
pub use id::IdKind;
pub use integer::IntegerKind;
pub use json::JsonKind;
pub use many::ManyKind;
pub use markdown::MarkdownKind;
pub use reference::ReferenceKind;
pub use text::{TextFormat, TextKind};
pub use translations::TranslationsKind;

use serde_json::Value as Json;

use crate::value::{Type, Value};

/// What a field can hold.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    Id(IdKind),
    Text(TextKind),
    Markdown(MarkdownKind),
    Choice(ChoiceKind),
    Integer(IntegerKind),
    Decimal(DecimalKind),
    Boolean(BooleanKind),
    Date(DateKind),
    DateTime(DateTimeKind),
    Json(JsonKind),
    File(FileKind),
    Reference(ReferenceKind),
    Any(AnyKind),
    Many(ManyKind),
    Translations(TranslationsKind),
}

/// A comparison in a filter: the part after `__` in a query parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    Exact,
    In,
    Gte,
    Gt,
    Lte,
    Lt,
    IsNull,
    IContains,
    /// The resource of the object that an [`AnyKind`] refers to.
    Resource,
}

impl Lookup {
    pub const fn suffix(self) -> &'static str {
        match self {
            Lookup::Exact => "",
            Lookup::In => "__in",
            Lookup::Gte => "__gte",
            Lookup::Gt => "__gt",
            Lookup::Lte => "__lte",
            Lookup::Lt => "__lt",
            Lookup::IsNull => "__isnull",
            Lookup::IContains => "__icontains",
            Lookup::Resource => "__resource",
        }
    }
}

/// What every kind of field knows.
pub trait FieldKind {
    /// The kind's name in the model document.
    fn name(&self) -> &'static str;

    /// The column in the resource's own table; none for relations with a table of their own.
    fn column(&self) -> Option<Type>;

    /// Parses the value from a request; the message is for the person who wrote it.
    fn parse(&self, json: &Json) -> Result<Value, String>;

    /// Parses the value from a query parameter or a spreadsheet cell.
    fn parse_text(&self, text: &str) -> Result<Value, String>;

    fn lookups(&self) -> &'static [Lookup];

    /// JSON Schema of the value as written in a request.
    fn schema(&self) -> Json;

    /// The widget that edits it in a form.
    fn widget(&self) -> &'static str;
}

impl Kind {
    pub fn behaviour(&self) -> &dyn FieldKind {
        match self {
            Kind::Id(kind) => kind,
            Kind::Text(kind) => kind,
            Kind::Markdown(kind) => kind,
            Kind::Choice(kind) => kind,
            Kind::Integer(kind) => kind,
            Kind::Decimal(kind) => kind,
            Kind::Boolean(kind) => kind,
            Kind::Date(kind) => kind,
            Kind::DateTime(kind) => kind,
            Kind::Json(kind) => kind,
            Kind::File(kind) => kind,
            Kind::Reference(kind) => kind,
            Kind::Any(kind) => kind,
            Kind::Many(kind) => kind,
            Kind::Translations(kind) => kind,
        }
    }

    pub const fn is_many(&self) -> bool {
        matches!(self, Kind::Many(_))
    }

    /// Whether it refers to one other object, of one resource or of any.
    pub const fn is_reference(&self) -> bool {
        matches!(self, Kind::Reference(_) | Kind::Any(_))
    }

    /// Whether it refers to other objects.
    pub const fn refers(&self) -> bool {
        self.is_reference() || self.is_many()
    }

    /// The path of the resource that a reference or many-relation points to; none if it may be any.
    pub const fn target(&self) -> Option<&'static str> {
        match self {
            Kind::Reference(kind) => Some(kind.target),
            Kind::Many(kind) => Some(kind.target),
            _ => None,
        }
    }

    // The attributes of a field refine the kind that its type implies. They are `const` because
    // definitions are static data; an attribute that doesn't fit its kind stops the build.

    #[must_use]
    pub const fn with_max(self, max: i64) -> Self {
        match self {
            Kind::Text(kind) => Kind::Text(TextKind { max: max as u32, ..kind }),
            Kind::Integer(kind) => Kind::Integer(IntegerKind { max, ..kind }),
            _ => panic!("`max` fits text and integer fields"),
        }
    }

    #[must_use]
    pub const fn with_min(self, min: i64) -> Self {
        match self {
            Kind::Integer(kind) => Kind::Integer(IntegerKind { min, ..kind }),
            _ => panic!("`min` fits integer fields"),
        }
    }

    #[must_use]
    pub const fn with_format(self, format: TextFormat) -> Self {
        match self {
            Kind::Text(kind) => Kind::Text(TextKind { format, ..kind }),
            _ => panic!("a format fits text fields"),
        }
    }

    #[must_use]
    pub const fn blank(self) -> Self {
        match self {
            Kind::Text(kind) => Kind::Text(TextKind { blank: true, ..kind }),
            _ => panic!("`blank` fits text fields"),
        }
    }

    #[must_use]
    pub const fn carrying(self, what: &'static str) -> Self {
        match self {
            Kind::Any(_) => Kind::Any(AnyKind { carrying: Some(what) }),
            _ => panic!("`carrying` fits references to any object"),
        }
    }

    #[must_use]
    pub const fn reverse_of(self, field: &'static str) -> Self {
        match self {
            Kind::Many(kind) => Kind::Many(ManyKind { reverse: Some(field), ..kind }),
            _ => panic!("`reverse` fits many-relations"),
        }
    }
}

/// The name of a JSON type in messages.
fn json_type(json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "a boolean",
        Json::Number(_) => "a number",
        Json::String(_) => "a string",
        Json::Array(_) => "a list",
        Json::Object(_) => "an object",
    }
}

const RANGE: &[Lookup] = &[Lookup::Exact, Lookup::In, Lookup::Gte, Lookup::Gt, Lookup::Lte, Lookup::Lt, Lookup::IsNull];
const EQUALITY: &[Lookup] = &[Lookup::Exact, Lookup::In, Lookup::IsNull];
const TEXTUAL: &[Lookup] = &[Lookup::Exact, Lookup::In, Lookup::IContains, Lookup::IsNull];
const PRESENCE: &[Lookup] = &[Lookup::IsNull];
