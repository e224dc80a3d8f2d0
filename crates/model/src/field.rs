//! The Rust types that the fields of a resource may have.
//!
//! The set is closed: each type stands for one [`Kind`], and through it for a column, a JSON
//! shape, filters and a form widget.

use std::fmt;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

use crate::def::Record;
use crate::describe::Describe;
use crate::kind::{
    AnyKind, BooleanKind, DateKind, DateTimeKind, DecimalKind, FileKind, IdKind, IntegerKind, JsonKind, Kind, ManyKind,
    MarkdownKind, ReferenceKind, TextKind, TranslationsKind,
};
use crate::value::{Date, Decimal, Timestamp, Value};

/// A type that a field of a resource may have.
pub trait FieldType: Sized {
    const KIND: Kind;
    const NULLABLE: bool = false;

    fn from_value(value: Value) -> Result<Self, String>;
    fn into_value(self) -> Value;
}

fn unexpected(wanted: &str, value: &Value) -> String {
    format!("expected {wanted}, found {value:?}")
}

/// The id of an object of one resource, so that ids of different resources can't be mixed up.
pub struct Id<T>(Uuid, PhantomData<fn() -> T>);

/// A reference to one object; required on its own, nullable in an `Option`.
pub type Ref<T> = Reference<T>;

/// See [`Ref`].
pub struct Reference<T>(Id<T>);

/// A reference to one object of any resource. The engine finds out by the id which one it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AnyRef(pub Uuid);

/// A many-relation: the ids of its targets, in no particular order.
pub struct Many<T>(pub Vec<Id<T>>);

impl<T> Id<T> {
    pub const fn new(id: Uuid) -> Self {
        Self(id, PhantomData)
    }

    pub const fn uuid(self) -> Uuid {
        self.0
    }
}

impl<T> Reference<T> {
    pub const fn new(id: Uuid) -> Self {
        Self(Id::new(id))
    }

    pub const fn id(self) -> Id<T> {
        self.0
    }

    pub const fn uuid(self) -> Uuid {
        self.0.0
    }
}

impl<T> Many<T> {
    pub fn of(ids: impl IntoIterator<Item = Uuid>) -> Self {
        Self(ids.into_iter().map(Id::new).collect())
    }

    pub fn uuids(&self) -> Vec<Uuid> {
        self.0.iter().map(|id| id.0).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn contains(&self, id: Uuid) -> bool {
        self.0.iter().any(|target| target.0 == id)
    }
}

// Derives would require the same traits of `T`, which stands for a resource and not for a value.
macro_rules! transparent {
    ($name:ident) => {
        impl<T> Clone for $name<T> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<T> Copy for $name<T> {}
        impl<T> PartialEq for $name<T> {
            fn eq(&self, other: &Self) -> bool {
                self.uuid() == other.uuid()
            }
        }
        impl<T> Eq for $name<T> {}
        impl<T> std::hash::Hash for $name<T> {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.uuid().hash(state);
            }
        }
        impl<T> fmt::Debug for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.uuid())
            }
        }
        impl<T> fmt::Display for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.uuid())
            }
        }
        impl<T> Serialize for $name<T> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.uuid().serialize(serializer)
            }
        }
        impl<'de, T> Deserialize<'de> for $name<T> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Uuid::deserialize(deserializer).map(Self::new)
            }
        }
        impl<T: Record> Describe for $name<T> {
            fn schema() -> serde_json::Value {
                Uuid::schema()
            }
        }
        impl<T> From<Uuid> for $name<T> {
            fn from(id: Uuid) -> Self {
                Self::new(id)
            }
        }
    };
}
transparent!(Id);
transparent!(Reference);

impl<T> Clone for Many<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}
impl<T> Default for Many<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}
impl<T> fmt::Debug for Many<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.0).finish()
    }
}
impl<T> PartialEq for Many<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

/// Long text that is shown as Markdown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Markdown(pub String);

/// A JSON document with a known shape.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Json<T>(pub T);

/// Texts in other languages: language → field → text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Translations(pub std::collections::BTreeMap<String, std::collections::BTreeMap<String, String>>);

/// A stored file: its content is found by its SHA-256.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    pub name: String,
    pub media_type: String,
    pub size: u64,
    pub sha256: String,
}

