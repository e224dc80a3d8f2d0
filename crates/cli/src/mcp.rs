//! `cairn mcp`: the MCP server that desktop assistants start.

use clap::Args;

use crate::connection::{Connection, Wanted};
use crate::failure::{Failure, Result};

/// Run an MCP server for AI assistants over standard input and output.
#[derive(Debug, Args)]
#[command(
    after_long_help = "Your assistant starts this command; there is nothing to type. It acts with your permissions, or those of CAIRN_TOKEN. With a propose-only token, every change waits for approval.\n\n\
    In the settings of the assistant:\n  \
    {\"mcpServers\": {\"cairn\": {\"command\": \"cairn\", \"args\": [\"mcp\"]}}}\n\n\
    Without `cairn login` on that machine:\n  \
    {\"mcpServers\": {\"cairn\": {\"command\": \"cairn\", \"args\": [\"mcp\"],\n    \
    \"env\": {\"CAIRN_URL\": \"https://cairn.example.com\", \"CAIRN_TOKEN\": \"…\"}}}}"
)]
pub struct Mcp {
    /// The profile to use instead of the current one.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
}

impl Mcp {
    pub async fn run(self, wanted: Wanted) -> Result {
        let connection = Connection::open(&Wanted { profile: self.profile.or(wanted.profile), url: wanted.url })?;
        let served = cairn_mcp::serve_stdio(connection.client).await;
        served.map_err(|error| Failure::other(format!("the assistant closed the connection: {error}")))
    }
}
