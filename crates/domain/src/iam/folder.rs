//! Domains.

use std::collections::HashMap;

use cairn_access::Verb;
use cairn_engine::named::ids_by_name;
use cairn_engine::query::{ListParams, Select};
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action};
use cairn_model::{Describe, Ref, Type};
use cairn_resources::iam::{Actor, Folder, FolderKind, Perimeter};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::assignments::{self, Assignments};
use super::{groups, posture};
use crate::calendar::{self, Calendar};
use crate::quality_check::{self, QualityCheck};
use crate::transfer;
use crate::transfer::actions::{self, Imported, Incoming, Wanted};

pub const ENTRY: Entry = Entry::of::<Folder>()
    .module(Module::Overview, "layers")
    .rank(10)
    .roles("vacd vacd v v v v v v")
    .rules::<FolderRules>()
    // The root is built in, and called whatever the organisation is called.
    .adjustable(&["name", "description", "parent_folder", "is_published", "create_iam_groups", "filtering_labels"])
    .serialized("access")
    .grants()
    .actions(&[
        action!(GET "org_tree", collection, View, org_tree: TreeWanted => OrgTree, "The tree of domains you have access to."),
        action!(GET "my_assignments", collection, View, my_assignments: Narrowed => Assignments, "Everything assigned to you or your teams, and everything you are an approver of."),
        action!(
            GET "posture", collection, View, posture::posture: posture::Wanted => posture::Posture,
            "How your domains stand: counts of controls, findings and evidence, with their trends and for each domain."
        ),
        action!(GET "calendar", collection, View, calendar::calendar: calendar::Wanted => Calendar, "What is due, ends or has to be renewed in a period: tasks, controls, evidence, audits, risks and everything else with a date that you have access to.").speaks(),
        action!(GET "quality_check", collection, View, quality_check::of_everything: Nothing => QualityCheck, "What is inconsistent or missing in everything you have access to, and how to fix it.").speaks(),
        action!(GET "quality_check", item, View, quality_check::of_domain: Nothing => QualityCheck, "What is inconsistent or missing in a domain and its subdomains, and how to fix it.").speaks(),
        action!(GET "get_accessible_objects", collection, View, accessible: Nothing => Map<String, Value>, "The domains and perimeters you have access to, by name."),
        action!(
            GET "export", item, View, actions::export: Wanted => file &["application/zip", "application/json"],
            "Exports a domain and everything in it that you have access to, as a ZIP with `data.json` and an `attachments/` directory of files named by their SHA-256. The same domain always gives the same bytes. Secrets, logs, users, groups and roles are not included."
        ),
        action!(
            POST "pack", item, View, transfer::pack: Nothing => job,
            "Creates the same ZIP as `export` in a background job, for large domains. Download the file from the job once it is done."
        ),
        action!(
            POST "import", collection, Add, actions::import: Incoming, files &actions::PACKAGE => Imported,
            "Creates a new domain from an exported one. Everything is checked first and written in one transaction: a failed import changes nothing. References to objects outside the domain are matched by name, email address, ref id or URN; anything missing is reported."
        )
        .makes()
        .long(),
    ]);

pub struct FolderRules;

impl Rules for FolderRules {
    type Record = Folder;

    async fn before_write(cx: &mut Cx, old: Option<&Folder>, new: &mut Folder) -> Result<()> {
        let root = cx.root_folder();
        if new.name.contains('/') {
            return Err(Error::field("name", "Domain names cannot contain “/”, which separates domains in paths."));
        }
        if new.content_type == FolderKind::Global {
            // Only the root is global; it stays where it is.
            if old.is_some_and(|old| old.parent_folder != new.parent_folder) {
                return Err(Error::field("parent_folder", "The root domain cannot be moved."));
            }
            return Ok(());
        }
        let parent = new.parent_folder.get_or_insert(Ref::new(root)).uuid();
        if cx.authority.snapshot.tree().is_within(parent, new.id.uuid()) {
            return Err(Error::field(
                "parent_folder",
                "A domain cannot be moved into itself or one of its subdomains.",
            ));
        }
        match old {
            Some(old) if !cx.is_consequence() => may_rearrange(cx, old, new).await,
            _ => Ok(()),
        }
    }

    async fn after_write(cx: &mut Cx, old: Option<&Folder>, new: &Folder) -> Result<()> {
        if new.content_type == FolderKind::Global {
            return Ok(());
        }
        let had = old.is_some_and(|old| old.create_iam_groups);
        match (had, new.create_iam_groups) {
            (false, true) => groups::provision(cx, new, groups::DOMAIN_ROLES).await,
            (true, false) => groups::remove(cx, new.id.uuid()).await,
            (true, true) if old.is_some_and(|old| old.name != new.name) => groups::rename(cx, new).await,
            _ => Ok(()),
        }
    }
}

/// Moving a domain and removing its groups change access, so they require the same permissions as assigning and
/// removing roles.
async fn may_rearrange(cx: &mut Cx, old: &Folder, new: &Folder) -> Result<()> {
    let id = new.id.uuid();
    let root = cx.root_folder();
    let [from, to] = [old, new].map(|folder| folder.parent_folder.map_or(root, Ref::uuid));
    if from != to && !cx.authority.snapshot.may_move(&cx.authority.rights, id, from, to) {
        return Err(Error::Forbidden(
            "Moving this domain would grant or revoke permissions that you do not have yourself.".into(),
        ));
    }
    if old.create_iam_groups && !new.create_iam_groups {
        for group in groups::builtin(cx, id).await? {
            if !cx.authority.snapshot.may_grant_group(&cx.authority.rights, group.id.uuid()) {
                return Err(Error::Forbidden(
                    "The groups of this domain have permissions that you do not have, so you cannot remove them."
                        .into(),
                ));
            }
        }
    }
    Ok(())
}

