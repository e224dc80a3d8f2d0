//! The marks of templates: `{{ name }}`, `{{#list}}` and `{{/list}}`.

use std::ops::Range;

use super::tree::{Element, Node};
use crate::check::{Error, Result};

/// A longer name is none.
const LONGEST: usize = 100;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Value,
    Begin,
    End,
}

#[derive(Debug)]
pub(super) struct Tag {
    pub(super) kind: Kind,
    pub(super) name: String,
    /// Where it stands in the text.
    pub(super) range: Range<usize>,
}

/// All marks in a text.
pub(super) fn tags(text: &str) -> Result<Vec<Tag>> {
    let mut tags = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find("{{").map(|at| from + at) {
        let inside = &text[start + 2..];
        let end = inside.find("}}").filter(|end| *end <= LONGEST).ok_or_else(|| {
            let near: String = text[start..].chars().take(40).collect();
            Error::Template(format!("The template has {{{{ without }}}} in “{near}”."))
        })?;
        let content = inside[..end].trim();
        let (kind, name) = match content.chars().next() {
            Some('#') => (Kind::Begin, content[1..].trim()),
            Some('/') => (Kind::End, content[1..].trim()),
            _ => (Kind::Value, content),
        };
        from = start + 2 + end + 2;
        tags.push(Tag { kind, name: name.to_owned(), range: start..from });
    }
    Ok(tags)
}

/// What a paragraph or a table row is to the text around it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Role {
    Plain,
    /// What follows is repeated, up to the end.
    Begin(String),
    End(String),
    /// The row itself is repeated.
    Row(String),
    /// A part of our own report stands here.
    Block(String),
}

/// `row` is the list for which the row around it is repeated. Its marks were understood already.
pub(super) fn role(element: &Element, row: Option<&str>) -> Result<Role> {
    let is_row = element.name == "w:tr";
    if !is_row && element.name != "w:p" {
        return Ok(Role::Plain);
    }
    let text = own_text(element);
    let mut tags = tags(&text)?;
    if let [tag] = &mut tags[..]
        && text.trim().len() == tag.range.len()
    {
        let name = std::mem::take(&mut tag.name);
        return Ok(match tag.kind {
            Kind::Begin | Kind::End if row == Some(&name) => Role::Plain,
            Kind::Begin => Role::Begin(name),
            Kind::End => Role::End(name),
            Kind::Value if !is_row && name.starts_with("block.") => Role::Block(name),
            Kind::Value => Role::Plain,
        });
    }
    if !is_row {
        return Ok(Role::Plain);
    }
    let mut open = Vec::new();
    for cell in element.elements().filter(|child| child.name == "w:tc") {
        open.extend(row_tags(cell)?);
    }
    let begin = open.iter().find(|tag| tag.kind == Kind::Begin);
    Ok(match begin {
        Some(begin) if open.iter().any(|tag| tag.kind == Kind::End && tag.name == begin.name) => {
            Role::Row(begin.name.clone())
        }
        _ => Role::Plain,
    })
}

/// The marks of a cell that speak of its row: not those that repeat paragraphs inside of the cell.
fn row_tags(cell: &Element) -> Result<Vec<Tag>> {
    let mut alone = Vec::new();
    for paragraph in cell.elements().filter(|child| child.name == "w:p") {
        match role(paragraph, None)? {
            Role::Begin(name) => alone.push((Kind::Begin, name)),
            Role::End(name) => alone.push((Kind::End, name)),
            _ => {}
        }
    }
    let is_inside = |tag: &Tag| {
        let has = |kind: Kind| alone.iter().any(|(known, name)| *known == kind && *name == tag.name);
        has(Kind::Begin) && has(Kind::End)
    };
    Ok(tags(&own_text(cell))?.into_iter().filter(|tag| !is_inside(tag)).collect())
}

/// Whether what is in an element has nothing to do with the text around it.
pub(super) fn is_apart(element: &Element) -> bool {
    matches!(&*element.name, "w:tbl" | "w:txbxContent" | "mc:Fallback")
}

/// The text of a paragraph, a cell or a row, without that of tables and boxes in it.
pub(super) fn own_text(element: &Element) -> String {
    let mut text = String::new();
    collect(element, &mut |part| text.push_str(part));
    text
}

/// Visits the texts of an element in order, each run's apart.
pub(super) fn collect(element: &Element, visit: &mut impl FnMut(&str)) {
    for child in element.elements().filter(|child| !is_apart(child)) {
        if child.name == "w:t" {
            let texts = child.children.iter().map(|node| match node {
                Node::Text(text) => text.as_str(),
                Node::Element(_) | Node::Raw(_) => "",
            });
            visit(&texts.collect::<String>());
        } else {
            collect(child, visit);
        }
    }
}
