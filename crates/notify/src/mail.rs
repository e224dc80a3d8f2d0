//! The mail itself: subject, plain text and HTML.

use std::fmt::Write as _;

use cairn_model::Date;

use crate::words::{Fact, Language, sentence};

/// What mail is written from.
#[derive(Debug, Clone, Copy)]
pub struct Letter<'a> {
    pub facts: &'a [Fact],
    pub language: Language,
    pub today: Date,
    /// Where people choose what they get.
    pub preferences: &'a str,
    /// Where mail of this kind is turned off.
    pub unsubscribe: &'a str,
}

/// Mail as it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub subject: String,
    pub text: String,
    pub html: String,
}

impl Letter<'_> {
    pub fn write(&self) -> Written {
        Written { subject: self.subject(), text: self.text(), html: self.html() }
    }

    fn sentences(&self) -> impl Iterator<Item = (String, &str)> {
        self.facts.iter().map(|fact| (sentence(fact, self.language, self.today), fact.link.as_str()))
    }

    /// One line, whatever the names of objects are made of: nothing can be added to the head of the mail.
    fn subject(&self) -> String {
        let subject = match self.facts {
            [one] => sentence(one, self.language, self.today),
            // The same word in both languages.
            all => format!("{} notifications", all.len()),
        };
        let one_line: String = subject.chars().map(|one| if one.is_control() { ' ' } else { one }).collect();
        one_line.chars().take(200).collect()
    }

    fn footer(&self) -> (&'static str, &'static str) {
        let pick = |english, french| self.language.pick(english, french);
        (
            pick("Choose what you are notified of", "Choisir les notifications que vous recevez"),
            pick("Unsubscribe from emails like this", "Ne plus recevoir ce type de courriel"),
        )
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (sentence, link) in self.sentences() {
            let _ = write!(text, "{sentence}\n{link}\n\n");
        }
        let (choose, stop) = self.footer();
        let colon = self.language.pick(":", "\u{a0}:");
        let _ = write!(text, "-- \n{choose}{colon} {}\n{stop}{colon} {}\n", self.preferences, self.unsubscribe);
        text
    }

    fn html(&self) -> String {
        let mut items = String::new();
        for (sentence, link) in self.sentences() {
            let _ = writeln!(
                items,
                "<p style=\"margin:0 0 16px\"><a href=\"{}\" style=\"color:#1d4ed8;text-decoration:none\">{}</a></p>",
                escape(link),
                escape(&sentence)
            );
        }
        let (choose, stop) = self.footer();
        let link = |to: &str, words: &str| format!("<a href=\"{}\" style=\"color:#6b7280\">{words}</a>", escape(to));
        format!(
            "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title></head>\n\
             <body style=\"margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#111827;background:#fff\">\n\
             <div style=\"max-width:600px\">\n{items}\
             <p style=\"margin:32px 0 0;padding-top:12px;border-top:1px solid #e5e7eb;font-size:13px;color:#6b7280\">{} · {}</p>\n\
             </div></body></html>\n",
            self.language.tag(),
            escape(&self.subject()),
            link(self.preferences, choose),
            link(self.unsubscribe, stop),
        )
    }
}

/// Text inside HTML, in elements and attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}
