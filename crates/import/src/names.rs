//! Turns names into ids, among the objects that the caller can see.
//!
//! All names of a file are looked up at once before the first row is written. Objects created from the file are added
//! along the way, so that a row can refer to another row.

use std::collections::{BTreeSet, HashMap};

use cairn_engine::cx::Cx;
use cairn_engine::error::Result;
use cairn_engine::identity::{borders, identities, names_of};
use cairn_engine::object::Object;
use cairn_engine::query::{Select, column};
use cairn_engine::registry::{FOLDERS, Resource};
use cairn_model::{Type, Value};
use cairn_store::Sql;
use uuid::Uuid;

use super::cell::parts;

/// The names used in a file, by resource.
#[derive(Debug, Default)]
pub(super) struct Wanted(HashMap<&'static str, BTreeSet<String>>);

impl Wanted {
    /// Records everything that a cell could mean: the whole text, its parts, and what follows a domain.
    pub fn note(&mut self, target: &'static str, text: &str, is_many: bool) {
        let words = self.0.entry(target).or_default();
        let several = if is_many { parts(text) } else { Vec::new() };
        for text in std::iter::once(text.trim()).chain(several) {
            words.insert(text.to_owned());
            words.insert(lower_address(text));
            words.extend(borders(text).map(|(_, name)| name.to_owned()));
        }
    }
}

/// An object and its domain.
type Place = (Uuid, Option<Uuid>);

#[derive(Debug, Default)]
pub(super) struct Names {
    known: HashMap<&'static str, HashMap<String, Vec<Place>>>,
    /// Names of domains, for this version of the tree.
    folders: (i64, HashMap<String, Vec<Uuid>>),
}

impl Names {
    pub async fn look_up(cx: &mut Cx, wanted: Wanted) -> Result<Self> {
        let mut names = Self { folders: (-1, HashMap::new()), ..Self::default() };
        for (path, words) in wanted.0 {
            let known = names.known.entry(path).or_default();
            if path == FOLDERS {
                continue;
            }
            let target = cx.registry().get(path);
            let words: Vec<String> = words.into_iter().collect();
            for expression in expressions(target) {
                let scope = cx.scope(target);
                let mut select = Select::new(cx, target, &scope);
                let mut is_one = Sql::raw(&*expression);
                is_one.any(cx.conn.dialect(), Value::Texts(words.clone()));
                select.condition(is_one);
                let sql = select.project(&format!("t.id, {}, {expression}", column("t", target.scope_column())));
                for row in cx.conn.query(&sql, &[Type::Uuid, Type::Uuid, Type::Text]).await? {
                    if let (Some(id), Some(word)) = (row[0].as_uuid(), row[2].as_str()) {
                        add(known, word, (id, row[1].as_uuid()));
                    }
                }
            }
        }
        Ok(names)
    }

    /// Later rows can refer to an object created from an earlier one.
    pub fn learn(&mut self, resource: &Resource, object: &Object) {
        let Some(known) = self.known.get_mut(resource.def.path) else { return };
        for word in names_of(resource, object) {
            add(known, &word, (object.id(), Some(object.folder())));
        }
    }

    /// The object with this name. `near` is the domain of the row: if the name occurs several times, the object in that
    /// domain is meant.
    pub fn find(&mut self, cx: &Cx, target: &'static str, text: &str, near: Uuid) -> Result<Uuid, String> {
        let text = text.trim();
        if let Some(id) = Uuid::try_parse(text).ok().filter(|_| text.len() == 36) {
            return Ok(id);
        }
        if target == FOLDERS {
            return self.find_folder(cx, text);
        }
        let of = |word: &str| self.known.get(target).and_then(|known| known.get(word)).map_or(&[][..], Vec::as_slice);
        let mut found: Vec<Place> = of(text).to_vec();
        if found.is_empty() {
            found = of(&lower_address(text)).to_vec();
        }
        if found.is_empty() {
            for (folder, name) in borders(text) {
                let inside = |place: Option<Uuid>| place.is_some_and(|id| is_called(cx, id, folder));
                found.extend(of(name).iter().filter(|(_, place)| inside(*place)));
            }
        }
        let kind = cx.registry().get(target);
        match found.as_slice() {
            [] => Err(format!("There is no {} “{text}”, or you do not have access to it.", kind.name().to_lowercase())),
            [(id, _)] => Ok(*id),
            several => {
                let mut here = several.iter().filter(|(_, place)| *place == Some(near));
                match (here.next(), here.next()) {
                    (Some((id, _)), None) => Ok(*id),
                    _ => Err(format!(
                        "“{text}” matches several {}. Put the domain in front, as in “Domain/{text}”, or use the id.",
                        kind.plural().to_lowercase()
                    )),
                }
            }
        }
    }

    /// A domain by its name, or by its path from any domain above it.
    fn find_folder(&mut self, cx: &Cx, text: &str) -> Result<Uuid, String> {
        let version = cx.authority.snapshot.version();
        if self.folders.0 != version {
            let mut all: HashMap<String, Vec<Uuid>> = HashMap::new();
            for node in cx.tree().iter().filter(|node| cx.sees_folder(node.id)) {
                all.entry(node.name.to_lowercase()).or_default().push(node.id);
            }
            self.folders = (version, all);
        }
        let name = text.rsplit('/').next().unwrap_or(text).trim().to_lowercase();
        let named = self.folders.1.get(&name).map_or(&[][..], Vec::as_slice);
        let found: Vec<Uuid> = named.iter().copied().filter(|id| is_called(cx, *id, text)).collect();
        match found.as_slice() {
            [] => Err(format!("There is no domain “{text}”, or you do not have access to it.")),
            [one] => Ok(*one),
            _ => Err(format!("“{text}” matches several domains. Use the path, as in “Parent/{text}”, or the id.")),
        }
    }
}

/// Whether a name or the end of a path means this domain.
fn is_called(cx: &Cx, folder: Uuid, text: &str) -> bool {
    // A parent domain that the caller can't see has no name.
    let mut path = cx.tree().ancestors(folder).map(|node| cx.sees_folder(node.id).then_some(&node.name));
    text.rsplit('/')
        .all(|part| path.next().flatten().is_some_and(|name| name.to_lowercase() == part.trim().to_lowercase()))
}

/// Email addresses are stored in lower case.
fn lower_address(text: &str) -> String {
    if text.contains('@') { text.to_lowercase() } else { text.to_owned() }
}

fn add(known: &mut HashMap<String, Vec<Place>>, word: &str, place: Place) {
    let places = known.entry(word.to_owned()).or_default();
    if !places.contains(&place) {
        places.push(place);
    }
}

/// SQL for every text that can stand for an object of the resource: its identifiers, and what represents it in an
/// export.
fn expressions(resource: &Resource) -> Vec<String> {
    let mut all: Vec<String> = identities(resource).map(|name| column("t", name)).collect();
    all.push(resource.display("t"));
    all.dedup();
    all
}
