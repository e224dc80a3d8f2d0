//! What can be done with a resource beside reading and writing it.
//!
//! An action is an async function with a typed input and output. From its declaration it is
//! routed, checked against its permission, described in OpenAPI and the model document, and
//! later offered on the command line and to assistants.

use cairn_access::Verb;
use cairn_model::Describe;
use cairn_model::describe::misplaced_list;
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use uuid::Uuid;

use crate::cx::Cx;
use crate::error::{Error, FieldErrors, Result};

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

/// Reads an action's input; a wrong field is named.
pub fn input<T: DeserializeOwned + Describe>(json: Json) -> Result<T> {
    let json = if json.is_null() { Json::Object(serde_json::Map::new()) } else { json };
    if let Some(place) = misplaced_list(&json, &T::schema()) {
        return Err(Error::field(
            if place.is_empty() { "detail" } else { &place },
            "Expected an object, found a list.",
        ));
    }
    serde_path_to_error::deserialize(json).map_err(|error| {
        let path = error.path().to_string();
        let message = error.into_inner().to_string();
        let mut errors = FieldErrors::default();
        errors.add(if path == "." { "detail" } else { &path }, capitalize(&message));
        Error::Invalid(errors)
    })
}

fn capitalize(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
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
