//! The model document: which resources there are, with their fields, filters and actions, as far as the caller may
//! see them. What a newer server adds is ignored, and what an older one lacks has a harmless default.

use serde::Deserialize;
use serde_json::{Map, Value as Json};

#[derive(Debug, Clone, Default, Deserialize)]
pub struct Model {
    #[serde(default)]
    pub version: String,
    #[serde(default)]
    pub edition: String,
    #[serde(default)]
    pub modules: Vec<Module>,
    /// By path, in the server's order.
    #[serde(default)]
    resources: Map<String, Json>,
    #[serde(skip)]
    read: Vec<Resource>,
}

#[derive(Debug, Clone, Default, Deserialize)]
pub struct Module {
    pub name: String,
    pub label: String,
    #[serde(default)]
    pub resources: Vec<String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Resource {
    /// Such as `applied-controls`.
    pub path: String,
    pub model: String,
    /// The word that its events begin with. A part of another resource has that of the whole.
    pub event: String,
    /// One of them, for people: “Applied control”.
    pub name: String,
    pub plural: String,
    pub doc: String,
    pub module: String,
    pub read_only: bool,
    /// What its objects carry, such as `attachments`.
    pub carries: Vec<String>,
    /// Whether its objects have a history.
    pub history: Option<bool>,
    pub order: String,
    pub search: bool,
    pub permissions: Permissions,
    pub fields: Vec<Field>,
    pub computed: Vec<Computed>,
    pub filters: Vec<Filter>,
    pub actions: Vec<Action>,
    pub due: Vec<Due>,
    pub checks: Vec<Check>,
    pub incoming: Vec<Incoming>,
}

/// A date by which something has to be done.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Due {
    pub field: String,
    pub help: String,
    /// Parameters of the list that keep what still waits for it.
    pub query: Map<String, Json>,
}

/// A state that does not fit together; the query finds the objects that are in it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Check {
    pub name: String,
    pub label: String,
    pub help: String,
    /// `error`, `warning` or `info`.
    pub severity: String,
    pub query: Map<String, Json>,
    /// How one object is put right: values to set, an action to run or a field to fill in.
    pub fix: Json,
}

/// A field of another resource that refers to this one.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Incoming {
    pub resource: String,
    pub field: String,
    pub label: String,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default)]
