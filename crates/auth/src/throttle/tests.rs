use super::*;

const START: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);

fn at(seconds: i64) -> Timestamp {
    START.plus_seconds(seconds)
}

fn throttle() -> Throttle {
    Throttle::new(Settings::default())
}

/// Fails as many times as asked, each from an address of its own.
fn fail(throttle: &Throttle, account: &str, times: usize, now: Timestamp) {
    for number in 0..times {
        drop(throttle.begin(account, &format!("10.1.0.{number}"), now).unwrap());
    }
}

fn known_keys(throttle: &Throttle) -> usize {
    throttle.0.state.lock().windows.len()
}

#[test]
fn the_defaults_are_those_documented() {
    let expected = Settings { account_failures: 10, address_failures: 50, window_seconds: 900, keys: 100_000 };
    assert_eq!(Settings::default(), expected);
}

#[test]
fn an_account_waits_after_ten_failures() {
    let throttle = throttle();
    fail(&throttle, "alice", 10, at(0));
    assert_eq!(throttle.check("alice", "10.2.0.1", at(0)), Err(RetryAfter { seconds: 900 }));
    assert_eq!(throttle.begin("ALICE", "10.2.0.1", at(60)).unwrap_err(), RetryAfter { seconds: 840 });
    assert_eq!(throttle.check("bob", "10.2.0.1", at(60)), Ok(()));
}

#[test]
fn the_wait_is_rounded_up_and_ends_exactly() {
    let throttle = throttle();
    fail(&throttle, "alice", 10, at(0));
    let just_before = Timestamp::from_micros(at(900).micros() - 1);
    assert_eq!(throttle.check("alice", "10.2.0.1", just_before), Err(RetryAfter { seconds: 1 }));
    assert_eq!(throttle.check("alice", "10.2.0.1", at(900)), Ok(()));
}

#[test]
fn the_window_slides() {
    let throttle = throttle();
    fail(&throttle, "alice", 5, at(0));
    fail(&throttle, "alice", 5, at(600));
    assert_eq!(throttle.check("alice", "10.2.0.1", at(600)), Err(RetryAfter { seconds: 300 }));
    fail(&throttle, "alice", 5, at(900));
    assert_eq!(throttle.check("alice", "10.2.0.1", at(900)), Err(RetryAfter { seconds: 600 }));
}

#[test]
fn refused_attempts_do_not_lengthen_the_wait() {
    let throttle = throttle();
    fail(&throttle, "alice", 10, at(0));
    for second in 1..900 {
        assert!(throttle.begin("alice", "10.2.0.1", at(second)).is_err());
    }
    assert!(throttle.begin("alice", "10.2.0.1", at(900)).is_ok());
}

#[test]
fn an_address_waits_after_fifty_failures() {
    let throttle = throttle();
    for number in 0..50 {
        drop(throttle.begin(&format!("user{number}"), "10.2.0.1", at(0)).unwrap());
    }
    assert_eq!(throttle.check("alice", "10.2.0.1", at(100)), Err(RetryAfter { seconds: 800 }));
    assert_eq!(throttle.check("alice", "10.2.0.2", at(100)), Ok(()));
}

#[test]
fn the_longer_wait_is_told() {
    let settings = Settings { account_failures: 1, address_failures: 1, ..Settings::default() };
    let throttle = Throttle::new(settings);
    throttle.failed("alice", "10.0.0.1", at(0));
    throttle.failed("bob", "10.0.0.2", at(100));
    assert_eq!(throttle.check("alice", "10.0.0.2", at(100)), Err(RetryAfter { seconds: 900 }));
    assert_eq!(throttle.check("bob", "10.0.0.1", at(100)), Err(RetryAfter { seconds: 900 }));
}

#[test]
fn parallel_guesses_count_from_their_start() {
    let throttle = throttle();
    let under_way: Vec<_> = (0..20).map(|_| throttle.begin("alice", "10.2.0.1", at(0))).collect();
    assert_eq!(under_way.iter().filter(|attempt| attempt.is_ok()).count(), 10);
}

#[test]
fn guesses_from_many_threads_stay_within_the_limit() {
    let throttle = throttle();
    let begun: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| (0..50).filter(|_| throttle.begin("alice", "10.2.0.1", at(0)).is_ok()).count()))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(begun, 10);
}

