//! One operation of the API: the resources' own are made here too, so that fixed routes, such as
//! signing in, are described in the same words as everything else.

use serde_json::{Map, Value as Json, json};

use super::problems;

/// A method on a path.
#[derive(Debug, Clone)]
pub struct Operation {
    pub method: Method,
    /// From the root, with the slash at its end: `/api/iam/login/`. What stands in braces is a
    /// parameter.
    pub path: String,
    pub operation_id: String,
    pub tag: String,
    pub summary: String,
    pub description: String,
    /// Parameter objects of OpenAPI, or references to them. Those of the path may be left out.
    pub parameters: Vec<Json>,
    pub request: Option<Content>,
    /// Another way to write the body.
    pub form: Option<Content>,
    /// Whether a request without a body is an error.
    pub request_required: bool,
    pub response: Option<Content>,
    /// Other media types that the answer may have.
    pub or_responses: Vec<Content>,
    /// The status of success; 204 is for an operation without an answer.
    pub status: u16,
    /// Whether it answers callers who are not signed in.
    pub public: bool,
    /// Problems beside those that follow from the rest.
    pub problems: Vec<u16>,
    /// Answers with an `ETag`.
    pub etag: bool,
    /// Takes `If-Match`, and so may answer 412.
    pub if_match: bool,
    /// Takes an `Idempotency-Key`.
    pub idempotent: bool,
    /// Can answer as of an earlier instant.
    pub as_of: bool,
    /// Can be read or run in a what-if draft.
    pub draft: bool,
    /// Is kept as a proposal for a token that may only propose.
    pub proposable: bool,
    /// Answers with the address of what it shows.
    pub location: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

/// A body: its media type and its shape.
#[derive(Debug, Clone)]
pub struct Content {
    pub media_type: String,
    pub schema: Json,
    pub example: Option<Json>,
}

impl Method {
    /// The key in a path item.
    pub const fn word(self) -> &'static str {
        match self {
            Method::Get => "get",
            Method::Post => "post",
            Method::Put => "put",
            Method::Patch => "patch",
            Method::Delete => "delete",
        }
    }
}

impl Content {
    pub fn json(schema: Json) -> Self {
        Self::of("application/json", schema)
    }

    pub fn of(media_type: &str, schema: Json) -> Self {
        Self { media_type: media_type.to_owned(), schema, example: None }
    }

    fn render(&self) -> Json {
        let mut body = json!({ "schema": self.schema });
        if let Some(example) = &self.example {
            body["example"] = example.clone();
        }
        json!({ self.media_type.as_str(): body })
    }
}

impl Operation {
    pub fn new(method: Method, path: impl Into<String>, id: impl Into<String>, tag: impl Into<String>) -> Self {
        Self {
            method,
            path: path.into(),
            operation_id: id.into(),
            tag: tag.into(),
            summary: String::new(),
            description: String::new(),
            parameters: Vec::new(),
            request: None,
            form: None,
            request_required: true,
            response: None,
            or_responses: Vec::new(),
            status: 204,
            public: false,
            problems: Vec::new(),
            etag: false,
            if_match: false,
            idempotent: false,
            as_of: false,
            draft: false,
            proposable: false,
            location: false,
        }
    }