/// A domain and those below it.
#[derive(Serialize)]
pub struct OrgTree {
    pub name: String,
    pub uuid: Uuid,
    pub content_type: String,
    pub viewable: bool,
    pub writable: bool,
    /// How it is drawn, if it is not a domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<OrgTree>,
}

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct TreeWanted {
    /// Whether to include perimeters. Defaults to true.
    #[serde(default)]
    pub include_perimeters: Option<bool>,
    /// Whether to include the domains of third parties. Defaults to false.
    #[serde(default)]
    pub include_enclaves: Option<bool>,
}

/// The kind of a perimeter in the tree, where domains have theirs.
const PERIMETER: &str = "perimeter";

impl Describe for OrgTree {
    fn schema() -> Value {
        // The tree is recursive, which the derive cannot express.
        serde_json::json!({
            "type": "object",
            "properties": {
                "name": { "type": "string" },
                "uuid": { "type": "string", "format": "uuid" },
                "content_type": { "type": "string", "description": "The domain type, or `perimeter`." },
                "viewable": { "type": "boolean" },
                "writable": { "type": "boolean" },
                "symbol": { "type": "string" },
                "children": { "type": "array", "items": { "type": "object" } },
            },
        })
    }
}

async fn org_tree(cx: &mut Cx, wanted: TreeWanted) -> Result<OrgTree> {
    let root = cx.tree().root();
    let has_enclaves = wanted.include_enclaves.unwrap_or(false);
    let mut perimeters = if wanted.include_perimeters.unwrap_or(true) { perimeters(cx).await? } else { HashMap::new() };
    // The root is always at the top, without details if the caller may not see it.
    let mut tree = branches(cx, root, has_enclaves, &mut perimeters);
    if tree.len() == 1 && tree[0].uuid == root {
        return Ok(tree.remove(0));
    }
    let kind = FolderKind::Global.key().to_owned();
    let name = String::new();
    Ok(OrgTree { name, uuid: root, content_type: kind, viewable: false, writable: false, symbol: None, children: tree })
}

/// The perimeters that the caller may see, by their domain and in the order of their names.
async fn perimeters(cx: &mut Cx) -> Result<HashMap<Uuid, Vec<OrgTree>>> {
    let resource = cx.resource::<Perimeter>();
    let (scope, change) = (cx.scope(resource), resource.permission(Verb::Change));
    let select = Select::new(cx, resource, &scope);
    let mut sql = select.project("t.folder, t.id, t.name");
    sql.push(" order by lower(t.name), t.id");
    let mut all: HashMap<Uuid, Vec<OrgTree>> = HashMap::new();
    for row in cx.conn.query(&sql, &[Type::Uuid, Type::Uuid, Type::Text]).await? {
        let (Some(folder), Some(uuid)) = (row[0].as_uuid(), row[1].as_uuid()) else { continue };
        all.entry(folder).or_default().push(OrgTree {
            name: row[2].as_str().unwrap_or_default().to_owned(),
            uuid,
            content_type: PERIMETER.to_owned(),
            viewable: true,
            writable: cx.authority.allows(change, folder),
            symbol: Some("circle"),
            children: Vec::new(),
        });
    }
    Ok(all)
}

/// The visible folders at and below one; children of a hidden folder move up.
fn branches(cx: &Cx, folder: Uuid, has_enclaves: bool, perimeters: &mut HashMap<Uuid, Vec<OrgTree>>) -> Vec<OrgTree> {
    let Some(node) = cx.tree().get(folder) else { return Vec::new() };
    if !has_enclaves && node.kind == FolderKind::Enclave.key() {
        return Vec::new();
    }
    let mut children: Vec<OrgTree> = Vec::new();
    for child in &node.children {
        children.extend(branches(cx, *child, has_enclaves, perimeters));
    }
    children.extend(perimeters.remove(&folder).into_iter().flatten());
    if !cx.sees_folder(folder) {
        return children;
    }
    let writable = cx.authority.allows(cx.resource::<Folder>().permission(Verb::Change), folder);
    let (name, content_type) = (node.name.clone(), node.kind.clone());
    vec![OrgTree { name, uuid: folder, content_type, viewable: true, writable, symbol: None, children }]
}

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Narrowed {
    /// A domain id. Limits the result to that domain and its subdomains.
    #[serde(default)]
    pub within: Option<Uuid>,
    /// Whether to include what is assigned to your teams. Defaults to true.
    #[serde(default)]
    pub include_teams: Option<bool>,
}

/// Every many-relation to actors is an assignment.
async fn my_assignments(cx: &mut Cx, wanted: Narrowed) -> Result<Assignments> {
    let user = cx.authority.caller.user;
    let mut actors = cx.authority.rights.actors().to_vec();
    if !wanted.include_teams.unwrap_or(true) {
        let own: Vec<Actor> = cx
            .list_all(|select| {
                select.equals("user", user);
            })
            .await?;
        actors = own.iter().map(|actor| actor.id.uuid()).collect();
    }
    assignments::list(cx, user, &actors, wanted.within).await
}

async fn accessible(cx: &mut Cx, _: Nothing) -> Result<Map<String, Value>> {
    let mut all = Map::new();
    for resource in [cx.resource::<Folder>(), cx.resource::<Perimeter>()] {
        let scope = cx.scope(resource);
        let mut select = Select::new(cx, resource, &scope);
        // In the order of the list, so that the same objects have the same names each time.
        ListParams::default().apply(cx, &mut select)?;
        all.insert(resource.path.to_owned(), ids_by_name(cx, select).await?.into());
    }
    Ok(all)
}
