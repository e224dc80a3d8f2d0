//! The model document: what the web draws its lists, details and forms from.
//!
//! It is cut to what the caller may see, so that the interface offers nothing that would be
//! refused, and so that the document itself tells nothing about the rest.

mod field;

use cairn_access::Verb;
use cairn_engine::action::{Form, Method, On};
use cairn_engine::computed::Expression;
use cairn_engine::{Module, Registry, Resource};
use cairn_model::Published;
use cairn_model::kind::Kind;
use cairn_model::text::humanize;
use serde_json::{Map, Value as Json, json};

use crate::shape;

/// How much of the document is asked for. It grows with every resource, and nobody needs all of it at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'a> {
    Whole,
    /// Every resource with its names and rights, without its fields and all that follows from them.
    Outline,
    /// The resources of one module, with everything.
    Module(&'a str),
}

/// The document for one caller. `may` says whether the caller has the right somewhere, and `has_checks` whether the
/// instance looks for what is missing or out of date.
pub fn model_document(
    registry: &Registry,
    may: &dyn Fn(&Resource, Verb) -> bool,
    edition: &str,
    has_checks: bool,
) -> Json {
    model_part(registry, may, edition, has_checks, Part::Whole)
}

/// A part of the document; one about a module that the caller sees nothing of has no resources.
pub fn model_part(
    registry: &Registry,
    may: &dyn Fn(&Resource, Verb) -> bool,
    edition: &str,
    has_checks: bool,
    part: Part<'_>,
) -> Json {
    let document = Document { registry, may, has_checks };
    let visible: Vec<&Resource> = registry.routed().filter(|resource| may(resource, Verb::View)).collect();
    let asked =
        visible.iter().filter(|resource| !matches!(part, Part::Module(name) if name != resource.entry.module.name()));
    let resources: Map<String, Json> =
        asked.map(|resource| (resource.path.to_owned(), document.resource(resource, part).into())).collect();
    let mut all = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "edition": edition,
        "modules": modules(&visible),
        "resources": resources,
    });
    if part != Part::Outline {
        all["outputs"] = outputs(&visible);
    }
    all
}

/// What the actions that every resource has return: said once, and not for each resource.
fn outputs(visible: &[&Resource]) -> Json {
    let general = visible.first().map(|resource| resource.general()).unwrap_or_default();
    general.iter().map(|action| (action.name.to_owned(), (action.output)())).collect::<Map<_, _>>().into()
}

/// The modules in the order of the navigation, each with its resources in theirs. One of which the caller sees nothing is left out.
fn modules(visible: &[&Resource]) -> Json {
    let modules = Module::ALL.into_iter().filter_map(|module| {
        let mut inside: Vec<&&Resource> = visible.iter().filter(|resource| resource.entry.module == module).collect();
        inside.sort_by_key(|resource| resource.entry.rank);
        let paths: Vec<&str> = inside.iter().map(|resource| resource.path).collect();
        (!paths.is_empty()).then(|| {
            json!({
                "name": module.name(),
                "label": module.label(),
                "icon": module.icon(),
                "key": module.key(),
                "settings": module.is_settings(),
                "resources": paths,
            })
        })
    });
    modules.collect()
}

struct Document<'a> {
    registry: &'a Registry,
    may: &'a dyn Fn(&Resource, Verb) -> bool,
    has_checks: bool,
}

