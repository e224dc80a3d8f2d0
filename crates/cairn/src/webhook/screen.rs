//! What `listen` shows: one block per delivery, coloured on a terminal.

use std::fmt::Write as _;
use std::io::IsTerminal;

use cairn_cli::harmless;
use serde_json::Value;

#[derive(Clone, Copy)]
pub enum Colour {
    Green = 32,
    Red = 31,
    Yellow = 33,
    Dim = 2,
}

#[derive(Clone, Copy)]
pub struct Screen {
    colour: bool,
}

impl Screen {
    pub fn new() -> Self {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self { colour: wanted && std::io::stdout().is_terminal() }
    }

    pub fn accepted(self, now: i64, id: &str, body: &[u8]) {
        let (kind, pretty) = read(body);
        self.show(now, Colour::Green, "verified", &format!("{id} {kind}"), &pretty);
    }

    pub fn repeated(self, now: i64, id: &str, body: &[u8]) {
        let text = format!("{id} {}, responded 200, not processed again", read(body).0);
        self.show(now, Colour::Yellow, "seen before", &text, "");
    }

    pub fn rejected(self, now: i64, id: Option<&str>, reason: &str) {
        let id = id.map(|id| format!(" ({id})")).unwrap_or_default();
        self.show(now, Colour::Red, "rejected", &format!("{reason}{id}"), "");
    }

    pub fn forwarded(self, now: i64, id: &str, result: &str, good: bool) {
        let colour = if good { Colour::Green } else { Colour::Red };
        self.show(now, colour, "forwarded", &format!("{id} {result}"), "");
    }

    /// Printed in one write, so that simultaneous deliveries don't mix.
    fn show(self, now: i64, colour: Colour, mark: &str, line: &str, block: &str) {
        let mut text = String::new();
        let clock = now.rem_euclid(86_400);
        let time = format!("{:02}:{:02}:{:02}Z", clock / 3600, clock / 60 % 60, clock % 60);
        // People choose names in events, and anyone can send a rejected request: neither may control the terminal.
        let line = harmless(line, false);
        let _ = writeln!(text, "{} {} {line}", self.paint(Colour::Dim, &time), self.paint(colour, mark));
        if !block.is_empty() {
            let _ = writeln!(text, "{}\n", harmless(block, true));
        }
        // If nobody reads the output any more, deliveries are still responded to.
        let _ = cairn_cli::print(&text);
    }

    fn paint(self, colour: Colour, text: &str) -> String {
        if self.colour { format!("\x1b[{}m{text}\x1b[0m", colour as u8) } else { text.to_owned() }
    }
}

/// The event's type, and the body as it is shown.
fn read(body: &[u8]) -> (String, String) {
    let Ok(value) = serde_json::from_slice::<Value>(body) else {
        return ("(the body is not JSON)".to_owned(), String::from_utf8_lossy(body).into_owned());
    };
    let kind = value["type"].as_str().unwrap_or("(no type)").to_owned();
    (kind, serde_json::to_string_pretty(&value).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_body_can_be_shown() {
        assert_eq!(read(br#"{"type":"asset.created"}"#).0, "asset.created");
        assert_eq!(read(br#"{"type":"asset.created"}"#).1, "{\n  \"type\": \"asset.created\"\n}");
        assert_eq!(read(b"[1]").0, "(no type)");
        assert_eq!(read(b"\xff").0, "(the body is not JSON)");
    }
}
