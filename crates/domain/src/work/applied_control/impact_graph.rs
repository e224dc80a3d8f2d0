//! What controls protect and serve, as nodes and links for drawing.

use std::collections::HashSet;

use cairn_engine::query::{PageRequest, load_page};
use cairn_engine::{Cx, Result};
use cairn_model::Describe;
use serde::Serialize;
use uuid::Uuid;

use super::Place;
use crate::list_query::ListQuery;
use crate::work::sight::visible;

/// More controls could not be read in a drawing.
const MOST_CONTROLS: i64 = 200;

/// The relations that are drawn. Owners and labels only describe a control.
const DRAWN: [&str; 6] = ["assets", "evidences", "findings", "vulnerabilities", "incidents", "objectives"];

#[derive(Debug, Serialize, Describe)]
pub struct ImpactGraph {
    pub nodes: Vec<GraphNode>,
    pub links: Vec<GraphLink>,
    /// How many controls the list has. At most 200 are drawn.
    pub count: i64,
}

#[derive(Debug, Serialize, Describe)]
pub struct GraphNode {
    pub id: Uuid,
    pub name: String,
    /// The path of its resource.
    pub resource: &'static str,
}

/// From a control to what it is linked with.
#[derive(Debug, Serialize, Describe)]
pub struct GraphLink {
    pub source: Uuid,
    pub target: Uuid,
}

/// Takes the parameters of the list: `id=` draws one control.
pub async fn impact_graph<P: Place>(cx: &mut Cx, query: ListQuery) -> Result<ImpactGraph> {
    let resource = P::resource(cx);
    let mut select = visible(cx, resource);
    let params = query.params();
    params.apply(cx, &mut select)?;
    let page = load_page(cx, resource, select, PageRequest { limit: MOST_CONTROLS, offset: 0 }).await?;
    let mut graph = ImpactGraph { nodes: Vec::new(), links: Vec::new(), count: page.count };
    let mut known: HashSet<Uuid> = HashSet::new();
    for object in &page.objects {
        known.insert(object.id());
        graph.nodes.push(GraphNode { id: object.id(), name: object.name(), resource: P::PATH });
    }
    let drawn: Vec<usize> = DRAWN.iter().filter_map(|field| resource.def.position(field)).collect();
    for (at, relation) in resource.relations.iter().enumerate() {
        if !drawn.contains(&relation.position) {
            continue;
        }
        for (row, targets) in page.related[at].iter().enumerate() {
            for target in targets {
                let (source, id) = (page.objects[row].id(), target.label.id);
                if known.insert(id) {
                    let name = target.label.text.clone();
                    graph.nodes.push(GraphNode { id, name, resource: relation.target });
                }
                graph.links.push(GraphLink { source, target: id });
            }
        }
    }
    Ok(graph)
}
