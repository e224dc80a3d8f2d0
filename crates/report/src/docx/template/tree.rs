//! XML of an uploaded file as a tree. Nothing in it is trusted: its depth and its size are limited, and it may not define
//! entities.

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

use crate::check::{Error, Result};
use crate::xml::escape;

/// Tables in tables in tables are far from it.
const DEEPEST: usize = 200;
/// The most elements and texts of one file.
const MOST_NODES: usize = 500_000;

#[derive(Clone, Debug)]
pub(super) enum Node {
    Element(Element),
    Text(String),
    /// XML that we wrote ourselves.
    Raw(String),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Element {
    pub(super) name: String,
    /// Values as they stand in the file, escaped.
    attributes: Vec<(String, String)>,
    pub(super) children: Vec<Node>,
}

impl Element {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    pub(super) fn with(mut self, attribute: &str, value: &str) -> Self {
        self.attributes.push((attribute.to_owned(), escape(value)));
        self
    }

    /// The value of an attribute, escaped.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Writes another text for a part of all attributes.
    pub(super) fn replace(&mut self, part: &str, by: &str) {
        self.attributes.iter_mut().for_each(|(_, value)| *value = value.replace(part, by));
    }

    /// Its name and attributes alone.
    pub(super) fn without_children(&self) -> Self {
        Self { name: self.name.clone(), attributes: self.attributes.clone(), children: Vec::new() }
    }

    pub(super) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(Node::element)
    }

    /// It with everything below it.
    pub(super) fn all(&self) -> Vec<&Self> {
        let mut all = vec![self];
        let mut at = 0;
        while let Some(element) = all.get(at).copied() {
            all.extend(element.elements());
            at += 1;
        }
        all
    }

    pub(super) fn text(&self) -> String {
        let texts = self.children.iter().map(|child| match child {
            Node::Text(text) => text.clone(),
            Node::Element(element) => element.text(),
            Node::Raw(_) => String::new(),
        });
        texts.collect()
    }

    pub(super) fn write(&self, xml: &mut String) {
        xml.push('<');
        xml.push_str(&self.name);
        for (name, value) in &self.attributes {
            xml.push(' ');
            xml.push_str(name);
            xml.push_str("=\"");
            xml.push_str(value);
            xml.push('"');
        }
        if self.children.is_empty() {
            xml.push_str("/>");
            return;
        }
        xml.push('>');
        for child in &self.children {
            match child {
                Node::Element(element) => element.write(xml),
                Node::Text(text) => xml.push_str(&escape(text)),
                Node::Raw(raw) => xml.push_str(raw),
            }
        }
        xml.push_str("</");
        xml.push_str(&self.name);
        xml.push('>');
    }
}

impl Node {
    pub(super) fn element(&self) -> Option<&Element> {
        match self {
            Self::Element(element) => Some(element),
            Self::Text(_) | Self::Raw(_) => None,
        }
    }
}

