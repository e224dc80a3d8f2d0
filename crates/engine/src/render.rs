//! Objects as JSON, written straight into the response.

use std::hash::{DefaultHasher, Hash, Hasher};

use cairn_access::Tree;
use cairn_model::kind::Kind;
use cairn_model::value::{write_json_text, write_json_uuid};
use cairn_model::{FieldDef, ScopeRule, Value};
use uuid::Uuid;

use crate::cx::Cx;
use crate::language::Translated;
use crate::object::Object;
use crate::query::{Page, Target};
use crate::registry::{FOLDERS, Resource, json_key};

/// A list: count, neighbours and rows. `next` and `previous` are path and query.
pub fn list(cx: &Cx, page: &Page, next: Option<&str>, previous: Option<&str>) -> Vec<u8> {
    let mut out = Vec::with_capacity(256 + page.objects.len() * 1200);
    out.extend_from_slice(b"{\"count\":");
    Value::Int(page.count).write_json(&mut out);
    for (key, link) in [("next", next), ("previous", previous)] {
        out.push(b',');
        out.extend_from_slice(&json_key(key));
        match link {
            Some(link) => write_json_text(&mut out, link),
            None => out.extend_from_slice(b"null"),
        }
    }
    out.extend_from_slice(b",\"results\":[");
    let writer = Writer::new(cx, page);
    for row in 0..page.objects.len() {
        if row > 0 {
            out.push(b',');
        }
        writer.row(&mut out, row);
    }
    out.extend_from_slice(b"]}");
    out
}

/// Rows of a page in a given order, one per line.
pub fn lines(cx: &Cx, page: &Page, order: &[usize]) -> Vec<u8> {
    let mut out = Vec::with_capacity(order.len() * 1200);
    let writer = Writer::new(cx, page);
    for row in order {
        writer.row(&mut out, *row);
        out.push(b'\n');
    }
    out
}

/// The first object of a page.
pub fn item(cx: &Cx, page: &Page) -> Vec<u8> {
    let mut out = Vec::with_capacity(2048);
    Writer::new(cx, page).row(&mut out, 0);
    out
}

/// The raw values, for forms and for responses to writes.
pub fn raw(resource: &Resource, object: &Object) -> Vec<u8> {
    let mut out = Vec::with_capacity(1024);
    out.push(b'{');
    for (position, field) in resource.def.fields.iter().enumerate() {
        if field.secret {
            continue;
        }
        if position > 0 {
            out.push(b',');
        }
        out.extend_from_slice(&resource.json_keys[position]);
        object.values[position].write_json(&mut out);
    }
    out.push(b'}');
    out
}

/// The raw values for a caller; a domain that they may not see is not named.
pub fn raw_for(cx: &Cx, resource: &Resource, object: &Object) -> Vec<u8> {
    if cx.sees_folder(object.folder()) {
        return raw(resource, object);
    }
    let mut shown = object.clone();
    shown.values[resource.scope_position] = match resource.def.scope {
        ScopeRule::Folder | ScopeRule::Within(_) => Value::Null,
        ScopeRule::OwnId => Value::Uuid(object.id()),
    };
    raw(resource, &shown)
}

/// The ETag of raw values: it changes whenever a value changes that the caller sees and could overwrite. Names of
/// referenced objects are not included: renaming a domain is no lost update.
pub fn etag(raw: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    raw.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

/// The ETag of an object as shown, with names and computed fields: that of its raw values, and that of everything. The
/// first part tells whether a write would lose an update, both together whether anything looks different.
pub fn shown_etag(raw: &[u8], shown: &[u8]) -> String {
    let (raw, shown) = (etag(raw), etag(shown));
    format!("{}-{}", raw.trim_end_matches('"'), shown.trim_start_matches('"'))
}

/// Whether `If-Match` names the current raw values, by their own tag or by the tag of the object as shown.
pub fn may_replace(header: &str, etag: &str) -> bool {
    header.split(',').any(|tag| {
        let own = tag.split_once('-').map_or(tag.trim().to_owned(), |(raw, _)| format!("{}\"", raw.trim()));
        etag_matches(&own, etag)
    })
}

/// Whether a header such as `If-None-Match` names a tag. The mark of a weak tag is ignored: proxies that compress add
/// it.
pub fn etag_matches(header: &str, etag: &str) -> bool {
    header.split(',').map(str::trim).any(|tag| tag == "*" || tag.trim_start_matches("W/") == etag)
}

struct Writer<'a> {
    cx: &'a Cx,
    page: &'a Page,
    tree: &'a Tree,
    sees: Box<dyn Fn(Uuid) -> bool + 'a>,
    computed_keys: Vec<Vec<u8>>,
    /// For each field, what it shows of its target.
    shows: Vec<Vec<Shows>>,
    /// For each field, whether the response shows it.
    is_shown: Vec<bool>,
}

struct Shows {
    key: Vec<u8>,
    is_folder: bool,
}

impl Shows {
    fn of(cx: &Cx, field: &FieldDef) -> Vec<Self> {
        let Some(target) = field.kind.target().filter(|_| !field.shows.is_empty()) else { return Vec::new() };
        let target = cx.registry().get(target).def;
        let is_folder = |name: &str| target.field(name).and_then(|field| field.kind.target()) == Some(FOLDERS);
        field.shows.iter().map(|name| Self { key: json_key(name), is_folder: is_folder(name) }).collect()
    }
}

