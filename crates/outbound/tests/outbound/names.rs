//! Names: resolvers that change their minds, mixed answers, and the operator's list.

use std::io;
use std::time::Duration;

use cairn_outbound::{Client, FailureKind, Lookup, Resolver, Target};

use crate::support::{Expect, OK, Receiver, Script, outgoing, policy, post, quick, read_request};
use tokio::io::AsyncWriteExt;

const CLOSING: &str = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok";

#[tokio::test]
async fn a_name_that_moves_inside_between_two_connections_is_refused() {
    let receiver = Receiver::answering(CLOSING).await;
    let inside = Receiver::start_at(&format!("127.0.0.2:{}", receiver.address.port()), |_| async {}).await;
    let resolver = Script::new(&[&["127.0.0.1"], &["127.0.0.2"]]);
    let client = Client::new(policy(&["127.0.0.1"]), resolver.clone(), quick()).unwrap();
    let url = format!("http://moves.example:{}/", receiver.address.port());
    let target = Target::parse(&url, client.policy()).unwrap();
    assert_eq!(resolver.asked(), 0, "saving looks nothing up");
    let outcome = client.send(outgoing(&target)).await;
    assert_eq!((outcome.response().status, outcome.remote), (200, Some(receiver.address)));
    assert_eq!(resolver.asked(), 1, "one look-up for one connection");
    let outcome = client.send(outgoing(&target)).await;
    outcome.failure(FailureKind::Refused);
    assert_eq!((resolver.asked(), inside.accepted(), receiver.accepted()), (2, 0, 1));
}

#[tokio::test]
async fn what_was_judged_is_what_is_dialled() {
    // A resolver that would answer with another address if it were asked again, as in an attack by rebinding.
    let receiver = Receiver::answering(OK).await;
    let inside = Receiver::start_at(&format!("127.0.0.2:{}", receiver.address.port()), |_| async {}).await;
    let resolver = Script::new(&[&["127.0.0.1"], &["127.0.0.2"]]);
    let client = Client::new(policy(&["127.0.0.0/8"]), resolver.clone(), quick()).unwrap();
    let url = format!("http://rebinds.example:{}/", receiver.address.port());
    for _ in 0..5 {
        assert_eq!(post(&client, &url).await.remote, Some(receiver.address));
    }
    assert_eq!((resolver.asked(), receiver.accepted(), inside.accepted()), (1, 1, 0));
}

#[tokio::test]
async fn a_mixed_answer_is_refused_whole() {
    let receiver = Receiver::answering(OK).await;
    let url = format!("http://mixed.example:{}/", receiver.address.port());
    for answer in [&["127.0.0.1", "10.0.0.1"][..], &["10.0.0.1", "127.0.0.1"], &["127.0.0.1", "::ffff:169.254.169.254"]]
    {
        let client = Client::new(policy(&["127.0.0.1"]), Script::new(&[answer]), quick()).unwrap();
        post(&client, &url).await.failure(FailureKind::Refused);
    }
    // With a public one too (in 2000::/3, but given to nobody). Nothing is dialled before everything is judged.
    for answer in [&["2d00::1", "127.0.0.1"][..], &["127.0.0.1", "2d00::1"]] {
        let client = Client::new(policy(&[]), Script::new(&[answer]), quick()).unwrap();
        let outcome = post(&client, &url).await;
        outcome.failure(FailureKind::Refused);
        assert_eq!((outcome.remote, outcome.phases.connect), (None, None));
    }
    assert_eq!(receiver.accepted(), 0);
}

