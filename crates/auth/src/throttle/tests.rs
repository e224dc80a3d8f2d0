use super::*;

const START: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);

fn at(seconds: i64) -> Timestamp {
    START.plus_seconds(seconds)
}

fn throttle() -> Throttle {
    Throttle::new(Settings::default())
}

fn from(address: &str) -> Via<'_> {
    Via::Address(address)
}

/// Fails as many times as asked.
fn fail(throttle: &Throttle, account: &str, via: Via<'_>, times: usize, now: Timestamp) {
    for _ in 0..times {
        drop(throttle.begin(account, via, now).unwrap());
    }
}

/// How long an attempt would have to wait.
fn wait(throttle: &Throttle, account: &str, via: Via<'_>, now: Timestamp) -> Option<u64> {
    throttle.0.state.lock().wait(&throttle.0.settings, Keys::of(account, via), now)
}

fn known_keys(throttle: &Throttle) -> usize {
    throttle.0.state.lock().windows.len()
}

/// Guesses on an account from very many addresses.
fn attack(throttle: &Throttle, account: &str, now: Timestamp) {
    for number in 0..200 {
        let address = format!("10.{}.{}.1", 100 + number / 100, number % 100);
        fail(throttle, account, from(&address), 1, now);
    }
}

#[test]
fn the_defaults_are_those_documented() {
    let expected = Settings { account_failures: 10, address_failures: 50, window_seconds: 900, keys: 100_000 };
    assert_eq!(Settings::default(), expected);
}

#[test]
fn who_fails_too_often_waits_and_nobody_else() {
    let throttle = throttle();
    fail(&throttle, "alice", from("10.2.0.1"), 10, at(0));
    assert_eq!(throttle.begin("ALICE", from("10.2.0.1"), at(0)).unwrap_err(), RetryAfter { seconds: 1 });
    assert_eq!(wait(&throttle, "alice", from("10.2.0.2"), at(0)), None, "the owner elsewhere");
    assert_eq!(wait(&throttle, "alice", Via::Known("laptop"), at(0)), None, "the owner at home");
    assert_eq!(wait(&throttle, "bob", from("10.2.0.1"), at(0)), None);
}

#[test]
fn each_wait_is_twice_as_long_up_to_the_window() {
    let throttle = throttle();
    fail(&throttle, "alice", from("10.2.0.1"), 10, at(0));
    let (mut now, mut waits) = (0, Vec::new());
    while let Some(seconds) = wait(&throttle, "alice", from("10.2.0.1"), at(now)) {
        waits.push(seconds);
        now += i64::try_from(seconds).unwrap();
        if waits.len() == 9 {
            break;
        }
        fail(&throttle, "alice", from("10.2.0.1"), 1, at(now));
    }
    assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256]);
    fail(&throttle, "alice", from("10.2.0.1"), 1, at(now));
    assert_eq!(wait(&throttle, "alice", from("10.2.0.1"), at(now + 1)), Some(511));
    assert_eq!(wait(&throttle, "alice", from("10.2.0.1"), at(now + 900)), None, "the window has passed");
}

#[test]
fn refused_attempts_do_not_lengthen_the_wait() {
    let throttle = throttle();
    fail(&throttle, "alice", from("10.2.0.1"), 10, at(0));
    for micros in 1..100 {
        assert!(throttle.begin("alice", from("10.2.0.1"), Timestamp::from_micros(at(0).micros() + micros)).is_err());
    }
    assert!(throttle.begin("alice", from("10.2.0.1"), at(1)).is_ok());
}

#[test]
fn an_address_waits_after_fifty_failures() {
    let throttle = throttle();
    for number in 0..50 {
        fail(&throttle, &format!("user{number}"), from("10.2.0.1"), 1, at(0));
    }
    assert_eq!(wait(&throttle, "alice", from("10.2.0.1"), at(100)), Some(800));
    assert_eq!(wait(&throttle, "alice", from("10.2.0.2"), at(100)), None);
    assert_eq!(wait(&throttle, "alice", Via::Known("laptop"), at(100)), None, "though it shares the address");
}

#[test]
fn an_account_under_attack_is_open_to_its_owner() {
    let throttle = throttle();
    attack(&throttle, "alice", at(0));
    assert_eq!(wait(&throttle, "alice", Via::Known("laptop"), at(0)), None);
    // A new address gets one attempt, and a long wait after it.
    assert_eq!(wait(&throttle, "alice", from("10.2.0.1"), at(0)), None);
    fail(&throttle, "alice", from("10.2.0.1"), 1, at(0));
    assert_eq!(wait(&throttle, "alice", from("10.2.0.1"), at(0)), Some(60));
    fail(&throttle, "alice", from("10.2.0.1"), 1, at(60));
    assert_eq!(wait(&throttle, "alice", from("10.2.0.1"), at(60)), Some(120));
    throttle.begin("alice", from("10.2.0.1"), at(180)).unwrap().succeeded();
    assert_eq!(wait(&throttle, "alice", from("10.2.0.1"), at(180)), None);
    assert_eq!(wait(&throttle, "bob", from("10.100.1.1"), at(0)), None, "others are not concerned");
}

