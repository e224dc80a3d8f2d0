//! Puts values in the place of marks.

use super::tags::{Kind, Role, collect, is_apart, own_text, role, tags};
use super::tree::{Element, Node};
use super::values::{Value, Values};
use crate::check::{Error, Result};

/// Lists in lists can make much of little. A document ends here, in bytes of XML.
const MOST_OUTPUT: usize = 128 * 1024 * 1024;
/// What an element costs, besides its texts.
const ELEMENT: usize = 64;

/// Makes a part of our own report, such as `block.summary`. None for a name that is not known.
pub(super) type Blocks<'a> = dyn FnMut(&str) -> Result<Option<String>> + 'a;

pub(super) struct Filler<'a> {
    blocks: Option<&'a mut Blocks<'a>>,
    left: usize,
}

/// Where in the template we are.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// What can be named: the document, then the items of the lists around, the innermost last.
    scopes: &'a [&'a Values],
    /// The list for which the table row around is repeated.
    row: Option<&'a str>,
}

impl<'a> Place<'a> {
    pub(super) fn new(scopes: &'a [&'a Values]) -> Self {
        Self { scopes, row: None }
    }

    fn find(self, name: &str) -> Result<&'a Value> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).ok_or_else(|| {
            let mut names: Vec<&str> = self.scopes.iter().flat_map(|scope| scope.names()).collect();
            names.dedup();
            Error::Template(format!(
                "The template uses “{name}”, which is not known there. Known names: {}.",
                names.join(", ")
            ))
        })
    }
}

impl<'a> Filler<'a> {
    /// Headers and footers have no blocks.
    pub(super) fn new(blocks: Option<&'a mut Blocks<'a>>) -> Self {
        Self { blocks, left: MOST_OUTPUT }
    }

    /// An element and everything in it.
    pub(super) fn element(&mut self, element: &Element, place: Place) -> Result<Element> {
        if element.name == "w:p" {
            return self.paragraph(element, place);
        }
        self.spend(ELEMENT)?;
        let mut filled = element.without_children();
        filled.children = self.children(&element.children, place)?;
        let ends_in_paragraph = filled.elements().last().is_some_and(|last| last.name == "w:p");
        if element.name == "w:tc" && !ends_in_paragraph {
            // Word wants one at the end of every cell.
            filled.children.push(Node::Element(Element::new("w:p")));
        }
        Ok(filled)
    }

    fn children(&mut self, children: &[Node], place: Place) -> Result<Vec<Node>> {
        let mut filled = Vec::with_capacity(children.len());
        let mut at = 0;
        while let Some(child) = children.get(at) {
            at += 1;
            let Node::Element(element) = child else {
                filled.push(child.clone());
                continue;
            };
            if place.scopes.len() > 1 && is_numbered(element) {
                continue;
            }
            match role(element, place.row)? {
                Role::Plain => {
                    let one = self.element(element, place)?;
                    let is_empty_table = one.name == "w:tbl" && !one.elements().any(|child| child.name == "w:tr");
                    filled.extend((!is_empty_table).then_some(Node::Element(one)));
                }
                Role::Begin(name) => {
                    let end = end_of(children, at, &name)?;
                    self.repeat(&children[at..end], &name, place, &mut filled)?;
                    at = end + 1;
                }
                Role::End(name) => {
                    return Err(Error::Template(format!("The template has {{{{/{name}}}}} without {{{{#{name}}}}}.")));
                }
                Role::Row(name) => {
                    let row = Place { row: Some(&name), ..place };
                    // The whole row, but its marks do not begin a repetition again.
                    for_each(place, &name, |scopes| {
                        filled.push(Node::Element(self.element(element, Place { scopes, ..row })?));
                        Ok(())
                    })?;
                }
                Role::Block(name) => filled.push(Node::Raw(self.block(&name)?)),
            }
        }
        Ok(filled)
    }

    fn repeat(&mut self, children: &[Node], name: &str, place: Place, filled: &mut Vec<Node>) -> Result<()> {
        for_each(place, name, |scopes| {
            filled.extend(self.children(children, Place { scopes, ..place })?);
            Ok(())
        })
    }

    fn block(&mut self, name: &str) -> Result<String> {
        let Some(blocks) = &mut self.blocks else {
            return Err(Error::Template(format!("{{{{ {name} }}}} can only be used in the text of the template.")));
        };
        let Some(xml) = blocks(name)? else {
            return Err(Error::Template(format!("The template uses “{name}”, which is not known.")));
        };
        self.spend(xml.len())?;
        Ok(xml)
    }

