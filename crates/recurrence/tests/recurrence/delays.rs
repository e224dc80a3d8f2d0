//! What is late moves what comes after it.

use cairn_recurrence::delay::{Occurrence, State, planned};

use crate::day;

fn at(scheduled: &str, state: State) -> Occurrence {
    Occurrence { scheduled: day(scheduled), state }
}

#[track_caller]
fn assert_planned(occurrences: &[Occurrence], today: &str, expected: &[&str]) {
    let planned: Vec<String> = planned(occurrences, day(today)).iter().map(ToString::to_string).collect();
    assert_eq!(planned, expected);
}

#[test]
fn what_is_overdue_moves_later_ones_day_by_day() {
    let weekly = ["2026-11-02", "2026-11-09", "2026-11-16"].map(|one| at(one, State::Untouched));
    assert_planned(&weekly, "2026-11-02", &["2026-11-02", "2026-11-09", "2026-11-16"]);
    assert_planned(&weekly, "2026-11-05", &["2026-11-02", "2026-11-12", "2026-11-19"]);
    assert_planned(&weekly, "2026-11-06", &["2026-11-02", "2026-11-13", "2026-11-20"]);
}

#[test]
fn what_was_done_late_has_moved_them_for_good() {
    let late = State::Closed { due: day("2026-11-02"), on: day("2026-11-06") };
    let in_time = State::Closed { due: day("2026-11-13"), on: day("2026-11-10") };
    let all = [at("2026-11-02", late), at("2026-11-09", in_time), at("2026-11-16", State::Untouched)];
    assert_planned(&all, "2026-11-11", &["2026-11-02", "2026-11-13", "2026-11-20"]);
    let all = [at("2026-11-02", late), at("2026-11-09", State::Untouched), at("2026-11-16", State::Untouched)];
    assert_planned(&all, "2026-11-11", &["2026-11-02", "2026-11-13", "2026-11-20"]);
    assert_planned(&all, "2026-11-15", &["2026-11-02", "2026-11-13", "2026-11-22"]);
}

#[test]
fn a_due_date_that_somebody_moved_counts() {
    let moved = State::Open { due: day("2026-11-05") };
    let all = [at("2026-11-02", moved), at("2026-11-09", State::Untouched)];
    assert_planned(&all, "2026-11-05", &["2026-11-02", "2026-11-09"]);
    assert_planned(&all, "2026-11-06", &["2026-11-02", "2026-11-13"]);
}
