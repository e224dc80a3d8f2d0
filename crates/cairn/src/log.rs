//! The log, on standard error: plain lines on a terminal, JSON otherwise.

use std::fmt;
use std::io::IsTerminal;

use anyhow::{Context, Result, bail};
use cairn_engine::clock::{Clock, SystemClock};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::FormatTime;

#[derive(Debug)]
pub struct Settings {
    /// What is logged.
    pub filter: String,
    pub form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Plain lines on a terminal, JSON elsewhere.
    Automatic,
    Lines,
    Json,
}

impl Form {
    pub fn parse(text: &str) -> Result<Self> {
        match text {
            "auto" => Ok(Self::Automatic),
            "text" => Ok(Self::Lines),
            "json" => Ok(Self::Json),
            other => bail!("CAIRN_LOG_FORMAT must be “auto”, “text” or “json”, not “{other}”"),
        }
    }

    fn is_lines(self, on_terminal: bool) -> bool {
        match self {
            Self::Automatic => on_terminal,
            Self::Lines => true,
            Self::Json => false,
        }
    }
}

pub fn start(settings: &Settings) -> Result<()> {
    let filter = EnvFilter::try_new(&settings.filter)
        .with_context(|| format!("CAIRN_LOG: “{}” is not a log filter", settings.filter))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let on_terminal = std::io::stderr().is_terminal();
    if settings.form.is_lines(on_terminal) {
        log.compact().with_ansi(on_terminal).with_target(false).with_timer(ToTheSecond).init();
    } else {
        log.json().flatten_event(true).init();
    }
    Ok(())
}

/// The local time of the machine: a log is compared with what else happened there.
struct ToTheSecond;

impl FormatTime for ToTheSecond {
    fn format_time(&self, out: &mut Writer<'_>) -> fmt::Result {
        let now = SystemClock.now().to_string();
        let (date, time) = now.split_once('T').unwrap_or_default();
        write!(out, "{date} {}", time.split('.').next().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_for_terminals_unless_the_operator_says_so() {
        for (text, on_terminal, lines) in
            [("auto", true, true), ("auto", false, false), ("text", false, true), ("json", true, false)]
        {
            assert_eq!(Form::parse(text).expect("a form").is_lines(on_terminal), lines, "{text}");
        }
        assert!(Form::parse("xml").is_err());
    }
}
