//! Forms with files: read part by part, each within its limits, as declared.

use cairn_domain::work::upload;
use cairn_engine::action::{Arrived, Fate, FileLimits, Files, Form, Part, Refused};
use cairn_engine::{Error, FieldErrors};
use cairn_model::File;
use cairn_model::text::refuse_nul;
use http::HeaderMap;
use serde_json::{Map, Value as Json};

use crate::app::App;
use crate::body::{Call, typed};
use crate::incoming::{self, Incoming, is_form};
use crate::problem::{Problem, ProblemType};
use crate::resources::Result;

/// Errors about the content of a file are reported under this name, whatever its part is called.
const FILE: &str = "file";

/// The fields of a form, and its files.
pub struct Received {
    /// Names and texts, in their order.
    pub said: Vec<(String, String)>,
    pub files: Files,
}

/// Reads a request. The files are stored according to their fate.
pub async fn receive(app: &App, form: &'static Form, request: Call) -> Result<Received> {
    let bare = !is_form(&request.parts.headers);
    if bare && !form.bare {
        let words = "Send a form, with the header “Content-Type: multipart/form-data; boundary=…”.";
        return Err(Problem::new(ProblemType::UnsupportedMediaType, words));
    }
    let limits = FileLimits { attachment: app.config.limits.attachment, domain: app.config.limits.domain };
    let mut reading =
        Reading { app, form, limits, said: Vec::new(), files: Files { limits, ..Files::default() }, first: None };
    let mut left = app.config.limits.json;
    let mut parts = Incoming::of(request).await?;
    while let Some(mut part) = parts.next().await? {
        if part.name.as_deref() == Some("") && part.is_empty().await? {
            // As a browser sends it where no file was chosen.
            continue;
        }
        if part.is_file {
            reading.take(&mut part, bare).await?;
        } else {
            let text = take_text(&mut part, &mut left, app.config.limits.json).await?;
            reading.said.push((std::mem::take(&mut part.field), text));
        }
    }
    reading.done()
}

struct Reading<'a> {
    app: &'a App,
    form: &'static Form,
    limits: FileLimits,
    said: Vec<(String, String)>,
    files: Files,
    /// What is wrong with the first refused file.
    first: Option<Problem>,
}

impl Reading<'_> {
    /// Accepts a file, or records why not if the others may still be good.
    async fn take(&mut self, arriving: &mut incoming::Part<'_>, bare: bool) -> Result<()> {
        let part = self.part(&arriving.field, bare)?;
        let count = self.files.taken.iter().filter(|one| one.part == part.name).count() + self.files.refused.len();
        if count >= part.most {
            let words = if part.most == 1 {
                "Send one file at a time.".into()
            } else {
                format!("You can send at most {} files at once.", part.most)
            };
            return Err(Error::field(part.name, words).into());
        }
        arriving.limit(match part.fate {
            Fate::Kept => self.limits.attachment,
            Fate::Read => self.limits.domain,
        });
        let name = arriving.name.clone().unwrap_or_default();
        let taken = match part.fate {
            Fate::Kept => keep(self.app, arriving, part).await,
            Fate::Read => hold(self.app, arriving, part).await,
        };
        match taken {
            Ok(Some(taken)) => self.files.taken.push(taken),
            Ok(None) => {}
            Err(problem) if self.form.lenient && is_about_the_file(&problem) => {
                arriving.pass_over().await?;
                self.files.refused.push(Refused { name, error: problem.words() });
                self.first.get_or_insert(problem);
            }
            Err(problem) => return Err(problem),
        }
        Ok(())
    }

    /// The declared part for a name.
    fn part(&self, field: &str, bare: bool) -> Result<&'static Part> {
        let parts = self.form.parts;
        let found = parts.iter().find(|part| part.name == field || part.also == Some(field));
        found.or(parts.first().filter(|_| bare)).ok_or_else(|| {
            let known: Vec<&str> = parts.iter().map(|part| part.name).collect();
            let name = if field.is_empty() { "detail" } else { field };
            Error::field(name, format!("Unexpected file field. Valid fields: {}.", known.join(", "))).into()
        })
    }

    fn done(self) -> Result<Received> {
        // A request without any result is refused.
        if let (true, Some(first)) = (self.files.taken.is_empty(), self.first) {
            return Err(first);
        }
        let mut errors = FieldErrors::default();
        for part in self.form.parts.iter().filter(|part| part.required) {
            if !self.files.taken.iter().any(|one| one.part == part.name) {
                errors.add(part.name, "Send at least one file.");
            }
        }
        errors.into_result()?;
        Ok(Received { said: self.said, files: self.files })
    }
}

