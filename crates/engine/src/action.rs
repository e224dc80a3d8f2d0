//! What can be done with a resource beside reading and writing it.
//!
//! An action is an async function with a typed input and output. From its declaration it is
//! routed, checked against its permission, described in OpenAPI and the model document, and
//! later offered on the command line and to assistants.

use cairn_access::Verb;
use cairn_model::Describe;
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde_json::Value as Json;
use uuid::Uuid;

use crate::cx::Cx;
use crate::error::{Error, Result};
pub use crate::input::input;

#[derive(Clone, Copy)]
pub struct Action {
    pub method: Method,
    /// The last part of the path: `merge` in `/api/applied-controls/merge/`.
    pub name: &'static str,
    pub doc: &'static str,
    pub on: On,
    /// What the caller must be allowed to do with the resource. On an item it is checked for the
    /// item's folder; on a collection it must be held somewhere, and the action looks closer.
    pub permission: Verb,
    pub input: fn() -> Json,
    pub output: fn() -> Json,
    pub run: for<'a> fn(&'a mut Cx, Option<Uuid>, Json) -> BoxFuture<'a, Result<Json>>,
}

/// Actions that read are GET and take their input from the query; those that change are POST.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    Collection,
    Item,
}

pub fn output<T: Serialize>(value: T) -> Result<Json> {
    serde_json::to_value(value).map_err(|error| Error::Internal(error.to_string()))
}

pub fn schema<T: Describe>() -> Json {
    T::schema()
}

/// An action without input.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

impl Describe for Nothing {
    fn schema() -> Json {
        <()>::schema()
    }
}

/// Declares an action: `action!(POST "merge", collection, Change, merge: Merge => Merged, "Doc.")`.
///
/// On a collection the function is `async fn(cx: &mut Cx, input: I) -> Result<O>`; on an item it
/// is `async fn(cx: &mut Cx, id: Uuid, input: I) -> Result<O>`.
#[macro_export]
macro_rules! action {
    ($method:ident $name:literal, collection, $verb:ident, $function:path : $input:ty => $output:ty, $doc:literal) => {
        $crate::action!(@build $method, $name, Collection, $verb, $input, $output, $doc, |cx, _id, json| {
            Box::pin(async move {
                let output: $output = $function(cx, $crate::action::input::<$input>(json)?).await?;
                $crate::action::output(output)
            })
        })
    };
    ($method:ident $name:literal, item, $verb:ident, $function:path : $input:ty => $output:ty, $doc:literal) => {
        $crate::action!(@build $method, $name, Item, $verb, $input, $output, $doc, |cx, id, json| {
            Box::pin(async move {
                let id = id.unwrap_or_default();
                let output: $output = $function(cx, id, $crate::action::input::<$input>(json)?).await?;
                $crate::action::output(output)
            })
        })
    };
    (@build $method:ident, $name:literal, $on:ident, $verb:ident, $input:ty, $output:ty, $doc:literal, $run:expr) => {
        $crate::action::Action {
            method: $crate::action!(@method $method),
            name: $name,
            doc: $doc,
            on: $crate::action::On::$on,
            permission: ::cairn_access::Verb::$verb,
            input: $crate::action::schema::<$input>,
            output: $crate::action::schema::<$output>,
            run: $run,
        }
    };
    (@method GET) => { $crate::action::Method::Get };
    (@method POST) => { $crate::action::Method::Post };
}
