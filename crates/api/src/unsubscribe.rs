//! The link in every mail that turns mail like it off, without signing in. Mail programs call it too (RFC 8058).

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Response};
use cairn_domain::platform::notification::unsubscribe;
use cairn_engine::{Caller, Language, Result};
use http::{HeaderMap, HeaderValue, header};

use crate::app::App;
use crate::language::{self, Preferred};
use crate::problem::Problem;

/// Shows a button: programs that look into mail open every link, and must not turn anything off.
pub async fn ask(State(app): State<Arc<App>>, Path(token): Path<String>, headers: HeaderMap) -> Response {
    let checked = async {
        let cx = app.engine.read(Arc::new(Caller::system())).await?;
        unsubscribe::check(&cx, &token)
    };
    answer(checked.await, &headers, "Do you want to stop receiving emails like this?", true)
}

pub async fn confirm(State(app): State<Arc<App>>, Path(token): Path<String>, headers: HeaderMap) -> Response {
    let done = async {
        let mut cx = app.engine.write(Arc::new(Caller::system())).await?;
        unsubscribe::unsubscribe(&mut cx, &token).await?;
        cx.commit().await?;
        Ok(())
    };
    answer(
        done.await,
        &headers,
        "You will no longer receive emails like this. You can change this in your preferences.",
        false,
    )
}

fn answer(result: Result<()>, headers: &HeaderMap, words: &str, asks: bool) -> Response {
    if let Err(error) = result {
        return Problem::from(error).into_response();
    }
    let lang = language::of_messages(headers.get(header::ACCEPT_LANGUAGE), &Preferred::default());
    let say = |text| language::in_language(text, Language::parse(lang).as_ref());
    let (words, button) = (say(words), say("Unsubscribe"));
    let form = if asks { format!("<form method=\"post\"><button>{button}</button></form>") } else { String::new() };
    let page = format!(
        "<!doctype html><html lang=\"{lang}\"><meta charset=\"utf-8\"><title>Cairn</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>body{{font:16px/1.5 system-ui,sans-serif;\
         max-width:32rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark}}button{{font:inherit;padding:.5rem 1rem}}\
         </style><p>{words}</p>{form}</html>"
    );
    let mut response = Html(page).into_response();
    let policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
