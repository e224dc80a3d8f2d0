//! TLS for outgoing connections: the roots of Mozilla, and those the operator adds.
//!
//! Certificates are always checked, against the name in the URL; there is no setting to skip it. A receiver with a
//! certificate of one's own is reached by adding its root.

use std::sync::Arc;

use cairn_tls::Trust;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;

use crate::target::Target;

/// The configuration that all connections share. `extra_roots` are PEM files, each with one certificate or more.
pub(crate) fn config(extra_roots: &[Vec<u8>]) -> Result<Arc<ClientConfig>, String> {
    let mut roots = cairn_tls::mozilla();
    extra_roots.iter().try_for_each(|pem| cairn_tls::add_pem(&mut roots, pem))?;
    cairn_tls::client(Trust::Name(roots), b"http/1.1").map(Arc::new)
}

/// What the receiver's certificate must be for.
pub(crate) fn server_name(target: &Target) -> Result<ServerName<'static>, String> {
    cairn_tls::server_name(target.host(), target.address())
}