/// Reads a whole file.
pub(super) fn parse(xml: &str, file: &str) -> Result<Element> {
    let broken = |why: &str| Error::Template(format!("The file {file} in the template cannot be read: {why}."));
    let mut reader = Reader::from_str(xml.trim_start_matches('\u{feff}'));
    let mut open: Vec<Element> = Vec::new();
    let mut root = None;
    let mut nodes = 0;
    loop {
        nodes += 1;
        if nodes > MOST_NODES {
            return Err(broken("it is too large"));
        }
        let event = reader.read_event().map_err(|error| broken(&error.to_string()))?;
        match event {
            Event::Start(start) => {
                if open.len() >= DEEPEST {
                    return Err(broken("its elements are nested too deeply"));
                }
                open.push(element(&start).map_err(|why| broken(&why))?);
            }
            Event::Empty(start) => {
                let done = element(&start).map_err(|why| broken(&why))?;
                close(done, &mut open, &mut root).map_err(broken)?;
            }
            Event::End(_) => {
                let done = open.pop().ok_or_else(|| broken("an element is closed that is not open"))?;
                close(done, &mut open, &mut root).map_err(broken)?;
            }
            Event::Text(text) => {
                let text = text.decode().map_err(|error| broken(&error.to_string()))?;
                add(&text, &mut open);
            }
            Event::CData(text) => {
                let text = text.decode().map_err(|error| broken(&error.to_string()))?;
                add(&text, &mut open);
            }
            Event::GeneralRef(reference) => {
                let letter = reference.resolve_char_ref().map_err(|error| broken(&error.to_string()))?;
                let name = reference.decode().map_err(|error| broken(&error.to_string()))?;
                match (letter, resolve_predefined_entity(&name)) {
                    (Some(letter), _) => add(letter.encode_utf8(&mut [0; 4]), &mut open),
                    (None, Some(text)) => add(text, &mut open),
                    (None, None) => return Err(broken("it uses an entity of its own")),
                }
            }
            Event::DocType(_) => return Err(broken("it has a document type definition")),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
            Event::Eof => break,
        }
    }
    match root {
        Some(root) if open.is_empty() => Ok(root),
        _ => Err(broken("it ends too early")),
    }
}

fn element(start: &BytesStart) -> std::result::Result<Element, String> {
    let name = |bytes: &[u8]| std::str::from_utf8(bytes).map(str::to_owned).map_err(|error| error.to_string());
    let mut element = Element { name: name(start.name().as_ref())?, ..Element::default() };
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let key = name(attribute.key.as_ref())?;
        // They number paragraphs, and a repeated one would have the number of its original.
        if matches!(&*key, "w14:paraId" | "w14:textId") {
            continue;
        }
        let value = name(&attribute.value)?;
        // Escaped already, except for what a value in single quotes may have.
        element.attributes.push((key, value.replace('"', "&quot;").replace('<', "&lt;")));
    }
    Ok(element)
}

fn close(done: Element, open: &mut [Element], root: &mut Option<Element>) -> std::result::Result<(), &'static str> {
    match (open.last_mut(), &root) {
        (Some(parent), _) => parent.children.push(Node::Element(done)),
        (None, None) => *root = Some(done),
        (None, Some(_)) => return Err("it has two roots"),
    }
    Ok(())
}

fn add(text: &str, open: &mut [Element]) {
    let Some(parent) = open.last_mut() else { return };
    match parent.children.last_mut() {
        Some(Node::Text(before)) => before.push_str(text),
        _ => parent.children.push(Node::Text(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(xml: &str) -> String {
        let mut written = String::new();
        parse(xml, "x").expect("XML").write(&mut written);
        written
    }

    #[test]
    fn a_tree_is_written_as_it_was_read() {
        let xml = r#"<a x="1 &amp; 2"><b>5 &lt; 6 &amp; &#233;</b><c/> end</a>"#;
        assert_eq!(round(xml), r#"<a x="1 &amp; 2"><b>5 &lt; 6 &amp; é</b><c/> end</a>"#);
        assert_eq!(round("<a x='say \"hi\"'><![CDATA[<b>]]></a>"), r#"<a x="say &quot;hi&quot;">&lt;b&gt;</a>"#);
    }

    #[test]
    fn what_is_hostile_is_refused() {
        let deep = format!("{}{}", "<a>".repeat(100_000), "</a>".repeat(100_000));
        for (xml, why) in [
            ("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>", "document type"),
            ("<a>&x;</a>", "entity"),
            (&deep, "nested"),
            ("<a><b></a>", "cannot be read"),
            ("<a>", "too early"),
            ("", "too early"),
            ("<a/><a/>", "two roots"),
            ("<a x=1/>", "cannot be read"),
        ] {
            let refused = parse(xml, "x").expect_err(why).to_string();
            assert!(refused.contains(why), "{refused}");
        }
    }
}
