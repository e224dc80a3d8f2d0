//! From the text of a file to its nodes, within limits.

use std::collections::HashMap;
use std::rc::Rc;

use granit_parser::{ErrorKind, Event, Marker, Parser, ScalarStyle, ScanError, Tag};

use super::{At, Entry, Kind, Node, Scalar};
use crate::log::Log;

/// Deeper than any library, and shallow enough to walk without care.
pub(super) const MAX_NESTING: usize = 100;
/// How many values a file may have, and how much text, with every alias written out.
const MAX_NODES: usize = 2_000_000;
const MAX_TEXT: usize = 2 * crate::MAX_BYTES;

pub(super) const NUL: &str = "The text has a NUL character, which cannot be stored. Remove it.";

/// Stands for a `<<` without quotes. No text of a file can be equal to it, since NUL is refused.
const MERGE: &str = "\0<<";

/// Reads one document. What stops it is in the log.
pub fn parse(text: &str, log: &Log) -> Option<Rc<Node>> {
    let mut options = granit_parser::Options::default();
    options.set_emit_comments(false);
    options.flow_nesting_limit = MAX_NESTING;
    options.block_nesting_limit = MAX_NESTING;
    let mut builder = Builder { log, open: vec![], anchors: HashMap::new(), root: None, documents: 0 };
    for event in Parser::new_from_str_with_options(text, options) {
        match event {
            Ok((event, span)) => builder.event(event, at(&span.start))?,
            Err(error) => {
                log.problem_at(at(error.marker()), said(&error));
                return None;
            }
        }
    }
    if builder.root.is_none() {
        log.problem_at(At::default(), "The file is empty.");
    }
    builder.root.map(|sized| sized.node)
}

fn at(marker: &Marker) -> At {
    At { sheet: None, line: marker.line() as u32, column: marker.col() as u32 + 1 }
}

fn said(error: &ScanError) -> String {
    match error.kind() {
        ErrorKind::RecursionLimitExceeded => too_deep(),
        _ => format!("This is not valid YAML: {}.", error.info().trim_end_matches('.')),
    }
}

pub(super) fn too_deep() -> String {
    format!("Lists and maps are nested more than {MAX_NESTING} levels deep.")
}

/// A node, and what it costs to walk through all of it.
#[derive(Clone)]
struct Sized {
    node: Rc<Node>,
    nodes: usize,
    text: usize,
}

/// A list or map whose end has not come yet.
struct Open {
    at: At,
    anchor: usize,
    items: Vec<Rc<Node>>,
    entries: Vec<Entry>,
    is_map: bool,
    key: Option<(Rc<str>, At)>,
    /// What stands behind `<<`.
    merged: Vec<Rc<Node>>,
    nodes: usize,
    text: usize,
}

struct Builder<'a> {
    log: &'a Log,
    open: Vec<Open>,
    anchors: HashMap<usize, Sized>,
    root: Option<Sized>,
    documents: usize,
}

