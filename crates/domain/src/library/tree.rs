//! Requirements as a tree, for a look before loading.

use cairn_engine::Language;
use cairn_library::Library;
use cairn_library::types::{Framework, RequirementNode, Translations};
use cairn_model::Describe;
use serde::Serialize;
use serde_json::{Value as Json, json};

/// A framework with its requirements as a tree.
#[derive(Debug, Serialize, Describe)]
pub struct FrameworkTree {
    pub urn: String,
    pub ref_id: Option<String>,
    pub name: String,
    pub description: Option<String>,
    /// How many requirements can be assessed.
    pub assessable: usize,
    pub nodes: Vec<TreeNode>,
}

/// A requirement, or a heading with what stands under it.
#[derive(Debug, Serialize)]
pub struct TreeNode {
    pub urn: String,
    pub ref_id: Option<String>,
    pub name: Option<String>,
    pub description: Option<String>,
    pub assessable: bool,
    pub implementation_groups: Vec<String>,
    /// How many questions are asked about it.
    pub questions: usize,
    pub children: Vec<TreeNode>,
}

impl Describe for TreeNode {
    /// Written by hand, since a node contains nodes.
    fn schema() -> Json {
        json!({
            "type": "object",
            "properties": {
                "urn": { "type": "string" },
                "ref_id": { "type": ["string", "null"] },
                "name": { "type": ["string", "null"] },
                "description": { "type": ["string", "null"] },
                "assessable": { "type": "boolean" },
                "implementation_groups": { "type": "array", "items": { "type": "string" } },
                "questions": { "type": "integer", "minimum": 0 },
                "children": { "type": "array", "items": { "type": "object" } },
            },
            "required": [
                "urn", "ref_id", "name", "description", "assessable", "implementation_groups", "questions", "children",
            ],
            "additionalProperties": false,
        })
    }
}

pub fn trees(library: &Library, language: Option<&Language>) -> Vec<FrameworkTree> {
    library.objects.frameworks.iter().map(|framework| tree(framework, language)).collect()
}

fn tree(framework: &Framework, language: Option<&Language>) -> FrameworkTree {
    let mut roots = Vec::new();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); framework.requirement_nodes.len()];
    for (at, place) in framework.places().iter().enumerate() {
        place.parent.map_or(&mut roots, |parent| &mut children[parent]).push(at);
    }
    let text = |field: &str, own: Option<&String>| said(&framework.translations, language, field, own);
    FrameworkTree {
        urn: framework.urn.to_string(),
        ref_id: framework.ref_id.clone(),
        name: text("name", Some(&framework.name)).unwrap_or_default(),
        description: text("description", framework.description.as_ref()),
        assessable: framework.requirement_nodes.iter().filter(|node| node.assessable).count(),
        nodes: roots.into_iter().map(|at| branch(framework, &children, at, language)).collect(),
    }
}

/// Reading a library bounds how deep this goes.
fn branch(framework: &Framework, children: &[Vec<usize>], at: usize, language: Option<&Language>) -> TreeNode {
    let node: &RequirementNode = &framework.requirement_nodes[at];
    let text = |field: &str, own: Option<&String>| said(&node.translations, language, field, own);
    TreeNode {
        urn: node.urn.to_string(),
        ref_id: node.ref_id.clone(),
        name: text("name", node.name.as_ref()),
        description: text("description", node.description.as_ref()),
        assessable: node.assessable,
        implementation_groups: node.implementation_groups.clone(),
        questions: node.questions.len(),
        children: children[at].iter().map(|child| branch(framework, children, *child, language)).collect(),
    }
}

/// A text in the reader's language as far as it is translated.
fn said(texts: &Translations, language: Option<&Language>, field: &str, own: Option<&String>) -> Option<String> {
    let translated = language.and_then(|language| texts.get(language.tag())?.get(field));
    translated.filter(|text| !text.is_empty()).or(own).cloned()
}
