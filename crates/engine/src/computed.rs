//! Fields that are computed when an object is read.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use cairn_model::kind::{Kind, Lookup};
use cairn_model::{Describe, Record, Type};
use cairn_store::{Row, Sql};
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use serde_json::Value as Json;
use uuid::Uuid;

use crate::cx::Cx;
use crate::error::{Error, Result};
use crate::object::Object;

/// A field that has no column.
#[derive(Clone, Copy)]
pub struct Computed {
    pub name: &'static str,
    pub doc: &'static str,
    pub schema: fn() -> Json,
    /// Only computed when a single object is read, because it would cost too much in a list.
    pub detail_only: bool,
    /// Computed from data that is not in the journal, so it is known only for the present: null in the past.
    pub present_only: bool,
    /// What it needs can be queried by ids alone.
    pub ahead: Option<Ahead>,
    pub source: Source,
}

/// Where the values of a computed field come from.
#[derive(Clone, Copy)]
pub enum Source {
    /// Code that computes it for a whole page at once, so that a list takes a fixed number of queries however many
    /// rows it has.
    Load(Load),
    /// An expression that is read along with the row. Lists can be ordered and filtered by it.
    Sql(Expression),
}

/// Computes a field for a page: one value per object.
pub type Load = for<'a> fn(&'a mut Cx, &'a Rows<'a>) -> BoxFuture<'a, Result<Vec<Json>>>;

/// A SQL expression over the row under the alias `t`, limited to what the caller may see.
#[derive(Clone, Copy)]
pub struct Expression {
    pub kind: Kind,
    pub nullable: bool,
    pub sql: fn(&Cx) -> Sql,
}

impl Expression {
    /// The ways in which a list can be filtered by it.
    pub fn lookups(&self) -> impl Iterator<Item = Lookup> {
        let lookups = self.kind.behaviour().lookups().iter().copied();
        lookups.filter(|lookup| self.nullable || *lookup != Lookup::IsNull)
    }
}

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

    /// Declares that the field is computed from `A`, which is then queried together with the object.
    #[must_use]
    pub const fn from<A: Around>(mut self) -> Self {
        self.ahead = Some(Ahead::of::<A>());
        self
    }

    /// The expression that lists can be ordered and filtered by, if it is one.
    pub fn expression(&self) -> Option<&Expression> {
        match &self.source {
            Source::Sql(expression) => Some(expression),
            Source::Load(_) => None,
        }
    }
}

/// The objects of a page. All computed fields work on them; they are turned into structs only once, and whatever one
/// field loads for the page is available to the others.
pub struct Rows<'a> {
    objects: &'a [Object],
    structs: OnceLock<Arc<dyn Any + Send + Sync>>,
    shared: Arc<Mutex<Loaded>>,
}

type Loaded = HashMap<TypeId, Arc<dyn Any + Send + Sync>>;

impl<'a> Rows<'a> {
    pub fn new(objects: &'a [Object]) -> Self {
        Self { objects, structs: OnceLock::new(), shared: Arc::default() }
    }

    /// Takes the results of the queries that were sent ahead.
    pub fn put(&self, ahead: Ahead, answers: Vec<Vec<Row>>) {
        self.shared.lock().insert((ahead.kind)(), (ahead.read)(answers));
    }

    /// The objects as structs. A required reference that the caller may not see is the nil id, which no object has.
    pub fn typed<T: Record>(&self) -> Result<Structs<T>> {
        let shared = self.shared.clone();
        if let Some(rows) = self.structs.get().and_then(|known| known.clone().downcast().ok()) {
            return Ok(Structs { rows, ids: self.ids(), shared });
        }
        let rows: Arc<Vec<T>> = Arc::new(self.objects.iter().map(Object::decode).collect::<Result<_>>()?);
        let _ = self.structs.set(rows.clone());
        Ok(Structs { rows, ids: self.ids(), shared })
    }

    fn ids(&self) -> Vec<Uuid> {
        self.objects.iter().map(Object::id).collect()
    }
}

/// The rows of a page as structs, with what the fields of the page share.
pub struct Structs<T> {
    rows: Arc<Vec<T>>,
    ids: Vec<Uuid>,
    shared: Arc<Mutex<Loaded>>,
}

