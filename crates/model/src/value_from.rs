//! Conversions into [`Value`], which make query parameters easy to read.

use uuid::Uuid;

use crate::field::{Id, Reference};
use crate::value::{Date, Decimal, Timestamp, Value};

macro_rules! into_value {
    ($($kind:ty => $variant:ident),* $(,)?) => {
        $(impl From<$kind> for Value {
            fn from(inner: $kind) -> Self {
                Value::$variant(inner.into())
            }
        })*
    };
}

into_value! {
    bool => Bool,
    i32 => Int,
    u32 => Int,
    i64 => Int,
    Decimal => Decimal,
    &str => Text,
    String => Text,
    Uuid => Uuid,
    Date => Date,
    Timestamp => Time,
    Vec<u8> => Bytes,
    Vec<Uuid> => Uuids,
    Vec<String> => Texts,
}

impl<T> From<Id<T>> for Value {
    fn from(id: Id<T>) -> Self {
        Value::Uuid(id.uuid())
    }
}

impl<T> From<Reference<T>> for Value {
    fn from(reference: Reference<T>) -> Self {
        Value::Uuid(reference.uuid())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(inner: Option<T>) -> Self {
        inner.map_or(Value::Null, Into::into)
    }
}