impl Document<'_> {
    fn sees(&self, path: &str) -> bool {
        self.registry.find(path).is_some_and(|resource| (self.may)(resource, Verb::View))
    }

    /// What a field may lead to, as far as the caller may view it.
    fn targets(&self, kind: &Kind) -> Vec<&'static str> {
        self.registry.targets(kind).into_iter().filter(|path| self.sees(path)).collect()
    }

    fn resource(&self, resource: &Resource, part: Part<'_>) -> Map<String, Json> {
        let mut all = self.outline(resource);
        if part != Part::Outline {
            all.extend(self.details(resource));
        }
        all
    }

    fn details(&self, resource: &Resource) -> Map<String, Json> {
        let fields: Vec<Json> = resource
            .def
            .fields
            .iter()
            .filter(|field| !field.secret || field.accepted)
            .map(|field| field::describe(resource, field, &self.targets(&field.kind)))
            .collect();
        Map::from_iter([
            ("fields".to_owned(), fields.into()),
            ("computed".to_owned(), computed(resource)),
            ("filters".to_owned(), filters(resource)),
            ("actions".to_owned(), self.actions(resource)),
            ("due".to_owned(), due(resource)),
            ("checks".to_owned(), if self.has_checks { checks(resource) } else { json!([]) }),
            ("incoming".to_owned(), self.incoming(resource)),
        ])
    }

    fn outline(&self, resource: &Resource) -> Map<String, Json> {
        let outline = json!({
            "path": resource.path,
            "model": resource.model,
            "name": resource.name(),
            "plural": resource.plural(),
            "doc": resource.doc(),
            "module": resource.entry.module.name(),
            "icon": resource.entry.icon,
            "listed": resource.entry.listed,
            // Who may not see the list that it is a tab of finds it in the navigation.
            "beside": resource.entry.beside.filter(|path| self.sees(path)),
            "event": resource.def.model,
            "read_only": !resource.is_writable(),
            "history": !resource.entry.log,
            "conversation": resource.entry.conversation,
            "carries": resource.def.carries,
            // It is for everyone, so a choice of domain does not narrow it.
            "instance_wide": resource.def.published == Published::Always,
            "order": resource.def.order,
            "search": shape::shown(resource).any(|field| field.search),
            "permissions": self.permissions(resource),
        });
        outline.as_object().cloned().unwrap_or_default()
    }

    fn permissions(&self, resource: &Resource) -> Json {
        // Whatever a role says, nobody writes what only the engine writes.
        let can = |verb| match verb {
            Verb::View => true,
            Verb::Add => resource.is_creatable(),
            Verb::Delete => resource.is_deletable(),
            Verb::Change => resource.is_writable(),
        };
        let allowed = |verb| can(verb) && (self.may)(resource, verb);
        Verb::ALL.into_iter().map(|verb| (verb.word().to_owned(), allowed(verb).into())).collect::<Map<_, _>>().into()
    }

    fn actions(&self, resource: &Resource) -> Json {
        let actions = resource.actions().filter(|action| (self.may)(resource, action.permission));
        let is_general = |name: &str| resource.general().iter().any(|action| action.name == name);
        actions
            .map(|action| {
                json!({
                    "name": action.name,
                    "label": humanize(action.name),
                    "method": match action.method { Method::Get => "GET", Method::Post => "POST" },
                    "on": match action.on { On::Collection => "collection", On::Item => "item" },
                    "help": action.doc,
                    "permission": action.permission.codename(resource.model),
                    "input": (action.input)(),
                    "output": if is_general(action.name) {
                        json!({ "$ref": format!("#/outputs/{}", action.name) })
                    } else {
                        (action.output)()
                    },
                    // `json`, `file` or `job`.
                    "answers": action.answers.word(),
                    "media_types": action.answers.media_types(),
                    "files": action.form.map(files).unwrap_or_default(),
                })
            })
            .collect()
    }

    /// Who refers to the resource, for the tables of related objects.
    fn incoming(&self, resource: &Resource) -> Json {
        let incoming = resource.incoming.iter().filter(|incoming| self.sees(incoming.path));
        incoming
            .map(|incoming| {
                let other = self.registry.get(incoming.path);
                let field = other.field(incoming.position);
                let alone = resource.incoming.iter().filter(|more| more.path == incoming.path).count() == 1;
                // Several fields of one resource may refer here; then the field tells them apart.
                let label = if alone { other.plural() } else { format!("{} ({})", other.plural(), field.label()) };
                json!({ "resource": other.path, "field": field.name, "label": label })
            })
            .collect()
    }
}

/// The files that an action takes.
fn files(form: &Form) -> Vec<Json> {
    let parts = form.parts.iter();
    parts
        .map(|part| {
            json!({
                "name": part.name,
                "label": humanize(part.name),
                "help": part.doc,
                "required": part.required,
                "most": part.most,
                "media_types": (part.media_types)(),
            })
        })
        .collect()
}

fn computed(resource: &Resource) -> Json {
    let fields = resource.entry.computed.iter();
    fields
        .map(|field| {
            json!({
                "name": field.name,
                "label": humanize(field.name),
                "help": field.doc,
                "schema": (field.schema)(),
                "detail_only": field.detail_only,
                "orderable": field.expression().is_some(),
                "lookups": field.expression().into_iter().flat_map(Expression::lookups).map(field::lookup_name).collect::<Vec<_>>(),
            })
        })
        .collect()
}

fn filters(resource: &Resource) -> Json {
    let filter = |name: &str, help: &str, schema: Json| json!({ "name": name, "help": help, "schema": schema });
    let own = resource.entry.filters.iter().map(|one| filter(one.name, one.doc, (one.schema)()));
    let computed = resource.entry.computed.iter().filter(|field| field.expression().is_some());
    own.chain(computed.map(|field| filter(field.name, field.doc, (field.schema)()))).collect()
}

fn due(resource: &Resource) -> Json {
    let due = resource.entry.due.iter();
    due.map(|due| json!({ "field": due.field, "help": due.doc, "query": query(due.query) })).collect()
}

fn checks(resource: &Resource) -> Json {
    let checks = resource.entry.checks.iter();
    checks
        .map(|check| {
            json!({
                "name": check.name,
                "label": humanize(check.name),
                "help": check.doc,
                "severity": check.severity.word(),
                "query": query(check.query),
                "fix": check.fix.json(),
            })
        })
        .collect()
}

fn query(parameters: &[(&str, &str)]) -> Json {
    parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect::<Map<_, _>>().into()
}
