//! Every spelling of an internal address, as a URL and as the answer to a look-up.

use cairn_outbound::{Client, FailureKind, Target};

use crate::support::{Expect, OK, Receiver, Script, outgoing, policy, post, quick};

/// Hosts that are an internal address however they are written.
const SPELLINGS: &str = "
    127.0.0.1 127.1 127.0.1 127.0.0.1. 127.255.255.254 2130706433 017700000001 0x7f000001 0x7f.1 0X7F.0.0.1 0x7f.0x0.0x0.0x1
    0177.0.0.1 0177.1 0177.0.0.01 00000177.0.0.1 127.0x000001 127.0.0.0x1 %31%32%37.0.0.1 127%2e0%2e0%2e1 127.0.0.1%2e
    １２７.０.０.１ 127。0。0。1 127．0．0．1 ①②⑦.0.0.① ０x７f.１
    localhost LOCALHOST localhost. ｌocalhost foo.localhost foo.localhost. %6cocalhost loc%61lhost
    0 0.0.0.0 0x0 00 0.0 0.1.2.3
    [::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::] [::0.0.0.1]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:7F00:0001] [0:0:0:0:0:ffff:127.0.0.1] [::127.0.0.1] [::7f00:1]
    [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::127.0.0.1] [2002:7f00:1::] [2002:7f00:1::1]
    [2001:0:7f00:1::] [2001::80ff:fffe] [2606:4700::5efe:127.0.0.1] [2606:4700::200:5efe:7f00:1]
    169.254.169.254 2852039166 0xa9fea9fe 0xa9.0xfe.0xa9.0xfe 0251.0376.0251.0376 169.254.43518 [::ffff:169.254.169.254]
    [64:ff9b::169.254.169.254] [2002:a9fe:a9fe::] [fd00:ec2::254] 100.100.100.200 168.63.129.16 192.0.0.192
    10.0.0.1 10.1 167772161 012.0.0.1 0xa.1 172.16.0.1 172.31.255.255 192.168.0.1 192.168.257 [::ffff:10.0.0.1]
    [64:ff9b::10.0.0.1] [2002:c0a8:1::] [fc00::1] [fd12:3456::1] [fec0::1] [fe80::1] [febf::1]
    100.64.0.1 192.0.0.8 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.1.1.1 240.0.0.1
    255.255.255.255 4294967295 [ff02::1] [100::1] [2001:db8::1] [2001:2::1] [3fff::1] [5f00::1] [4000::1]";

#[tokio::test]
async fn no_spelling_of_an_internal_address_is_reached() {
    // One listener for both families, on every address, so that each spelling of loopback would arrive.
    let receiver = Receiver::start_at("[::]:0", |_| async {}).await;
    let closed = Client::new(policy(&[]), Script::new(&[&["127.0.0.1"]]), quick()).unwrap();
    let open = policy(&["127.0.0.0/8", "localhost", "foo.localhost"]);
    let mut count = 0;
    for host in SPELLINGS.split_whitespace() {
        let url = format!("http://{host}:{}/hook", receiver.address.port());
        let error = Target::parse(&url, closed.policy()).unwrap_err();
        assert!(error.contains("CAIRN_WEBHOOKS_ALLOW"), "{host}: {error}");
        // One that was saved when more was allowed is refused when it is sent.
        if let Ok(target) = Target::parse(&url, &open) {
            let outcome = closed.send(outgoing(&target)).await;
            outcome.failure(FailureKind::Refused);
            assert_eq!(outcome.remote, None);
        }
        count += 1;
    }
    assert!(count >= 100, "{count}");
    assert_eq!(receiver.accepted(), 0);
}

#[tokio::test]
async fn spellings_of_loopback_arrive_once_it_is_allowed() {
    let receiver = Receiver::answering(OK).await;
    let client = Client::new(policy(&["127.0.0.1"]), Script::new(&[&[]]), quick()).unwrap();
    for host in ["127.0.0.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "１２７.０.０.１", "127.0.0.1."] {
        let outcome = post(&client, &format!("http://{host}:{}/", receiver.address.port())).await;
        assert_eq!(outcome.response().status, 200, "{host}");
        assert_eq!(outcome.remote, Some(receiver.address));
    }
    assert!(receiver.accepted() > 0);
}

#[tokio::test]
async fn a_name_with_an_internal_address_is_not_reached() {
    let receiver = Receiver::start_at("[::]:0", |_| async {}).await;
    let url = format!("http://hooks.example:{}/", receiver.address.port());
    for address in [
        "127.0.0.1",
        "127.9.9.9",
        "0.0.0.0",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.0.1",
        "192.0.2.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:0:127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::7f00:1",
        "2002:7f00:1::",
        "2001:0:7f00:1::",
        "2606::5efe:127.0.0.1",
        "fc00::1",
        "fd00::1",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "100::1",
        "2001:db8::1",
    ] {
        let resolver = Script::new(&[&[address]]);
        let client = Client::new(policy(&[]), resolver.clone(), quick()).unwrap();
        let outcome = post(&client, &url).await;
        let failure = outcome.failure(FailureKind::Refused);
        assert!(failure.message.contains("“hooks.example” has the address"), "{failure}");
        assert_eq!((outcome.remote, resolver.asked()), (None, 1), "{address}");
    }
    assert_eq!(receiver.accepted(), 0);
}