    /// Marks may be spread over several runs, as Word likes to cut texts. A value has the looks of the run in which its mark
    /// begins.
    fn paragraph(&mut self, paragraph: &Element, place: Place) -> Result<Element> {
        let text = own_text(paragraph);
        let tags = tags(&text)?;
        let mut values = Vec::with_capacity(tags.len());
        for tag in tags {
            let value = match (&tag.kind, place.find(&tag.name)) {
                (Kind::Begin | Kind::End, _) if place.row == Some(&tag.name) => String::new(),
                (Kind::Begin | Kind::End, _) => return Err(misplaced(&tag.name)),
                (Kind::Value, _) if tag.name.starts_with("block.") => {
                    let why = format!("{{{{ {} }}}} needs a paragraph of its own in the template.", tag.name);
                    return Err(Error::Template(why));
                }
                (Kind::Value, Ok(Value::Text(text))) => text.clone(),
                (Kind::Value, Ok(Value::List(_))) => {
                    let why = format!("“{0}” is a list. Repeat it with {{{{#{0}}}}} and {{{{/{0}}}}}.", tag.name);
                    return Err(Error::Template(why));
                }
                (Kind::Value, Err(error)) => return Err(error),
            };
            values.push((tag.range, value));
        }
        let mut parts = Vec::new();
        let mut from = 0;
        collect(paragraph, &mut |part| {
            let range = from..from + part.len();
            let mut filled = String::new();
            let mut at = range.start;
            for (mark, value) in &values {
                if mark.start >= range.end || mark.end <= range.start {
                    continue;
                }
                filled.push_str(&text[at.min(mark.start).max(range.start)..mark.start.max(at)]);
                if mark.start >= range.start {
                    filled.push_str(value);
                }
                at = mark.end.min(range.end);
            }
            filled.push_str(&text[at..range.end]);
            parts.push(filled);
            from = range.end;
        });
        parts.reverse();
        self.rebuild(paragraph, &mut parts, place)
    }

    /// The same element with other texts, of which the next is the last of the list.
    fn rebuild(&mut self, element: &Element, parts: &mut Vec<String>, place: Place) -> Result<Element> {
        self.spend(ELEMENT)?;
        let mut filled = element.without_children();
        for child in &element.children {
            match child {
                Node::Element(child) if place.scopes.len() > 1 && is_numbered(child) => {}
                Node::Element(child) if is_apart(child) => {
                    filled.children.push(Node::Element(self.element(child, place)?));
                }
                Node::Element(child) if child.name == "w:t" => {
                    let text = parts.pop().unwrap_or_default();
                    self.spend(text.len())?;
                    filled.children.extend(lines(&text));
                }
                Node::Element(child) => filled.children.push(Node::Element(self.rebuild(child, parts, place)?)),
                other => filled.children.push(other.clone()),
            }
        }
        Ok(filled)
    }

    fn spend(&mut self, cost: usize) -> Result<()> {
        self.left = self.left.checked_sub(cost).ok_or_else(|| {
            let most = MOST_OUTPUT / 1024 / 1024;
            Error::Template(format!("With this template, the document would be larger than {most} MiB."))
        })?;
        Ok(())
    }
}

/// Once for each item of a list, or once for a text that is not empty.
fn for_each(place: Place, name: &str, mut make: impl FnMut(&[&Values]) -> Result<()>) -> Result<()> {
    match place.find(name)? {
        Value::Text(text) if text.is_empty() => Ok(()),
        Value::Text(_) => {
            let nothing = Values::default();
            make(&[place.scopes, &[&nothing]].concat())
        }
        Value::List(items) => items.iter().try_for_each(|item| make(&[place.scopes, &[item]].concat())),
    }
}

/// Where a repetition ends.
fn end_of(children: &[Node], from: usize, name: &str) -> Result<usize> {
    let mut depth = 0;
    for (at, child) in children.iter().enumerate().skip(from) {
        let Some(element) = child.element() else { continue };
        match role(element, None)? {
            Role::Begin(other) if other == name => depth += 1,
            Role::End(other) if other == name && depth == 0 => return Ok(at),
            Role::End(other) if other == name => depth -= 1,
            _ => {}
        }
    }
    Err(misplaced(name))
}

fn misplaced(name: &str) -> Error {
    Error::Template(format!(
        "{{{{#{name}}}}} and {{{{/{name}}}}} need paragraphs of their own, or stand in one table row, so that what they repeat is clear."
    ))
}

/// What has a number that must not come twice.
fn is_numbered(element: &Element) -> bool {
    matches!(
        &*element.name,
        "w:bookmarkStart" | "w:bookmarkEnd" | "w:commentRangeStart" | "w:commentRangeEnd" | "w:commentReference"
    )
}

/// A text as the children of a run.
fn lines(text: &str) -> Vec<Node> {
    let mut nodes = Vec::new();
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            nodes.push(Node::Element(Element::new("w:br")));
        }
        let mut run = Element::new("w:t").with("xml:space", "preserve");
        run.children.push(Node::Text(line.to_owned()));
        nodes.push(Node::Element(run));
    }
    nodes
}
