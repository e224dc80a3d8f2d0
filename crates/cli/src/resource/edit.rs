//! `cairn asset edit NAME`: opens the object in your editor, as YAML.
//!
//! Only changed fields are written, and only if nobody else changed the same fields in the meantime. Text that can't be
//! used is opened again with the reasons at the top; text that is given up on is kept in a file.

use std::fmt::Write as _;

use cairn_client::{Item, Kind, Resource};
use clap::{ArgMatches, Command};
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use super::Call;
use crate::editor::Draft;
use crate::failure::{Failure, Result};
use crate::flags;
use crate::input::writable;
use crate::output::cell::{harmless, plain, readable};
use crate::output::{note, print, yaml};

pub fn command(resource: &Resource) -> Command {
    Command::new("edit")
        .about(format!("Edit one {} in your editor, as YAML", resource.one()))
        .arg(flags::object(resource))
        .arg(flags::output())
        .arg(flags::profile())
        .after_long_help(
            "Uses $VISUAL or $EDITOR. Only the fields you change are saved. If someone else changes the object in the \
             meantime, their changes are kept; if you both change the same field, you are asked again.",
        )
}

pub async fn run(call: &Call<'_>, matches: &ArgMatches) -> Result {
    let id = call.object(matches).await?;
    let mut seen = fetch(call, id).await?;
    let mut given = seen.body.clone();
    let shown = call.connection.client.get(&call.resource.item(id), &Vec::new()).await?;
    let draft = Draft::new(&call.resource.word())?;
    let mut text = compose(call.resource, &given, &shown);
    let mut notes: Vec<String> = Vec::new();
    loop {
        let edited = draft.edit(&notes, &text)?;
        let stuck = !notes.is_empty() && edited == text;
        if edited.trim().is_empty() {
            return print("No changes.\n");
        }
        text = edited;
        match attempt(call, id, &mut given, &mut seen, &text).await {
            Ok(Outcome::Written(answer)) => return call.written("Updated", &answer, matches),
            Ok(Outcome::Nothing) => return print("No changes.\n"),
            Ok(Outcome::Again(_)) if stuck => {
                let reason = notes.join(" ");
                return Err(Failure::other(format!("{reason} Your text is saved in {}", draft.keep()?)));
            }
            Ok(Outcome::Again(reasons)) => notes = reasons,
            Err(failure) => {
                return Err(Failure::new(
                    failure.exit,
                    format!("{failure}\n  your text is saved in {}", draft.keep()?),
                ));
            }
        }
    }
}

enum Outcome {
    Written(Json),
    Nothing,
    /// The text has to be edited again, for these reasons.
    Again(Vec<String>),
}

async fn fetch(call: &Call<'_>, id: Uuid) -> Result<Item> {
    Ok(call.connection.client.item(&format!("{}object/", call.resource.item(id)), &Vec::new()).await?)
}

/// Writes the differences between the text and what its author was `given`. Where others changed a field meanwhile, the
/// text still shows the old value, which must not be written back. `seen` then becomes the current version.
async fn attempt(call: &Call<'_>, id: Uuid, given: &mut Json, seen: &mut Item, text: &str) -> Result<Outcome> {
    let edited = match parse(call.resource, text) {
        Ok(edited) => edited,
        Err(reason) => return Ok(Outcome::Again(vec![reason])),
    };
    let edited = match writable(&call.names, call.resource, edited).await {
        Ok(edited) => edited,
        // The name is unknown or ambiguous: only the author can tell what was meant.
        Err(failure) => return Ok(Outcome::Again(failure.message.lines().map(str::to_owned).collect())),
    };
    let mine = changes(given, &edited);
    if mine.is_empty() {
        return Ok(Outcome::Nothing);
    }
    let (path, body) = (call.resource.item(id), Json::Object(mine.clone()));
    loop {
        let error = match call.connection.client.patch(&path, &body, seen.etag.as_deref()).await {
            Ok(item) => return Ok(Outcome::Written(item.body)),
            Err(error) => error,
        };
        match error.status() {
            Some(412) => {
                let now = fetch(call, id).await?;
                let before = std::mem::replace(seen, now);
                let clashes = clashes(&before.body, &seen.body, &mine);
                if !clashes.is_empty() {
                    let reasons = reasons(&clashes, &seen.body);
                    // The author has now seen these values: going back to the original ones would be a change too.
                    for name in clashes {
                        given[name] = seen.body[name].clone();
                    }
                    return Ok(Outcome::Again(reasons));
                }
                note("Someone else changed other fields in the meantime; both changes are kept.");
            }
            Some(400 | 409) => {
                return Ok(Outcome::Again(error.to_string().lines().map(str::to_owned).collect()));
            }
            _ => return Err(error.into()),
        }
    }
}