/// Puts a file into the store. It is kept only after its name and content were checked.
async fn keep(app: &App, arriving: &mut incoming::Part<'_>, part: &'static Part) -> Result<Option<Arrived>> {
    let name = arriving.name.take().ok_or_else(|| {
        let words = "The file name is missing. Send “Content-Disposition: attachment; filename=…” or a form.";
        Error::field(FILE, words)
    })?;
    let name = upload::safe_name(&name)?;
    let mut writer = app.engine.files.begin().await?;
    let mut head = Vec::new();
    while let Some(chunk) = arriving.chunk().await? {
        let missing = upload::HEAD.saturating_sub(head.len()).min(chunk.len());
        head.extend_from_slice(&chunk[..missing]);
        writer.write(&chunk).await?;
    }
    if writer.size() == 0 {
        return Err(Error::field(FILE, format!("“{name}” is empty.")).into());
    }
    let media_type = upload::media_type(&name, &head)?.to_owned();
    let (path, looked_at) = (writer.unfinished_path().await?.to_owned(), name.clone());
    let looked = tokio::task::spawn_blocking(move || upload::check_archive(&path, &looked_at)).await;
    looked.map_err(|error| Error::internal(error.to_string()))??;
    let stored = writer.finish().await?;
    let file = File { name, media_type, size: stored.size, sha256: stored.sha256 };
    Ok(Some(Arrived { part: part.name, file, held: None }))
}

/// Stores a file temporarily, for the duration of the request.
async fn hold(app: &App, arriving: &mut incoming::Part<'_>, part: &'static Part) -> Result<Option<Arrived>> {
    let name = arriving.name.take().unwrap_or_default();
    let mut writer = app.engine.files.begin().await?;
    while let Some(chunk) = arriving.chunk().await? {
        writer.write(&chunk).await?;
    }
    // An empty body is none.
    if writer.size() == 0 {
        return Ok(None);
    }
    let held = writer.hold().await?;
    let media_type = (part.media_types)().first().copied().unwrap_or_default().to_owned();
    let file = File { name, media_type, size: held.stored.size, sha256: held.stored.sha256.clone() };
    Ok(Some(Arrived { part: part.name, file, held: Some(held) }))
}

/// Whether another file may still succeed.
fn is_about_the_file(problem: &Problem) -> bool {
    matches!(problem.kind, ProblemType::Invalid | ProblemType::TooLarge)
}

/// Reads a field. All fields together may be as large as a JSON body.
async fn take_text(part: &mut incoming::Part<'_>, left: &mut usize, most: usize) -> Result<String> {
    let mut bytes = Vec::new();
    part.limit(most as u64);
    while let Some(chunk) = part.chunk().await? {
        *left = left.checked_sub(chunk.len()).ok_or_else(|| {
            Problem::new(
                ProblemType::TooLarge,
                format!("The form fields are larger than the limit of {} KiB.", most / 1024),
            )
        })?;
        bytes.extend_from_slice(&chunk);
    }
    let text = String::from_utf8(bytes).map_err(|_| Error::field(&part.field, "The text is not valid UTF-8."))?;
    refuse_nul(&text).map_err(|message| Error::field(&part.field, message))?;
    Ok(text)
}

/// The input besides the files: in the query, in headers that the form knows, and in the form's fields.
pub fn all_said(
    form: &Form,
    query: &[(String, String)],
    headers: &HeaderMap,
    fields: Vec<(String, String)>,
) -> Vec<(String, String)> {
    let mut said = query.to_vec();
    for (header, name) in form.headers {
        let is_known = said.iter().chain(&fields).any(|(known, _)| known == name);
        if let (false, Some(value)) = (is_known, headers.get(*header)) {
            said.push(((*name).to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned()));
        }
    }
    said.extend(fields);
    said
}

/// Texts as an input: each is converted to the type in the schema, and unknown names are refused.
pub fn input(said: Vec<(String, String)>, schema: &Json) -> Result<Json> {
    let known: Vec<&str> =
        schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    let mut errors = FieldErrors::default();
    for (name, _) in said.iter().filter(|(name, _)| !known.contains(&name.as_str())) {
        errors.add(name, unknown(&known));
    }
    errors.into_result()?;
    gathered(said, |name, text| {
        let schema = &schema["properties"][name];
        if text.trim().is_empty() && schema["type"] == "array" {
            return Some(Json::Array(Vec::new()));
        }
        // An empty field counts as not given.
        (!text.trim().is_empty()).then(|| typed(text, schema).unwrap_or_else(|| text.into()))
    })
    .map(Json::Object)
}

fn unknown(known: &[&str]) -> String {
    if known.is_empty() {
        return "Unknown field. No fields are accepted here.".to_owned();
    }
    format!("Unknown field. Valid fields: {}.", known.join(", "))
}

/// Texts as values by name. Only fields with several values may be repeated.
pub fn gathered(said: Vec<(String, String)>, value: impl Fn(&str, &str) -> Option<Json>) -> Result<Map<String, Json>> {
    let mut body = Map::new();
    let mut errors = FieldErrors::default();
    for (name, text) in said {
        let Some(value) = value(&name, &text) else { continue };
        match (body.get_mut(&name), value) {
            (None, value) => drop(body.insert(name, value)),
            (Some(Json::Array(all)), Json::Array(more)) => all.extend(more),
            (Some(_), _) => errors.add(&name, "This field appears more than once in the form."),
        }
    }
    errors.into_result()?;
    Ok(body)
}
