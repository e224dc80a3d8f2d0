//! The operations that every resource has.

use cairn_access::Verb;
use cairn_engine::query::{BY, SUM, can_group};
use cairn_engine::{Resource, what_if};
use cairn_model::{FieldDef, Kind, Record};
use cairn_resources::platform::Proposal;
use serde_json::{Value as Json, json};

use super::schemas::reference;
use super::{Content, Method, Operation, parameters};
use crate::{example, shape};

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Makes operations of one resource under one tag.
pub(super) struct Maker<'a> {
    pub resource: &'a Resource,
    pub tag: &'a str,
    component: String,
    identifier: String,
    one: String,
    many: String,
}

impl<'a> Maker<'a> {
    pub fn new(resource: &'a Resource, tag: &'a str) -> Self {
        Self {
            resource,
            tag,
            component: shape::type_name(resource),
            identifier: shape::identifier(resource.path),
            one: shape::in_sentence(&resource.name()),
            many: shape::in_sentence(&resource.plural()),
        }
    }

    /// An operation below the collection; the permission that it needs is part of its description.
    pub fn operation(&self, method: Method, below: &str, id: &str, needs: Verb, doc: &str) -> Operation {
        let path = format!("/api/{}/{below}", self.resource.path);
        let permission = format!("Needs `{}`.", needs.codename(self.resource.model));
        Operation::new(method, path, format!("{}_{id}", self.identifier), self.tag)
            .description(format!("{doc} {permission}").trim().to_owned())
            // A log only grows, so it has no past.
            .as_of(method == Method::Get && !self.resource.entry.log)
            .draft(if method == Method::Get { !self.resource.entry.log } else { what_if::is_possible(self.resource) })
            .proposable(method != Method::Get && self.resource.path != Proposal::PATH)
    }

    pub fn all(&self) -> Vec<Operation> {
        let mut all = vec![self.list()];
        if self.resource.is_creatable() {
            all.push(self.create());
        }
        all.push(self.retrieve());
        if self.resource.is_writable() {
            all.extend([self.update(), self.partial_update()]);
        }
        if self.resource.is_deletable() {
            all.push(self.destroy());
        }
        all.extend([self.object(), self.cascade_info()]);
        for field in shape::shown(self.resource) {
            if let Kind::Choice(_) = field.kind {
                all.push(self.choices(field));
            }
        }
        all.extend([self.cascade_info_of_list(), self.groups(), self.ids(), self.autocomplete()]);
        all.push(self.export("csv", Content::of("text/csv", json!({ "type": "string" }))));
        all.push(self.export("xlsx", Content::of(XLSX, json!({ "type": "string", "contentMediaType": XLSX }))));
        all.push(self.export("jsonl", Content::of("application/x-ndjson", json!({ "type": "string" }))));
        if !self.resource.entry.log {
            all.push(self.history());
        }
        if self.resource.is_writable() {
            all.extend([self.restore(), self.batch()]);
        }
        all
    }

    fn shape(&self, suffix: &str) -> Content {
        Content::json(reference(&format!("{}{suffix}", self.component)))
    }

    fn body(&self) -> Content {
        Content { example: Some(example::create_body(self.resource)), ..self.shape("Write") }
    }

    fn list(&self) -> Operation {
        self.operation(Method::Get, "", "list", Verb::View, self.resource.doc())
            .summary(format!("List {}", self.many))
            .with_parameters(parameters::list(self.resource))
            .response(self.shape("List"))
    }

    fn create(&self) -> Operation {
        let operation = self
            .operation(Method::Post, "", "create", Verb::Add, self.resource.doc())
            .summary(format!("Create {}", self.one))
            .request(self.body())
            .response(self.shape("Raw"))
            .status(201)
            .etag()
            .idempotent();
        if !self.resource.entry.files {
            return operation;
        }
        let files = json!({ "type": "object", "properties": { "attachment": {
            "type": "array", "items": { "type": "string", "format": "binary" }, "description": "Files to add.",
        } } });
        let form = json!({ "allOf": [reference(&format!("{}Write", self.component)), files] });
        operation.or_form(Content::of("multipart/form-data", form)).problem(413)
    }

    fn retrieve(&self) -> Operation {
        self.operation(Method::Get, "{id}/", "retrieve", Verb::View, self.resource.doc())
            .summary(format!("Read {}", self.one))
            .with_parameters(parameters::shown(self.resource))
            .response(self.shape(""))
            .etag()
    }

    fn update(&self) -> Operation {
        let doc = "Omitted fields are reset to their default. Omitted many-to-many relations are kept.";
        self.operation(Method::Put, "{id}/", "update", Verb::Change, doc)
            .summary(format!("Replace {}", self.one))
            .request(self.body())
            .response(self.shape("Raw"))
            .etag()
            .if_match()
    }

    fn partial_update(&self) -> Operation {
        self.operation(Method::Patch, "{id}/", "partial_update", Verb::Change, "Omitted fields are left unchanged.")
            .summary(format!("Change {}", self.one))
            .request(self.shape("Patch"))
            .response(self.shape("Raw"))
            .etag()
            .if_match()
    }

