//! Templates of mail, which administrators can replace.
//!
//! As in templates of reports there are values, `{{ title }}`, and a list, `{{#notifications}}…{{/notifications}}`, whose
//! content is repeated, and no expressions. A template is checked when it is stored: people trust mail of their own
//! instance, so that nothing in it may run, and nothing that someone called an object may become a part of its code.

mod html;

use crate::mail::escape;

/// What a template is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Subject,
    Text,
    Html,
}

impl Part {
    /// The longest template, in bytes.
    pub const fn longest(self) -> usize {
        match self {
            Self::Subject => 500,
            Self::Text => 20_000,
            Self::Html => 100_000,
        }
    }
}

/// Values that are the same in the whole mail.
const VALUES: [&str; 5] = ["title", "count", "language", "preferences_url", "unsubscribe_url"];
/// Values of each notification.
const OF_EACH: [&str; 2] = ["sentence", "link"];
/// Values that contain what people called their objects.
const OF_PEOPLE: [&str; 2] = ["title", "sentence"];
const LIST: &str = "notifications";

/// More placeholders than anyone needs, so that no mail gets out of hand.
const MOST: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Value(&'static str),
    Each(Vec<Piece>),
}

/// A template that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    part: Part,
    pieces: Vec<Piece>,
}

/// What a template is filled with.
#[derive(Debug, Clone, Copy)]
pub struct Values<'a> {
    pub title: &'a str,
    pub language: &'a str,
    pub preferences_url: &'a str,
    pub unsubscribe_url: &'a str,
    /// How many notifications there are, listed or not.
    pub count: usize,
    /// The sentence and the link of each notification.
    pub notifications: &'a [(String, &'a str)],
}

impl Template {
    pub fn parse(source: &str, part: Part) -> Result<Self, String> {
        if source.trim().is_empty() {
            return Err("The template is empty. Use null to return to the included one.".to_owned());
        }
        if source.len() > part.longest() {
            return Err(format!("The template has {} bytes. The limit is {}.", source.len(), part.longest()));
        }
        if part == Part::Subject && source.contains(['\r', '\n']) {
            return Err("A subject has one line.".to_owned());
        }
        let mut reader = Reader { source, at: 0, part, names: Vec::new() };
        let pieces = reader.pieces(false)?;
        let names = reader.names;
        if names.len() > MOST {
            return Err(format!("The template has {} placeholders. The limit is {MOST}.", names.len()));
        }
        if part == Part::Html {
            html::check(source)?;
        }
        let needed: &[&str] = if part == Part::Subject { &[] } else { &["sentence", "unsubscribe_url"] };
        match needed.iter().find(|name| !names.contains(name)) {
            Some(name) => Err(format!("The template has no “{name}”, which every email needs.")),
            None => Ok(Self { part, pieces }),
        }
    }

    pub fn fill(&self, values: &Values<'_>) -> String {
        let mut filled = String::new();
        self.write(&self.pieces, values, None, &mut filled);
        filled
    }

    fn write(&self, pieces: &[Piece], values: &Values<'_>, one: Option<&(String, &str)>, out: &mut String) {
        for piece in pieces {
            let value = match piece {
                Piece::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Piece::Each(inner) => {
                    values.notifications.iter().for_each(|one| self.write(inner, values, Some(one), out));
                    continue;
                }
                Piece::Value("title") => values.title.to_owned(),
                Piece::Value("count") => values.count.to_string(),
                Piece::Value("language") => values.language.to_owned(),
                Piece::Value("preferences_url") => values.preferences_url.to_owned(),
                Piece::Value("unsubscribe_url") => values.unsubscribe_url.to_owned(),
                Piece::Value("sentence") => one.map(|(sentence, _)| sentence.clone()).unwrap_or_default(),
                Piece::Value(_) => one.map(|(_, link)| (*link).to_owned()).unwrap_or_default(),
            };
            if self.part == Part::Html {
                out.push_str(&escape(&value));
            } else {
                out.push_str(&value);
            }
        }
    }
}

struct Reader<'a> {
    source: &'a str,
    at: usize,
    part: Part,
    /// The values that were found.
    names: Vec<&'static str>,
}

impl Reader<'_> {
    fn line(&self) -> usize {
        line(self.source, self.at)
    }

    fn pieces(&mut self, is_inside: bool) -> Result<Vec<Piece>, String> {
        let mut pieces = Vec::new();
        loop {
            let rest = &self.source[self.at..];
            let Some(start) = rest.find("{{") else {
                if is_inside {
                    return Err(format!("Line {}: the list “{LIST}” is not closed.", self.line()));
                }
                pieces.push(Piece::Text(rest.to_owned()));
                return Ok(pieces);
            };
            pieces.push(Piece::Text(rest[..start].to_owned()));
            self.at += start;
            let Some(end) = self.source[self.at..].find("}}") else {
                return Err(format!("Line {}: a placeholder is not closed.", self.line()));
            };
            let name = self.source[self.at + 2..self.at + end].trim().to_owned();
            let line = self.line();
            self.at += end + 2;
            match name.strip_prefix('#').map(str::trim) {
                Some(LIST) if self.part != Part::Subject && !is_inside => pieces.push(Piece::Each(self.pieces(true)?)),
                Some(other) => return Err(format!("Line {line}: there can be no list “{other}” here.")),
                None if is_inside && name.strip_prefix('/').map(str::trim) == Some(LIST) => return Ok(pieces),
                None => pieces.push(Piece::Value(self.value(&name, is_inside, line)?)),
            }
        }
    }

    fn value(&mut self, name: &str, is_inside: bool, line: usize) -> Result<&'static str, String> {
        let of_each: &[&'static str] = if is_inside { &OF_EACH } else { &[] };
        let all = || VALUES.iter().chain(of_each).copied();
        let Some(known) = all().find(|known| *known == name) else {
            let available = all().collect::<Vec<_>>().join(", ");
            return Err(format!("Line {line}: there is no “{name}” here. Available: {available}."));
        };
        self.names.push(known);
        Ok(known)
    }
}

fn line(source: &str, at: usize) -> usize {
    source[..at].matches('\n').count() + 1
}