impl Builder<'_> {
    fn event(&mut self, event: Event<'_>, at: At) -> Option<()> {
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    return self.stop(at, "A library is one document. A second one begins here.");
                }
            }
            Event::Scalar(text, style, anchor, tag) => {
                if text.contains('\0') {
                    return self.stop(at, NUL);
                }
                let plain = match self.tag(at, tag.as_deref())? {
                    "str" => false,
                    "int" | "float" | "bool" | "null" | "timestamp" => true,
                    _ => style == ScalarStyle::Plain,
                };
                let node = Node { at, kind: Kind::Scalar(Scalar { text: (&*text).into(), plain }) };
                self.put(Sized { node: Rc::new(node), nodes: 1, text: text.len() }, anchor)?;
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.tag(at, tag.as_deref())?;
                self.start(at, anchor, false)?;
            }
            Event::MappingStart(_, anchor, tag) => {
                self.tag(at, tag.as_deref())?;
                self.start(at, anchor, true)?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.end()?,
            Event::Alias(anchor) => match self.anchors.get(&anchor).cloned() {
                Some(sized) => self.put(sized, 0)?,
                None => return self.stop(at, "This alias stands inside of what it stands for."),
            },
            _ => {}
        }
        Some(())
    }

    fn stop<T>(&self, at: At, message: &str) -> Option<T> {
        self.log.problem_at(at, message);
        None
    }

    /// The name of one of YAML's own tags, or an empty one. Others would make objects of someone's program.
    fn tag<'t>(&self, at: At, tag: Option<&'t Tag>) -> Option<&'t str> {
        let Some(tag) = tag else { return Some("") };
        match tag.core_suffix() {
            Some(name @ ("str" | "int" | "float" | "bool" | "null" | "timestamp" | "seq" | "map")) => Some(name),
            _ if tag.suffix().is_empty() => Some("str"),
            _ => self.stop(at, &format!("The tag {} is not supported.", tag.original())),
        }
    }

    fn start(&mut self, at: At, anchor: usize, is_map: bool) -> Option<()> {
        // The parser counts blocks and brackets apart.
        if self.open.len() >= MAX_NESTING {
            return self.stop(at, &too_deep());
        }
        let (items, entries) = (vec![], vec![]);
        self.open.push(Open { at, anchor, items, entries, is_map, key: None, merged: vec![], nodes: 1, text: 0 });
        Some(())
    }

    fn end(&mut self) -> Option<()> {
        let open = self.open.pop()?;
        let kind = if open.is_map { Kind::Map(self.unique(open.entries, open.merged)) } else { Kind::List(open.items) };
        let node = Rc::new(Node { at: open.at, kind });
        self.put(Sized { node, nodes: open.nodes, text: open.text }, open.anchor)
    }

    /// Puts a finished node where it belongs.
    fn put(&mut self, sized: Sized, anchor: usize) -> Option<()> {
        if anchor != 0 {
            self.anchors.insert(anchor, sized.clone());
        }
        let at = sized.node.at;
        let Some(open) = self.open.last_mut() else {
            self.root = Some(sized);
            return Some(());
        };
        open.nodes += sized.nodes;
        open.text += sized.text;
        if open.nodes > MAX_NODES || open.text > MAX_TEXT {
            return self.stop(at, "The file is too large once its aliases are written out.");
        }
        if !open.is_map {
            open.items.push(sized.node);
        } else if let Some((key, at)) = open.key.take() {
            match &sized.node.kind {
                Kind::List(maps) if &*key == MERGE => open.merged.extend(maps.iter().cloned()),
                _ if &*key == MERGE => open.merged.push(sized.node),
                _ => open.entries.push(Entry { key, at, value: sized.node }),
            }
        } else if let Kind::Scalar(scalar) = &sized.node.kind {
            let key = if scalar.plain && &*scalar.text == "<<" { MERGE } else { &scalar.text };
            open.key = Some((key.into(), at));
        } else {
            return self.stop(at, "A key must be a text, not a list or a map.");
        }
        Some(())
    }

    /// Keeps the last of equal keys, as most readers of YAML do, and adds what is merged.
    fn unique(&self, entries: Vec<Entry>, merged: Vec<Rc<Node>>) -> Vec<Entry> {
        let mut places: HashMap<Rc<str>, usize> = HashMap::with_capacity(entries.len());
        let mut unique: Vec<Entry> = Vec::with_capacity(entries.len());
        for entry in entries {
            let Some(&place) = places.get(&entry.key) else {
                places.insert(Rc::clone(&entry.key), unique.len());
                unique.push(entry);
                continue;
            };
            let first = unique[place].at.line;
            if entry.key.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("urn:")) {
                self.log.problem_at(entry.at, format!("{} is already on line {first}.", entry.key));
            } else {
                let message = format!("\"{}\" is already on line {first}. The last one counts.", entry.key);
                self.log.note_at(entry.at, message);
            }
            unique[place] = entry;
        }
        for map in merged {
            let Kind::Map(entries) = &map.kind else {
                self.log.problem_at(map.at, "Only maps can be merged with <<.");
                continue;
            };
            for entry in entries {
                if !places.contains_key(&entry.key) {
                    places.insert(Rc::clone(&entry.key), unique.len());
                    unique.push(entry.clone());
                }
            }
        }
        unique
    }
}
