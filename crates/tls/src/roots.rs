//! Whom to trust: Mozilla's list, the machine's, or what an operator names.

use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

/// Mozilla's list, which is part of the binary.
pub fn mozilla() -> RootCertStore {
    RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() }
}

/// What this machine trusts, or what `SSL_CERT_FILE` names; Mozilla's list where the machine knows none.
pub fn machine() -> Result<RootCertStore, String> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(found.certs);
    if !roots.is_empty() {
        return Ok(roots);
    }
    if std::env::var_os("SSL_CERT_FILE").is_some() {
        let why = found.errors.first().map_or_else(|| "it has no certificate".to_owned(), ToString::to_string);
        return Err(format!("SSL_CERT_FILE cannot be used: {why}"));
    }
    Ok(mozilla())
}

/// Adds the certificates of a PEM file, which has one or more.
pub fn add_pem(roots: &mut RootCertStore, pem: &[u8]) -> Result<(), String> {
    let mut found = false;
    for certificate in CertificateDer::pem_slice_iter(pem) {
        let certificate = certificate.map_err(|error| format!("a root certificate is not valid PEM: {error}"))?;
        roots.add(certificate).map_err(|error| format!("a root certificate cannot be used: {error}"))?;
        found = true;
    }
    if found { Ok(()) } else { Err("a file of root certificates contains none in PEM form".to_owned()) }
}
