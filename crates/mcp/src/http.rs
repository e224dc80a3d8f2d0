//! Streamable HTTP without sessions: every request stands alone and carries its own token, so any of several servers
//! can handle it and nothing is kept in between.
//!
//! The library reports some errors in plain text, and a body that is not a message as a wrong media type. Clients
//! of the protocol expect its own errors, so those responses are translated here.

use std::convert::Infallible;
use std::error::Error;
use std::sync::Arc;

use bytes::Bytes;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use http_body::Body;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use rmcp::model::ErrorCode;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value as Json, json};

use crate::server::Server;

type Answer = Response<BoxBody<Bytes, Infallible>>;

/// For errors in the HTTP request around the message, as in the protocol's own libraries.
const OUTSIDE: ErrorCode = ErrorCode(-32000);

const NO_MESSAGE: &str = "This is not a valid message: it must be an object with \"jsonrpc\": \"2.0\", a \"method\" \
                          and, for an answer, an \"id\".";

/// Handles one request. Authentication and origin are checked before: here any `Host` is accepted, since a server
/// doesn't know all its names.
pub async fn answer<B>(server: Server, request: Request<B>, most_bytes: usize) -> Answer
where
    B: Body + Send + 'static,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let (head, body) = request.into_parts();
    let body = match Limited::new(body, most_bytes).collect().await {
        Ok(body) => body.to_bytes(),
        Err(error) if error.is::<LengthLimitError>() => {
            let message = format!("The message is too large: a request may have {most_bytes} bytes.");
            return refusal(StatusCode::PAYLOAD_TOO_LARGE, OUTSIDE, &message, &Json::Null);
        }
        Err(error) => {
            let message = format!("The message was cut off: {error}");
            return refusal(StatusCode::BAD_REQUEST, OUTSIDE, &message, &Json::Null);
        }
    };
    let is_message = head.method == Method::POST && is_json(&head.headers);
    let message = match serde_json::from_slice::<Json>(&body) {
        Err(error) if is_message => {
            let message = format!("This is not JSON: {error}");
            return refusal(StatusCode::BAD_REQUEST, ErrorCode::PARSE_ERROR, &message, &Json::Null);
        }
        read => read.unwrap_or_default(),
    };
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .enforce_origin_validation()
        .with_max_request_body_bytes(most_bytes);
    let service =
        StreamableHttpService::new(move || Ok(server.clone()), Arc::new(NeverSessionManager::default()), config);
    let answer = service.handle(Request::from_parts(head, Full::new(body))).await;
    in_protocol(answer, is_message, &message).await
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("application/json"))
}

/// Turns a plain-text error into one of the protocol. The rest of the response stays.
async fn in_protocol(answer: Answer, is_message: bool, message: &Json) -> Answer {
    if answer.status().as_u16() < 400 || is_json(answer.headers()) {
        return answer;
    }
    let (mut head, body) = answer.into_parts();
    let body = body.collect().await.unwrap_or_else(|never| match never {}).to_bytes();
    let mut words = String::from_utf8_lossy(&body);
    let mut code = OUTSIDE;
    if head.status == StatusCode::UNSUPPORTED_MEDIA_TYPE && is_message {
        // It was JSON, so the media type wasn't wrong.
        (head.status, code) = (StatusCode::BAD_REQUEST, ErrorCode::INVALID_REQUEST);
        words = NO_MESSAGE.into();
    }
    let mut refused = refusal(head.status, code, &words, &message["id"]);
    head.headers.remove(CONTENT_LENGTH);
    head.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    *refused.headers_mut() = head.headers;
    refused
}

fn refusal(status: StatusCode, code: ErrorCode, message: &str, id: &Json) -> Answer {
    // Other ids can't be told from those of no request.
    let id = if id.is_string() || id.is_number() { id } else { &Json::Null };
    let body = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code.0, "message": message } });
    let mut answer = Response::new(Full::new(Bytes::from(body.to_string())).boxed());
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    answer
}

#[cfg(test)]
mod tests {
    use cairn_client::Client;

    use super::*;

    /// The response to a request, with some of its usual headers replaced.
    async fn ask(method: &str, body: &str, headers: &[(&str, &str)]) -> (u16, Json) {
        let client = Client::new("http://127.0.0.1:9".parse().expect("an address"));
        let mut request = Request::builder().method(method).uri("/mcp").header("host", "cairn.example");
        let usual =
            [("content-type", "application/json"), ("accept", "application/json, text/event-stream")].into_iter();
        let usual = usual.filter(|(name, _)| !headers.iter().any(|(other, _)| other == name));
        for (name, value) in usual.chain(headers.iter().copied()) {
            request = request.header(name, value);
        }
        let request = request.body(Full::new(Bytes::from(body.to_owned()))).expect("a request");
        let (head, body) = answer(Server::new(client), request, 1000).await.into_parts();
        assert!(is_json(&head.headers), "{head:?}");
        let body = body.collect().await.expect("a body").to_bytes();
        (head.status.as_u16(), serde_json::from_slice(&body).expect("JSON"))
    }

    #[tokio::test]
    async fn mistakes_are_answered_as_the_protocol_has_it() {
        let list = r#"{"jsonrpc":"2.0","id":3,"method":"tools/list"}"#;
        assert!(ask("POST", list, &[]).await.1["result"]["tools"].is_array());

        for (body, code) in [("{bad", -32700), ("", -32700), ("[]", -32600), ("1", -32600), ("{}", -32600)] {
            let (status, answer) = ask("POST", body, &[]).await;
            assert_eq!((status, &answer["error"]["code"], &answer["id"]), (400, &json!(code), &Json::Null), "{body}");
        }
        let (status, answer) = ask("POST", r#"{"jsonrpc":"1.0","id":3,"method":"tools/list"}"#, &[]).await;
        assert_eq!((status, &answer["error"]["code"], &answer["id"]), (400, &json!(-32600), &json!(3)));

        let large = format!("\"{}\"", "x".repeat(2000));
        let outside = [
            ("POST", large.as_str(), ("accept", "application/json, text/event-stream"), 413, "1000 bytes"),
            ("POST", list, ("accept", "text/html"), 406, "must accept"),
            ("POST", list, ("content-type", "text/plain"), 415, "Content-Type"),
            ("POST", list, ("mcp-protocol-version", "1066"), 400, "1066"),
            ("GET", "", ("accept", "text/event-stream"), 405, "Not Allowed"),
        ];
        for (method, body, header, expected, words) in outside {
            let (status, answer) = ask(method, body, &[header]).await;
            assert_eq!((status, &answer["error"]["code"]), (expected, &json!(-32000)), "{answer}");
            assert!(answer["error"]["message"].as_str().is_some_and(|message| message.contains(words)), "{answer}");
        }
    }

    #[tokio::test]
    async fn parameters_that_do_not_fit_are_told_from_methods_that_there_are_not() {
        let call = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"list","arguments":"str"}}"#;
        let (_, answer) = ask("POST", call, &[]).await;
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32602), &json!(3)), "{answer}");
        let (_, answer) = ask("POST", &call.replace("tools/call", "tools/fly"), &[]).await;
        assert_eq!(answer["error"]["code"], -32601, "{answer}");
    }
}
