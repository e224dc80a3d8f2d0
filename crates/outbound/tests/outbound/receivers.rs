//! Receivers that misbehave: each attempt ends in time, with a bounded answer, and the next one works.

use std::sync::Arc;
use std::time::Duration;

use cairn_outbound::{Client, FailureKind, Outgoing, Target};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, mpsc};

use crate::support::{Expect, OK, Receiver, Script, local, outgoing, policy, post, post_within, quick, read_request};

const SHORT: Duration = Duration::from_millis(300);

/// Writes `begin` and then `more` until the other side hangs up, with a pause between.
async fn pour(mut stream: TcpStream, begin: &str, more: &[u8], pause: Duration) {
    read_request(&mut stream).await;
    let mut result = stream.write_all(begin.as_bytes()).await;
    while result.is_ok() {
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        result = stream.write_all(more).await;
    }
}

#[tokio::test]
async fn endless_headers_are_too_large() {
    for more in ["x: y\r\n".repeat(100), "x".repeat(4096)] {
        let receiver = Receiver::start(move |stream| {
            let more = more.clone();
            async move { pour(stream, "HTTP/1.1 200 OK\r\nx: ", more.as_bytes(), Duration::ZERO).await }
        })
        .await;
        let outcome = post(&local(), &receiver.url()).await;
        outcome.failure(FailureKind::TooLarge);
        assert_eq!(outcome.remote, Some(receiver.address));
    }
}

#[tokio::test]
async fn headers_up_to_the_limit_are_read_and_cut() {
    let answer = format!("HTTP/1.1 200 OK\r\nx: {}\r\ncontent-length: 0\r\n\r\n", "y".repeat(60_000));
    let receiver = Receiver::answering(answer).await;
    let outcome = post(&local(), &receiver.url()).await;
    let response = outcome.response();
    assert!(response.headers_truncated && !response.truncated);
    assert!(response.headers.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>() <= 4096);
}

#[tokio::test]
async fn an_endless_body_is_cut_and_the_connection_closed() {
    for begin in [
        "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
    ] {
        let more =
            if begin.contains("chunked") { format!("400\r\n{}\r\n", "z".repeat(1024)) } else { "z".repeat(1024) };
        let (tell, mut ended) = mpsc::unbounded_channel();
        let receiver = Receiver::start(move |stream| {
            let (more, tell) = (more.clone(), tell.clone());
            async move {
                pour(stream, begin, more.as_bytes(), Duration::ZERO).await;
                tell.send(()).ok();
            }
        })
        .await;
        let client = local();
        let outcome = post(&client, &receiver.url()).await;
        let response = outcome.response();
        assert_eq!((response.status, response.body.len(), response.truncated), (200, 16 * 1024, true));
        assert!(response.body.iter().all(|byte| *byte == b'z'));
        assert!(outcome.duration < Duration::from_secs(3), "it is not drained to the end: {:?}", outcome.duration);
        tokio::time::timeout(Duration::from_secs(5), ended.recv()).await.expect("the connection is closed");
        post(&client, &receiver.url()).await.response();
        assert_eq!(receiver.accepted(), 2);
    }
}

#[tokio::test]
async fn a_body_that_ends_within_64_kib_is_drained_and_its_connection_kept() {
    let body = "b".repeat(60 * 1024);
    let receiver =
        Receiver::answering(format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len())).await;
    let client = local();
    for _ in 0..3 {
        let outcome = post(&client, &receiver.url()).await;
        assert_eq!((outcome.response().body.len(), outcome.response().truncated), (16 * 1024, true));
    }
    assert_eq!(receiver.accepted(), 1);
}

#[tokio::test]
async fn a_drop_at_a_time_ends_in_time() {
    // In the headers there is no status to go by; in the body there is, and it stands.
    for (begin, answered) in
        [("HTTP/1.1 200 OK\r\nx: ", false), ("", false), ("HTTP/1.1 201 Created\r\ncontent-length: 5000\r\n\r\n", true)]
    {
        let receiver = Receiver::start(move |stream| pour(stream, begin, b"H", Duration::from_millis(50))).await;
        let outcome = post_within(&local(), &receiver.url(), SHORT).await;
        if answered {
            let response = outcome.response();
            assert!(response.status == 201 && response.truncated && response.body.starts_with(b"H"));
        } else {
            // “HHH…” is no status line, which may be noticed before the time is up.
            let failure = outcome.result.as_ref().unwrap_err();
            assert!(matches!(failure.kind, FailureKind::Timeout | FailureKind::Protocol), "{failure}");
        }
    }
}

