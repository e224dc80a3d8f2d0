//! Takes one row through the write path.

use cairn_engine::cx::{Cx, not_found};
use cairn_engine::decode;
use cairn_engine::error::{Error, FieldErrors, Result};
use cairn_engine::object::Object;
use cairn_engine::query::{self, Select};
use cairn_engine::registry::{FOLDERS, Registry, Resource};
use cairn_engine::write::{self, Mode};
use cairn_model::kind::Kind;
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use super::columns::Columns;
use super::kind::find_kind;
use super::matching::{self, Matching, parent};
use super::names::{Names, Wanted};
use super::report::{Outcome, RowReport};
use super::sheet::Sheet;
use super::{Empty, OnConflict, Options, cell, order};

type Body = Map<String, Json>;

/// A sheet, read according to a definition.
pub(super) struct Table<'a> {
    resource: &'static Resource,
    sheet: &'a Sheet,
    columns: &'a Columns,
}

impl<'a> Table<'a> {
    pub fn new(resource: &'static Resource, sheet: &'a Sheet, columns: &'a Columns) -> Self {
        Self { resource, sheet, columns }
    }

    pub fn row(&self, at: usize) -> Row<'a> {
        let row = &self.sheet.rows[at];
        Row {
            resource: self.resource,
            number: row.number,
            headings: &self.sheet.headings,
            cells: &row.cells,
            columns: self.columns,
        }
    }

    fn rows(&self) -> impl Iterator<Item = Row<'a>> {
        (0..self.sheet.rows.len()).map(|at| self.row(at))
    }

    /// Every name that has to be looked up.
    pub fn wanted(&self, registry: &Registry, references: &std::collections::BTreeMap<String, String>) -> Wanted {
        let mut wanted = Wanted::default();
        for row in self.rows() {
            for (position, text) in row.given() {
                let kind = &self.resource.field(position).kind;
                if let Some(target) = kind.target() {
                    wanted.note(target, text, kind.is_many());
                } else if let Some((target, name)) = of_any(registry, kind, text) {
                    wanted.note(target, name, false);
                }
            }
        }
        for (field, text) in references {
            if let Some(target) = self.resource.def.field(field).and_then(|field| field.kind.target()) {
                wanted.note(target, text, false);
            }
        }
        wanted
    }

    pub fn ref_ids(&self) -> Vec<String> {
        let Some(column) = self.resource.def.position("ref_id").and_then(|at| self.columns.of(at)) else {
            return Vec::new();
        };
        let cells = self.sheet.rows.iter().filter_map(|row| row.cells.get(column));
        cells.map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty()).collect()
    }

    /// The rows in an order in which references find their targets.
    pub fn order(&self) -> Vec<usize> {
        let is_own = |position: &usize| self.resource.field(*position).kind.target() == Some(self.resource.def.path);
        if !self.columns.fields.iter().flatten().any(is_own) {
            return (0..self.sheet.rows.len()).collect();
        }
        let (mut names, mut needs) = (Vec::new(), Vec::new());
        for row in self.rows() {
            let is_name = |position: usize| matches!(self.resource.field(position).name, "name" | "ref_id" | "label");
            names.push(row.given().filter(|(at, _)| is_name(*at)).map(|(_, text)| text.trim().to_owned()).collect());
            let own = row.given().filter(|(at, _)| is_own(at));
            needs.push(own.flat_map(|(_, text)| meanings(text)).collect());
        }
        order::order(&names, &needs)
    }
}

/// The names that a cell may contain.
fn meanings(text: &str) -> Vec<String> {
    let whole = std::iter::once(text.trim()).chain(cell::parts(text));
    whole.flat_map(|part| [part, part.rsplit('/').next().unwrap_or(part).trim()]).map(str::to_owned).collect()
}

/// Defaults for all rows.
#[derive(Default)]
pub(super) struct Defaults {
    body: Body,
    folder: Option<Uuid>,
}

