//! Cairn for AI assistants, by the Model Context Protocol.
//!
//! A dozen tools speak to the public API and to nothing else: they learn from the model document which resources there
//! are, and they see and change what the token's owner may. The same code serves both ways in, `cairn mcp` over standard
//! input and output, and `/mcp` on the server, which hands its own API in as a [`Carrier`](cairn_client::Carrier).
//!
//! No tool reads a file or asks another host. What people wrote into objects comes back under `untrusted_data`, so that
//! an assistant can tell it from what Cairn says.

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

/// Speaks over standard input and output until the other side hangs up.
pub async fn serve_stdio(client: Client) -> std::io::Result<()> {
    let (read, write) = rmcp::transport::stdio();
    let running = Server::new(client).serve(stdio::Lines::new(read, write)).await.map_err(std::io::Error::other)?;
    running.waiting().await.map_err(std::io::Error::other)?;
    Ok(())
}
