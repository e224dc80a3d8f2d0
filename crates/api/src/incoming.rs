//! Uploaded files: the body itself, or the files of a form.

use axum::body::Body;
use axum::extract::{FromRequest, Multipart};
use bytes::Bytes;
use cairn_engine::Error;
use cairn_model::text::NUL_REFUSED;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use http::{HeaderMap, header};
use percent_encoding::percent_decode_str;

use crate::body::Call;
use crate::problem::{Problem, ProblemType};
use crate::resources::Result;

/// The parts of a request, one after the other.
pub struct Incoming {
    source: Source,
}

enum Source {
    Form(Multipart),
    Body(Option<(Option<String>, Body)>),
}

/// Whether a request brings a form.
pub fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.to_ascii_lowercase().starts_with("multipart/form-data")
}

impl Incoming {
    pub async fn of(request: Call) -> Result<Self> {
        let headers = &request.parts.headers;
        let source = if is_form(headers) {
            Source::Form(Multipart::from_request(request.into(), &()).await.map_err(|error| broken(&error))?)
        } else {
            Source::Body(Some((disposition_name(headers), request.body)))
        };
        Ok(Self { source })
    }

    /// The next part of the request; in a form it may also be a field.
    pub async fn next(&mut self) -> Result<Option<Part<'_>>> {
        let unfinished = |_| Problem::new(ProblemType::Invalid, "The upload is incomplete. Try again.");
        let (field, name, is_file, content) = match &mut self.source {
            Source::Body(body) => match body.take() {
                Some((name, body)) => (String::new(), name, true, body.into_data_stream().map_err(unfinished).boxed()),
                None => return Ok(None),
            },
            Source::Form(form) => match form.next_field().await.map_err(|error| broken(&error))? {
                Some(field) => {
                    let name = field.file_name().map(str::to_owned);
                    let own = field.name().unwrap_or_default().to_owned();
                    (own, name.clone(), name.is_some(), field.map_err(|error| broken(&error)).boxed())
                }
                None => return Ok(None),
            },
        };
        if field.contains('\0') || name.as_ref().is_some_and(|name| name.contains('\0')) {
            return Err(Error::field("file", NUL_REFUSED).into());
        }
        Ok(Some(Part { field, name, is_file, content, left: 0, most: 0 }))
    }
}

pub struct Part<'a> {
    /// What the form calls it; empty for a body.
    pub field: String,
    /// What the sender calls the file; a body may come without a name.
    pub name: Option<String>,
    pub is_file: bool,
    content: BoxStream<'a, Result<Bytes>>,
    left: u64,
    most: u64,
}

impl Part<'_> {
    /// Sets how many bytes it may have; until then it may have none.
    pub fn limit(&mut self, most: u64) {
        (self.left, self.most) = (most, most);
    }

    /// Whether it is nothing at all.
    pub async fn is_empty(&mut self) -> Result<bool> {
        while let Some(chunk) = self.content.next().await.transpose()? {
            if !chunk.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The next piece, as long as the file is not too large.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>> {
        let Some(chunk) = self.content.next().await.transpose()? else { return Ok(None) };
        self.left = self.left.checked_sub(chunk.len() as u64).ok_or_else(|| {
            let most = self.most / 1024 / 1024;
            Problem::new(ProblemType::TooLarge, format!("The file is larger than the limit of {most} MiB."))
        })?;
        Ok(Some(chunk))
    }

    /// Reads a refused file to its end, so that the next one can be read. Only up to a limit, in case the sender never
    /// stops.
    pub async fn pass_over(&mut self) -> Result<()> {
        self.left = self.most;
        while self.chunk().await?.is_some() {}
        Ok(())
    }
}

fn broken(error: &dyn std::fmt::Display) -> Problem {
    Error::field("detail", format!("The form cannot be read: {error}.")).into()
}

/// The file name of a `Content-Disposition` header, also in its extended form (RFC 6266).
fn disposition_name(headers: &HeaderMap) -> Option<String> {
    let value = String::from_utf8_lossy(headers.get(header::CONTENT_DISPOSITION)?.as_bytes()).into_owned();
    let parameters = parameters(&value);
    let find = |wanted: &str| parameters.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    if let Some(text) = find("filename*") {
        let encoded = text.splitn(3, '\'').nth(2)?;
        return percent_decode_str(encoded).decode_utf8().ok().map(std::borrow::Cow::into_owned);
    }
    find("filename").map(str::to_owned)
}

/// The parameters of a header after its first word, names in lower case. A quoted value may contain any character; a
/// backslash escapes the next one.
fn parameters(header: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut rest = header.split_once(';').map_or("", |(_, rest)| rest);
    while let Some((name, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let (value, end) = match after.strip_prefix('"') {
            Some(quoted) => unquoted(quoted),
            None => after
                .split_once(';')
                .map_or((after.trim_end().to_owned(), ""), |(value, end)| (value.trim_end().to_owned(), end)),
        };
        all.push((name.trim_matches([' ', '\t', ';']).to_ascii_lowercase(), value));
        rest = end;
    }
    all
}

/// The text up to the closing quote, and what follows it.
fn unquoted(quoted: &str) -> (String, &str) {
    let mut text = String::new();
    let mut letters = quoted.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return (text, &quoted[at + 1..]),
            '\\' => text.extend(letters.next().map(|(_, letter)| letter)),
            _ => text.push(letter),
        }
    }
    (text, "")
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn name(header: &str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_bytes(header.as_bytes()).unwrap());
        disposition_name(&headers)
    }

    #[test]
    fn names_are_read_in_all_their_spellings() {
        for (header, expected) in [
            ("attachment; filename=note.txt", "note.txt"),
            ("attachment;filename = \"a;b=c.txt\" ; size=3", "a;b=c.txt"),
            ("attachment; size=3; FileName=\"say \\\"hi\\\".txt\"", "say \"hi\".txt"),
            ("attachment; filename=\"x.txt\"; filename*=UTF-8''caf%C3%A9.txt", "café.txt"),
            ("form-data; name=file; filename=é.txt", "é.txt"),
        ] {
            assert_eq!(name(header).as_deref(), Some(expected), "{header}");
        }
        for nameless in ["attachment", "attachment; filename", "attachment; filename*=x", "inline; name=a"] {
            assert_eq!(name(nameless), None, "{nameless}");
        }
    }
}
