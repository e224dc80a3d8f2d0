//! One instance, asked by one person or program.

use std::sync::Arc;

use bytes::Bytes;
use http::Method;
use http::header::{
    ACCEPT, AUTHORIZATION, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, IF_MATCH,
    IF_NONE_MATCH,
};
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value as Json;
use uuid::Uuid;

use crate::address::Address;
use crate::body::Watch;
use crate::error::{Error, Problem, Result};
use crate::secret::Secret;
use crate::transport::{Carrier, Reply, Sending, Sink, Transport};

/// Parameters of a request, in order.
pub type Query = Vec<(String, String)>;

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Cheap to clone; clones share their connections.
#[derive(Debug, Clone)]
pub struct Client {
    carrier: Arc<dyn Carrier>,
    headers: HeaderMap,
    /// The what-if draft that every request reads and changes, in place of the present.
    draft: Option<Uuid>,
}

/// One object and the tag of its state.
#[derive(Debug, Clone)]
pub struct Item {
    pub body: Json,
    pub etag: Option<String>,
}

/// A file that goes along with a request.
#[derive(Debug, Clone)]
pub struct SentFile {
    /// The name of its part.
    pub part: String,
    pub name: String,
    pub content: Vec<u8>,
}

/// A part of a list.
#[derive(Debug, Clone)]
pub struct Page {
    pub count: u64,
    pub rows: Vec<Json>,
    pub is_last: bool,
}

impl Client {
    /// A client that has not signed in.
    pub fn new(address: Address) -> Self {
        Self::over(Arc::new(Transport::new(address)))
    }

