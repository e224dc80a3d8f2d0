//! Kinds of asset, as a tree. Cairn comes with a set of classes; others can be added below or beside them.

mod builtin;

use std::collections::HashMap;

use cairn_access::Scope;
use cairn_engine::query::Select;
use cairn_engine::{Cx, Entry, Error, Module, Result, Rules, action, computed, language};
use cairn_model::{Describe, Ref, Type};
use cairn_resources::catalogue::AssetClass;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

pub use builtin::BUILTIN;

pub const ENTRY: Entry = Entry::of::<AssetClass>()
    .module(Module::Catalogues, "shapes")
    .rank(10)
    .roles("vacd v v v v - - -")
    .rules::<AssetClassRules>()
    .serialized("asset-class")
    .adjustable(&["is_visible", "translations"])
    .computed(&[computed!(full_path: String, "Names of all classes from the top of the tree.", full_path)])
    .actions(&[action!(GET "tree", collection, View, tree: TreeWanted => Vec<ClassNode>, "The class tree.")]);

pub struct AssetClassRules;

impl Rules for AssetClassRules {
    type Record = AssetClass;

    async fn before_write(cx: &mut Cx, _: Option<&AssetClass>, new: &mut AssetClass) -> Result<()> {
        new.folder = Ref::new(cx.root_folder());
        let classes = Classes::load_all(cx).await?;
        let id = new.id.uuid();
        if new.parent.is_some_and(|parent| classes.is_within(parent.uuid(), id)) {
            return Err(Error::field("parent", "A class cannot be its own parent or descendant."));
        }
        // The databases treat every null as different, so they would not refuse these.
        let twin = |class: &&Class| class.id != id && class.parent.is_none() && class.name == new.name;
        if new.parent.is_none() && classes.0.values().any(|class| twin(&class)) {
            return Err(Error::field("name", format!("There is already a top-level class “{}”.", new.name)));
        }
        Ok(())
    }

    /// Reached when a class above is deleted; the engine itself refuses a direct deletion.
    async fn before_delete(_: &mut Cx, old: &AssetClass) -> Result<()> {
        if old.builtin {
            return Err(Error::Conflict(format!("“{}” is a built-in asset class and cannot be deleted.", old.name)));
        }
        Ok(())
    }
}

/// What the tree is made of.
struct Class {
    id: Uuid,
    parent: Option<Uuid>,
    name: String,
    is_visible: bool,
    builtin: bool,
}

struct Classes(HashMap<Uuid, Class>);

impl Classes {
    /// Those that the caller may see.
    async fn load(cx: &mut Cx) -> Result<Self> {
        let classes = cx.resource::<AssetClass>();
        let (scope, name) = (cx.scope(classes), language::text(cx, classes, "t", "name"));
        Self::load_in(cx, &scope, &name).await
    }

    async fn load_all(cx: &mut Cx) -> Result<Self> {
        Self::load_in(cx, &Scope::system(), "t.name").await
    }

    async fn load_in(cx: &mut Cx, scope: &Scope, name: &str) -> Result<Self> {
        let select = Select::new(cx, cx.resource::<AssetClass>(), scope);
        let sql = select.project(&format!("t.id, t.parent, {name}, t.is_visible, t.builtin"));
        let types = [Type::Uuid, Type::Uuid, Type::Text, Type::Bool, Type::Bool];
        let rows = cx.conn.query(&sql, &types).await?;
        let classes = rows.iter().filter_map(|row| {
            let class = Class {
                id: row[0].as_uuid()?,
                parent: row[1].as_uuid(),
                name: row[2].as_str()?.to_owned(),
                is_visible: row[3].as_bool()?,
                builtin: row[4].as_bool()?,
            };
            Some((class.id, class))
        });
        Ok(Self(classes.collect()))
    }

    /// The class and those above it, itself first.
    fn ancestors(&self, id: Uuid) -> impl Iterator<Item = &Class> {
        std::iter::successors(self.0.get(&id), |class| class.parent.and_then(|parent| self.0.get(&parent)))
            .take(self.0.len())
    }

    fn is_within(&self, id: Uuid, ancestor: Uuid) -> bool {
        id == ancestor || self.ancestors(id).any(|class| class.id == ancestor)
    }

    fn path(&self, id: Uuid) -> String {
        let mut names: Vec<&str> = self.ancestors(id).map(|class| class.name.as_str()).collect();
        names.reverse();
        names.join(" / ")
    }

    fn tree(&self, counts: &HashMap<Uuid, i64>) -> Vec<ClassNode> {
        let mut children: HashMap<Option<Uuid>, Vec<&Class>> = HashMap::new();
        for class in self.0.values() {
            // A class whose parent cannot be seen is shown at the top.
            let parent = class.parent.filter(|parent| self.0.contains_key(parent));
            children.entry(parent).or_default().push(class);
        }
        branch(&children, None, counts)
    }
}

fn branch(
    children: &HashMap<Option<Uuid>, Vec<&Class>>,
    parent: Option<Uuid>,
    counts: &HashMap<Uuid, i64>,
) -> Vec<ClassNode> {
    let mut nodes: Vec<ClassNode> = children
        .get(&parent)
        .into_iter()
        .flatten()
        .map(|class| {
            let below = branch(children, Some(class.id), counts);
            let own = counts.get(&class.id).copied().unwrap_or_default();
            ClassNode {
                id: class.id,
                name: class.name.clone(),
                builtin: class.builtin,
                is_visible: class.is_visible,
                count: own + below.iter().map(|node| node.count).sum::<i64>(),
                children: below,
            }
        })
        .collect();
    nodes.sort_by_cached_key(|node| (node.name.to_lowercase(), node.id));
    nodes
}