impl<'a> Writer<'a> {
    fn new(cx: &'a Cx, page: &'a Page) -> Self {
        let folders = cx.scope(cx.registry().get(FOLDERS));
        // The name of a domain is that of the time being viewed; who may know it is decided by today's access.
        let (tree, now) = (cx.tree(), cx.authority.snapshot.tree());
        let sees = move |id: Uuid| folders.allows(id, now.get(id).is_some_and(|node| node.is_published));
        let computed_keys = page.computed.iter().map(|(name, _)| json_key(name)).collect();
        let shows = page.resource.def.fields.iter().map(|field| Shows::of(cx, field)).collect();
        let is_shown = page.resource.def.fields.iter().map(|field| !field.secret && page.fields.has(field.name));
        Self { cx, page, tree, sees: Box::new(sees), computed_keys, shows, is_shown: is_shown.collect() }
    }

    fn row(&self, out: &mut Vec<u8>, row: usize) {
        let page = self.page;
        let resource = page.resource;
        let object = &page.objects[row];
        let translated = Translated::of(self.cx, resource, object);
        let (mut references, mut relations) = (0, 0);
        out.push(b'{');
        for (position, field) in resource.def.fields.iter().enumerate() {
            // The counters advance with the fields, including those that are not shown.
            let before = (references, relations);
            match &field.kind {
                Kind::Reference(kind) if kind.target != FOLDERS => references += 1,
                Kind::Many(_) => relations += 1,
                _ => {}
            }
            if !self.is_shown[position] {
                continue;
            }
            next(out);
            out.extend_from_slice(&resource.json_keys[position]);
            match &field.kind {
                Kind::Reference(kind) if kind.target == FOLDERS => self.folder(out, &object.values[position]),
                Kind::Reference(_) => match &page.references[row][before.0] {
                    Some(found) => self.target(out, position, found),
                    None => out.extend_from_slice(b"null"),
                },
                Kind::Any(_) => self.any(out, &object.values[position]),
                Kind::Many(_) => self.targets(out, position, &page.related[before.1][row]),
                Kind::Text(_) | Kind::Markdown(_) => match translated.text(field.name) {
                    Some(text) => write_json_text(out, text),
                    None => object.values[position].write_json(out),
                },
                _ => object.values[position].write_json(out),
            }
        }
        for (at, (_, values)) in page.computed.iter().enumerate() {
            next(out);
            out.extend_from_slice(&self.computed_keys[at]);
            // A tree of plain values always has a JSON form.
            let _ = serde_json::to_writer(&mut *out, &values[row]);
        }
        if page.fields.has_path() {
            next(out);
            out.extend_from_slice(b"\"path\":");
            self.path(out, object.folder());
        }
        out.push(b'}');
    }

    fn targets(&self, out: &mut Vec<u8>, position: usize, targets: &[Target]) {
        out.push(b'[');
        for (at, one) in targets.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            self.target(out, position, one);
        }
        out.push(b']');
    }

    fn target(&self, out: &mut Vec<u8>, position: usize, target: &Target) {
        write_label(out, target.label.id, &target.label.text);
        if target.shown.is_empty() {
            return;
        }
        out.pop();
        for (shows, value) in self.shows[position].iter().zip(&target.shown) {
            out.push(b',');
            out.extend_from_slice(&shows.key);
            if shows.is_folder { self.folder(out, value) } else { value.write_json(out) }
        }
        out.push(b'}');
    }

    fn any(&self, out: &mut Vec<u8>, value: &Value) {
        let Some((id, found)) = value.as_uuid().and_then(|id| Some((id, self.page.any.get(&id)?))) else {
            out.extend_from_slice(b"null");
            return;
        };
        write_label(out, id, &found.text);
        out.pop();
        out.extend_from_slice(b",\"resource\":");
        write_json_text(out, found.resource);
        out.push(b'}');
    }

    fn folder(&self, out: &mut Vec<u8>, value: &Value) {
        let node = value.as_uuid().and_then(|id| self.tree.get(id)).filter(|node| (self.sees)(node.id));
        match node {
            Some(node) => write_label(out, node.id, &node.name),
            None => out.extend_from_slice(b"null"),
        }
    }

    /// The parent domains of the object, topmost first, as far as the caller may see them. The root is left out: it is
    /// above everything.
    fn path(&self, out: &mut Vec<u8>, folder: Uuid) {
        out.push(b'[');
        let root = self.tree.root();
        let visible = self.tree.path(folder).into_iter().filter(|node| node.id != root && (self.sees)(node.id));
        for (at, node) in visible.enumerate() {
            if at > 0 {
                out.push(b',');
            }
            write_label(out, node.id, &node.name);
        }
        out.push(b']');
    }
}

/// Goes on to the next member of an object.
fn next(out: &mut Vec<u8>) {
    if out.last() != Some(&b'{') {
        out.push(b',');
    }
}

fn write_label(out: &mut Vec<u8>, id: Uuid, text: &str) {
    out.extend_from_slice(b"{\"id\":");
    write_json_uuid(out, id);
    out.extend_from_slice(b",\"str\":");
    write_json_text(out, text);
    out.push(b'}');
}