#[tokio::test]
async fn a_receiver_that_never_answers_times_out() {
    let (tell, mut ended) = mpsc::unbounded_channel();
    let receiver = Receiver::start(move |mut stream| {
        let tell = tell.clone();
        async move {
            while read_request(&mut stream).await.is_some() {}
            tell.send(()).ok();
        }
    })
    .await;
    let outcome = post_within(&local(), &receiver.url(), SHORT).await;
    assert!(outcome.failure(FailureKind::Timeout).message.contains("did not respond in time"));
    assert!(outcome.duration >= SHORT && outcome.remote == Some(receiver.address));
    tokio::time::timeout(Duration::from_secs(5), ended.recv()).await.expect("the connection is closed");
}

#[tokio::test]
async fn a_receiver_that_does_not_read_times_out_and_gets_no_more() {
    const SIZE: usize = 32 * 1024 * 1024;
    let (tell, mut heard) = mpsc::unbounded_channel();
    let wake = Arc::new(Notify::new());
    let woken = Arc::clone(&wake);
    let receiver = Receiver::start(move |mut stream| {
        let (tell, woken) = (tell.clone(), Arc::clone(&woken));
        async move {
            woken.notified().await;
            let (mut total, mut piece) = (0, vec![0; 65536]);
            while let Ok(count @ 1..) = stream.read(&mut piece).await {
                total += count;
            }
            tell.send(total).ok();
        }
    })
    .await;
    let client = local();
    let target = Target::parse(&receiver.url(), client.policy()).unwrap();
    let outcome = client.send(Outgoing { body: vec![b'x'; SIZE].into(), timeout: SHORT, ..outgoing(&target) }).await;
    outcome.failure(FailureKind::Timeout);
    assert!(outcome.duration < Duration::from_secs(3));
    wake.notify_one();
    let total = tokio::time::timeout(Duration::from_secs(5), heard.recv()).await.expect("the connection is closed");
    assert!(total.unwrap() < SIZE);
}

#[tokio::test]
async fn a_future_that_is_dropped_closes_its_connection() {
    let (tell, mut heard) = mpsc::unbounded_channel();
    let receiver = Receiver::start(move |mut stream| {
        let tell = tell.clone();
        async move {
            read_request(&mut stream).await;
            tell.send("request").ok();
            while stream.read(&mut [0; 64]).await.is_ok_and(|count| count > 0) {}
            tell.send("closed").ok();
        }
    })
    .await;
    let client = local();
    let target = Target::parse(&receiver.url(), client.policy()).unwrap();
    tokio::select! {
        _ = client.send(outgoing(&target)) => unreachable!("it never answers"),
        told = heard.recv() => assert_eq!(told, Some("request")),
    }
    let told = tokio::time::timeout(Duration::from_secs(5), heard.recv()).await.unwrap();
    assert_eq!(told, Some("closed"));
}

#[tokio::test]
async fn a_redirect_is_an_answer_and_is_not_followed() {
    let inside = Receiver::answering(OK).await;
    for status in [301, 302, 303, 307, 308] {
        let location = format!("HTTP/1.1 {status} Moved\r\nlocation: {}\r\ncontent-length: 0\r\n\r\n", inside.url());
        let receiver = Receiver::answering(location).await;
        let outcome = post(&local(), &receiver.url()).await;
        assert_eq!(outcome.response().status, status);
        assert!(outcome.response().headers.contains(&("location".to_owned(), inside.url())));
        assert_eq!(receiver.accepted(), 1);
    }
    assert_eq!(inside.accepted(), 0);
}

#[tokio::test]
async fn gzip_is_kept_as_it_came() {
    // The start of a stream that would grow a thousandfold.
    let packed = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3, 0xed, 0xc1, 1, 1, 0, 0, 0, 0x80, 0x90, 0xfe, 0xaf];
    let head = format!("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {}\r\n\r\n", packed.len());
    let answer = [head.as_bytes(), &packed].concat();
    let receiver = Receiver::answering(answer).await;
    let outcome = post(&local(), &receiver.url()).await;
    assert_eq!(outcome.response().body[..], packed);
    assert!(!outcome.response().truncated);
}