/// A class with those below it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct ClassNode {
    pub id: Uuid,
    pub name: String,
    pub builtin: bool,
    pub is_visible: bool,
    /// How many assets are of this class or of one below.
    pub count: i64,
    pub children: Vec<ClassNode>,
}

impl Describe for ClassNode {
    /// Written by hand, since a node contains nodes.
    fn schema() -> serde_json::Value {
        json!({
            "type": "object",
            "description": "A class with its children, in the same form.",
            "properties": {
                "id": { "type": "string", "format": "uuid" },
                "name": { "type": "string" },
                "builtin": { "type": "boolean" },
                "is_visible": { "type": "boolean" },
                "count": { "type": "integer", "description": "Number of assets in this class and its descendants." },
                "children": { "type": "array", "items": { "type": "object" } },
            },
            "required": ["id", "name", "builtin", "is_visible", "count", "children"],
        })
    }
}

async fn full_path(cx: &mut Cx, rows: &[AssetClass]) -> Result<Vec<String>> {
    let classes = Classes::load(cx).await?;
    Ok(rows.iter().map(|class| classes.path(class.id.uuid())).collect())
}

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct TreeWanted {
    /// Excludes hidden classes and their descendants.
    #[serde(default)]
    pub visible_only: Option<bool>,
}

async fn tree(cx: &mut Cx, wanted: TreeWanted) -> Result<Vec<ClassNode>> {
    counted_tree(cx, None, wanted.visible_only.unwrap_or(false)).await
}

/// The classes that the caller may see, with the number of assets that they may see, in a domain or everywhere.
pub async fn counted_tree(cx: &mut Cx, folder: Option<Uuid>, visible_only: bool) -> Result<Vec<ClassNode>> {
    let classes = Classes::load(cx).await?;
    let counts = crate::work::asset::count_by_class(cx, folder).await?;
    let mut tree = classes.tree(&counts);
    if visible_only {
        keep_visible(&mut tree);
    }
    Ok(tree)
}

fn keep_visible(nodes: &mut Vec<ClassNode>) {
    nodes.retain(|node| node.is_visible);
    for node in nodes {
        keep_visible(&mut node.children);
    }
}

/// Creates the built-in classes that are missing; runs at every start.
pub async fn seed(cx: &mut Cx) -> Result<()> {
    let known = Classes::load_all(cx).await?;
    let mut by_place: HashMap<(Option<Uuid>, String), Uuid> =
        known.0.into_values().map(|class| ((class.parent, class.name), class.id)).collect();
    let mut by_name: HashMap<&str, Uuid> = HashMap::new();
    for (name, parent) in BUILTIN {
        let parent = parent.and_then(|parent| by_name.get(parent).copied());
        let id = match by_place.get(&(parent, (*name).to_owned())) {
            Some(id) => *id,
            None => create_builtin(cx, name, parent).await?,
        };
        by_place.insert((parent, (*name).to_owned()), id);
        by_name.insert(name, id);
    }
    Ok(())
}

async fn create_builtin(cx: &mut Cx, name: &str, parent: Option<Uuid>) -> Result<Uuid> {
    let class = AssetClass {
        id: cx.new_id(),
        folder: Ref::new(cx.root_folder()),
        name: name.to_owned(),
        description: None,
        parent: parent.map(Ref::new),
        builtin: true,
        is_visible: true,
        translations: None,
    };
    let id = class.id.uuid();
    cx.create(class).await?;
    Ok(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(rows: &[(u128, Option<u128>, &str)]) -> Classes {
        let class = |(id, parent, name): &(u128, Option<u128>, &str)| Class {
            id: Uuid::from_u128(*id),
            parent: parent.map(Uuid::from_u128),
            name: (*name).to_owned(),
            is_visible: true,
            builtin: false,
        };
        Classes(rows.iter().map(|row| (Uuid::from_u128(row.0), class(row))).collect())
    }

    #[test]
    fn counts_add_up_towards_the_top() {
        let classes =
            classes(&[(1, None, "Hardware"), (2, Some(1), "Server"), (3, Some(2), "Blade"), (4, Some(9), "Odd")]);
        let counts = HashMap::from([(Uuid::from_u128(1), 1), (Uuid::from_u128(3), 2)]);
        let tree = classes.tree(&counts);
        assert_eq!(
            tree.iter().map(|node| (node.name.as_str(), node.count)).collect::<Vec<_>>(),
            [("Hardware", 3), ("Odd", 0)]
        );
        assert_eq!(tree[0].children[0].children[0].name, "Blade");
    }

    #[test]
    fn a_path_names_every_class_above() {
        let classes = classes(&[(1, None, "Hardware"), (2, Some(1), "Server")]);
        assert_eq!(classes.path(Uuid::from_u128(2)), "Hardware / Server");
        assert!(classes.is_within(Uuid::from_u128(2), Uuid::from_u128(1)));
        assert!(!classes.is_within(Uuid::from_u128(1), Uuid::from_u128(2)));
    }
}
