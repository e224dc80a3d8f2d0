//! TLS: certificates are checked against the operator's roots and the name in the URL.

use std::sync::Arc;

use cairn_outbound::{Client, FailureKind, Settings};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use tokio::io::AsyncWriteExt;
use tokio_rustls::TlsAcceptor;

use crate::support::{Expect, OK, Receiver, Script, policy, post, quick, read_request};

/// An authority of our own, and a receiver with a certificate from it for these names.
async fn authority(names: &[&str]) -> (Vec<u8>, Receiver) {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let root = params.self_signed(&key).unwrap().pem().into_bytes();
    let issuer = Issuer::new(params, key);

    let key = KeyPair::generate().unwrap();
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let certificate = CertificateParams::new(names).unwrap().signed_by(&key, &issuer).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], PrivateKeyDer::Pkcs8(key.serialize_der().into()))
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let receiver = Receiver::start(move |stream| {
        let acceptor = acceptor.clone();
        async move {
            let Ok(mut stream) = acceptor.accept(stream).await else { return };
            while read_request(&mut stream).await.is_some() {
                stream.write_all(OK.as_bytes()).await.ok();
            }
        }
    })
    .await;
    (root, receiver)
}

fn client(roots: &[&[u8]]) -> Client {
    let settings = Settings { extra_roots: roots.iter().map(|root| root.to_vec()).collect(), ..quick() };
    Client::new(policy(&["127.0.0.1"]), Script::new(&[&["127.0.0.1"]]), settings).unwrap()
}

#[tokio::test]
async fn a_root_of_ones_own_is_trusted_when_it_is_given() {
    let (root, receiver) = authority(&["hooks.example", "127.0.0.1"]).await;
    let client = client(&[&root]);
    let port = receiver.address.port();
    for _ in 0..10 {
        let outcome = post(&client, &format!("https://hooks.example:{port}/")).await;
        assert_eq!(outcome.response().status, 200);
    }
    assert_eq!(receiver.accepted(), 1, "TLS connections are kept too");
    let outcome = post(&client, &format!("https://hooks.example.:{port}/")).await;
    assert_eq!(outcome.response().status, 200);
    assert!(outcome.phases.tls.is_some());
    assert_eq!(post(&client, &format!("https://0x7f.1:{port}/")).await.response().status, 200);
}

#[tokio::test]
async fn an_unknown_root_is_refused() {
    let (_, receiver) = authority(&["hooks.example"]).await;
    let (other, _) = authority(&["hooks.example"]).await;
    let url = format!("https://hooks.example:{}/", receiver.address.port());
    for client in [client(&[]), client(&[&other])] {
        let outcome = post(&client, &url).await;
        let failure = outcome.failure(FailureKind::Tls);
        assert!(failure.message.contains("“hooks.example”"), "{failure}");
        assert_eq!(outcome.remote, Some(receiver.address));
    }
}

#[tokio::test]
async fn a_certificate_for_another_name_is_refused() {
    let (root, receiver) = authority(&["other.example"]).await;
    let client = client(&[&root]);
    for host in ["hooks.example", "127.0.0.1", "a.other.example"] {
        let outcome = post(&client, &format!("https://{host}:{}/", receiver.address.port())).await;
        outcome.failure(FailureKind::Tls);
    }
}

#[tokio::test]
async fn roots_that_cannot_be_read_are_told_at_the_start() {
    for pem in [&b"nothing"[..], b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", b""] {
        let settings = Settings { extra_roots: vec![pem.to_vec()], ..quick() };
        Client::new(policy(&[]), Script::new(&[&[]]), settings).err().expect("it is refused");
    }
}
