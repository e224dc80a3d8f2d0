//! The mail itself: subject, plain text and HTML.

use cairn_model::Date;

use crate::template::{Part, Template, Values};
use crate::words::{Fact, Language, sentence};

/// How many notifications a mail lists. An import can tell someone of thousands.
const LISTED: usize = 20;

/// What mail is written from.
#[derive(Debug, Clone, Copy)]
pub struct Letter<'a> {
    pub facts: &'a [Fact],
    /// Where those are that are not listed.
    pub inbox: &'a str,
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

/// The templates of mail in a language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Templates {
    pub subject: Template,
    pub text: Template,
    pub html: Template,
}

impl Templates {
    /// The given templates, and the included ones where there is none, or where one cannot be used any more.
    pub fn of(language: Language, subject: Option<&str>, text: Option<&str>, html: Option<&str>) -> Self {
        let included = Included::of(language);
        let template = |own: Option<&str>, included: &str, part| {
            let own = own.and_then(|source| Template::parse(source, part).ok());
            own.unwrap_or_else(|| Template::parse(included, part).expect("a test reads the included templates"))
        };
        Self {
            subject: template(subject, included.subject, Part::Subject),
            text: template(text, &included.text, Part::Text),
            html: template(html, &included.html, Part::Html),
        }
    }
}

/// The templates that come with Cairn, to start from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Included {
    pub subject: &'static str,
    pub text: String,
    pub html: String,
}

impl Included {
    pub fn of(language: Language) -> Self {
        let (choose, stop) = footer(language);
        let colon = language.pick(":", "\u{a0}:");
        let text = format!(
            "{{{{#notifications}}}}{{{{ sentence }}}}\n{{{{ link }}}}\n\n{{{{/notifications}}}}\
             -- \n{choose}{colon} {{{{ preferences_url }}}}\n{stop}{colon} {{{{ unsubscribe_url }}}}\n"
        );
        let html = format!(
            "<!doctype html>\n<html lang=\"{{{{ language }}}}\"><head><meta charset=\"utf-8\"><title>{{{{ title }}}}</title></head>\n\
             <body style=\"margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#111827;background:#fff\">\n\
             <div style=\"max-width:600px\">\n{{{{#notifications}}}}\
             <p style=\"margin:0 0 16px\"><a href=\"{{{{ link }}}}\" style=\"color:#1d4ed8;text-decoration:none\">{{{{ sentence }}}}</a></p>\n\
             {{{{/notifications}}}}\
             <p style=\"margin:32px 0 0;padding-top:12px;border-top:1px solid #e5e7eb;font-size:13px;color:#6b7280\">\
             <a href=\"{{{{ preferences_url }}}}\" style=\"color:#6b7280\">{choose}</a> · \
             <a href=\"{{{{ unsubscribe_url }}}}\" style=\"color:#6b7280\">{stop}</a></p>\n\
             </div></body></html>\n"
        );
        Self { subject: "{{ title }}", text, html }
    }
}

fn footer(language: Language) -> (&'static str, &'static str) {
    (
        language.pick("Choose what you are notified of", "Choisir les notifications que vous recevez"),
        language.pick("Unsubscribe from emails like this", "Ne plus recevoir ce type d’e-mail"),
    )
}

impl Letter<'_> {
    pub fn write(&self, templates: &Templates) -> Written {
        let listed = self.facts.iter().take(LISTED);
        let mut notifications: Vec<(String, &str)> =
            listed.map(|fact| (sentence(fact, self.language, self.today), fact.link.as_str())).collect();
        let count = self.facts.len();
        let title = match &notifications[..] {
            [(sentence, _)] => sentence.clone(),
            // The same word in both languages.
            _ => format!("{count} notifications"),
        };
        if count > LISTED {
            let more = count - LISTED;
            let words = match self.language {
                Language::English => format!("and {more} more"),
                Language::French if more == 1 => "et 1 autre".to_owned(),
                Language::French => format!("et {more} autres"),
            };
            notifications.push((words, self.inbox));
        }
        let title = one_line(&title);
        let values = Values {
            title: &title,
            language: self.language.tag(),
            preferences_url: self.preferences,
            unsubscribe_url: self.unsubscribe,
            count,
            notifications: &notifications,
        };
        Written {
            subject: one_line(&templates.subject.fill(&values)),
            text: templates.text.fill(&values),
            html: templates.html.fill(&values),
        }
    }
}

/// One line, whatever the names of objects are made of: nothing can be added to the head of the mail.
fn one_line(text: &str) -> String {
    text.chars().map(|one| if one.is_control() { ' ' } else { one }).take(200).collect()
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
