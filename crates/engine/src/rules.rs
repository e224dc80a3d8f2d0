//! What is special about writing a resource.

use cairn_model::Record;
use futures_util::future::BoxFuture;

use crate::cx::Cx;
use crate::error::Result;
use crate::object::Object;

/// The rules of a resource: typed code that runs inside the write, in its transaction. An error
/// refuses the whole write. All have an empty default.
///
/// They are implemented on an empty type beside the resource's other domain code, such as
/// `AssetRules`, since the resource itself belongs to the model.
pub trait Rules: Sized + 'static {
    type Record: Record + Clone;

    /// Before rows are written: may refuse, and may change what is written.
    fn before_write(
        cx: &mut Cx,
        old: Option<&Self::Record>,
        new: &mut Self::Record,
    ) -> impl Future<Output = Result<()>> + Send {
        let _ = (cx, old, new);
        async { Ok(()) }
    }

    /// After rows and journal entry are written: for consequences of the change.
    fn after_write(
        cx: &mut Cx,
        old: Option<&Self::Record>,
        new: &Self::Record,
    ) -> impl Future<Output = Result<()>> + Send {
        let _ = (cx, old, new);
        async { Ok(()) }
    }

    /// Before an object is deleted, and before what is deleted with it: may refuse.
    fn before_delete(cx: &mut Cx, old: &Self::Record) -> impl Future<Output = Result<()>> + Send {
        let _ = (cx, old);
        async { Ok(()) }
    }

    fn after_delete(cx: &mut Cx, old: &Self::Record) -> impl Future<Output = Result<()>> + Send {
        let _ = (cx, old);
        async { Ok(()) }
    }
}

/// The rules as plain function pointers, so that the pipeline need not be generic.
#[derive(Clone, Copy)]
pub struct Hooks {
    pub before_write: for<'a> fn(&'a mut Cx, Option<&'a Object>, &'a mut Object) -> BoxFuture<'a, Result<()>>,
    pub after_write: for<'a> fn(&'a mut Cx, Option<&'a Object>, &'a Object) -> BoxFuture<'a, Result<()>>,
    pub before_delete: for<'a> fn(&'a mut Cx, &'a Object) -> BoxFuture<'a, Result<()>>,
    pub after_delete: for<'a> fn(&'a mut Cx, &'a Object) -> BoxFuture<'a, Result<()>>,
}

impl Hooks {
    pub const fn of<T: Rules>() -> Self {
        Self {
            before_write: before_write::<T>,
            after_write: after_write::<T>,
            before_delete: before_delete::<T>,
            after_delete: after_delete::<T>,
        }
    }
}

fn before_write<'a, T: Rules>(
    cx: &'a mut Cx,
    old: Option<&'a Object>,
    new: &'a mut Object,
) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let old: Option<T::Record> = old.map(Object::decode).transpose()?;
        let times = (new.values[1].clone(), new.values[2].clone());
        let mut record: T::Record = new.decode()?;
        T::before_write(cx, old.as_ref(), &mut record).await?;
        new.values = record.encode();
        (new.values[1], new.values[2]) = times;
        Ok(())
    })
}

fn after_write<'a, T: Rules>(cx: &'a mut Cx, old: Option<&'a Object>, new: &'a Object) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let old: Option<T::Record> = old.map(Object::decode).transpose()?;
        T::after_write(cx, old.as_ref(), &new.decode()?).await
    })
}

fn before_delete<'a, T: Rules>(cx: &'a mut Cx, old: &'a Object) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move { T::before_delete(cx, &old.decode()?).await })
}

fn after_delete<'a, T: Rules>(cx: &'a mut Cx, old: &'a Object) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move { T::after_delete(cx, &old.decode()?).await })
}
