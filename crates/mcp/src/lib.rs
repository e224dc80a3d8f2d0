//! Cairn for AI assistants, over the Model Context Protocol.
//!
//! A dozen tools use the public API and nothing else: the model document tells them which resources exist, and they see
//! and change what the token's owner may. The same code serves `cairn mcp` over standard input and output, and
//! `/mcp` on the server, which passes its own API as a [`Carrier`](cairn_client::Carrier).
//!
//! No tool reads a file or contacts another host. What people wrote into objects is returned under `untrusted_data`, so
//! that an assistant can tell it from what Cairn says.

mod answer;
mod desk;
mod failure;
mod http;
mod prompts;
mod server;
mod stdio;
mod tools;
mod uri;
mod values;

pub use http::answer as answer_http;
pub use server::Server;

use cairn_client::Client;
use rmcp::ServiceExt;

/// Serves standard input and output until the client disconnects.
pub async fn serve_stdio(client: Client) -> std::io::Result<()> {
    let (read, write) = rmcp::transport::stdio();
    let running = Server::new(client).serve(stdio::Lines::new(read, write)).await.map_err(std::io::Error::other)?;
    running.waiting().await.map_err(std::io::Error::other)?;
    Ok(())
}
