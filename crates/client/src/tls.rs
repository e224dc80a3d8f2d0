//! TLS for an instance: the roots that this machine trusts.

use std::sync::Arc;

use cairn_tls::Trust;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;

use crate::address::Address;

/// Certificates are always checked; an instance with a certificate of its own is reached by trusting its root, on the
/// machine or with `SSL_CERT_FILE`.
pub fn config() -> Result<Arc<ClientConfig>, String> {
    cairn_tls::client(Trust::Name(cairn_tls::machine()?), b"http/1.1").map(Arc::new)
}

pub fn server_name(address: &Address) -> Result<ServerName<'static>, String> {
    cairn_tls::server_name(address.host(), address.ip())
}
