//! What a rule looks for: an expression together with what has to be read for it, checked against the definitions.

use std::collections::BTreeMap;

use cairn_engine::redaction::hideable;
use cairn_engine::{Cx, Error, FieldErrors, Registry, Resource, Result};
use cairn_expression::Expression;
use cairn_model::kind::Kind;
use cairn_model::{FieldDef, Record};
use cairn_resources::metrology::CustomMetricSample;
use cairn_resources::platform::{Rule, RuleAction, RuleMatch};

use super::closest::closest;

/// The variable that stands for the object in expressions.
const OBJECT: &str = "object";

/// A checked expression over the objects of a resource.
pub struct Condition {
    pub resource: &'static Resource,
    pub expression: Expression,
    /// The fields of the object itself that are read, except links.
    pub own: Vec<&'static FieldDef>,
    pub links: Vec<Link>,
    /// Whether what rules have created is out of its sight.
    pub is_blind: bool,
}

/// A link that is followed, and what is read of the objects at its end.
pub struct Link {
    pub field: &'static FieldDef,
    pub position: usize,
    pub target: &'static Resource,
    pub read: Vec<&'static FieldDef>,
}

/// What rules cannot watch besides logs: themselves, what they write for every object they find, and measurements, of
/// which there are too many.
const UNWATCHED: [&str; 3] = [Rule::PATH, RuleMatch::PATH, CustomMetricSample::PATH];

pub fn is_watchable(resource: &Resource) -> bool {
    let entry = resource.entry;
    entry.routed && !entry.log && !entry.view && !UNWATCHED.contains(&resource.path)
}

/// The resource that a path names, if rules can watch it and the caller may view it.
pub fn watched(cx: &Cx, path: &str) -> Result<&'static Resource> {
    let found = cx.registry().find(path).filter(|resource| is_watchable(resource));
    let Some(resource) = found else {
        let words = "Rules cannot watch this. Send the path of a resource, such as applied-controls.";
        return Err(Error::field("resource", words));
    };
    if !cx.authority.may_view(resource) {
        let words = format!("You do not have permission to view {}.", resource.plural().to_lowercase());
        return Err(Error::field("resource", words));
    }
    Ok(resource)
}

impl Condition {
    /// Reads an expression, and says everything that is wrong with it.
    pub fn read(registry: &'static Registry, resource: &'static Resource, source: &str) -> Result<Self> {
        let expression =
            Expression::parse_over_records(source).map_err(|message| Error::field("expression", message))?;
        let (mut own, mut links) = (Vec::new(), BTreeMap::new());
        let mut errors = FieldErrors::default();
        for path in expression.fields(OBJECT) {
            if let Err(message) = follow(registry, resource, &path, &mut own, &mut links) {
                errors.add("expression", message);
            }
        }
        for compared in expression.compared(OBJECT) {
            if let Some(message) = unknown_choice(registry, resource, &compared.path, &compared.text) {
                errors.add("expression", message);
            }
        }
        errors.into_result()?;
        Ok(Self { resource, expression, own, links: links.into_values().collect(), is_blind: false })
    }

    /// The condition of a rule with this action. One that creates tasks or findings does not see what rules have created:
    /// otherwise two rules could each be the reason for what the other creates, and a rule for what it creates itself.
    #[must_use]
    pub fn of(self, action: RuleAction) -> Self {
        Self { is_blind: matches!(action, RuleAction::Task | RuleAction::Finding), ..self }
    }

    /// Refuses fields that are hidden from the caller in some objects: whether the rule applies would tell what is in
    /// them.
    pub fn refuse_hidden(&self, cx: &Cx) -> Result<()> {
        let own = self.own.iter().map(|field| (self.resource, field.name));
        let linked = self.links.iter().flat_map(|link| {
            let read = link.read.iter().map(|field| (link.target, field.name));
            read.chain([(self.resource, link.field.name)])
        });
        for (resource, field) in own.chain(linked) {
            if hideable(cx, resource).contains(&field) {
                let words = format!("You may not see the field “{field}” of all {}.", resource.plural().to_lowercase());
                return Err(Error::field("expression", words));
            }
        }
        Ok(())
    }
}