macro_rules! scalar {
    ($kind:ty, $shape:expr, $variant:ident, $wanted:literal) => {
        impl FieldType for $kind {
            const KIND: Kind = $shape;
            fn from_value(value: Value) -> Result<Self, String> {
                match value {
                    Value::$variant(inner) => Ok(inner.into()),
                    other => Err(unexpected($wanted, &other)),
                }
            }
            fn into_value(self) -> Value {
                Value::$variant(self.into())
            }
        }
    };
}

scalar!(String, Kind::Text(TextKind::PLAIN), Text, "text");
scalar!(Markdown, Kind::Markdown(MarkdownKind), Text, "text");
scalar!(bool, Kind::Boolean(BooleanKind), Bool, "true or false");
scalar!(i64, Kind::Integer(IntegerKind::ANY), Int, "a number");
scalar!(Decimal, Kind::Decimal(DecimalKind), Decimal, "a number");
scalar!(Date, Kind::Date(DateKind), Date, "a date");
scalar!(Timestamp, Kind::DateTime(DateTimeKind), Time, "a time");

impl From<String> for Markdown {
    fn from(text: String) -> Self {
        Self(text)
    }
}
impl From<Markdown> for String {
    fn from(text: Markdown) -> Self {
        text.0
    }
}

impl<T: Record> FieldType for Id<T> {
    const KIND: Kind = Kind::Id(IdKind);
    fn from_value(value: Value) -> Result<Self, String> {
        value.as_uuid().map(Self::new).ok_or_else(|| unexpected("an id", &value))
    }
    fn into_value(self) -> Value {
        Value::Uuid(self.uuid())
    }
}

impl<T: Record> FieldType for Reference<T> {
    const KIND: Kind = Kind::Reference(ReferenceKind { target: T::PATH });
    fn from_value(value: Value) -> Result<Self, String> {
        value.as_uuid().map(Self::new).ok_or_else(|| unexpected("an id", &value))
    }
    fn into_value(self) -> Value {
        Value::Uuid(self.uuid())
    }
}

impl FieldType for AnyRef {
    const KIND: Kind = Kind::Any(AnyKind { carrying: None });
    fn from_value(value: Value) -> Result<Self, String> {
        value.as_uuid().map(Self).ok_or_else(|| unexpected("an id", &value))
    }
    fn into_value(self) -> Value {
        Value::Uuid(self.0)
    }
}

impl<T: Record> FieldType for Many<T> {
    const KIND: Kind = Kind::Many(ManyKind { target: T::PATH, reverse: None });
    fn from_value(value: Value) -> Result<Self, String> {
        match value {
            Value::Uuids(ids) => Ok(Self::of(ids)),
            Value::Null => Ok(Self::default()),
            other => Err(unexpected("a list of ids", &other)),
        }
    }
    fn into_value(self) -> Value {
        Value::Uuids(self.uuids())
    }
}

fn from_json_text<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    let text = value.as_str().ok_or_else(|| unexpected("JSON", value))?;
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn to_json_text(content: &impl Serialize) -> Value {
    Value::Json(serde_json::to_string(content).expect("plain data is always representable as JSON"))
}

impl<T: Serialize + DeserializeOwned + Describe> FieldType for Json<T> {
    const KIND: Kind = Kind::Json(JsonKind::of::<T>());
    fn from_value(value: Value) -> Result<Self, String> {
        from_json_text(&value).map(Json)
    }
    fn into_value(self) -> Value {
        to_json_text(&self.0)
    }
}

impl FieldType for Translations {
    const KIND: Kind = Kind::Translations(TranslationsKind);
    fn from_value(value: Value) -> Result<Self, String> {
        from_json_text(&value).map(Translations)
    }
    fn into_value(self) -> Value {
        to_json_text(&self.0)
    }
}

impl FieldType for File {
    const KIND: Kind = Kind::File(FileKind);
    fn from_value(value: Value) -> Result<Self, String> {
        from_json_text(&value)
    }
    fn into_value(self) -> Value {
        to_json_text(&self)
    }
}

impl<T: FieldType> FieldType for Option<T> {
    const KIND: Kind = T::KIND;
    const NULLABLE: bool = true;
    fn from_value(value: Value) -> Result<Self, String> {
        match value {
            Value::Null => Ok(None),
            other => T::from_value(other).map(Some),
        }
    }
    fn into_value(self) -> Value {
        self.map_or(Value::Null, T::into_value)
    }
}
