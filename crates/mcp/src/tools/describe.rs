//! `describe`: which resources and fields exist, and how to use them.

use std::fmt::Write as _;

use cairn_client::{Action, Field, Kind, Permissions, Resource};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::desk::Desk;
use crate::failure::Result;
use crate::uri;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arguments {
    /// The resource, such as "assets". Omit it for an overview.
    resource: Option<String>,
}

pub async fn run(desk: &Desk, arguments: Arguments) -> Result<Json> {
    match arguments.resource {
        Some(word) => Ok(kind(desk, desk.resource(&word)?)),
        None => overview(desk).await,
    }
}

/// Who the caller acts for, and the resources by module.
pub async fn overview(desk: &Desk) -> Result<Json> {
    let user = desk.client.get("/api/iam/current-user/", &Vec::new()).await?;
    let mut modules = Map::new();
    for module in &desk.model.modules {
        let resources = module.resources.iter().filter_map(|path| desk.model.find(path));
        let lines =
            resources.map(|one| (one.path.clone(), format!("{} You may {}.", one.doc, may(one.permissions)).into()));
        modules.insert(module.label.clone(), Json::Object(lines.collect()));
    }
    Ok(json!({
        "acting_for": { "email": user["email"], "name": user["name"], "administrator": user["is_admin"] },
        "token": user["token"],
        "instance": { "version": desk.model.version, "edition": desk.model.edition },
        "today": user["today"],
        "resources": modules,
        "next": "Call `describe` with a resource for its fields, filters and actions.",
    }))
}

fn may(permissions: Permissions) -> String {
    let verbs = [
        ("view", permissions.view),
        ("add", permissions.add),
        ("change", permissions.change),
        ("delete", permissions.delete),
    ];
    let held: Vec<&str> = verbs.iter().filter(|(_, held)| *held).map(|(verb, _)| *verb).collect();
    held.join(", ")
}

/// One resource.
pub fn kind(desk: &Desk, resource: &Resource) -> Json {
    let (mut settable, mut read_only) = (Map::new(), Map::new());
    for field in &resource.fields {
        let place = if field.is_writable() && !resource.read_only { &mut settable } else { &mut read_only };
        place.insert(field.name.clone(), field_line(desk, field));
    }
    for field in &resource.computed {
        let only = if field.detail_only { " (`get` only)" } else { "" };
        read_only.insert(field.name.clone(), format!("computed{only}. {}", field.help).into());
    }
    let mut out = json!({
        "resource": resource.path,
        "is": resource.doc,
        "address": uri::template(resource),
        "you_may": may(resource.permissions),
        "settable_fields": settable,
        "read_only_fields": read_only,
        "sorted_by": resource.order,
    });
    let lines = |pairs: Vec<(String, Json)>| Json::Object(pairs.into_iter().collect());
    let filters: Vec<(String, Json)> =
        resource.filters.iter().map(|filter| (filter.name.clone(), filter.help.clone().into())).collect();
    let actions: Vec<(String, Json)> =
        resource.actions.iter().map(|action| (action.name.clone(), action_line(action))).collect();
    let checks: Vec<(String, Json)> =
        resource.checks.iter().map(|check| (check.name.clone(), check.help.clone().into())).collect();
    let due: Vec<(String, Json)> =
        resource.due.iter().map(|due| (due.field.clone(), due.help.clone().into())).collect();
    let incoming: Vec<Json> =
        resource.incoming.iter().map(|one| format!("{}.{}", one.resource, one.field).into()).collect();
    for (name, pairs) in [("further_filters", filters), ("actions", actions), ("due_dates", due), ("checks", checks)] {
        if !pairs.is_empty() {
            out[name] = lines(pairs);
        }
    }
    if !incoming.is_empty() {
        out["referred_to_by"] = incoming.into();
    }
    out
}

/// A field in one line: kind, rules, help.
fn field_line(desk: &Desk, field: &Field) -> Json {
    let target = field.target.as_deref().unwrap_or_default();
    let mut line = match field.kind {
        Kind::Reference => format!("one of {target}"),
        Kind::Many => format!("list of {target}"),
        Kind::Any => format!("RESOURCE:NAME or id of one of: {}", field.targets.join(", ")),
        Kind::Choice => {
            let keys = field.choices.iter().map(|choice| {
                let key = choice.word();
                if choice.label.to_lowercase().replace(' ', "_") == key {
                    key
                } else {
                    format!("{key} = {}", choice.label)
                }
            });
            format!("one of: {}", keys.collect::<Vec<_>>().join("; "))
        }
        kind => format!("{kind:?}").to_lowercase(),
    };
    if matches!(field.kind, Kind::Reference | Kind::Many) && desk.model.find(target).is_none() {
        line.push_str(" (no access)");
    }
    let limits = [
        ("at most", field.max_length.map(|n| n as i64), " characters"),
        ("from", field.min, ""),
        ("to", field.max, ""),
    ];
    for (word, limit, unit) in limits {
        if let Some(limit) = limit.filter(|limit| !(unit == " characters" && *limit >= 10_000)) {
            let _ = write!(line, ", {word} {limit}{unit}");
        }
    }
    for (holds, word) in
        [(field.required, ", required"), (field.immutable, ", only on creation"), (field.write_only, ", never shown")]
    {
        if holds {
            line.push_str(word);
        }
    }
    if let Some(default) = field.default.as_ref().filter(|default| !default.is_null() && **default != json!("")) {
        let _ = write!(line, ", {default} if left out");
    }
    if !field.help.is_empty() {
        let _ = write!(line, ". {}", field.help);
    }
    if let Some(schema) = field.schema.as_ref().filter(|schema| schema.to_string().len() < 1500) {
        return json!({ "about": line, "schema": schema });
    }
    line.into()
}

fn action_line(action: &Action) -> Json {
    let mut out = json!({
        "does": action.help,
        "on": if action.is_on_item() { "one object" } else { "the whole resource" },
        "only_reads": action.reads(),
    });
    if action.inputs().next().is_some() {
        out["input"] = action.input.clone();
    }
    if action.gives_file() || action.starts_job() {
        out["answers_with"] = if action.gives_file() { "a file" } else { "a job" }.into();
    }
    if !action.files.is_empty() {
        out["files"] = action.files.iter().map(|part| json!({ "part": part.name, "what": part.help })).collect();
    }
    out
}
