//! TLS for outgoing connections: rustls with ring, the roots of Mozilla, and those the operator adds.
//!
//! Certificates are always checked, against the name in the URL; there is no setting to skip it. A receiver with a
//! certificate of one's own is reached by adding its root.

use std::net::IpAddr;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};

use crate::target::Target;

/// The configuration that all connections share. `extra_roots` are PEM files, each with one certificate or more.
pub(crate) fn config(extra_roots: &[Vec<u8>]) -> Result<Arc<ClientConfig>, String> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    for pem in extra_roots {
        let mut found = false;
        for certificate in CertificateDer::pem_slice_iter(pem) {
            let certificate = certificate.map_err(|error| format!("a root certificate is not valid PEM: {error}"))?;
            roots.add(certificate).map_err(|error| format!("a root certificate cannot be used: {error}"))?;
            found = true;
        }
        if !found {
            return Err("a file of root certificates contains none in PEM form".to_owned());
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| format!("TLS cannot be set up: {error}"))?;
    let mut config = config.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

/// What the receiver's certificate must be for.
pub(crate) fn server_name(target: &Target) -> Result<ServerName<'static>, String> {
    match target.address().map(|address: IpAddr| address.to_canonical()) {
        Some(address) => Ok(ServerName::from(address)),
        // Certificates and SNI know no dot at the end.
        None => ServerName::try_from(target.host().trim_end_matches('.').to_owned())
            .map_err(|_| format!("“{}” cannot be the name of a certificate", target.host())),
    }
}