#[tokio::test]
async fn the_list_opens_by_network_address_and_name() {
    let receiver = Receiver::answering(OK).await;
    let port = receiver.address.port();
    let url = format!("http://Hooks.Example.:{port}/");
    for entry in ["127.0.0.0/8", "127.0.0.1", "127.0.0.1/32", "hooks.example", &format!("hooks.example:{port}")] {
        let client = Client::new(policy(&[entry]), Script::new(&[&["127.0.0.1"]]), quick()).unwrap();
        assert_eq!(post(&client, &url).await.response().status, 200, "{entry}");
    }
    let before = receiver.accepted();
    for entry in ["127.0.0.2", "10.0.0.0/8", "0.0.0.0/0", "example", "other.example", "hooks.example:1", "127.0.0.1:1"]
    {
        let client = Client::new(policy(&[entry]), Script::new(&[&["127.0.0.1"]]), quick()).unwrap();
        post(&client, &url).await.failure(FailureKind::Refused);
    }
    assert_eq!(receiver.accepted(), before);
    // A name on the list does not open the metadata service, wherever it points.
    let client = Client::new(policy(&["hooks.example"]), Script::new(&[&["169.254.169.254"]]), quick()).unwrap();
    post(&client, &url).await.failure(FailureKind::Refused);
}

#[tokio::test]
async fn the_next_address_is_tried_when_one_is_dead() {
    let receiver = Receiver::answering(OK).await;
    let resolver = Script::new(&[&["127.0.0.9", "127.0.0.1"]]);
    let client = Client::new(policy(&["127.0.0.0/8"]), resolver.clone(), quick()).unwrap();
    let outcome = post(&client, &format!("http://two.example:{}/", receiver.address.port())).await;
    assert_eq!((outcome.response().status, outcome.remote), (200, Some(receiver.address)));
    assert_eq!(resolver.asked(), 1);
}

#[tokio::test]
async fn the_host_header_is_the_name_and_not_the_address() {
    let receiver = Receiver::start(|mut stream| async move {
        let request = read_request(&mut stream).await.unwrap();
        let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{request}", request.len());
        stream.write_all(answer.as_bytes()).await.ok();
    })
    .await;
    let client = Client::new(policy(&["127.0.0.1"]), Script::new(&[&["127.0.0.1"]]), quick()).unwrap();
    let port = receiver.address.port();
    let outcome = post(&client, &format!("http://Hooks.Example:{port}/a%20b?c=d#e")).await;
    let request = String::from_utf8(outcome.response().body.to_vec()).unwrap();
    assert!(request.starts_with("POST /a%20b?c=d HTTP/1.1\r\n"), "{request}");
    for line in [
        format!("host: hooks.example:{port}"),
        format!("user-agent: {}", cairn_outbound::USER_AGENT),
        "content-type: application/json".to_owned(),
        "content-length: 7".to_owned(),
    ] {
        assert!(request.lines().any(|given| given == line), "{line} in {request}");
    }
    assert!(request.ends_with("\r\n\r\n{\"a\":1}"), "{request}");
    assert!(outcome.phases.dns.is_some() && outcome.phases.connect.is_some() && outcome.phases.first_byte.is_some());
}

struct Broken(Option<io::ErrorKind>);

impl Resolver for Broken {
    fn resolve<'a>(&'a self, _host: &'a str) -> Lookup<'a> {
        Box::pin(async move {
            match self.0 {
                Some(kind) => Err(kind.into()),
                None => std::future::pending().await,
            }
        })
    }
}

#[tokio::test]
async fn a_look_up_that_fails_or_never_ends_is_told_apart() {
    let with = |broken| Client::new(policy(&[]), std::sync::Arc::new(broken), quick()).unwrap();
    post(&with(Broken(Some(io::ErrorKind::NotFound))), "http://h.example/").await.failure(FailureKind::Dns);
    let outcome = post(&with(Broken(None)), "http://h.example/").await;
    assert!(outcome.failure(FailureKind::Timeout).message.contains("looking up"));
    assert!(outcome.phases.dns.unwrap() >= Duration::from_millis(300) && outcome.duration < Duration::from_secs(2));
    let empty = Client::new(policy(&[]), Script::new(&[&[]]), quick()).unwrap();
    post(&empty, "http://h.example/").await.failure(FailureKind::Dns);
}