    #[must_use]
    pub fn summary(mut self, text: impl Into<String>) -> Self {
        self.summary = text.into();
        self
    }

    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = text.into();
        self
    }

    #[must_use]
    pub fn query(mut self, name: &str, doc: &str, schema: &Json, required: bool) -> Self {
        self.parameters.push(super::parameters::query(name, doc, schema, required));
        self
    }

    #[must_use]
    pub fn header(mut self, name: &str, doc: &str, required: bool) -> Self {
        self.parameters.push(json!({
            "name": name, "in": "header", "description": doc, "required": required, "schema": { "type": "string" },
        }));
        self
    }

    /// Parameters that are already OpenAPI objects.
    #[must_use]
    pub fn with_parameters(mut self, parameters: impl IntoIterator<Item = Json>) -> Self {
        self.parameters.extend(parameters);
        self
    }

    #[must_use]
    pub fn request(mut self, content: Content) -> Self {
        self.request = Some(content);
        self
    }

    #[must_use]
    pub fn or_form(mut self, content: Content) -> Self {
        self.form = Some(content);
        self
    }

    /// The body may be left out.
    #[must_use]
    pub fn optional_request(mut self) -> Self {
        self.request_required = false;
        self
    }

    /// The answer of success, with status 200 unless another is set after.
    #[must_use]
    pub fn response(mut self, content: Content) -> Self {
        self.response = Some(content);
        self.status = 200;
        self
    }

    /// The answer may have another media type, as well.
    #[must_use]
    pub fn or_response(mut self, content: Content) -> Self {
        self.or_responses.push(content);
        self
    }

    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    #[must_use]
    pub fn public(mut self) -> Self {
        self.public = true;
        self
    }

    #[must_use]
    pub fn problem(mut self, status: u16) -> Self {
        self.problems.push(status);
        self
    }

    #[must_use]
    pub fn etag(mut self) -> Self {
        self.etag = true;
        self
    }

    #[must_use]
    pub fn if_match(mut self) -> Self {
        self.if_match = true;
        self
    }

    #[must_use]
    pub fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    #[must_use]
    pub fn as_of(mut self, can: bool) -> Self {
        (self.as_of, self.draft) = (can, can);
        self
    }

    /// What can be read of the past can be read in a draft, unless this says otherwise; changes say it for themselves.
    #[must_use]
    pub fn draft(mut self, can: bool) -> Self {
        self.draft = can;
        self
    }

    #[must_use]
    pub fn location(mut self) -> Self {
        self.location = true;
        self
    }

    #[must_use]
    pub fn proposable(mut self, can: bool) -> Self {
        self.proposable = can;
        self
    }

    /// The names in braces in the path.
    pub fn path_parameters(&self) -> impl Iterator<Item = &str> {
        self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }

    pub(super) fn render(&self) -> Json {
        let mut operation = json!({ "operationId": self.operation_id, "tags": [self.tag], "summary": self.summary });
        if !self.description.is_empty() {
            operation["description"] = self.description.as_str().into();
        }
        let parameters = self.all_parameters();
        if !parameters.is_empty() {
            operation["parameters"] = parameters.into();
        }
        if let Some(content) = &self.request {
            let mut written = content.render();
            if let Some(form) = &self.form {
                written[form.media_type.as_str()] = form.render()[form.media_type.as_str()].take();
            }
            operation["requestBody"] = json!({ "required": self.request_required, "content": written });
        }
        operation["responses"] = self.responses();
        if self.public {
            operation["security"] = json!([]);
        }
        operation
    }

    /// The names of the parameters that its address may carry.
    pub fn query_names(&self) -> Vec<String> {
        let general = super::parameters::general();
        let resolved = |parameter: Json| match parameter["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            Some(component) => general[component].clone(),
            None => parameter,
        };
        let queries = self.all_parameters().into_iter().map(resolved).filter(|parameter| parameter["in"] == "query");
        queries.filter_map(|parameter| parameter["name"].as_str().map(str::to_owned)).collect()
    }

    fn all_parameters(&self) -> Vec<Json> {
        let given =
            |name: &str| self.parameters.iter().any(|parameter| parameter["in"] == "path" && parameter["name"] == name);
        let mut all: Vec<Json> = self
            .path_parameters()
            .filter(|name| !given(name))
            .map(|name| match name {
                "id" => json!({ "$ref": "#/components/parameters/Id" }),
                _ => json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }),
            })
            .collect();
        all.extend(self.parameters.iter().cloned());
        if self.as_of {
            all.push(json!({ "$ref": "#/components/parameters/AsOf" }));
        }
        if self.draft {
            let name = if self.method == Method::Get { "Draft" } else { "IntoDraft" };
            all.push(json!({ "$ref": format!("#/components/parameters/{name}") }));
        }
        if self.if_match {
            all.push(json!({ "$ref": "#/components/parameters/IfMatch" }));
        }
        if self.idempotent {
            all.push(json!({ "$ref": "#/components/parameters/IdempotencyKey" }));
        }
        all
    }

    fn responses(&self) -> Json {
        let mut success = json!({ "description": problems::success(self.status) });
        let headers = [("ETag", self.etag), ("Cairn-As-Of", self.as_of), ("Cairn-Draft", self.draft)];
        for (name, _) in headers.iter().filter(|(_, has)| *has) {
            success["headers"][*name] = json!({ "$ref": format!("#/components/headers/{}", name.replace('-', "")) });
        }
        if self.location {
            let doc = "Where to check the progress.";
            success["headers"]["Location"] = json!({ "description": doc, "schema": { "type": "string" } });
        }
        if let Some(content) = &self.response {
            success["content"] = content.render();
        }
        for content in &self.or_responses {
            success["content"][content.media_type.as_str()] = content.render()[content.media_type.as_str()].take();
        }
        let mut responses = Map::from_iter([(self.status.to_string(), success)]);
        if self.proposable {
            responses.insert("202".to_owned(), json!({ "$ref": "#/components/responses/Proposed" }));
        }
        for (status, reference) in problems::of(self) {
            responses.insert(status, reference);
        }
        responses.into()
    }
}
