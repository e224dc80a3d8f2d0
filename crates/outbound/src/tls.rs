//! TLS for outgoing connections: Mozilla's roots and those the operator adds.
//!
//! Certificates are always verified against the name in the URL; no setting skips this. To reach a receiver with a
//! private certificate, add its root.

use std::sync::Arc;

use cairn_tls::Trust;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;

use crate::target::Target;

/// The configuration shared by all connections. `extra_roots` are PEM files with one or more certificates each.
pub(crate) fn config(extra_roots: &[Vec<u8>]) -> Result<Arc<ClientConfig>, String> {
    let mut roots = cairn_tls::mozilla();
    extra_roots.iter().try_for_each(|pem| cairn_tls::add_pem(&mut roots, pem))?;
    cairn_tls::client(Trust::Name(roots), b"http/1.1").map(Arc::new)
}

/// The name that the receiver's certificate must be valid for.
pub(crate) fn server_name(target: &Target) -> Result<ServerName<'static>, String> {
    cairn_tls::server_name(target.host(), target.address())
}
