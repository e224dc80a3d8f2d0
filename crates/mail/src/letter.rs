//! A mail, as a message that servers take.

use std::time::{Duration, SystemTime};

use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};

use crate::Failure;

/// A mail to one person.
#[derive(Debug, Clone)]
pub struct Letter {
    /// An address, or a name and an address: `Cairn <security@example.com>`.
    pub from: String,
    pub to: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// The part of the Message-ID before the @: the same for a mail that is sent again.
    pub id: String,
    /// When it was written, in seconds since 1970.
    pub written: i64,
    /// Where mail like this is turned off with one click.
    pub unsubscribe: Option<String>,
}

/// Whether a sender or recipient can be used.
pub fn check_address(text: &str) -> Result<(), String> {
    text.parse::<Mailbox>().map(drop).map_err(|_| format!("“{text}” is not an email address."))
}

impl Letter {
    pub(crate) fn message(&self) -> Result<Message, Failure> {
        let wrong = |error: &dyn std::fmt::Display| Failure::Rejected(error.to_string());
        let from: Mailbox =
            self.from.parse().map_err(|_| wrong(&format!("“{}” is not an email address", self.from)))?;
        let to: Mailbox = self.to.parse().map_err(|_| wrong(&format!("“{}” is not an email address", self.to)))?;
        let domain = from.email.domain().to_owned();
        let written = Duration::from_secs(u64::try_from(self.written).unwrap_or_default());
        let mut message = Message::builder()
            .from(from)
            .to(to)
            .subject(self.subject.clone())
            .date(SystemTime::UNIX_EPOCH + written)
            .message_id(Some(format!("<{}@{domain}>", self.id)))
            .raw_header(header("Auto-Submitted", "auto-generated"));
        if let Some(url) = &self.unsubscribe {
            message = message
                .raw_header(header("List-Unsubscribe", &format!("<{url}>")))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        }
        let both = MultiPart::alternative_plain_html(self.text.clone(), self.html.clone());
        message.multipart(both).map_err(|error| wrong(&error))
    }
}

fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_says_the_same_twice_and_can_be_turned_off() {
        let letter = Letter {
            from: "Cairn <security@example.com>".into(),
            to: "ada@example.com".into(),
            subject: "« Sauvegardes »\r\nBcc: everyone@example.com".into(),
            text: "Texte\n.\nfin".into(),
            html: "<p>Texte</p>".into(),
            id: "0190b7c4".into(),
            written: 1_700_000_000,
            unsubscribe: Some("https://cairn.example/unsubscribe/abc/".into()),
        };
        let sent = String::from_utf8(letter.message().unwrap().formatted()).unwrap();
        assert!(sent.contains("Message-ID: <0190b7c4@example.com>\r\n"), "{sent}");
        assert!(sent.contains("List-Unsubscribe: <https://cairn.example/unsubscribe/abc/>\r\n"));
        assert!(sent.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"));
        assert!(sent.contains("Tue, 14 Nov 2023 22:13:20 +0000"));
        assert!(!sent.contains("\r\nBcc:"), "{sent}");
        assert!(sent.contains("text/plain") && sent.contains("text/html"));
        let wrong = Letter { to: "nobody".into(), ..letter };
        assert!(matches!(wrong.message(), Err(Failure::Rejected(_))));
    }
}
