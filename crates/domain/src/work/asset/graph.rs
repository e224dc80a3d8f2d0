//! Assets and domains as nodes and links, for drawing.

use std::collections::HashMap;

use cairn_engine::{Cx, Result};
use cairn_model::{Describe, Type};
use cairn_resources::work::{Asset, AssetType};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::work::sight::{is_visible, visible};

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct GraphWanted {
    /// Excludes domains. The domain of each asset is given by `category` only.
    #[serde(default)]
    pub hide_domains: Option<bool>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub links: Vec<Link>,
    /// The domains, used to colour the nodes.
    pub categories: Vec<GraphCategory>,
    pub meta: Meta,
}

#[derive(Debug, Serialize, Describe)]
pub struct Node {
    pub name: String,
    /// Index in `categories`. Null if you do not have access to the domain.
    pub category: Option<usize>,
    pub symbol: &'static str,
    #[serde(rename = "symbolSize")]
    pub symbol_size: u32,
    /// The type: `Domain`, `Primary` or `Support`.
    pub value: &'static str,
    pub pk: Uuid,
}

/// From one node to another, by their indexes in `nodes`.
#[derive(Debug, PartialEq, Eq, Serialize, Describe)]
pub struct Link {
    pub source: usize,
    pub target: usize,
    /// `contains` from a domain, `supports` from an asset.
    pub value: &'static str,
}

#[derive(Debug, Serialize, Describe)]
pub struct GraphCategory {
    pub name: String,
}

#[derive(Debug, Serialize, Describe)]
pub struct Meta {
    pub display_name: &'static str,
}

/// The domains and assets that the caller may see, and how they are connected.
pub async fn graph(cx: &mut Cx, wanted: GraphWanted) -> Result<Graph> {
    let mut drawing = Drawing::default();
    drawing.add_domains(cx);
    if wanted.hide_domains.unwrap_or(false) {
        drawing.hide_domains();
    }
    drawing.add_assets(cx).await?;
    drawing.link_assets(cx).await?;
    let Drawing { nodes, links, categories, .. } = drawing;
    Ok(Graph { nodes, links, categories, meta: Meta { display_name: "Assets Explorer" } })
}

#[derive(Default)]
struct Drawing {
    nodes: Vec<Node>,
    links: Vec<Link>,
    categories: Vec<GraphCategory>,
    /// Where each domain or asset is among the nodes.
    positions: HashMap<Uuid, usize>,
    /// Which category each domain is.
    domains: HashMap<Uuid, usize>,
}

impl Drawing {
    fn add_domains(&mut self, cx: &Cx) {
        let tree = cx.tree().clone();
        let seen: Vec<Uuid> = tree.subtree(tree.root()).into_iter().filter(|id| cx.sees_folder(*id)).collect();
        for id in seen {
            let names: Vec<&str> = tree
                .path(id)
                .into_iter()
                .filter(|node| cx.sees_folder(node.id))
                .map(|node| node.name.as_str())
                .collect();
            let name = names.join("/");
            self.domains.insert(id, self.categories.len());
            self.positions.insert(id, self.nodes.len());
            self.nodes.push(Node {
                name: name.clone(),
                category: Some(self.categories.len()),
                symbol: "roundRect",
                symbol_size: 30,
                value: "Domain",
                pk: id,
            });
            self.categories.push(GraphCategory { name });
            // The tree comes parents first, so the nearest visible parent is there already.
            let above = tree.ancestors(id).skip(1).find_map(|node| self.positions.get(&node.id));
            if let Some(parent) = above.copied() {
                self.link(parent, self.nodes.len() - 1, "contains");
            }
        }
    }

    fn hide_domains(&mut self) {
        self.nodes.clear();
        self.links.clear();
        self.positions.clear();
    }

    async fn add_assets(&mut self, cx: &mut Cx) -> Result<()> {
        let mut sql = visible(cx, cx.resource::<Asset>()).project("t.id, t.name, t.\"type\", t.folder");
        sql.push(" order by lower(t.name), t.id");
        for row in cx.conn.query(&sql, &[Type::Uuid, Type::Text, Type::Text, Type::Uuid]).await? {
            let id = row[0].as_uuid().unwrap_or_default();
            let is_primary = row[2].as_str() == Some(AssetType::Primary.key());
            let folder = row[3].as_uuid();
            let domain = folder.and_then(|folder| self.positions.get(&folder).copied());
            self.positions.insert(id, self.nodes.len());
            self.nodes.push(Node {
                name: row[1].as_str().unwrap_or_default().to_owned(),
                category: folder.and_then(|folder| self.domains.get(&folder).copied()),
                symbol: if is_primary { "diamond" } else { "circle" },
                symbol_size: 25,
                value: if is_primary { "Primary" } else { "Support" },
                pk: id,
            });
            if let Some(domain) = domain {
                self.link(domain, self.nodes.len() - 1, "contains");
            }
        }
        Ok(())
    }

    async fn link_assets(&mut self, cx: &mut Cx) -> Result<()> {
        let mut sql = Sql::raw(
            "select l.source, l.target from assets_parent_assets l \
             join assets s on s.id = l.source join assets r on r.id = l.target where ",
        );
        sql.append(is_visible::<Asset>(cx, "s")).push(" and ").append(is_visible::<Asset>(cx, "r"));
        sql.push(" order by 1, 2");
        for row in cx.conn.query(&sql, &[Type::Uuid, Type::Uuid]).await? {
            let position = |at: usize| row[at].as_uuid().and_then(|id| self.positions.get(&id).copied());
            if let (Some(source), Some(target)) = (position(0), position(1)) {
                self.link(source, target, "supports");
            }
        }
        Ok(())
    }

    fn link(&mut self, source: usize, target: usize, value: &'static str) {
        self.links.push(Link { source, target, value });
    }
}
