//! TLS as every part of Cairn speaks it: rustls with ring. Whoever opens a connection says whom it trusts.
//!
//! It is set up here alone, so that no part brings another library for it, and none checks less than the others.

mod roots;
mod trust;

use std::net::IpAddr;
use std::sync::Arc;

use rustls::ClientConfig;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::ServerName;

pub use rustls::RootCertStore;

pub use roots::{add_pem, machine, mozilla};
pub use trust::Trust;

/// How a client speaks TLS: whom it trusts, and which protocol it wants to speak inside.
pub fn client(trust: Trust, protocol: &[u8]) -> Result<ClientConfig, String> {
    let provider = provider();
    let config = ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .map_err(|error| format!("TLS cannot be set up: {error}"))?;
    let mut config = match trust {
        Trust::Name(roots) => config.with_root_certificates(roots).with_no_client_auth(),
        Trust::Issuer(roots) => {
            config.dangerous().with_custom_certificate_verifier(trust::issuer(roots, provider)?).with_no_client_auth()
        }
        Trust::Anyone => {
            config.dangerous().with_custom_certificate_verifier(trust::anyone(provider)).with_no_client_auth()
        }
    };
    config.alpn_protocols = vec![protocol.to_vec()];
    Ok(config)
}

/// What the certificate of the other side must be for.
pub fn server_name(host: &str, ip: Option<IpAddr>) -> Result<ServerName<'static>, String> {
    match ip {
        Some(ip) => Ok(ServerName::from(ip.to_canonical())),
        // Certificates and SNI know no dot at the end.
        None => ServerName::try_from(host.trim_end_matches('.').to_owned())
            .map_err(|_| format!("“{host}” cannot be the name of a certificate")),
    }
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}