#[test]
fn a_success_clears_the_account_and_not_the_address() {
    let settings = Settings { address_failures: 10, ..Settings::default() };
    let throttle = Throttle::new(settings);
    for _ in 0..9 {
        drop(throttle.begin("alice", "10.2.0.1", at(0)).unwrap());
    }
    throttle.begin("alice", "10.2.0.1", at(1)).unwrap().succeeded();
    fail(&throttle, "alice", 9, at(2));
    assert_eq!(throttle.check("alice", "10.3.0.1", at(2)), Ok(()));
    // Nine failures are left on the address; the success itself is not one.
    drop(throttle.begin("bob", "10.2.0.1", at(3)).unwrap());
    assert!(throttle.check("carol", "10.2.0.1", at(3)).is_err());
}

#[test]
fn successes_alone_never_count() {
    let throttle = throttle();
    for number in 0..500 {
        throttle.begin(&format!("user{number}"), "10.2.0.1", at(0)).unwrap().succeeded();
    }
    assert_eq!(known_keys(&throttle), 0);
}

#[test]
fn a_success_does_not_forgive_guesses_under_way() {
    let throttle = throttle();
    let guesses: Vec<_> = (0..9).map(|_| throttle.begin("alice", "10.2.0.1", at(0)).unwrap()).collect();
    throttle.begin("alice", "10.3.0.1", at(0)).unwrap().succeeded();
    drop(guesses);
    fail(&throttle, "alice", 1, at(1));
    assert!(throttle.check("alice", "10.4.0.1", at(1)).is_err());
}

#[test]
fn failures_and_successes_can_be_told_without_an_attempt() {
    let throttle = throttle();
    for _ in 0..12 {
        throttle.failed("alice", "10.2.0.1", at(0));
    }
    assert!(throttle.check("Alice", "10.2.0.2", at(0)).is_err());
    throttle.succeeded("ALICE");
    assert_eq!(throttle.check("alice", "10.2.0.2", at(0)), Ok(()));
    assert_eq!(known_keys(&throttle), 1);
}

#[test]
fn memory_is_bounded_and_the_quiet_go_first() {
    let throttle = Throttle::new(Settings { keys: 100, ..Settings::default() });
    fail(&throttle, "early", 10, at(0));
    for number in 0..1_000 {
        throttle.failed(&format!("user{number}"), "10.2.0.1", at(1 + number / 50));
        assert!(known_keys(&throttle) <= 100);
    }
    assert_eq!(throttle.check("early", "10.9.0.1", at(30)), Ok(()));
    assert!(throttle.check("someone", "10.2.0.1", at(30)).is_err(), "the busy address is still known");
}

#[test]
fn what_has_expired_makes_room_before_what_has_not() {
    let throttle = Throttle::new(Settings { keys: 100, ..Settings::default() });
    for number in 0..80 {
        throttle.failed(&format!("old{number}"), "10.2.0.1", at(0));
    }
    fail(&throttle, "alice", 10, at(800));
    for number in 0..50 {
        throttle.failed(&format!("new{number}"), "10.2.0.2", at(1_000));
    }
    assert!(throttle.check("alice", "10.9.0.1", at(1_000)).is_err());
}

#[test]
fn an_attempt_outlives_its_dropped_key() {
    let throttle = Throttle::new(Settings { keys: 2, ..Settings::default() });
    let (first, second) =
        (throttle.begin("a", "10.0.0.1", at(0)).unwrap(), throttle.begin("b", "10.0.0.1", at(0)).unwrap());
    for number in 0..10 {
        throttle.failed(&format!("user{number}"), "10.0.0.2", at(1));
    }
    drop(first);
    second.succeeded();
    assert!(known_keys(&throttle) <= 2);
}

#[test]
fn a_clock_set_back_does_not_lengthen_the_wait() {
    let throttle = throttle();
    fail(&throttle, "alice", 10, at(100_000));
    assert_eq!(throttle.check("alice", "10.2.0.1", at(0)), Err(RetryAfter { seconds: 900 }));
}

#[test]
fn a_limit_of_zero_still_lets_one_try() {
    let throttle = Throttle::new(Settings { account_failures: 0, address_failures: 0, ..Settings::default() });
    drop(throttle.begin("alice", "10.2.0.1", at(0)).unwrap());
    assert!(throttle.begin("alice", "10.2.0.1", at(0)).is_err());
}

#[test]
fn the_error_tells_the_seconds() {
    assert_eq!(RetryAfter { seconds: 42 }.to_string(), "too many failed sign-ins; try again in 42 s");
}
