//! One line of text: names, references, links, addresses.

use serde_json::{Value as Json, json};

use super::{FieldKind, Lookup, TEXTUAL, json_type};
use crate::text::refuse_nul;
use crate::value::{Type, Value};

#[derive(Debug, Clone, Copy)]
pub struct TextKind {
    /// The maximum number of characters.
    pub max: u32,
    /// Whether an empty text is a value of its own.
    pub blank: bool,
    pub format: TextFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextFormat {
    Plain,
    /// An address that a browser may follow; only http and https, so that it can't contain a script.
    Url,
    /// Where to find more: an address, but also a path or a ticket number. It is shown as a link if a
    /// browser may follow it.
    Link,
    Email,
}

impl TextKind {
    pub const PLAIN: Self = Self { max: 200, blank: false, format: TextFormat::Plain };

    fn check(self, text: &str) -> Result<Value, String> {
        refuse_nul(text)?;
        // Space around a name is never intended and makes two names that look the same.
        let text = text.trim();
        if text.is_empty() {
            return if self.blank {
                Ok(Value::Text(String::new()))
            } else {
                Err("This field may not be blank.".into())
            };
        }
        if text.chars().count() > self.max as usize {
            return Err(format!("Ensure this field has no more than {} characters.", self.max));
        }
        match self.format {
            TextFormat::Plain | TextFormat::Link => {}
            TextFormat::Url if is_web_address(text) => {}
            TextFormat::Url => return Err("Enter a URL that starts with https:// or http://.".into()),
            TextFormat::Email if is_email(text) => return Ok(Value::Text(text.to_lowercase())),
            TextFormat::Email => return Err("Enter a valid email address.".into()),
        }
        Ok(Value::Text(text.to_owned()))
    }
}

fn is_web_address(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'))
        && !text.chars().any(|letter| letter.is_whitespace() || letter.is_control())
}

/// Good enough to catch mistakes; only an email that arrives proves an address.
pub(crate) fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let plain = |part: &str| !part.chars().any(|c| c.is_whitespace() || c.is_control() || "<>()[],;:\\\"".contains(c));
    !local.is_empty()
        && local.len() <= 64
        && plain(local)
        && plain(domain)
        && !local.contains('@')
        && domain.split('.').count() > 1
        && domain.split('.').all(|label| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-'))
}

impl FieldKind for TextKind {
    fn name(&self) -> &'static str {
        match self.format {
            TextFormat::Plain => "text",
            TextFormat::Url => "url",
            TextFormat::Link => "link",
            TextFormat::Email => "email",
        }
    }
    fn column(&self) -> Option<Type> {
        Some(Type::Text)
    }
    fn parse(&self, json: &Json) -> Result<Value, String> {
        match json {
            Json::String(text) => self.check(text),
            other => Err(format!("Expected a string, found {}.", json_type(other))),
        }
    }
    fn parse_text(&self, text: &str) -> Result<Value, String> {
        refuse_nul(text)?;
        Ok(Value::Text(text.to_owned()))
    }
    fn lookups(&self) -> &'static [Lookup] {
        TEXTUAL
    }
    fn schema(&self) -> Json {
        let mut schema = json!({ "type": "string", "maxLength": self.max });
        if !self.blank {
            schema["minLength"] = 1.into();
        }
        match self.format {
            TextFormat::Plain | TextFormat::Link => {}
            TextFormat::Url => schema["format"] = "uri".into(),
            TextFormat::Email => schema["format"] = "email".into(),
        }
        schema
    }
    fn widget(&self) -> &'static str {
        self.name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_not_web_addresses() {
        for good in ["https://example.com/a?b=c", "http://10.0.0.1:8080"] {
            assert!(is_web_address(good), "{good}");
        }
        for bad in ["javascript:alert(1)", "ftp://x", "https://", "https:///x", "https://a b", "//x"] {
            assert!(!is_web_address(bad), "{bad}");
        }
    }

    #[test]
    fn addresses_need_a_name_and_a_domain() {
        for good in ["a@b.c", "first.last+tag@example.org"] {
            assert!(is_email(good), "{good}");
        }
        for bad in ["nope", "@b.c", "a@", "a@b", "a@-b.c", "a b@c.d", "a@b..c", "a@@b.c"] {
            assert!(!is_email(bad), "{bad}");
        }
    }
}
