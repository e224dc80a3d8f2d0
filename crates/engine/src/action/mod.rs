//! What can be done with a resource besides reading and writing it.
//!
//! An action is an async function with a typed input. Its declaration says what else it takes ([`Form`]: files) and
//! what it returns ([`Answers`]: JSON, a file, a job). From the declaration it is routed, checked against its
//! permission, described in OpenAPI and the model document, and offered on the command line, in the web interface and
//! to assistants.

mod answer;
mod files;

use cairn_access::Verb;
use cairn_model::Describe;
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde_json::Value as Json;
use uuid::Uuid;

pub use self::answer::{Answers, Content, Download, Note, Reply, file_name};
pub use self::files::{Arrived, Fate, FileLimits, Files, Form, Part, Prepare, Refused};
use crate::cx::Cx;
use crate::error::{Error, Result};
pub use crate::input::input;
use crate::registry::Resource;

#[derive(Clone, Copy)]
pub struct Action {
    pub method: Method,
    /// The last part of the path: `merge` in `/api/applied-controls/merge/`.
    pub name: &'static str,
    pub doc: &'static str,
    pub on: On,
    /// The permission that the caller needs on the resource. For an item it is checked for the item's folder; for a
    /// collection the caller must have it somewhere, and the action checks further.
    pub permission: Verb,
    pub input: fn() -> Json,
    /// The files that it takes besides its input.
    pub form: Option<&'static Form>,
    pub output: fn() -> Json,
    pub answers: Answers,
    /// Whether it writes so much that others may have to wait longer than for an ordinary request.
    pub long: bool,
    /// Whether the texts under `message` and `label` in its output are messages of Cairn, shown in the reader's
    /// language.
    pub speaks: bool,
    pub run: for<'a> fn(&'a mut Cx, Asked<'a>, Json) -> BoxFuture<'a, Result<Reply>>,
}

/// What an action is called on, besides its input.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub resource: &'static Resource,
    /// The object, for an action on an item.
    pub id: Option<Uuid>,
    pub files: &'a Files,
}

/// Actions that read are GET and take their input from the query; actions that change something, or start a job, are
/// POST.
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

impl Action {
    /// It creates something: the response is 201 and, if it has an id, includes the URL of what was created.
    #[must_use]
    pub const fn makes(mut self) -> Self {
        self.answers = Answers::Made;
        self
    }

    /// It writes much at once.
    #[must_use]
    pub const fn long(mut self) -> Self {
        self.long = true;
        self
    }

    /// Its output has messages, under `message` and `label`.
    #[must_use]
    pub const fn speaks(mut self) -> Self {
        self.speaks = true;
        self
    }

    /// Whether it changes only the list of jobs, so that a read-only token may call it: whatever the job does, it does
    /// within the limits of the token.
    pub fn only_reads(&self) -> bool {
        self.method == Method::Get || (self.answers == Answers::Job && self.permission == Verb::View)
    }
}

pub fn output<T: Serialize>(value: T) -> Result<Json> {
    serde_json::to_value(value).map_err(|error| Error::Internal(error.to_string()))
}