    fn destroy(&self) -> Operation {
        let doc = "Also deletes dependent objects; `cascade-info` lists them.";
        self.operation(Method::Delete, "{id}/", "destroy", Verb::Delete, doc)
            .summary(format!("Delete {}", self.one))
            .if_match()
    }

    fn object(&self) -> Operation {
        let doc = "The raw values, as needed by an edit form.";
        self.operation(Method::Get, "{id}/object/", "object_retrieve", Verb::View, doc)
            .summary(format!("Raw values of {}", self.one))
            .response(self.shape("Raw"))
            .etag()
    }

    fn cascade_info(&self) -> Operation {
        let doc = "What a delete would also delete, change, or be blocked by.";
        self.operation(Method::Get, "{id}/cascade-info/", "cascade_info_retrieve", Verb::View, doc)
            .summary(format!("Preview deleting {}", self.one))
            .response(Content::json(reference("CascadeInfo")))
    }

    fn cascade_info_of_list(&self) -> Operation {
        let doc =
            "What deleting everything in the list would also delete, change, or be blocked by. At most 5,000 objects.";
        self.operation(Method::Get, "cascade-info/", "cascade_info_list", Verb::View, doc)
            .summary(format!("Preview deleting several {}", self.many))
            .with_parameters(parameters::selection(self.resource))
            .response(Content::json(reference("CascadeInfo")))
            .problem(413)
    }

    fn groups(&self) -> Operation {
        let fields: Vec<&str> =
            self.resource.def.fields.iter().filter(|field| can_group(field)).map(|field| field.name).collect();
        let doc = "The number of objects in the list for each value of a field.";
        self.operation(Method::Get, "groups/", "groups_list", Verb::View, doc)
            .summary(format!("Count {} by a field", self.many))
            .query(BY, "The field.", &json!({ "type": "string", "enum": fields }), true)
            .query(
                SUM,
                "Number fields to add up in each group, separated by commas.",
                &json!({ "type": "string" }),
                false,
            )
            .with_parameters(parameters::selection_without(self.resource, Some(BY)))
            .response(Content::json(reference("Groups")))
    }

    fn choices(&self, field: &FieldDef) -> Operation {
        let Kind::Choice(kind) = &field.kind else { unreachable!("only asked for choices") };
        let labels: serde_json::Map<String, Json> =
            kind.0.options.iter().map(|option| (option.key.to_string(), option.label().into())).collect();
        let schema = json!({ "type": "object", "additionalProperties": { "type": "string" } });
        let id = format!("{}_retrieve", field.name);
        let label = shape::in_sentence(&field.label());
        self.operation(Method::Get, &format!("{}/", field.name), &id, Verb::View, shape::doc(field))
            .summary(format!("Choices for {label}"))
            .response(Content { example: Some(labels.into()), ..Content::json(schema) })
            .as_of(false)
    }

    fn history(&self) -> Operation {
        let doc = "The object's history, newest first, even after deletion.";
        self.operation(Method::Get, "{id}/history/", "history_list", Verb::View, doc)
            .summary(format!("History of {}", self.one))
            .with_parameters(parameters::page())
            .draft(false)
            .response(Content::json(reference("History")))
    }

    fn restore(&self) -> Operation {
        let doc = "Restores the version after a history entry, or as of a time, as a new change. Also restores deleted objects, which requires the permission to add. References to objects that no longer exist are dropped.";
        self.operation(Method::Post, "{id}/restore/", "restore_create", Verb::Change, doc)
            .summary(format!("Restore {}", self.one))
            .draft(false)
            .request(Content::json(reference("Restore")))
            .response(Content::json(reference("Restored")))
            .idempotent()
    }

    fn ids(&self) -> Operation {
        let uuid = json!({ "type": "string", "format": "uuid" });
        self.operation(Method::Get, "ids/", "ids_retrieve", Verb::View, "Names and their ids.")
            .summary(format!("Look up ids of {} by name", self.many))
            .response(Content::json(json!({ "type": "object", "additionalProperties": uuid })))
    }

    fn autocomplete(&self) -> Operation {
        let doc = "A short form of the list, for reference fields.";
        self.operation(Method::Get, "autocomplete/", "autocomplete_list", Verb::View, doc)
            .summary(format!("Suggest {}", self.many))
            .with_parameters(parameters::page().chain(parameters::selection(self.resource)))
            .response(Content::json(reference("SuggestionList")))
    }

    fn export(&self, format: &str, content: Content) -> Operation {
        let (below, id) = (format!("export_{format}/"), format!("export_{format}_retrieve"));
        self.operation(Method::Get, &below, &id, Verb::View, "All rows of the list, across all pages.")
            .summary(format!("Export {} as {}", self.many, format.to_uppercase()))
            .with_parameters(parameters::selection(self.resource).chain(parameters::shown(self.resource)))
            .response(content)
            .problem(413)
    }

    fn batch(&self) -> Operation {
        let doc = "Applies the same change to several objects. Each succeeds or fails on its own unless the batch is atomic. Deleting requires the permission to delete.";
        self.operation(Method::Post, "batch-action/", "batch_action_create", Verb::Change, doc)
            .summary(format!("Change several {}", self.many))
            .request(Content::json(reference("Batch")))
            .response(Content::json(reference("BatchResult")))
            .idempotent()
    }
}
