//! Fields that are worked out when an object is read.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use cairn_model::{Describe, Record};
use futures_util::future::BoxFuture;
use serde_json::Value as Json;

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
    /// Worked out from what is not journalled, so that only the present is known: null in the past.
    pub present_only: bool,
    pub load: Load,
}

/// Works a field out for a page: one value for each object.
pub type Load = for<'a> fn(&'a mut Cx, &'a Rows<'a>) -> BoxFuture<'a, Result<Vec<Json>>>;

impl Computed {
    #[must_use]
    pub const fn detail_only(mut self) -> Self {
        self.detail_only = true;
        self
    }

    #[must_use]
    pub const fn present_only(mut self) -> Self {
        self.present_only = true;
        self
    }
}

/// The objects of a page. All computed fields work on them; they become structs only once.
pub struct Rows<'a> {
    objects: &'a [Object],
    structs: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl<'a> Rows<'a> {
    pub fn new(objects: &'a [Object]) -> Self {
        Self { objects, structs: OnceLock::new() }
    }

    /// The objects as their struct. A reference that must be there but may not be seen by the
    /// caller is the nil id, which nothing has.
    pub fn typed<T: Record>(&self) -> Result<Arc<Vec<T>>> {
        if let Some(known) = self.structs.get().and_then(|known| known.clone().downcast().ok()) {
            return Ok(known);
        }
        let made: Arc<Vec<T>> = Arc::new(self.objects.iter().map(Object::decode).collect::<Result<_>>()?);
        let _ = self.structs.set(made.clone());
        Ok(made)
    }
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
            present_only: false,
            load: |cx, rows| {
                Box::pin(async move {
                    let rows = rows.typed()?;
                    let values: Vec<$kind> = $function(cx, &rows).await?;
                    values.into_iter().map($crate::computed::to_json).collect()
                })
            },
        }
    };
}