/// The fields of a resource that expressions can use. Those that lead to objects of any resource, files and translations
/// are not among them.
pub fn usable(resource: &Resource) -> impl Iterator<Item = &'static FieldDef> {
    resource.def.fields.iter().filter(|field| {
        let is_value = !matches!(field.kind, Kind::Any(_) | Kind::File(_) | Kind::Translations(_));
        is_value && !field.secret && field.stored
    })
}

/// The fields that can be used of an object at the end of a link.
pub fn usable_of_target(resource: &Resource) -> impl Iterator<Item = &'static FieldDef> {
    usable(resource).filter(|field| !field.kind.refers())
}

/// Notes what a path leads to.
fn follow(
    registry: &'static Registry,
    resource: &'static Resource,
    path: &[String],
    own: &mut Vec<&'static FieldDef>,
    links: &mut BTreeMap<usize, Link>,
) -> std::result::Result<(), String> {
    let Some((name, rest)) = path.split_first() else { return Ok(()) };
    let field = named(resource, usable(resource), name)?;
    let Some(target) = field.kind.target().map(|target| registry.get(target)) else {
        if !rest.is_empty() && !matches!(field.kind, Kind::Json(_)) {
            return Err(format!("“{name}” is a single value. It has no field “{}”.", rest[0]));
        }
        add(own, field);
        return Ok(());
    };
    let position = resource.def.position(name).unwrap_or_default();
    let link = links.entry(position).or_insert_with(|| Link { field, position, target, read: Vec::new() });
    let Some((name, rest)) = rest.split_first() else { return Ok(()) };
    if usable(target).any(|field| field.name == name && field.kind.refers()) {
        return Err(format!("“{name}” is a link of a linked object. An expression can follow one link."));
    }
    let read = named(target, usable_of_target(target), name)?;
    if !rest.is_empty() && !matches!(read.kind, Kind::Json(_)) {
        return Err(format!("“{name}” is a single value. It has no field “{}”.", rest[0]));
    }
    add(&mut link.read, read);
    Ok(())
}

fn add(fields: &mut Vec<&'static FieldDef>, field: &'static FieldDef) {
    if !fields.iter().any(|known| known.name == field.name) {
        fields.push(field);
    }
}

fn named(
    resource: &Resource,
    fields: impl Iterator<Item = &'static FieldDef>,
    name: &str,
) -> std::result::Result<&'static FieldDef, String> {
    let mut known = Vec::new();
    for field in fields {
        if field.name == name {
            return Ok(field);
        }
        known.push(field.name);
    }
    let what = resource.plural().to_lowercase();
    Err(match closest(name, known.iter().copied()) {
        Some(meant) => format!("“{name}” is not a field of {what}. Did you mean “{meant}”?"),
        None => format!("“{name}” is not a field of {what}. Its fields: {}.", known.join(", ")),
    })
}

/// What is wrong with a text that a choice is compared with.
fn unknown_choice(
    registry: &'static Registry,
    resource: &'static Resource,
    path: &[String],
    text: &str,
) -> Option<String> {
    let field = match path {
        [name] => resource.def.field(name)?,
        [link, name] => registry.get(resource.def.field(link)?.kind.target()?).def.field(name)?,
        _ => return None,
    };
    let Kind::Choice(choice) = &field.kind else { return None };
    if choice.0.is_numeric() {
        return Some(format!("“{}” is a number. Compare it with one of: {}.", field.name, choice.0.keys()));
    }
    let is_known = choice.0.find(text).is_some();
    (!is_known).then(|| format!("“{text}” is not a choice of “{}”. Choose one of: {}.", field.name, choice.0.keys()))
}
