//! Responses that are files, now or once a job has made them.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cairn_client::{Client, Query, Sink};
use clap::{Arg, ArgAction, ArgMatches, ValueHint, value_parser};
use http::HeaderMap;
use http::header::CONTENT_DISPOSITION;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::Value as Json;
use tempfile::NamedTempFile;

use crate::failure::{Failure, Result};
use crate::output::cell::harmless;
use crate::output::{Stdout, note, print_data, save};

pub const NO_WAIT: &str = "no-wait";
const PLACE: &str = "place";
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Where to write a file.
pub fn place_flag() -> Arg {
    Arg::new(PLACE)
        .short('o')
        .long("output")
        .alias("file")
        .value_name("FILE")
        .value_hint(ValueHint::FilePath)
        .value_parser(value_parser!(PathBuf))
        .help("Where to write the file: a name, a folder, or - for standard output [default: standard output if piped, otherwise the current folder]")
}

/// The named destination.
pub fn place(matches: &ArgMatches) -> Option<&PathBuf> {
    matches.get_one(PLACE)
}

pub fn no_wait_flag() -> Arg {
    Arg::new(NO_WAIT)
        .long(NO_WAIT)
        .action(ArgAction::SetTrue)
        .help("Print the job's id without waiting; get the file later with `cairn job download`")
}

/// Downloads a file. If the download breaks off, nothing is left behind.
pub async fn download(client: &Client, path: &str, query: &Query, matches: &ArgMatches) -> Result {
    let wanted = place(matches).cloned();
    let is_pipe = !io::stdout().is_terminal();
    match wanted {
        Some(file) if file == Path::new("-") => to_stdout(client, path, query, is_pipe).await,
        None if is_pipe => to_stdout(client, path, query, is_pipe).await,
        wanted => to_file(client, path, query, wanted).await,
    }
}

async fn to_stdout(client: &Client, path: &str, query: &Query, is_pipe: bool) -> Result {
    if !is_pipe {
        // Text from a server must not control the terminal it is shown on.
        return save(&client.download(path, query).await?.body, None);
    }
    let out = Stdout::default();
    let copy = out.clone();
    let sink = Sink::new(move |_| Ok(Box::new(copy.clone()) as Box<dyn Write + Send>));
    let sent = client.download_into(path, query, sink).await;
    Ok(out.end(sent)??)
}

/// A file being downloaded.
type Arriving = Arc<Mutex<Option<(NamedTempFile, PathBuf)>>>;

async fn to_file(client: &Client, path: &str, query: &Query, wanted: Option<PathBuf>) -> Result {
    // In a folder, the file gets its own name.
    let folder = wanted.as_ref().filter(|place| place.is_dir()).cloned();
    let wanted = wanted.filter(|place| !place.is_dir());
    // There is no place for a temporary file next to a device or a pipe.
    if let Some(file) = wanted.as_ref().filter(|file| file.exists() && !file.is_file()) {
        let reply = client.download(path, query).await?;
        return save(&reply.body, Some(file));
    }
    let is_named = wanted.is_some();
    let arriving = Arriving::default();
    let (kept, place) = (arriving.clone(), wanted);
    let sink = Sink::new(move |headers| {
        let place = match &place {
            Some(place) => place.clone(),
            None => announced(headers, folder.as_deref().unwrap_or(Path::new("")))?,
        };
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let failed = |error: io::Error| io::Error::other(format!("cannot write {}: {error}", place.display()));
        let file = NamedTempFile::new_in(folder).map_err(failed)?;
        let handle = file.reopen().map_err(failed)?;
        *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some((file, place));
        Ok(Box::new(handle) as Box<dyn Write + Send>)
    });
    client.download_into(path, query, sink).await?;
    let Some((file, place)) = arriving.lock().unwrap_or_else(PoisonError::into_inner).take() else {
        return Err(Failure::other("the response was empty"));
    };
    let put = if is_named { file.persist(&place) } else { file.persist_noclobber(&place) };
    put.map_err(|error| Failure::other(format!("cannot write {}: {}", place.display(), error.error)))?;
    note(&format!("Wrote {}.", place.display()));
    Ok(())
}

/// The destination for a name suggested by the server: a file in a folder that doesn't exist yet.
fn announced(headers: &HeaderMap, folder: &Path) -> io::Result<PathBuf> {
    let header = headers.get(CONTENT_DISPOSITION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let place = folder.join(own_name(header).unwrap_or_else(|| "download".to_owned()));
    if place.exists() {
        let words = format!("{} already exists; choose another place with --output", place.display());
        return Err(io::Error::other(words));
    }
    Ok(place)
}

/// The plain name in the header, without folders: a server must not choose where files go.
fn own_name(header: &str) -> Option<String> {
    let name = header.split("filename=\"").nth(1)?.split('"').next()?;
    let name = name.rsplit(['/', '\\', ':']).next().unwrap_or_default().trim_start_matches('.').trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// Waits for a job and downloads the file it made.
pub async fn job(client: &Client, job: &Json, matches: &ArgMatches) -> Result {
    let id = job["id"].as_str().unwrap_or_default().to_owned();
    if matches.get_flag(NO_WAIT) {
        return print_data(format!("{id}\n"));
    }
    let path = format!("/api/jobs/{id}/");
    let ended = tokio::select! {
        ended = ended(client, &path) => ended?,
        _ = tokio::signal::ctrl_c() => {
            note(&format!("The job keeps running. Check it with `cairn job get {id}`, get the file with `cairn job download {id}`, or stop it with `cairn job cancel {id}`."));
            return Err(Failure::other("stopped waiting"));
        }
    };
    if ended["state"] != "done" {
        let reason = harmless(ended["error"].as_str().unwrap_or("it was cancelled"), false);
        return Err(Failure::other(format!("the job failed: {reason} (`cairn job retry {id}` runs it again)")));
    }
    if ended["file"].is_null() {
        note("Done.");
        return Ok(());
    }
    download(client, &format!("{path}download/"), &Query::new(), matches).await
}

/// Waits until the job has ended, with a progress line on a terminal.
async fn ended(client: &Client, path: &str) -> Result<Json> {
    // Draws on standard error, and only if that is a terminal.
    let bar = ProgressBar::with_draw_target(Some(100), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos} %");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    loop {
        let now = client.get(path, &Query::new()).await?;
        if !matches!(now["state"].as_str(), Some("queued" | "running")) {
            bar.finish_and_clear();
            return Ok(now);
        }
        let words = now["step"].as_str().or(now["name"].as_str()).unwrap_or_default();
        bar.set_message(harmless(words, false));
        bar.set_position(now["progress"].as_u64().unwrap_or_default());
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_chooses_a_name_and_no_folder() {
        let name = |text: &str| own_name(&format!("attachment; filename=\"{text}\"; filename*=UTF-8''x"));
        assert_eq!(name("Sales.zip").as_deref(), Some("Sales.zip"));
        assert_eq!(name("../../.ssh/config").as_deref(), Some("config"));
        assert_eq!(
            (name("..\\x").as_deref(), name("C:\\x").as_deref(), name("D:y").as_deref()),
            (Some("x"), Some("x"), Some("y"))
        );
        assert_eq!((name(""), name(".."), own_name("attachment")), (None, None, None));
    }
}