    /// A client whose requests go another way than over the network.
    pub fn over(carrier: Arc<dyn Carrier>) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json, application/problem+json;q=0.9, */*;q=0.1"));
        Self { carrier, headers, draft: None }
    }

    pub fn with_token(self, token: &Secret) -> Result<Self> {
        self.with_header(AUTHORIZATION, &format!("Token {}", token.reveal()))
    }

    /// One more header on every request. Its value is treated as a secret.
    pub fn with_header(mut self, name: HeaderName, value: &str) -> Result<Self> {
        let mut value = HeaderValue::from_bytes(value.as_bytes())
            .map_err(|_| Error::Local(format!("the value cannot be sent in the {name} header")))?;
        value.set_sensitive(true);
        self.headers.insert(name, value);
        Ok(self)
    }

    /// A client for which everything is as if a what-if draft were applied, and whose changes become steps of it.
    #[must_use]
    pub fn in_draft(mut self, draft: Uuid) -> Self {
        self.draft = Some(draft);
        self
    }

    pub fn address(&self) -> &Address {
        self.carrier.address()
    }

    pub async fn get(&self, path: &str, query: &Query) -> Result<Json> {
        Ok(self.item(path, query).await?.body)
    }

    /// An object with its tag.
    pub async fn item(&self, path: &str, query: &Query) -> Result<Item> {
        let reply = self.reply(Method::GET, &with_query(path, query), None, &[]).await?;
        self.parse(&reply)
    }

    /// A document, unless it is still the one with this tag.
    pub async fn get_unless(&self, path: &str, etag: Option<&str>) -> Result<Option<Reply>> {
        let known = etag.map(|etag| (IF_NONE_MATCH, etag.to_owned()));
        let reply = self.raw(Method::GET, path, None, known.as_slice()).await?;
        if reply.status == 304 {
            return Ok(None);
        }
        self.check(reply).map(Some)
    }

    /// Bytes as they are, however many, into a sink.
    pub async fn download_into(&self, path: &str, query: &Query, sink: Sink) -> Result<()> {
        let sending = self.sending(Method::GET, &with_query(path, query), None, &[])?;
        let reply = self.carrier.send(Sending { sink: Some(sink), ..sending }).await?;
        self.check(reply).map(drop)
    }

    /// Bytes as they are, such as an export or an attachment.
    pub async fn download(&self, path: &str, query: &Query) -> Result<Reply> {
        self.reply(Method::GET, &with_query(path, query), None, &[]).await
    }

    pub async fn post(&self, path: &str, body: &Json) -> Result<Json> {
        let reply = self.post_for_reply(path, body).await?;
        Ok(self.made(&reply)?.body)
    }

    pub async fn post_for_reply(&self, path: &str, body: &Json) -> Result<Reply> {
        self.reply(Method::POST, path, Some((JSON, body.to_string().into())), &[key()]).await
    }

    pub async fn patch(&self, path: &str, body: &Json, etag: Option<&str>) -> Result<Item> {
        let headers = etag.map(|etag| (IF_MATCH, etag.to_owned()));
        let reply = self.reply(Method::PATCH, path, Some((JSON, body.to_string().into())), headers.as_slice()).await?;
        self.made(&reply)
    }

    pub async fn delete(&self, path: &str) -> Result<()> {
        let reply = self.reply(Method::DELETE, path, None, &[]).await?;
        if reply.body.is_empty() { Ok(()) } else { self.made(&reply).map(drop) }
    }

    /// What a change answered, if it was made and not only proposed.
    pub fn made(&self, reply: &Reply) -> Result<Item> {
        let item: Item = self.parse(reply)?;
        if reply.status != 202 || !reply.header("location").is_some_and(|place| place.contains("/proposals/")) {
            return Ok(item);
        }
        let text = |name: &str| item.body[name].as_str().unwrap_or_default().to_owned();
        Err(Error::Proposed { name: text("name"), id: text("id"), proposal: Box::new(item.body) })
    }

    /// A form: texts, and files under the names of their parts.
    pub async fn submit(&self, path: &str, fields: &Query, files: &[SentFile]) -> Result<Reply> {
        let boundary = format!("cairn-{}", Uuid::now_v7().simple());
        let mut body = Vec::new();
        let mut part = |head: &str, content: &[u8]| {
            body.extend_from_slice(
                format!("--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n").as_bytes(),
            );
            body.extend_from_slice(content);
            body.extend_from_slice(b"\r\n");
        };
        for (name, text) in fields {
            part(&format!("name=\"{}\"", quoted(name)), text.as_bytes());
        }
        for file in files {
            let head = format!("name=\"{}\"; filename=\"{}\"", quoted(&file.part), quoted(&file.name));
            part(&format!("{head}\r\nContent-Type: application/octet-stream"), &file.content);
        }
        body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
        let kind = HeaderValue::from_str(&format!("multipart/form-data; boundary={boundary}"))
            .map_err(|error| Error::Local(error.to_string()))?;
        self.reply(Method::POST, path, Some((kind, body.into())), &[key()]).await
    }

    /// A file as the body itself, with headers that say what to do with it. Their values may have any letters.
    pub async fn send_file(
        &self,
        path: &str,
        name: &str,
        content: Vec<u8>,
        headers: &[(&'static str, String)],
        watch: Watch,
    ) -> Result<Json> {
        const PLAIN: &AsciiSet = &CONTROLS.add(b'%');
        let escaped = |text: &str| utf8_percent_encode(text, PLAIN).to_string();
        let mut more: Vec<(HeaderName, String)> =
            headers.iter().map(|(name, value)| (HeaderName::from_static(name), escaped(value))).collect();
        more.push((HeaderName::from_static("idempotency-key"), Uuid::now_v7().to_string()));
        let name = utf8_percent_encode(name, NON_ALPHANUMERIC);
        more.push((CONTENT_DISPOSITION, format!("attachment; filename*=UTF-8''{name}")));
        let body = (HeaderValue::from_static("application/octet-stream"), content.into());
        let reply = self.carry(Method::POST, path, Some(body), &more, Some(watch)).await?;
        Ok(self.parse(&self.check(reply)?)?.body)
    }

    /// One part of a list.
    pub async fn page(&self, path: &str, query: &Query, limit: u64, offset: u64) -> Result<Page> {
        let mut query = query.clone();
        query.push(("limit".into(), limit.to_string()));
        query.push(("offset".into(), offset.to_string()));
        let body = self.get(path, &query).await?;
        let Json::Object(mut body) = body else { return Err(self.strange("expected a list")) };
        let (Some(Json::Array(rows)), Some(count)) = (body.remove("results"), body.get("count").and_then(Json::as_u64))
        else {
            return Err(self.strange("expected a list"));
        };
        let is_last = rows.is_empty() || body.get("next").is_none_or(Json::is_null);
        Ok(Page { count, rows, is_last })
    }

    /// Any change, by whichever method, for those who look at the status of the answer: an instance may keep a change
    /// as a proposal (202) in place of making it.
    pub async fn change(&self, method: Method, path: &str, body: Option<&Json>, etag: Option<&str>) -> Result<Reply> {
        let mut headers: Vec<(HeaderName, String)> = etag.map(|etag| (IF_MATCH, etag.to_owned())).into_iter().collect();
        if method == Method::POST {
            headers.push(key());
        }
        let body = body.map(|body| (JSON, body.to_string().into()));
        self.reply(method, path, body, &headers).await
    }

    /// Any request, for what has no function of its own.
    pub async fn request(&self, method: Method, path: &str, body: Option<&Json>) -> Result<Reply> {
        let body = body.map(|body| (JSON, body.to_string().into()));
        let reply = self.raw(method.clone(), path, body, &[]).await?;
        // Every path of the API ends in a slash; who only reads is led there.
        let slashed = with_slash(path);
        let is_led = reply.status == 308 && reply.header("location").is_some_and(|place| place.ends_with(&slashed));
        if is_led && method == Method::GET {
            return self.reply(method, &slashed, None, &[]).await;
        }
        self.check(reply)
    }

    async fn reply(
        &self,
        method: Method,
        path: &str,
        body: Option<(HeaderValue, Bytes)>,
        more: &[(HeaderName, String)],
    ) -> Result<Reply> {
        let reply = self.raw(method, path, body, more).await?;
        self.check(reply)
    }

    async fn raw(
        &self,
        method: Method,
        path: &str,
        body: Option<(HeaderValue, Bytes)>,
        more: &[(HeaderName, String)],
    ) -> Result<Reply> {
        self.carry(method, path, body, more, None).await
    }

    async fn carry(
        &self,
        method: Method,
        path: &str,
        body: Option<(HeaderValue, Bytes)>,
        more: &[(HeaderName, String)],
        watch: Option<Watch>,
    ) -> Result<Reply> {
        let sending = self.sending(method, path, body, more)?;
        self.carrier.send(Sending { watch, ..sending }).await
    }

    fn sending(
        &self,
        method: Method,
        path: &str,
        body: Option<(HeaderValue, Bytes)>,
        more: &[(HeaderName, String)],
    ) -> Result<Sending> {
        let mut headers = self.headers.clone();
        let body = body.map_or_else(Bytes::new, |(kind, body)| {
            headers.insert(CONTENT_TYPE, kind);
            body
        });
        for (name, value) in more {
            let value = HeaderValue::from_str(value)
                .map_err(|_| Error::Local(format!("“{value}” cannot be sent in the {name} header")))?;
            headers.insert(name, value);
        }
        let keyed = headers.contains_key("idempotency-key");
        let again = keyed || method == Method::GET || method == Method::HEAD;
        let path = match self.draft {
            Some(draft) => format!("{path}{}draft={draft}", if path.contains('?') { '&' } else { '?' }),
            None => path.to_owned(),
        };
        Ok(Sending { method, path, headers, body, watch: None, sink: None, again })
    }

    /// An answer that says yes, or the reason why not.
    fn check(&self, reply: Reply) -> Result<Reply> {
        let status = reply.status;
        if (200..300).contains(&status) {
            return Ok(reply);
        }
        if (300..400).contains(&status) {
            let to = reply.header("location").unwrap_or("another place");
            return Err(self.strange(&format!("it redirects to {to}; use that URL instead")));
        }
        let is_problem = reply.header("content-type").is_some_and(|kind| kind.starts_with("application/problem+json"));
        if is_problem && let Ok(mut problem) = serde_json::from_slice::<Problem>(&reply.body) {
            problem.status = status;
            return Err(Error::Refused(Box::new(problem)));
        }
        match status {
            // A proxy in front of an instance that is down or too slow.
            502..=504 => Err(Error::Unreachable {
                address: self.address().to_string(),
                reason: format!("a proxy in front of it answers {status}"),
            }),
            _ => Err(self.strange(&format!("status {status}"))),
        }
    }

    fn parse(&self, reply: &Reply) -> Result<Item> {
        let etag = reply.header("etag").map(str::to_owned);
        if reply.body.is_empty() {
            return Ok(Item { body: Json::Null, etag });
        }
        let body = serde_json::from_slice(&reply.body).map_err(|_| self.strange("the response is not JSON"))?;
        Ok(Item { body, etag })
    }

    fn strange(&self, detail: &str) -> Error {
        Error::Strange { address: self.address().to_string(), detail: detail.to_owned() }
    }
}

/// The server answers a second request with the same key as it did the first, so it may be sent again.
fn key() -> (HeaderName, String) {
    (HeaderName::from_static("idempotency-key"), Uuid::now_v7().to_string())
}

/// A name inside of quotes, as forms have it.
fn quoted(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "%22").replace(['\r', '\n'], " ")
}

/// The path with a slash before its parameters.
fn with_slash(path: &str) -> String {
    match path.split_once('?') {
        Some((path, query)) => format!("{path}/?{query}"),
        None => format!("{path}/"),
    }
}

fn with_query(path: &str, query: &Query) -> String {
    if query.is_empty() { path.to_owned() } else { format!("{path}?{}", query_text(query)) }
}

/// Parameters as an address has them after its question mark.
pub fn query_text(query: &Query) -> String {
    let mut text = form_urlencoded::Serializer::new(String::new());
    text.extend_pairs(query);
    text.finish()
}