impl Defaults {
    pub async fn find(cx: &mut Cx, resource: &'static Resource, options: &Options, names: &mut Names) -> Result<Self> {
        let mut defaults = Self::default();
        let root = cx.root_folder();
        if let Some(text) = options.references.get("folder") {
            let folder = names.find(cx, FOLDERS, text, root).map_err(|message| Error::field("folder", message))?;
            if !cx.sees_folder(folder) {
                return Err(Error::field(
                    "folder",
                    format!("There is no domain “{text}”, or you do not have access to it."),
                ));
            }
            defaults.folder = Some(folder);
        }
        for (name, text) in options.references.iter().filter(|(name, _)| *name != "folder") {
            let own =
                resource.def.field(name).filter(|field| field.writable() && matches!(field.kind, Kind::Reference(_)));
            if let Some(target) = own.and_then(|field| field.kind.target()) {
                let near = defaults.folder.unwrap_or(root);
                let id = names.find(cx, target, text, near).map_err(|message| Error::field(name, message))?;
                defaults.body.insert(name.clone(), json!(id));
            } else if defaults.folder.is_none() {
                // It can't be referred to, but determines the domain.
                defaults.folder = folder_of(cx, name, text).await?;
            }
        }
        let takes_folder = resource.def.field("folder").is_some_and(cairn_model::FieldDef::writable);
        match defaults.folder {
            Some(folder) if takes_folder => drop(defaults.body.insert("folder".to_owned(), json!(folder))),
            Some(folder) if resource.path == FOLDERS => {
                defaults.body.insert("parent_folder".to_owned(), json!(folder));
            }
            _ => {}
        }
        if let (Some(name), Some(field)) = (&options.container, parent(resource)) {
            let container = defaults.container(cx, resource, field, name, options).await?;
            defaults.body.insert(field.to_owned(), json!(container));
        }
        Ok(defaults)
    }

    /// The object that all rows are parts of, created if there is none with that name.
    async fn container(
        &self,
        cx: &mut Cx,
        resource: &'static Resource,
        field: &'static str,
        name: &str,
        options: &Options,
    ) -> Result<Uuid> {
        let target = resource.def.field(field).and_then(|field| field.kind.target()).unwrap_or_default();
        let target = cx.registry().get(target);
        let mut body = Body::from_iter([("name".to_owned(), json!(name))]);
        if let Some(folder) = self.folder {
            body.insert("folder".to_owned(), json!(folder));
        }
        for (name, text) in options.references.iter().filter(|(name, _)| *name != "folder") {
            let known = target.def.field(name).is_some_and(|field| matches!(field.kind, Kind::Reference(_)));
            if known && Uuid::try_parse(text).is_ok() {
                body.insert(name.clone(), json!(text));
            }
        }
        let body = Json::Object(body);
        let input = decode::decode(target, &body, None)?;
        let wanted = matching::as_new(cx, target, &input);
        let (folder, scope) = (wanted.folder(), cx.scope(target));
        let mut select = Select::new(cx, target, &scope);
        select.equals("folder", folder).equals("name", name).order_by("t.created_at desc").limit(1, 0);
        if let Some(found) = query::objects(cx, target, select).await?.first() {
            return Ok(found.id());
        }
        Ok(write::create(cx, target, &body).await?.id())
    }
}

/// The domain of an object named in a header, such as a perimeter.
async fn folder_of(cx: &mut Cx, kind: &str, text: &str) -> Result<Option<Uuid>> {
    let (Some(resource), Ok(id)) = (find_kind(cx.registry(), kind), Uuid::try_parse(text)) else { return Ok(None) };
    let scope = cx.scope(resource);
    let found = query::find(cx, resource, &scope, id).await?;
    found.map(|object| Some(object.folder())).ok_or_else(|| not_found(resource))
}

pub(super) struct Row<'a> {
    resource: &'static Resource,
    pub number: usize,
    headings: &'a [String],
    cells: &'a [String],
    columns: &'a Columns,
}