#[test]
fn a_known_browser_is_no_way_to_guess_for_ever() {
    let throttle = throttle();
    fail(&throttle, "alice", Via::Known("laptop"), 10, at(0));
    assert_eq!(wait(&throttle, "alice", Via::Known("laptop"), at(0)), Some(1));
    assert_eq!(wait(&throttle, "alice", Via::Known("phone"), at(0)), None);
}

#[test]
fn parallel_guesses_count_from_their_start() {
    let throttle = throttle();
    let under_way: Vec<_> = (0..20).map(|_| throttle.begin("alice", from("10.2.0.1"), at(0))).collect();
    assert_eq!(under_way.iter().filter(|attempt| attempt.is_ok()).count(), 10);
}

#[test]
fn guesses_from_many_threads_stay_within_the_limit() {
    let throttle = throttle();
    let begin = || throttle.begin("alice", from("10.2.0.1"), at(0)).is_ok();
    let begun: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| (0..50).filter(|_| begin()).count())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(begun, 10);
}

#[test]
fn a_success_forgives_its_own_failures_and_not_the_address() {
    let throttle = Throttle::new(Settings { address_failures: 10, ..Settings::default() });
    fail(&throttle, "alice", from("10.2.0.1"), 9, at(0));
    throttle.begin("alice", from("10.2.0.1"), at(1)).unwrap().succeeded();
    // Nine failures remain on the address; the success itself isn't one.
    fail(&throttle, "bob", from("10.2.0.1"), 1, at(3));
    assert!(wait(&throttle, "carol", from("10.2.0.1"), at(3)).is_some());
}

#[test]
fn successes_alone_never_count() {
    let throttle = throttle();
    for number in 0..500 {
        throttle.begin(&format!("user{number}"), from("10.2.0.1"), at(0)).unwrap().succeeded();
    }
    assert_eq!(known_keys(&throttle), 0);
}

#[test]
fn a_success_does_not_forgive_guesses_under_way() {
    let throttle = throttle();
    let guesses: Vec<_> = (0..9).map(|_| throttle.begin("alice", from("10.2.0.1"), at(0)).unwrap()).collect();
    throttle.begin("alice", from("10.2.0.1"), at(0)).unwrap().succeeded();
    drop(guesses);
    fail(&throttle, "alice", from("10.2.0.1"), 1, at(0));
    assert!(wait(&throttle, "alice", from("10.2.0.1"), at(0)).is_some());
}

#[test]
fn memory_is_bounded_and_the_quiet_go_first() {
    let throttle = Throttle::new(Settings { keys: 100, ..Settings::default() });
    fail(&throttle, "early", from("10.9.0.1"), 10, at(0));
    for number in 0..40 {
        fail(&throttle, &format!("user{number}"), from("10.2.0.1"), 1, at(1));
        assert!(known_keys(&throttle) <= 100);
    }
    for number in 0..10 {
        fail(&throttle, &format!("more{number}"), from("10.2.0.1"), 1, at(2));
    }
    assert_eq!(wait(&throttle, "early", from("10.9.0.1"), at(0)), None);
    assert!(wait(&throttle, "someone", from("10.2.0.1"), at(30)).is_some(), "the busy address is still known");
}

#[test]
fn what_has_expired_makes_room_before_what_has_not() {
    let throttle = Throttle::new(Settings { keys: 100, ..Settings::default() });
    for number in 0..40 {
        fail(&throttle, &format!("old{number}"), from("10.2.0.1"), 1, at(0));
    }
    fail(&throttle, "alice", from("10.9.0.1"), 10, at(999));
    for number in 0..40 {
        fail(&throttle, &format!("new{number}"), from("10.2.0.2"), 1, at(999));
    }
    assert!(wait(&throttle, "alice", from("10.9.0.1"), at(999)).is_some());
}

#[test]
fn an_attempt_outlives_its_dropped_key() {
    let throttle = Throttle::new(Settings { keys: 3, ..Settings::default() });
    let first = throttle.begin("a", from("10.0.0.1"), at(0)).unwrap();
    let second = throttle.begin("b", from("10.0.0.1"), at(0)).unwrap();
    for number in 0..10 {
        fail(&throttle, &format!("user{number}"), from("10.0.0.2"), 1, at(1));
    }
    drop(first);
    second.succeeded();
    assert!(known_keys(&throttle) <= 3);
}

#[test]
fn a_clock_set_back_does_not_lengthen_the_wait() {
    let throttle = throttle();
    fail(&throttle, "alice", from("10.2.0.1"), 10, at(100_000));
    assert_eq!(wait(&throttle, "alice", from("10.2.0.1"), at(0)), Some(1));
}

#[test]
fn a_limit_of_zero_still_lets_one_try() {
    let throttle = Throttle::new(Settings { account_failures: 0, address_failures: 0, ..Settings::default() });
    drop(throttle.begin("alice", from("10.2.0.1"), at(0)).unwrap());
    assert!(throttle.begin("alice", from("10.2.0.1"), at(0)).is_err());
}

#[test]
fn the_error_tells_the_seconds() {
    assert_eq!(RetryAfter { seconds: 42 }.to_string(), "too many failed sign-ins; try again in 42 s");
}
