//! The HTML that a template of mail may contain: a closed list of elements and attributes, and nothing that runs.
//!
//! Every `<` of a template begins one of these elements, wherever it stands: attributes, styles and comments contain
//! none. So it does not matter how a mail program reads the rest, and nothing is hidden from these checks.

use super::{OF_PEOPLE, line};

#[rustfmt::skip]
const ELEMENTS: [&str; 44] = [
    "a", "abbr", "b", "blockquote", "body", "br", "center", "code", "div", "em", "footer", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hr", "html", "i", "img", "li", "main", "meta", "ol", "p", "pre", "section", "small", "span",
    "strong", "style", "sub", "sup", "table", "tbody", "td", "th", "thead", "title", "tr", "ul",
];

#[rustfmt::skip]
const ATTRIBUTES: [&str; 27] = [
    "align", "alt", "background", "bgcolor", "border", "cellpadding", "cellspacing", "charset", "class", "color",
    "colspan", "content", "dir", "height", "href", "id", "lang", "name", "role", "rowspan", "scope", "src", "style",
    "title", "valign", "width", "xmlns",
];

const DOCTYPE: &str = "!doctype html>";

/// Attributes that lead somewhere.
const LINKS: [&str; 3] = ["href", "src", "background"];
const LINK_STARTS: [&str; 8] =
    ["https://", "http://", "mailto:", "tel:", "#", "{{link}}", "{{preferences_url}}", "{{unsubscribe_url}}"];

/// What styles load or run, and the letter that hides it.
const ACTIVE_STYLES: [&str; 6] = ["url(", "@import", "expression(", "behavior", "-moz-binding", "\\"];

pub(super) fn check(source: &str) -> Result<(), String> {
    let mut at = 0;
    while let Some(start) = source[at..].find('<').map(|found| at + found) {
        let mut tag = Tag { source, start, at: start + 1 };
        at = tag.read()?;
    }
    Ok(())
}

struct Tag<'a> {
    source: &'a str,
    start: usize,
    at: usize,
}

impl<'a> Tag<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn not_closed(&self) -> String {
        format!("Line {}: a tag is not closed.", line(self.source, self.start))
    }

    /// Reads what begins here, and returns where it ends.
    fn read(&mut self) -> Result<usize, String> {
        if let Some(comment) = self.rest().strip_prefix("!--") {
            let length = comment.find("-->").ok_or_else(|| self.not_closed())?;
            plain(self.source, self.at + 3, &comment[..length])?;
            return Ok(self.at + 3 + length + 3);
        }
        if self.rest().get(..DOCTYPE.len()).is_some_and(|text| text.eq_ignore_ascii_case(DOCTYPE)) {
            return Ok(self.at + DOCTYPE.len());
        }
        let is_end = self.rest().starts_with('/');
        self.at += usize::from(is_end);
        let name = self.name();
        if name.is_empty() {
            let at = line(self.source, self.start);
            return Err(format!("Line {at}: “<” does not begin a tag. Write &lt; instead."));
        }
        if !ELEMENTS.contains(&name.as_str()) {
            return Err(format!("Line {}: “{name}” is not allowed in email.", line(self.source, self.start)));
        }
        while !self.is_closed()? {
            self.attribute()?;
        }
        if name == "style" && !is_end {
            let length = self.rest().find('<').unwrap_or(self.rest().len());
            check_style(self.source, self.at, &self.rest()[..length])?;
            let end = self.rest()[length..].get(..7).unwrap_or_default();
            if !end.eq_ignore_ascii_case("</style") {
                return Err(self.not_closed());
            }
        }
        Ok(self.at)
    }

    /// Whether the tag ends here; if so, it is passed.
    fn is_closed(&mut self) -> Result<bool, String> {
        let rest = self.rest();
        let next = rest.trim_start();
        self.at += rest.len() - next.len();
        for end in [">", "/>"] {
            if next.starts_with(end) {
                self.at += end.len();
                return Ok(true);
            }
        }
        if next.is_empty() { Err(self.not_closed()) } else { Ok(false) }
    }

    /// A name in lower case.
    fn name(&mut self) -> String {
        let rest = self.rest();
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-').unwrap_or(rest.len());
        self.at += end;
        rest[..end].to_ascii_lowercase()
    }

    fn attribute(&mut self) -> Result<(), String> {
        let from = line(self.source, self.at);
        let name = self.name();
        if name.is_empty() {
            return Err(format!("Line {from}: write attributes as name=\"value\"."));
        }
        if !ATTRIBUTES.contains(&name.as_str()) && !name.starts_with("aria-") {
            return Err(format!("Line {from}: “{name}” is not allowed in email."));
        }
        let rest = self.rest().trim_start();
        let Some(value) = rest.strip_prefix('=').map(str::trim_start) else { return Ok(()) };
        let quote = value.chars().next().filter(|letter| matches!(letter, '"' | '\''));
        let Some(quote) = quote else {
            return Err(format!("Line {from}: put quotes around the value of “{name}”."));
        };
        let start = self.source.len() - value.len() + 1;
        let length = self.source[start..].find(quote).ok_or_else(|| self.not_closed())?;
        let value = &self.source[start..start + length];
        check_value(self.source, start, &name, value)?;
        self.at = start + length + 1;
        Ok(())
    }
}

fn check_value(source: &str, at: usize, name: &str, value: &str) -> Result<(), String> {
    let from = line(source, at);
    if value.contains('<') {
        return Err(format!("Line {from}: “{}” cannot be inside a tag, a style or a comment.", '<'));
    }
    for placeholder in value.split("{{").skip(1) {
        let one = placeholder.split("}}").next().unwrap_or_default().trim();
        if OF_PEOPLE.contains(&one) || one.starts_with(['#', '/']) {
            return Err(format!("Line {from}: “{one}” cannot be inside a tag, a style or a comment."));
        }
    }
    if LINKS.contains(&name) {
        let link: String = value.chars().filter(|letter| !letter.is_whitespace()).collect::<String>().to_lowercase();
        if !LINK_STARTS.iter().any(|start| link.starts_with(start)) {
            return Err(format!(
                "Line {from}: “{name}” must begin with https://, mailto: or the placeholder of a link."
            ));
        }
    }
    if name == "style" { check_style(source, at, value) } else { Ok(()) }
}

fn check_style(source: &str, at: usize, style: &str) -> Result<(), String> {
    plain(source, at, style)?;
    let lower = style.to_ascii_lowercase();
    match ACTIVE_STYLES.iter().find_map(|active| Some((lower.find(active)?, active))) {
        Some((found, active)) => Err(format!("Line {}: “{active}” is not allowed in email.", line(source, at + found))),
        None => Ok(()),
    }
}

/// Neither tags nor values.
fn plain(source: &str, at: usize, text: &str) -> Result<(), String> {
    let found = ["{{", "<"].iter().find_map(|sign| Some((text.find(sign)?, sign)));
    match found {
        Some((found, sign)) => {
            let at = line(source, at + found);
            Err(format!("Line {at}: “{sign}” cannot be inside a tag, a style or a comment."))
        }
        None => Ok(()),
    }
}