impl Row<'_> {
    /// The non-empty cells with their fields.
    fn given(&self) -> impl Iterator<Item = (usize, &str)> {
        let cells = self.columns.fields.iter().zip(self.cells).filter(|(_, cell)| !cell.trim().is_empty());
        cells.filter_map(|(field, cell)| Some(((*field)?, cell.as_str())))
    }

    /// The row as it is in the file.
    pub fn record(&self) -> Map<String, Json> {
        self.headings.iter().zip(self.cells).map(|(heading, cell)| (heading.clone(), json!(cell))).collect()
    }

    pub async fn write(
        &self,
        cx: &mut Cx,
        names: &mut Names,
        matching: &mut Matching,
        defaults: &Defaults,
        options: &Options,
    ) -> Result<RowReport> {
        let resource = self.resource;
        let body = self.body(cx, names, defaults, options)?;
        let found = match self.columns.id().and_then(|at| self.cells.get(at)).map(|cell| cell.trim()) {
            Some(text) if !text.is_empty() => Some(self.by_id(cx, text).await?),
            _ if self.is_root(cx, &body) => Some(cx.root_folder()),
            _ => {
                let input = decode::decode(resource, &Json::Object(with(&body, &defaults.body)), None)?;
                let values = matching::as_new(cx, resource, &input);
                matching.find(cx, resource, &values).await?
            }
        };
        let (object, outcome) = match (found, options.on_conflict) {
            (None, _) => {
                let body = Json::Object(with(&body, &defaults.body));
                (write::create(cx, resource, &body).await?, Outcome::Create)
            }
            (Some(id), OnConflict::Stop) => {
                let name = resource.name().to_lowercase();
                return Err(Error::Conflict(match matching.made_by(id) {
                    // Its id would mean nothing to anybody.
                    Some(row) => format!("This is the same {name} as in row {row}. Remove one of them."),
                    None => format!("This {name} already exists ({id}). Choose to skip or update it."),
                }));
            }
            (Some(id), OnConflict::Skip) => {
                return Ok(RowReport { row: self.number, outcome: Outcome::Skip, name: self.name(), id: Some(id) });
            }
            (Some(id), OnConflict::Update) => {
                let mut body = body;
                if options.empty == Empty::Clear {
                    self.clear(&mut body);
                }
                let before = cx.changes.len();
                let object = write::update(cx, resource, id, &Json::Object(body), Mode::Patch, None).await?;
                let is_same = cx.changes.len() == before;
                (object, if is_same { Outcome::Unchanged } else { Outcome::Update })
            }
        };
        if outcome == Outcome::Create {
            matching.made(object.id(), self.number);
        }
        names.learn(resource, &object);
        matching.learn(resource, &object);
        Ok(RowReport { row: self.number, outcome, name: object.name(), id: Some(object.id()) })
    }

    /// What people recognise the row by: its name, or else its first cell.
    pub fn name(&self) -> String {
        let named = |name: &str| {
            let column = self.columns.of(self.resource.def.position(name)?)?;
            self.cells.get(column).filter(|cell| !cell.trim().is_empty()).cloned()
        };
        let known = ["name", "label", "email", "ref_id", "id"].into_iter().find_map(named);
        known.or_else(|| self.cells.first().cloned()).unwrap_or_default()
    }

    /// The fields as in a request, with all errors of the row at once.
    fn body(&self, cx: &Cx, names: &mut Names, defaults: &Defaults, options: &Options) -> Result<Body> {
        let mut body = Body::new();
        let mut errors = FieldErrors::default();
        if let Some(cell) = self.cells.get(self.headings.len()..).and_then(|more| more.first()) {
            errors.add("detail", format!("“{cell}” is in a column without a heading."));
        }
        let near = self.folder(cx, names).or(defaults.folder).unwrap_or_else(|| cx.root_folder());
        for (position, text) in self.given().filter(|(position, _)| *position != cairn_model::def::ID) {
            let field = self.resource.field(position);
            let value = match &field.kind {
                Kind::Reference(kind) => names.find(cx, kind.target, text, near).map(|id| json!(id)),
                Kind::Any(_) => any(cx, names, &field.kind, text, near),
                Kind::Many(kind) => many(cx, names, kind.target, text, near),
                _ => options.meaning(field.name, text).map_or_else(|| cell::value(field, text), |key| Ok(key.clone())),
            };
            match value {
                Ok(value) => drop(body.insert(field.name.to_owned(), value)),
                Err(message) => errors.add(field.name, message),
            }
        }
        errors.into_result()?;
        Ok(body)
    }

    /// Adds the fields with empty cells, with their default values. Required fields and the domain are left alone.
    fn clear(&self, body: &mut Body) {
        for position in self.columns.fields.iter().flatten().copied() {
            let field = self.resource.field(position);
            let is_fixed = !field.writable() || field.immutable || field.secret || field.required();
            if !is_fixed && position != self.resource.scope_position && !body.contains_key(field.name) {
                body.insert(field.name.to_owned(), field.default.value(&field.kind).to_json());
            }
        }
    }

    /// Whether it is the root domain, which a list of domains includes. It has no parent.
    fn is_root(&self, cx: &Cx, body: &Body) -> bool {
        let root = cx.tree().get(cx.root_folder()).map(|node| node.name.as_str());
        self.resource.path == FOLDERS
            && !body.contains_key("parent_folder")
            && root.is_some()
            && body.get("name").and_then(Json::as_str) == root
    }

    /// The domain named in the row itself.
    fn folder(&self, cx: &Cx, names: &mut Names) -> Option<Uuid> {
        let (_, text) = self.given().find(|(at, _)| *at == self.resource.scope_position)?;
        names.find(cx, FOLDERS, text, cx.root_folder()).ok()
    }

    async fn by_id(&self, cx: &mut Cx, text: &str) -> Result<Uuid> {
        let kind = self.resource.field(cairn_model::def::ID).kind.behaviour();
        let id = kind.parse_text(text).map_err(|message| Error::field("id", message))?;
        let (id, scope) = (id.as_uuid().unwrap_or_default(), cx.scope(self.resource));
        let found: Option<Object> = query::find(cx, self.resource, &scope, id).await?;
        found.map(|object| object.id()).ok_or_else(|| {
            let name = self.resource.name().to_lowercase();
            Error::field(
                "id",
                format!("There is no {name} with this id, or you do not have access to it. Leave the cell empty to create one."),
            )
        })
    }
}

