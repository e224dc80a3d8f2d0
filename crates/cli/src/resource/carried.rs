//! `cairn finding upload NAME FILE…`: attaches files to an object. They are uploaded with an action of the
//! attachments, which has to be told what they belong to.

use cairn_client::{Action, Model, Resource};
use clap::{ArgMatches, Command};

use super::{Call, action, format_of};
use crate::failure::{Failure, Result};
use crate::flags;

pub const UPLOAD: &str = "upload";
const ATTACHMENTS: &str = "attachments";

fn upload(model: &Model) -> Option<&Action> {
    model.find(ATTACHMENTS)?.actions.iter().find(|action| action.name == UPLOAD)
}

pub fn carries(resource: &Resource) -> bool {
    resource.carries.iter().any(|what| what == ATTACHMENTS)
}

pub fn command(resource: &Resource, model: &Model) -> Option<Command> {
    let upload = upload(model).filter(|_| carries(resource) && resource.permissions.change)?;
    let files = upload.files.iter().enumerate().map(|(at, part)| action::file_arg(part, at == 0));
    let command = Command::new(UPLOAD).about(format!("Add files to one {}", resource.one()));
    Some(command.arg(flags::object(resource)).args(files).arg(flags::output()).arg(flags::profile()))
}

pub async fn run(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let upload = upload(call.model).ok_or_else(|| Failure::usage("files cannot be added here"))?;
    let files = action::files(upload, matches)?;
    let about = vec![("about".to_owned(), call.object(matches).await?.to_string())];
    let client = &call.connection.client;
    let reply = client.submit(&format!("/api/{ATTACHMENTS}/{UPLOAD}/"), &about, &files).await?;
    action::show(call, &client.made(&reply)?.body, format_of(matches))
}