#[tokio::test]
async fn interim_responses_are_passed_over() {
    let interim = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n".repeat(20);
    let receiver = Receiver::answering(format!("{interim}{OK}")).await;
    let client = local();
    for _ in 0..2 {
        assert_eq!(post(&client, &receiver.url()).await.response().status, 200);
    }
    // Without end they run into the time limit.
    let receiver = Receiver::start(|stream| async {
        pour(stream, "", b"HTTP/1.1 103 Early Hints\r\n\r\n", Duration::from_millis(1)).await;
    })
    .await;
    post_within(&client, &receiver.url(), SHORT).await.failure(FailureKind::Timeout);
    // A switch of protocols that nobody asked for is a status like another, and the end of the connection.
    let receiver =
        Receiver::answering("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n").await;
    for _ in 0..2 {
        let outcome = post_within(&client, &receiver.url(), SHORT).await;
        assert!(outcome.result.as_ref().map_or(true, |response| response.status == 101), "{:?}", outcome.result);
    }
    assert_eq!(receiver.accepted(), 2);
}

#[tokio::test]
async fn what_is_not_http_is_a_failure() {
    for answer in [
        "SSH-2.0-OpenSSH_9.2\r\n",
        "\0\0\0\0\0\0\0\0",
        "HTTP/2.0 200 OK\r\n\r\n",
        "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nbad header\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
        "<html>",
    ] {
        let receiver = Receiver::answering(answer).await;
        let outcome = post_within(&local(), &receiver.url(), SHORT).await;
        outcome.failure(FailureKind::Protocol);
    }
}

#[tokio::test]
async fn a_receiver_that_closes_early_is_a_failure_until_it_has_answered() {
    for (answer, status) in [
        ("", None),
        ("HTTP/1.1 200", None),
        ("HTTP/1.1 200 OK\r\nx: y\r\n", None),
        ("HTTP/1.1 204 No Content\r\n\r\n", Some(204)),
        ("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf", Some(200)),
        ("HTTP/1.1 500 Oops\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n", Some(500)),
    ] {
        let receiver = Receiver::start(move |mut stream| async move {
            read_request(&mut stream).await;
            stream.write_all(answer.as_bytes()).await.ok();
        })
        .await;
        let outcome = post(&local(), &receiver.url()).await;
        if let Some(status) = status {
            let response = outcome.response();
            assert_eq!((response.status, response.truncated), (status, status != 204), "{answer}");
        } else {
            outcome.failure(FailureKind::Protocol);
        }
    }
}

#[tokio::test]
async fn a_closed_port_does_not_connect() {
    let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let outcome = post(&local(), &format!("http://{address}/")).await;
    let failure = outcome.failure(FailureKind::Connect);
    assert!(failure.message.contains("127.0.0.1"), "{failure}");
    assert_eq!(outcome.remote, Some(address));
}

#[tokio::test]
async fn a_plain_receiver_does_not_hold_up_tls() {
    let receiver = Receiver::start(|mut stream| async move { while stream.read(&mut [0; 64]).await.is_ok() {} }).await;
    let outcome = post(&local(), &format!("https://{}/", receiver.address)).await;
    assert!(outcome.failure(FailureKind::Timeout).message.contains("TLS"));
    assert!(outcome.duration < Duration::from_secs(3) && outcome.phases.tls.is_some());
    let receiver = Receiver::start(|mut stream| async move {
        stream.write_all(b"220 mail.example ESMTP\r\n").await.ok();
        while stream.read(&mut [0; 64]).await.is_ok_and(|count| count > 0) {}
    })
    .await;
    post(&local(), &format!("https://{}/", receiver.address)).await.failure(FailureKind::Tls);
}

#[tokio::test]
async fn the_setting_caps_the_requests_own_limit() {
    let receiver = Receiver::start(|stream| pour(stream, "", b"", Duration::from_mins(1))).await;
    let settings = cairn_outbound::Settings { attempt_timeout: SHORT, ..quick() };
    let client = Client::new(policy(&["127.0.0.1"]), Script::new(&[&[]]), settings).unwrap();
    let target = Target::parse(&receiver.url(), client.policy()).unwrap();
    let outcome = client.send(Outgoing { timeout: Duration::from_mins(1), ..outgoing(&target) }).await;
    outcome.failure(FailureKind::Timeout);
    assert!(outcome.duration < Duration::from_secs(3));
}

#[tokio::test]
async fn headers_that_would_cut_the_request_in_two_are_not_sent() {
    let receiver = Receiver::answering(OK).await;
    let client = local();
    let target = Target::parse(&receiver.url(), client.policy()).unwrap();
    for (name, value) in [("Content-Length", "0"), ("host", "inside"), ("x", "a\r\nhost: b"), ("a\nb", "c")] {
        let headers = vec![(name.to_owned(), value.to_owned())];
        client.send(Outgoing { headers, ..outgoing(&target) }).await.failure(FailureKind::Refused);
    }
    assert_eq!(receiver.accepted(), 0);
}
