//! `run_action`: runs an action of a resource, beyond reading and writing.

use std::io::Write;
use std::sync::Arc;

use cairn_client::{Query, SentFile, Sink};
use http::Method;
use http::header::CONTENT_TYPE;
use parking_lot::Mutex;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::answer::{self, ALONE};
use crate::desk::Desk;
use crate::failure::{Failure, Result};
use crate::values;

/// A longer response doesn't help a model.
const ROOM: usize = 40_000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// The resource, such as "applied-controls".
    resource: String,
    /// The action, such as "duplicate".
    action: String,
    /// The object, for an action on one object: id, name, ref id, URN, or "Domain/Name".
    object: Option<String>,
    /// The action's input, such as {"name": "Copy", "folder": "Sales"}.
    #[serde(default)]
    input: Map<String, Json>,
    /// The files to upload, for actions that accept files.
    #[serde(default)]
    files: Vec<TextFile>,
    /// The reason for the change, shown to the approver if the token is propose-only.
    note: Option<String>,
}

/// A file written by a model.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TextFile {
    /// The file name with extension, such as "minutes.md".
    name: String,
    /// The content of the file.
    text: String,
    /// The form field it is for, such as "file". Defaults to the action's first one.
    part: Option<String>,
}

pub async fn run(desk: &Desk, arguments: Arguments) -> Result<Json> {
    let resource = desk.resource(&arguments.resource)?;
    let wanted = cairn_client::kebab(&arguments.action);
    let action = resource.actions.iter().find(|action| cairn_client::kebab(&action.name) == wanted);
    let action = action.ok_or_else(|| {
        let known: Vec<&str> = resource.actions.iter().map(|action| action.name.as_str()).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        Failure::new(format!("{} have no action “{}”. Actions: {known}", resource.several(), arguments.action))
    })?;
    let place = match (action.is_on_item(), &arguments.object) {
        (true, Some(object)) => resource.item(desk.object(resource, object).await?),
        (false, None) => resource.collection(),
        (true, None) => {
            return Err(Failure::new(format!("“{}” works on a single object: set `object`", action.name)));
        }
        (false, Some(_)) => {
            return Err(Failure::new(format!("“{}” works on the whole resource: omit `object`", action.name)));
        }
    };
    let path = format!("{place}{}/", action.name);
    let input = values::action_input(desk, resource, action, &arguments.input).await?;
    let text_query = || -> Query {
        let flat = |value: &Json| match value {
            Json::Array(list) => list.iter().map(values::text).collect::<Vec<_>>().join(","),
            one => values::text(one),
        };
        input.iter().map(|(name, value)| (name.clone(), flat(value))).collect()
    };
    if action.files.is_empty() && !arguments.files.is_empty() {
        return Err(Failure::new(format!("“{}” takes no files", action.name)));
    }
    if action.gives_file() {
        return file(desk, &path, &text_query()).await;
    }
    if action.reads() {
        return Ok(json!({ "untrusted_data": fitting(&desk.client.get(&path, &text_query()).await?) }));
    }
    let desk = desk.noted(arguments.note.as_deref())?;
    let outcome = if action.files.is_empty() {
        desk.change(Method::POST, &path, Some(&Json::Object(input)), None).await?
    } else {
        let first = &action.files[0].name;
        let files = arguments.files.into_iter();
        let files = files.map(|TextFile { name, text, part }| SentFile {
            part: part.unwrap_or_else(|| first.clone()),
            name,
            content: text.into_bytes(),
        });
        desk.submit(&path, &text_query(), &files.collect::<Vec<_>>()).await?
    };
    Ok(outcome.answer(|answer| json!({ "outcome": "done", "untrusted_data": fitting(&answer) })))
}

/// A file: its text if a model can read it, and in any case where people can download it.
async fn file(desk: &Desk, path: &str, query: &Query) -> Result<Json> {
    let head = Arc::new(Mutex::new(Head::default()));
    let kept = head.clone();
    // However large the file is, only as much as a model can use is held in memory.
    let sink = Sink::new(move |headers| {
        let media_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        *kept.lock() = Head { media_type: media_type.to_owned(), ..Head::default() };
        Ok(Box::new(Kept(kept.clone())) as Box<dyn Write + Send>)
    });
    desk.client.download_into(path, query, sink).await?;
    let Head { media_type, begin, size } = std::mem::take(&mut *head.lock());
    let is_text = ["text/", "application/json", "application/x-ndjson"].iter().any(|kind| media_type.starts_with(kind));
    let mut out = json!({ "file": { "path": path, "media_type": media_type, "bytes": size } });
    if !is_text {
        out["what_now"] =
            "This is not a text file. Give the user the path so they can download it from the instance.".into();
        return Ok(out);
    }
    out["untrusted_data"] = String::from_utf8_lossy(&begin).into();
    if size > begin.len() {
        out["cut"] = "The file is longer; only the beginning is shown.".into();
    }
    Ok(out)
}

/// The beginning of a file, and its size.
#[derive(Default)]
struct Head {
    media_type: String,
    begin: Vec<u8>,
    size: usize,
}

struct Kept(Arc<Mutex<Head>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut head = self.0.lock();
        let room = ROOM.saturating_sub(head.begin.len()).min(bytes.len());
        head.begin.extend_from_slice(&bytes[..room]);
        head.size += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The result of an action can have any shape; if it is too long, the outermost list is cut.
fn fitting(answer: &Json) -> Json {
    let whole = answer::value(answer, ALONE);
    let text = whole.to_string();
    if text.len() <= ROOM {
        return whole;
    }
    let begin: String = text.chars().take(ROOM).collect();
    json!({ "cut": format!("The response has {} characters; only the beginning is shown, as text.", text.len()), "text": begin })
}
