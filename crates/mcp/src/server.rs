//! The protocol: tools, resources, prompts and completion, each in terms of a desk.

use cairn_client::Client;
use rmcp::ErrorData;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult, CompletionInfo,
    ContentBlock, CustomRequest, CustomResult, ErrorCode, GetPromptRequestParams, GetPromptResponse, Implementation,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Reference, Resource as Listed,
    ResourceContents, ResourceTemplate, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::Value as Json;

use crate::desk::Office;
use crate::failure::{Failure, Result};
use crate::prompts;
use crate::tools::{self, Definition, TOOLS};
use crate::uri::{self, Place};

const INSTRUCTIONS: &str = include_str!("instructions.md");

/// The MCP server for one caller.
#[derive(Clone)]
pub struct Server {
    office: Office,
}

impl Server {
    /// All requests go through this client: its token decides what can be seen and done.
    pub fn new(client: Client) -> Self {
        Self { office: Office::new(client) }
    }

    async fn call(&self, tool: &Definition, arguments: Json) -> Result<Json> {
        let desk = self.office.desk().await?;
        tool.call(&desk, arguments).await
    }

    async fn read(&self, address: &str) -> Result<Json> {
        let desk = self.office.desk().await?;
        match Place::parse(address) {
            Some(Place::Model) => tools::overview(&desk).await,
            Some(Place::Kind(word)) => Ok(tools::describe_kind(&desk, desk.resource(&word)?)),
            Some(Place::Object(word, name)) => {
                let resource = desk.resource(&word)?;
                let id = desk.object(resource, &name).await?;
                let object = desk.client.get(&resource.item(id), &Vec::new()).await?;
                Ok(tools::shown_object(resource, &object, None))
            }
            None => {
                Err(Failure::new(format!("“{address}” is not a valid address; addresses look like cairn://asset/Name")))
            }
        }
    }

    async fn complete_object(&self, template: &str, begun: &str) -> Result<Vec<String>> {
        let desk = self.office.desk().await?;
        let Some(Place::Object(word, _)) = Place::parse(template) else { return Ok(Vec::new()) };
        let resource = desk.resource(&word)?;
        let found = desk.names().suggest(&resource.path, begun, 20).await?;
        Ok(found.into_iter().map(|candidate| candidate.name).collect())
    }

    async fn complete_prompt(&self, argument: &str, begun: &str) -> Result<Vec<String>> {
        if argument != prompts::DOMAIN {
            return Ok(Vec::new());
        }
        let desk = self.office.desk().await?;
        let found = desk.names().suggest(&desk.resource("folders")?.path, begun, 20).await?;
        Ok(found.into_iter().map(|candidate| candidate.name).collect())
    }
}

/// An error where the protocol has no place for one inside a response.
fn refused(failure: Failure) -> ErrorData {
    match failure.status {
        Some(404) => ErrorData::resource_not_found(failure.message, None),
        _ => ErrorData::invalid_params(failure.message, None),
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder();
        let capabilities = capabilities.enable_tools().enable_resources().enable_prompts().enable_completions().build();
        let mut this = Implementation::new("cairn", env!("CARGO_PKG_VERSION"));
        this.title = Some("Cairn".to_owned());
        ServerConfig::new(capabilities).with_server_info(this).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(Definition::describe).collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        Definition::find(name).map(Definition::describe)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = Definition::find(&request.name).ok_or_else(|| {
            let known: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
            let message = format!("there is no tool “{}”. Available: {}", request.name, known.join(", "));
            ErrorData::invalid_params(message, None)
        })?;
        let arguments = Json::Object(request.arguments.unwrap_or_default());
        let result = match self.call(tool, arguments).await {
            Ok(answer) => CallToolResult::success(vec![ContentBlock::text(answer.to_string())]),
            Err(failure) => CallToolResult::error(vec![ContentBlock::text(failure.message)]),
        };
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let desk = self.office.desk().await.map_err(refused)?;
        let overview = Listed::new(uri::of_model(), "model").with_title("What there is");
        let mut all = vec![overview.with_description("All resources, by module.").with_mime_type(JSON)];
        all.extend(desk.model.resources().iter().map(|resource| {
            let listed = Listed::new(uri::of_kind(resource), resource.word()).with_title(resource.name.clone());
            listed.with_description(resource.doc.clone()).with_mime_type(JSON)
        }));
        Ok(ListResourcesResult::with_all_items(all))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let desk = self.office.desk().await.map_err(refused)?;
        let template = |resource: &cairn_client::Resource| {
            let template = ResourceTemplate::new(uri::template(resource), resource.word());
            template.with_title(resource.name.clone()).with_description(resource.doc.clone()).with_mime_type(JSON)
        };
        Ok(ListResourceTemplatesResult::with_all_items(desk.model.resources().iter().map(template).collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let content = self.read(&request.uri).await.map_err(refused)?;
        let text = ResourceContents::TextResourceContents {
            uri: request.uri,
            mime_type: Some(JSON.to_owned()),
            text: content.to_string(),
            meta: None,
        };
        Ok(ReadResourceResult::new(vec![text]).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::all()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        Ok(prompts::filled(&request.name, &arguments).map_err(refused)?.into())
    }

    /// Handles unknown methods, and parameters that don't fit the method.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method;
        let Some((_, takes)) = TAKES.iter().find(|(known, _)| *known == method) else {
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method “{method}”"), None));
        };
        Err(ErrorData::invalid_params(format!("the parameters are not valid for {method}, which takes {takes}"), None))
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let begun = &request.argument.value;
        let values = match &request.r#ref {
            Reference::Resource(reference) => self.complete_object(&reference.uri, begun).await,
            Reference::Prompt(_) => self.complete_prompt(&request.argument.name, begun).await,
            _ => Ok(Vec::new()),
        };
        let info = CompletionInfo::new(values.map_err(refused)?);
        Ok(CompleteResult::new(info.map_err(|message| ErrorData::internal_error(message, None))?))
    }
}

const JSON: &str = "application/json";

/// The parameters of methods whose parameters can be wrong.
const TAKES: [(&str, &str); 5] = [
    ("initialize", "a \"protocolVersion\", an object of \"capabilities\" and an object \"clientInfo\""),
    ("tools/call", "the \"name\" of a tool and an object of \"arguments\""),
    ("resources/read", "a \"uri\""),
    ("prompts/get", "the \"name\" of a prompt and an object of \"arguments\", each a text"),
    ("completion/complete", "a \"ref\" and an \"argument\" with \"name\" and \"value\""),
];
