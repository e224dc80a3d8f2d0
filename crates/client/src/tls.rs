//! TLS for an instance: the roots that this machine trusts, or Mozilla's where it knows none.

use std::sync::Arc;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};

use crate::address::Address;

/// Certificates are always checked; an instance with a certificate of its own is reached by trusting its root, on the
/// machine or with `SSL_CERT_FILE`.
pub fn config() -> Result<Arc<ClientConfig>, String> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        if std::env::var_os("SSL_CERT_FILE").is_some() {
            let why = found.errors.first().map_or_else(|| "it has no certificate".to_owned(), ToString::to_string);
            return Err(format!("SSL_CERT_FILE cannot be used: {why}"));
        }
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| format!("TLS cannot be set up: {error}"))?;
    let mut config = config.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

pub fn server_name(address: &Address) -> Result<ServerName<'static>, String> {
    match address.ip() {
        Some(ip) => Ok(ServerName::from(ip)),
        None => ServerName::try_from(address.host().trim_end_matches('.').to_owned())
            .map_err(|_| format!("“{}” cannot be the name of a certificate", address.host())),
    }
}
