//! What was said on a connection, line by line: `C:` for us, `S:` for the server.

use std::sync::Arc;

use parking_lot::Mutex;

/// More lines than any sensible exchange has, and longer ones than people read.
const MOST_LINES: usize = 200;
const MOST_LETTERS: usize = 500;

/// A recording, shared between a connection and whoever reads it afterwards.
#[derive(Debug, Clone, Default)]
pub struct Tape(Arc<Mutex<Recording>>);

#[derive(Debug, Default)]
struct Recording {
    lines: Vec<String>,
    client: Vec<u8>,
    server: Vec<u8>,
    mode: Mode,
    letter: usize,
}

/// What is being said, since not all of it is for the tape.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Mode {
    #[default]
    Commands,
    /// Credentials, until the server has judged them.
    Credentials,
    /// We asked to send a mail.
    Asked,
    /// The mail itself.
    Letter,
}

impl Tape {
    pub fn lines(&self) -> Vec<String> {
        self.0.lock().lines.clone()
    }

    /// Notes something that was not said by either side.
    pub(crate) fn note(&self, text: &str) {
        self.0.lock().push(&format!("   {text}"));
    }

    pub(crate) fn said(&self, bytes: &[u8]) {
        let mut recording = self.0.lock();
        for line in take_lines(&mut recording.client, bytes) {
            recording.client_line(&line);
        }
    }

    pub(crate) fn heard(&self, bytes: &[u8]) {
        let mut recording = self.0.lock();
        for line in take_lines(&mut recording.server, bytes) {
            recording.server_line(&line);
        }
    }
}

impl Recording {
    fn push(&mut self, line: &str) {
        if self.lines.len() < MOST_LINES {
            self.lines.push(line.chars().take(MOST_LETTERS).collect());
        }
    }

    fn client_line(&mut self, line: &str) {
        match self.mode {
            Mode::Letter if line == "." => {
                self.push(&format!("C: (the mail, {} lines)", self.letter));
                self.push("C: .");
                self.mode = Mode::Commands;
            }
            Mode::Letter => self.letter += 1,
            Mode::Credentials => self.push("C: (credentials)"),
            _ => {
                let mut words = line.split(' ');
                let command = words.next().unwrap_or_default().to_uppercase();
                if command == "AUTH" {
                    self.push(&format!("C: AUTH {} (credentials)", words.next().unwrap_or_default()));
                    self.mode = Mode::Credentials;
                } else {
                    self.push(&format!("C: {line}"));
                    self.mode = if command == "DATA" { Mode::Asked } else { Mode::Commands };
                }
            }
        }
    }

    fn server_line(&mut self, line: &str) {
        self.push(&format!("S: {line}"));
        match self.mode {
            Mode::Credentials if !line.starts_with("334") => self.mode = Mode::Commands,
            Mode::Asked => {
                (self.mode, self.letter) = (if line.starts_with("354") { Mode::Letter } else { Mode::Commands }, 0);
            }
            _ => {}
        }
    }
}

/// The lines that are complete now; the rest waits for more.
fn take_lines(waiting: &mut Vec<u8>, bytes: &[u8]) -> Vec<String> {
    waiting.extend_from_slice(bytes);
    let mut lines = Vec::new();
    while let Some(end) = waiting.iter().position(|byte| *byte == b'\n') {
        let line: Vec<u8> = waiting.drain(..=end).collect();
        let text = String::from_utf8_lossy(&line);
        lines.push(text.trim_end_matches(['\r', '\n']).replace(char::is_control, "�"));
    }
    // Nobody says so much without an end.
    if waiting.len() > 1_000_000 {
        waiting.clear();
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::Tape;

    #[test]
    fn neither_credentials_nor_mail_are_recorded() {
        let tape = Tape::default();
        tape.heard(b"220 mx\r\n");
        tape.said(b"AUTH PLAIN c2VjcmV0\r\n");
        tape.heard(b"334 VXNlcm5hbWU6\r\n");
        tape.said(b"c2VjcmV0\r\n");
        tape.heard(b"235 ok\r\n");
        tape.said(b"DATA\r\n");
        tape.heard(b"354 go on\r\n");
        tape.said(b"Subject: sec");
        tape.said(b"ret\r\nAUTH LOGIN\r\n\r\n.\r\n");
        tape.heard(b"250 taken\r\n");
        tape.said(b"QUIT\r\n");
        let said = tape.lines();
        assert!(!said.join("\n").contains("secret") && !said.join("\n").contains("c2VjcmV0"), "{said:?}");
        assert_eq!(said[1], "C: AUTH PLAIN (credentials)");
        assert_eq!(said[6..], ["S: 354 go on", "C: (the mail, 3 lines)", "C: .", "S: 250 taken", "C: QUIT"]);
    }
}
