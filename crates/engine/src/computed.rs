//! Fields that are worked out when an object is read.

use cairn_model::{Describe, Kind, Record, Value};
use futures_util::future::BoxFuture;
use serde_json::Value as Json;
use uuid::Uuid;

use crate::cx::Cx;
use crate::error::{Error, Result};
use crate::object::Object;

/// A field that has no column. It is worked out for a whole page at once, so that a list costs a
/// fixed number of queries however many rows it has.
#[derive(Clone, Copy)]
pub struct Computed {
    pub name: &'static str,
    pub doc: &'static str,
    pub schema: fn() -> Json,
    /// Only worked out when one object is read, since it would cost too much in a list.
    pub detail_only: bool,
    pub load: Load,
}

/// Works a field out for a page: one value for each object.
pub type Load = for<'a> fn(&'a mut Cx, &'a [Object]) -> BoxFuture<'a, Result<Vec<Json>>>;

impl Computed {
    #[must_use]
    pub const fn detail_only(mut self) -> Self {
        self.detail_only = true;
        self
    }
}

/// Reads a page of objects as their struct. A reference that must be there but may not be seen by
/// the caller is the nil id, which nothing has.
pub fn typed<T: Record>(objects: &[Object]) -> Result<Vec<T>> {
    objects.iter().map(|object| T::decode(with_hidden_references(object)).map_err(Error::Internal)).collect()
}

fn with_hidden_references(object: &Object) -> Vec<Value> {
    let mut values = object.values.clone();
    for (value, field) in values.iter_mut().zip(object.def.fields) {
        if value.is_null() && !field.nullable && matches!(field.kind, Kind::Reference(_)) {
            *value = Value::Uuid(Uuid::nil());
        }
    }
    values
}

/// The JSON of a computed value; the type says its schema.
pub fn to_json<T: serde::Serialize>(value: T) -> Result<Json> {
    serde_json::to_value(value).map_err(|error| Error::Internal(error.to_string()))
}

pub fn schema_of<T: Describe>() -> Json {
    T::schema()
}

/// `computed!(name: Type, "Doc.", |cx, rows: &[Record]| async-expression giving Vec<Type>)`.
///
/// The body may use `cx` for queries; it gets the page as structs and answers one value a row.
#[macro_export]
macro_rules! computed {
    ($name:ident : $kind:ty, $doc:literal, $function:path) => {
        $crate::computed::Computed {
            name: stringify!($name),
            doc: $doc,
            schema: $crate::computed::schema_of::<$kind>,
            detail_only: false,
            load: |cx, objects| {
                Box::pin(async move {
                    let rows = $crate::computed::typed(objects)?;
                    let values: Vec<$kind> = $function(cx, &rows).await?;
                    values.into_iter().map($crate::computed::to_json).collect()
                })
            },
        }
    };
}