pub fn text<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(|error| Error::Internal(error.to_string()))
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
/// is `async fn(cx: &mut Cx, id: Uuid, input: I) -> Result<O>`; `every` is on the collection of every resource, and the
/// function is given the resource in place of the id; `every_item` is on the objects of every resource, and the function is
/// given both. In place of the output's type may stand:
///
/// - `file &["text/csv"]`, for one that reads: the function gives a [`Download`] of one of these media types;
/// - `job`, for one that does not: it is answered 202, and the function gives the id of the job.
///
/// After the input's type may stand `, files FORM`, with a `&'static Form`, for one that changes something: the files come as
/// `multipart/form-data`, and the function has them as its last parameter, `&Files`.
#[macro_export]
macro_rules! action {
    (GET $name:literal, $on:ident, $verb:ident, $function:path : $input:ty => file $media:expr, $doc:literal) => {
        $crate::action!(@build GET, $name, $on, $verb, $input, String, $doc, None, $crate::action::Answers::File($media),
            |cx, asked, json| Box::pin(async move {
                let input = $crate::action::input::<$input>(json)?;
                let output = $crate::action!(@call $on, $function, cx, asked, input).await?;
                Ok($crate::action::Reply::File(Box::new(output)))
            }))
    };
    (POST $name:literal, $on:ident, $verb:ident, $function:path : $input:ty => job, $doc:literal) => {
        $crate::action!(@build POST, $name, $on, $verb, $input, ::uuid::Uuid, $doc, None, $crate::action::Answers::Job,
            |cx, asked, json| Box::pin(async move {
                let input = $crate::action::input::<$input>(json)?;
                Ok($crate::action::Reply::Job($crate::action!(@call $on, $function, cx, asked, input).await?))
            }))
    };
    (POST $name:literal, $on:ident, $verb:ident, $function:path : $input:ty, files $form:expr => $output:ty, $doc:literal) => {
        $crate::action!(@build POST, $name, $on, $verb, $input, $output, $doc, Some($form), $crate::action::Answers::Json,
            |cx, asked, json| Box::pin(async move {
                let input = $crate::action::input::<$input>(json)?;
                let output: $output = $crate::action!(@call $on, $function, cx, asked, input, asked.files).await?;
                Ok($crate::action::Reply::Json($crate::action::output(output)?))
            }))
    };
    (GET $name:literal, $on:ident, $verb:ident, $function:path : $input:ty => $output:ty, $doc:literal) => {
        $crate::action!(@build GET, $name, $on, $verb, $input, $output, $doc, None, $crate::action::Answers::Json,
            |cx, asked, json| Box::pin(async move {
                let input = $crate::action::input::<$input>(json)?;
                let output: $output = $crate::action!(@call $on, $function, cx, asked, input).await?;
                Ok($crate::action::Reply::Text($crate::action::text(&output)?))
            }))
    };
    (POST $name:literal, $on:ident, $verb:ident, $function:path : $input:ty => $output:ty, $doc:literal) => {
        $crate::action!(@build POST, $name, $on, $verb, $input, $output, $doc, None, $crate::action::Answers::Json,
            |cx, asked, json| Box::pin(async move {
                let input = $crate::action::input::<$input>(json)?;
                let output: $output = $crate::action!(@call $on, $function, cx, asked, input).await?;
                Ok($crate::action::Reply::Json($crate::action::output(output)?))
            }))
    };
    (@build $method:ident, $name:literal, $on:ident, $verb:ident, $input:ty, $output:ty, $doc:literal, $form:expr,
        $answers:expr, $run:expr) => {
        $crate::action::Action {
            method: $crate::action!(@method $method),
            name: $name,
            doc: $doc,
            on: $crate::action!(@on $on),
            permission: ::cairn_access::Verb::$verb,
            input: $crate::action::schema::<$input>,
            form: $form,
            output: $crate::action::schema::<$output>,
            answers: $answers,
            long: false,
            speaks: false,
            run: $run,
        }
    };
    (@call collection, $function:path, $cx:ident, $asked:ident, $($input:expr),+) => { $function($cx, $($input),+) };
    (@call every, $function:path, $cx:ident, $asked:ident, $($input:expr),+) => {
        $function($cx, $asked.resource, $($input),+)
    };
    (@call every_item, $function:path, $cx:ident, $asked:ident, $($input:expr),+) => {
        $function($cx, ($asked.resource, $asked.id.unwrap_or_default()), $($input),+)
    };
    (@call item, $function:path, $cx:ident, $asked:ident, $($input:expr),+) => {
        $function($cx, $asked.id.unwrap_or_default(), $($input),+)
    };
    (@on item) => { $crate::action::On::Item };
    (@on every_item) => { $crate::action::On::Item };
    (@on $collection:ident) => { $crate::action::On::Collection };
    (@method GET) => { $crate::action::Method::Get };
    (@method POST) => { $crate::action::Method::Post };
}