impl<T> Deref for Structs<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.rows
    }
}

/// Data that several computed fields of a page need: loaded by the first that asks.
pub trait Shared<T>: Sized + Send + Sync + 'static {
    fn load(cx: &mut Cx, rows: &[T]) -> impl Future<Output = Result<Self>> + Send;
}

/// A query with the types of its columns.
pub type Query = (Sql, Vec<Type>);

/// Related data that can be queried by the ids of the objects alone. It is queried once for a page, and for a single
/// object in the same round trip as the object.
pub trait Around: Sized + Send + Sync + 'static {
    fn queries(cx: &Cx, ids: &[Uuid]) -> Vec<Query>;

    /// Reads the results, one per query.
    fn read(answers: Vec<Vec<Row>>) -> Self;
}

/// A type-erased [`Around`].
#[derive(Clone, Copy)]
pub struct Ahead {
    kind: fn() -> TypeId,
    pub queries: fn(&Cx, &[Uuid]) -> Vec<Query>,
    read: fn(Vec<Vec<Row>>) -> Arc<dyn Any + Send + Sync>,
}

impl Ahead {
    const fn of<A: Around>() -> Self {
        Self { kind: TypeId::of::<A>, queries: A::queries, read: |answers| Arc::new(A::read(answers)) }
    }

    pub fn is_same(self, other: Self) -> bool {
        (self.kind)() == (other.kind)()
    }
}

impl<T: Send + Sync> Structs<T> {
    /// What surrounds the rows, unless it is there already.
    pub async fn around<A: Around>(&self, cx: &mut Cx) -> Result<Arc<A>> {
        let known = self.shared.lock().get(&TypeId::of::<A>()).cloned();
        if let Some(known) = known.and_then(|known| known.downcast().ok()) {
            return Ok(known);
        }
        let queries = A::queries(cx, &self.ids);
        let loaded = Arc::new(A::read(cx.conn.query_all(&queries).await?));
        self.shared.lock().insert(TypeId::of::<A>(), loaded.clone());
        Ok(loaded)
    }

    pub async fn shared<S: Shared<T>>(&self, cx: &mut Cx) -> Result<Arc<S>> {
        let known = self.shared.lock().get(&TypeId::of::<S>()).cloned();
        if let Some(known) = known.and_then(|known| known.downcast().ok()) {
            return Ok(known);
        }
        let loaded = Arc::new(S::load(cx, self).await?);
        self.shared.lock().insert(TypeId::of::<S>(), loaded.clone());
        Ok(loaded)
    }
}

/// The JSON of a computed value; the type says its schema.
pub fn to_json<T: serde::Serialize>(value: T) -> Result<Json> {
    serde_json::to_value(value).map_err(|error| Error::Internal(error.to_string()))
}

pub fn schema_of<T: Describe>() -> Json {
    T::schema()
}

/// `computed!(name: Type, "Doc.", function)`, where the function gets `cx` and the page as structs, and answers one
/// value a row. With `sql` before the function it gets `cx` and answers an expression in SQL.
#[macro_export]
macro_rules! computed {
    ($name:ident : $kind:ty, $doc:literal, sql $function:path) => {
        $crate::computed!(@field $name, $doc, $kind, $crate::computed::Source::Sql($crate::computed::Expression {
            kind: <$kind as ::cairn_model::FieldType>::KIND,
            nullable: <$kind as ::cairn_model::FieldType>::NULLABLE,
            sql: $function,
        }))
    };
    ($name:ident : $kind:ty, $doc:literal, $function:path) => {
        $crate::computed!(@field $name, $doc, $kind, $crate::computed::Source::Load(|cx, rows| {
            Box::pin(async move {
                let rows = rows.typed()?;
                let values: Vec<$kind> = $function(cx, &rows).await?;
                values.into_iter().map($crate::computed::to_json).collect()
            })
        }))
    };
    (@field $name:ident, $doc:literal, $kind:ty, $source:expr) => {
        $crate::computed::Computed {
            name: stringify!($name),
            doc: $doc,
            schema: $crate::computed::schema_of::<$kind>,
            detail_only: false,
            present_only: false,
            ahead: None,
            source: $source,
        }
    };
}