pub struct Permissions {
    pub view: bool,
    pub add: bool,
    pub change: bool,
    pub delete: bool,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Field {
    pub name: String,
    pub label: String,
    pub help: String,
    pub kind: Kind,
    pub required: bool,
    pub nullable: bool,
    pub write_only: bool,
    pub read_only: bool,
    pub immutable: bool,
    pub search: bool,
    /// How it can be filtered: `exact`, `in`, `gte` and so on.
    pub lookups: Vec<String>,
    pub orderable: bool,
    pub default: Option<Json>,
    pub choices: Vec<Choice>,
    pub target: Option<String>,
    /// What a reference to any object may lead to.
    pub targets: Vec<String>,
    pub max_length: Option<u64>,
    pub min: Option<i64>,
    pub max: Option<i64>,
    pub schema: Option<Json>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Id,
    #[default]
    Text,
    Markdown,
    Choice,
    Integer,
    Decimal,
    Boolean,
    Date,
    Datetime,
    Json,
    File,
    Reference,
    Many,
    /// A reference to an object of any of the field's `targets`.
    Any,
    Translations,
    Email,
    Url,
    /// A web address, a path, the number of a ticket: wherever more is to be found.
    Link,
    /// A kind that this program does not know yet: its values are taken and shown as JSON or text.
    #[serde(other)]
    Other,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct Choice {
    pub key: Json,
    pub label: String,
}

impl Choice {
    /// The key as a person types it.
    pub fn word(&self) -> String {
        match &self.key {
            Json::String(text) => text.clone(),
            other => other.to_string(),
        }
    }

    /// The label as a word: “In progress” is also `in-progress`.
    pub fn label_word(&self) -> String {
        kebab(&self.label)
    }
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Computed {
    pub name: String,
    pub label: String,
    pub help: String,
    pub detail_only: bool,
    pub orderable: bool,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Filter {
    pub name: String,
    pub help: String,
    pub schema: Json,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Action {
    pub name: String,
    pub label: String,
    pub method: String,
    /// `collection` or `item`.
    pub on: String,
    pub help: String,
    pub input: Json,
    pub output: Json,
    /// `json`, `file` or `job`.
    pub answers: String,
    /// The files that it takes, in a form.
    pub files: Vec<FilePart>,
}

/// A name under which an action takes files.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct FilePart {
    pub name: String,
    pub help: String,
    pub required: bool,
    pub most: usize,
}

impl Action {
    /// Whether it answers with a file.
    pub fn gives_file(&self) -> bool {
        self.answers == "file"
    }

    /// Whether it answers with a job, which goes on.
    pub fn starts_job(&self) -> bool {
        self.answers == "job"
    }

    pub fn is_on_item(&self) -> bool {
        self.on == "item"
    }

    pub fn reads(&self) -> bool {
        self.method.eq_ignore_ascii_case("GET")
    }

    /// The properties of the input, with their schemas.
    pub fn inputs(&self) -> impl Iterator<Item = (&String, &Json)> {
        self.input["properties"].as_object().into_iter().flatten()
    }

    pub fn requires(&self, name: &str) -> bool {
        self.input["required"].as_array().is_some_and(|required| required.iter().any(|known| known == name))
    }
}

impl Model {
    pub fn parse(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        let mut model: Self = serde_json::from_slice(bytes)?;
        let resources = std::mem::take(&mut model.resources);
        model.read =
            resources.into_iter().map(|(_, resource)| serde_json::from_value(resource)).collect::<Result<_, _>>()?;
        Ok(model)
    }

    pub fn resources(&self) -> &[Resource] {
        &self.read
    }

    pub fn find(&self, path: &str) -> Option<&Resource> {
        self.read.iter().find(|resource| resource.path == path)
    }

    /// The resources without those that are a part of another one, as policies are of controls.
    pub fn wholes(&self) -> impl Iterator<Item = &Resource> {
        let is_whole = |one: &&Resource| {
            one.event.is_empty() || one.event == one.model || self.read.iter().all(|other| other.model != one.event)
        };
        self.read.iter().filter(is_whole)
    }

    /// What an input of an action, or a filter, refers to: as the field of that name, or as the resource that is
    /// called so, or else the resource itself.
    pub fn target_of<'a>(&'a self, resource: &'a Resource, name: &str) -> &'a str {
        if let Some(target) = resource.field(name).and_then(|field| field.target.as_deref()) {
            return target;
        }
        let word = kebab(name);
        let named = self.read.iter().find(|other| other.path == word || other.word() == word);
        named.map_or(resource.path.as_str(), |other| other.path.as_str())
    }

    /// The resource that a command is about: `asset`, or `assets` as the API has it.
    pub fn by_word(&self, word: &str) -> Option<&Resource> {
        let named = self.read.iter().find(|resource| resource.word() == word);
        named.or_else(|| self.find(word))
    }
}

impl Resource {
    /// The name as a command: `applied-control`.
    pub fn word(&self) -> String {
        kebab(&self.name)
    }

    /// One of them in the middle of a sentence: “applied control”.
    pub fn one(&self) -> String {
        self.name.to_lowercase()
    }

    /// Several of them in the middle of a sentence. The label of a nested path is short, the name is not.
    pub fn several(&self) -> String {
        if self.path.contains('/') { format!("{}s", self.one()) } else { self.plural.to_lowercase() }
    }

    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Whether its objects can be asked what became of them.
    pub fn has_history(&self) -> bool {
        self.history.unwrap_or(true)
    }

    /// `/api/assets/`
    pub fn collection(&self) -> String {
        format!("/api/{}/", self.path)
    }

    /// `/api/assets/{id}/`
    pub fn item(&self, id: impl std::fmt::Display) -> String {
        format!("/api/{}/{id}/", self.path)
    }

    /// The field that names an object for people.
    pub fn naming(&self) -> Option<&Field> {
        ["name", "email", "label", "title"].into_iter().find_map(|name| self.field(name))
    }
}

impl Field {
    /// Whether a request may set it.
    pub fn is_writable(&self) -> bool {
        !self.read_only
    }

    /// The choice that a word means, be it the key itself or the label.
    pub fn choice(&self, word: &str) -> Option<&Choice> {
        let exact = self.choices.iter().find(|choice| choice.word() == word);
        let same = |known: &str| known.to_lowercase() == word.to_lowercase();
        let close = || {
            self.choices.iter().find(|choice| {
                same(&choice.word())
                    || same(&choice.label)
                    || same(&choice.label_word())
                    || same(&choice.label_word().replace('-', "_"))
            })
        };
        exact.or_else(close)
    }

    /// The key that a word means; a word that means none is itself, for the server to refuse.
    pub fn choice_key(&self, word: &str) -> Json {
        self.choice(word).map_or_else(|| word.into(), |choice| choice.key.clone())
    }

    pub fn filters_by(&self, lookup: &str) -> bool {
        !self.write_only && self.lookups.iter().any(|known| known == lookup)
    }
}

/// Words with hyphens, as commands and flags have them.
pub fn kebab(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        if letter.is_alphanumeric() {
            out.extend(letter.to_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_of_the_server_is_understood() {
        let model = Model::parse(include_bytes!("../../../docs/golden/model.json")).expect("a model document");
        let asset = model.by_word("asset").expect("assets");
        assert_eq!(asset.path, "assets");
        assert_eq!(asset.item("1"), "/api/assets/1/");
        assert_eq!(asset.field("type").map(|field| field.kind), Some(Kind::Choice));
        assert_eq!(asset.field("owner").and_then(|field| field.target.as_deref()), Some("actors"));
        assert_eq!(model.by_word("applied-controls").map(Resource::word).as_deref(), Some("applied-control"));
        let endpoint = model.by_word("webhook-endpoint").expect("endpoints");
        assert_eq!((endpoint.path.as_str(), endpoint.several().as_str()), ("webhooks/endpoints", "webhook endpoints"));
        let unknown = model.resources().iter().flat_map(|resource| &resource.fields).any(|f| f.kind == Kind::Other);
        assert!(!unknown, "every kind of today is known");
        let mut words: Vec<String> = model.resources().iter().map(Resource::word).collect();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), model.resources().len(), "each resource has a command of its own");
    }

    #[test]
    fn what_is_new_does_no_harm() {
        let text = br#"{"resources": {"moons": {"path": "moons", "name": "Moon", "orbit": 1,
            "fields": [{"name": "shape", "kind": "polygon", "corners": 4}]}}, "weather": []}"#;
        let model = Model::parse(text).expect("a model document");
        let moon = model.by_word("moon").expect("moons");
        assert_eq!(moon.fields[0].kind, Kind::Other);
        assert!(moon.has_history());
    }

    #[test]
    fn words_are_made_of_names() {
        assert_eq!(kebab("Applied control"), "applied-control");
        assert_eq!(kebab("to_review"), "to-review");
        assert_eq!(kebab("Risk (inherent)"), "risk-inherent");
    }

    #[test]
    fn choices_are_known_by_key_and_by_label() {
        let option = |key: &str, label: &str| Choice { key: key.into(), label: label.into() };
        let choices = vec![option("--", "Undefined"), option("in_progress", "In progress"), option("PR", "Primary")];
        let field = Field { choices, ..Field::default() };
        for (word, key) in [
            ("--", "--"),
            ("undefined", "--"),
            ("In progress", "in_progress"),
            ("in-progress", "in_progress"),
            ("pr", "PR"),
            ("unheard", "unheard"),
        ] {
            assert_eq!(field.choice_key(word), key);
        }
    }
}