/// The resource and name in a cell such as `findings:Open port`, which refers to an object of any resource.
fn of_any<'t>(registry: &Registry, kind: &Kind, text: &'t str) -> Option<(&'static str, &'t str)> {
    let (path, name) = text.trim().split_once(':')?;
    let target = registry.targets(kind).into_iter().find(|target| *target == path.trim())?;
    matches!(kind, Kind::Any(_)).then_some((target, name.trim()))
}

fn any(cx: &Cx, names: &mut Names, kind: &Kind, text: &str, near: Uuid) -> Result<Json, String> {
    if let Ok(id) = Uuid::try_parse(text.trim()) {
        return Ok(json!(id));
    }
    match of_any(cx.registry(), kind, text) {
        Some((target, name)) => names.find(cx, target, name, near).map(|id| json!(id)),
        None => Err("Write the resource before the name, as in “findings:Open port”, or the id.".to_owned()),
    }
}

/// Several names. A name can contain a comma, so the whole text is tried first.
fn many(cx: &Cx, names: &mut Names, target: &'static str, text: &str, near: Uuid) -> Result<Json, String> {
    if let Ok(id) = names.find(cx, target, text, near) {
        return Ok(json!([id]));
    }
    let ids: Result<Vec<Uuid>, String> =
        cell::parts(text).into_iter().map(|part| names.find(cx, target, part, near)).collect();
    ids.map(|ids| json!(ids))
}

/// A body with defaults for missing fields.
fn with(body: &Body, defaults: &Body) -> Body {
    let mut whole = defaults.clone();
    whole.extend(body.clone());
    whole
}