/// The fields that the text changes.
fn changes(base: &Json, edited: &Map<String, Json>) -> Map<String, Json> {
    let same = |name: &str, value: &Json| match (base.get(name), value) {
        // The order of a relation has no meaning.
        (Some(Json::Array(old)), Json::Array(new)) if old.iter().all(Json::is_string) => {
            old.len() == new.len() && old.iter().all(|one| new.contains(one))
        }
        (Some(old), new) => old == new,
        (None, _) => false,
    };
    edited
        .iter()
        .filter(|(name, value)| !same(name, value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// The fields that both sides changed to different values.
fn clashes<'a>(before: &Json, now: &Json, mine: &'a Map<String, Json>) -> Vec<&'a String> {
    let theirs = |name: &String| now.get(name) != before.get(name) && now.get(name) != mine.get(name);
    mine.keys().filter(|name| theirs(name)).collect()
}

fn reasons(clashes: &[&String], now: &Json) -> Vec<String> {
    let told = |name: &&String| {
        let value = now.get(name.as_str()).map(plain).filter(|value| !value.is_empty());
        format!("Someone else has set {name} to: {}", value.unwrap_or_else(|| "nothing".to_owned()))
    };
    let last = "Your values are below; save again to overwrite.".to_owned();
    clashes.iter().map(told).chain([last]).collect()
}

fn parse(resource: &Resource, text: &str) -> Result<Map<String, Json>, String> {
    let value = yaml::read(text).map_err(|reason| format!("This is not valid YAML: {reason}"))?;
    let Json::Object(object) = value else { return Err("Expected fields with values.".to_owned()) };
    match object.keys().find(|name| !editable(resource).any(|field| field.name == **name)) {
        Some(unknown) => Err(format!("There is no editable field “{unknown}”.")),
        None => Ok(object),
    }
}

fn editable(resource: &Resource) -> impl Iterator<Item = &cairn_client::Field> {
    let can = |field: &&cairn_client::Field| field.is_writable() && !field.immutable && !field.write_only;
    resource.fields.iter().filter(can)
}

/// The object as text: names next to ids, and the possible values next to choices.
fn compose(resource: &Resource, raw: &Json, shown: &Json) -> String {
    let mut text = format!(
        "# {} {}\n# Save and close to write your changes; close without a change to leave everything as it is.\n\
         # References can be a name, a ref id or an id.\n\n",
        resource.name,
        resource.naming().map(|naming| harmless(&plain(&raw[&naming.name]), false)).unwrap_or_default()
    );
    for field in editable(resource) {
        let value = &raw[&field.name];
        let name = |value: &Json| harmless(&readable(value, None), false);
        match (field.kind, value) {
            (Kind::Choice, _) => {
                let keys: Vec<String> = field.choices.iter().map(cairn_client::Choice::word).collect();
                let _ = write!(text, "# one of: {}\n{}", keys.join(", "), yaml::member(&field.name, value));
            }
            (Kind::Reference | Kind::Any, Json::String(_)) => {
                let line = yaml::member(&field.name, value);
                let _ = writeln!(text, "{}  # {}", line.trim_end(), name(&shown[&field.name]));
            }
            (Kind::Many, Json::Array(ids)) if !ids.is_empty() => {
                let _ = writeln!(text, "{}:", field.name);
                let words = |id: &Json| {
                    let all = shown[&field.name].as_array().into_iter().flatten();
                    all.clone().find(|one| one["id"] == *id).map(name).unwrap_or_default()
                };
                for id in ids {
                    let _ = writeln!(text, "  - {}  # {}", id, words(id));
                }
            }
            _ => text += &yaml::member(&field.name, value),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_client::Model;
    use serde_json::json;

    fn assets() -> Resource {
        let model = Model::parse(include_bytes!("../../../../docs/golden/model.json")).expect("a model");
        model.find("assets").expect("assets").clone()
    }

    #[test]
    fn an_object_becomes_text_and_text_its_changes() {
        let (folder, owner) = (Uuid::from_u128(1).to_string(), Uuid::from_u128(2).to_string());
        let raw = json!({ "id": "9", "name": "Vault", "type": "PR", "folder": folder, "owner": [owner], "description": null });
        let shown =
            json!({ "folder": { "id": folder, "str": "Sales\nteam" }, "owner": [{ "id": owner, "str": "Ada" }] });
        let text = compose(&assets(), &raw, &shown);
        assert!(text.contains(&format!("folder: \"{folder}\"  # Sales team\n")), "{text}");
        assert!(text.contains("# one of: PR, SP\ntype: PR\n"), "{text}");
        assert!(text.contains(&format!("owner:\n  - \"{owner}\"  # Ada\n")), "{text}");
        assert!(!text.contains("\nid:") && !text.contains("created_at"), "{text}");
        let parsed = parse(&assets(), &text).expect("an object");
        let known = |object: &Map<String, Json>| -> Map<String, Json> {
            object.iter().filter(|(name, _)| raw.get(*name).is_some()).map(|(n, v)| (n.clone(), v.clone())).collect()
        };
        assert!(changes(&raw, &known(&parsed)).is_empty());
        let parsed = parse(&assets(), &text.replace("name: Vault", "name: Safe")).expect("an object");
        assert_eq!(Json::Object(changes(&raw, &known(&parsed))), json!({ "name": "Safe" }));
        assert!(parse(&assets(), "name: [").expect_err("a reason").contains("not valid YAML"));
        assert!(parse(&assets(), "nmae: x").expect_err("a reason").contains("nmae"));
        assert!(parse(&assets(), "just words").is_err());
    }

    #[test]
    fn only_fields_that_both_changed_clash() {
        let before = json!({ "name": "Vault", "type": "PR", "description": null });
        let now = json!({ "name": "Safe", "type": "SP", "description": null });
        let mine = |name: &str, value: Json| Map::from_iter([(name.to_owned(), value)]);
        assert!(clashes(&before, &now, &mine("description", json!("x"))).is_empty());
        assert!(clashes(&before, &now, &mine("name", json!("Safe"))).is_empty(), "both meant the same");
        let mine = mine("name", json!("Box"));
        let clashes = clashes(&before, &now, &mine);
        assert_eq!(reasons(&clashes, &now)[0], "Someone else has set name to: Safe");
    }
}
