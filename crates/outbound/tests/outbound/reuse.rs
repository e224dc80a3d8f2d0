//! Connections are kept, for their own origin, for a while.

use std::time::Duration;

use cairn_outbound::{Client, Settings, Target};
use tokio::io::AsyncWriteExt;

use crate::support::{Expect, OK, Receiver, Script, local, outgoing, policy, post, quick, read_request};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_posts_take_one_connection_and_one_look_up() {
    let receiver = Receiver::answering(OK).await;
    let resolver = Script::new(&[&["127.0.0.1"]]);
    let client = Client::new(policy(&["127.0.0.1"]), resolver.clone(), quick()).unwrap();
    let url = format!("http://hooks.example:{}/", receiver.address.port());
    for n in 0..100 {
        let outcome = post(&client, &url).await;
        assert_eq!((outcome.response().status, &outcome.response().body[..]), (200, &b"ok"[..]));
        assert_eq!(outcome.phases.connect.is_some(), n == 0);
        assert_eq!(outcome.remote, Some(receiver.address));
    }
    assert_eq!((receiver.accepted(), resolver.asked()), (1, 1));
}

#[tokio::test]
async fn posts_at_once_share_what_they_opened() {
    let receiver = Receiver::answering(OK).await;
    let client = local();
    let target = Target::parse(&receiver.url(), client.policy()).unwrap();
    for _ in 0..10 {
        let (a, b, c) = tokio::join!(
            client.send(outgoing(&target)),
            client.send(outgoing(&target)),
            client.send(outgoing(&target))
        );
        for outcome in [a, b, c] {
            assert_eq!(outcome.response().status, 200);
        }
    }
    assert_eq!(receiver.accepted(), 3);
}

#[tokio::test]
async fn another_host_at_the_same_address_gets_its_own_connection() {
    let receiver = Receiver::answering(OK).await;
    let resolver = Script::new(&[&["127.0.0.1"]]);
    let client = Client::new(policy(&["127.0.0.1"]), resolver.clone(), quick()).unwrap();
    for host in ["a.example", "b.example", "127.0.0.1", "a.example", "b.example", "127.0.0.1"] {
        post(&client, &format!("http://{host}:{}/", receiver.address.port())).await.response();
    }
    assert_eq!((receiver.accepted(), resolver.asked()), (3, 2));
}

#[tokio::test]
async fn a_connection_that_was_closed_while_idle_is_replaced() {
    // Answers once as if the connection stayed, then closes it.
    let receiver = Receiver::start(|mut stream| async move {
        read_request(&mut stream).await;
        stream.write_all(OK.as_bytes()).await.ok();
    })
    .await;
    let client = local();
    for _ in 0..5 {
        post(&client, &receiver.url()).await.response();
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(receiver.accepted(), 5);
}

#[tokio::test]
async fn idle_and_old_connections_are_closed() {
    let short = Duration::from_millis(60);
    for settings in [Settings { idle_timeout: short, ..quick() }, Settings { max_age: short, ..quick() }] {
        let receiver = Receiver::answering(OK).await;
        let client = Client::new(policy(&["127.0.0.1"]), Script::new(&[&[]]), settings).unwrap();
        post(&client, &receiver.url()).await.response();
        tokio::time::sleep(short * 2).await;
        post(&client, &receiver.url()).await.response();
        assert_eq!(receiver.accepted(), 2);
    }
}

#[tokio::test]
async fn an_idle_connection_is_closed_though_nobody_asks_again() {
    let (tell, mut closed) = tokio::sync::mpsc::unbounded_channel();
    let receiver = Receiver::start(move |mut stream| {
        let tell = tell.clone();
        async move {
            while read_request(&mut stream).await.is_some() {
                stream.write_all(OK.as_bytes()).await.ok();
            }
            tell.send(()).ok();
        }
    })
    .await;
    let settings = Settings { idle_timeout: Duration::from_millis(60), ..quick() };
    let client = Client::new(policy(&["127.0.0.1"]), Script::new(&[&[]]), settings).unwrap();
    post(&client, &receiver.url()).await.response();
    tokio::time::timeout(Duration::from_secs(5), closed.recv()).await.expect("the connection is closed");
}
