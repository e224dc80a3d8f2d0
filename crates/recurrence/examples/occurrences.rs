//! Prints the occurrences of schedules: one JSON object a line with `start`, `schedule` and `until` comes in, one list of
//! days a line goes out. `tests/recurrence/run` compares them with those of python-dateutil.

use std::io::{BufRead as _, Write as _};

use cairn_recurrence::Schedule;
use chrono::NaiveDate;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let asked: Value = serde_json::from_str(&line?)?;
        let day = |name: &str| asked[name].as_str().unwrap_or_default().parse::<NaiveDate>();
        let schedule = Schedule::read(&asked["schedule"]).map_err(|mistakes| format!("{mistakes:?}"))?;
        let days: Vec<NaiveDate> = schedule.occurrences(day("start")?, day("until")?).collect();
        writeln!(out, "{}", json!(days))?;
    }
    Ok(())
}
