//! Who may do what, as a table to read in review.
//!
//! It is made from the permissions that the built-in roles really get, not from the texts in the
//! entries, so that a slip between the two shows.

use std::collections::BTreeSet;
use std::fmt::Write;

use cairn_access::Verb;
use cairn_engine::action::{Method, On};
use cairn_engine::entry::ROLES;
use cairn_engine::registry::view_assigned;
use cairn_engine::{Action, Registry, Resource};

/// Role × resource × verbs × actions. One line for a resource, and below it one for each of its
/// actions and further permissions.
pub fn role_table(registry: &Registry) -> String {
    let roles: Vec<BTreeSet<String>> =
        (0..ROLES.len()).map(|column| registry.role_permissions(column).into_iter().collect()).collect();
    let mut rows = Vec::new();
    for resource in registry.resources() {
        rows.push(resource_row(resource, &roles));
        rows.extend(resource.entry.actions.iter().map(|action| action_row(resource, action, &roles)));
        let assigned = resource.entry.assignees.map(|_| view_assigned(resource.model));
        rows.extend(assigned.map(|name| permission_row(&name, &roles)));
        rows.extend(resource.entry.extra_permissions.iter().map(|(name, _)| permission_row(name, &roles)));
    }
    let width = rows.iter().map(|row| row.label.chars().count()).max().unwrap_or_default();

    let mut text = String::from("v view, a add, c change, d delete; x may, - may not.\n");
    for (code, _, name) in ROLES {
        let _ = writeln!(text, "{code}  {name}");
    }
    text.push('\n');
    line(&mut text, width, "", ROLES.iter().map(|(code, ..)| (*code).to_owned()));
    for row in rows {
        line(&mut text, width, &row.label, row.cells.into_iter());
    }
    text
}

struct Row {
    label: String,
    cells: Vec<String>,
}

fn line(text: &mut String, width: usize, label: &str, cells: impl Iterator<Item = String>) {
    let mut line = format!("{label:width$}");
    for cell in cells {
        let _ = write!(line, "  {cell:4}");
    }
    text.push_str(line.trim_end());
    text.push('\n');
}

fn resource_row(resource: &Resource, roles: &[BTreeSet<String>]) -> Row {
    let label = format!("{}{}", resource.path, if resource.is_writable() { "" } else { " (read only)" });
    let letters = |role: &BTreeSet<String>| {
        let held = Verb::ALL.into_iter().filter(|verb| role.contains(&verb.codename(resource.model)));
        let letters: String = held.map(|verb| &verb.word()[..1]).collect();
        if letters.is_empty() { "-".to_owned() } else { letters }
    };
    Row { label, cells: roles.iter().map(letters).collect() }
}

fn action_row(resource: &Resource, action: &Action, roles: &[BTreeSet<String>]) -> Row {
    let method = match action.method {
        Method::Get => "GET",
        Method::Post => "POST",
    };
    let item = match action.on {
        On::Collection => "",
        On::Item => "{id}/",
    };
    let label = format!("  {method} {item}{}/ ({})", action.name, action.permission.word());
    Row { label, cells: held(&action.permission.codename(resource.model), roles) }
}

fn permission_row(codename: &str, roles: &[BTreeSet<String>]) -> Row {
    Row { label: format!("  {codename}"), cells: held(codename, roles) }
}

fn held(codename: &str, roles: &[BTreeSet<String>]) -> Vec<String> {
    roles.iter().map(|role| if role.contains(codename) { "x" } else { "-" }.to_owned()).collect()
}
