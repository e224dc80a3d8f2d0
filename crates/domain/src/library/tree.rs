//! Requirements as a tree, of frameworks in use and of files.
//!
//! A tree is an object whose keys are the ids of requirements, in their order; what stands under one is in its
//! `children`, in the same form. Requirements that are not loaded have no id: their URN is the key.

use std::collections::HashMap;

use cairn_engine::query::Select;
use cairn_engine::{Cx, Language, Result, language};
use cairn_library::Library;
use cairn_library::types::{RequirementNode as FileNode, Translations};
use cairn_model::{Describe, Type, Value};
use cairn_resources::library::{Question, RequirementNode};
use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};
use uuid::Uuid;

/// Requirements by their id, or by their URN where they are not loaded.
#[derive(Debug, Default)]
pub struct Tree(Vec<(String, TreeNode)>);

impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, node)| (key, node)))
    }
}

impl Describe for Tree {
    /// Written by hand, since a node contains nodes.
    fn schema() -> Json {
        let text = json!({ "type": ["string", "null"] });
        let number = json!({ "type": ["integer", "null"] });
        let node = json!({
            "type": "object",
            "properties": {
                "urn": { "type": "string" },
                "parent_urn": text,
                "ref_id": text,
                "name": text,
                "description": text,
                "assessable": { "type": "boolean" },
                "display_mode": { "type": "string", "enum": ["default", "splash"] },
                "implementation_groups": { "type": "array", "items": { "type": "string" } },
                "weight": { "type": "integer" },
                "min_score": number,
                "max_score": number,
                "question_count": { "type": "integer", "minimum": 0 },
                "is_retired": { "type": "boolean" },
                "children": { "type": "object", "additionalProperties": { "type": "object" } },
            },
            "required": [
                "urn", "parent_urn", "ref_id", "name", "description", "assessable", "display_mode",
                "implementation_groups", "weight", "min_score", "max_score", "question_count", "is_retired", "children",
            ],
            "additionalProperties": false,
        });
        json!({ "type": "object", "additionalProperties": node })
    }
}

/// A requirement, or a heading with what stands under it.
#[derive(Debug, Serialize)]
pub struct TreeNode {
    urn: String,
    parent_urn: Option<String>,
    ref_id: Option<String>,
    name: Option<String>,
    description: Option<String>,
    assessable: bool,
    display_mode: String,
    implementation_groups: Vec<String>,
    weight: i64,
    /// Set where it is not scored on the scale of the framework.
    min_score: Option<i64>,
    max_score: Option<i64>,
    /// How many questions are asked about it.
    question_count: usize,
    /// Whether a newer version of the library has left it out.
    is_retired: bool,
    children: Tree,
}

/// The requirements of frameworks that are loaded.
pub async fn of_frameworks(cx: &mut Cx, frameworks: Vec<Uuid>) -> Result<Tree> {
    let nodes = cx.resource::<RequirementNode>();
    let [name, description] = ["name", "description"].map(|field| language::text(cx, nodes, "t", field));
    let scope = cx.scope(nodes);
    let mut select = Select::new(cx, nodes, &scope);
    select.any_of("framework", Value::Uuids(frameworks.clone()));
    let columns = format!(
        "t.id, t.urn, t.parent_urn, t.ref_id, {name}, {description}, t.assessable, t.display_mode, \
         t.implementation_groups, t.weight, t.min_score, t.max_score, t.retired_at, t.order_id, t.framework"
    );
    let (text, int) = (Type::Text, Type::Int);
    let types = [
        Type::Uuid,
        text,
        text,
        text,
        text,
        text,
        Type::Bool,
        text,
        Type::Json,
        int,
        int,
        int,
        Type::Time,
        int,
        Type::Uuid,
    ];
    let mut rows = cx.conn.query(&select.project(&columns), &types).await?;
    let place = |framework: Option<Uuid>| frameworks.iter().position(|one| Some(*one) == framework);
    rows.sort_by_key(|row| (place(row[14].as_uuid()), row[13].as_int()));
    let asked = question_counts(cx, rows.iter().filter_map(|row| row[0].as_uuid()).collect()).await?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let nodes = rows.iter().filter_map(|row| {
        let id = row[0].as_uuid()?;
        let node = TreeNode {
            urn: text(&row[1])?,
            parent_urn: text(&row[2]),
            ref_id: text(&row[3]),
            name: text(&row[4]),
            description: text(&row[5]),
            assessable: row[6].as_bool().unwrap_or_default(),
            display_mode: text(&row[7])?,
            implementation_groups: serde_json::from_str(row[8].as_str()?).unwrap_or_default(),
            weight: row[9].as_int().unwrap_or(1),
            min_score: row[10].as_int(),
            max_score: row[11].as_int(),
            question_count: asked.get(&id).copied().unwrap_or_default(),
            is_retired: row[12] != Value::Null,
            children: Tree::default(),
        };
        Some((id.to_string(), node))
    });
    Ok(grown(nodes.collect()))
}

async fn question_counts(cx: &mut Cx, nodes: Vec<Uuid>) -> Result<HashMap<Uuid, usize>> {
    let questions = cx.resource::<Question>();
    let scope = cx.scope(questions);
    let mut select = Select::new(cx, questions, &scope);
    select.any_of("requirement_node", Value::Uuids(nodes)).condition(cairn_store::Sql::raw("t.retired_at is null"));
    let rows = cx.conn.query(&select.project("t.requirement_node"), &[Type::Uuid]).await?;
    let mut counts = HashMap::new();
    for node in rows.iter().filter_map(|row| row[0].as_uuid()) {
        *counts.entry(node).or_default() += 1;
    }
    Ok(counts)
}

/// The requirements in a file. Those that are loaded have their ids.
pub async fn of_file(cx: &mut Cx, library: &Library) -> Result<Tree> {
    let nodes = || library.objects.frameworks.iter().flat_map(|framework| &framework.requirement_nodes);
    let ids = super::load::by_urn::<RequirementNode>(cx, nodes().map(|node| &node.urn)).await?;
    let key = |urn: &str| ids.get(urn).map_or_else(|| urn.to_owned(), Uuid::to_string);
    Ok(grown(nodes().map(|node| (key(&node.urn), file_node(node, cx.language()))).collect()))
}

fn file_node(node: &FileNode, language: Option<&Language>) -> TreeNode {
    let text = |field: &str, own: Option<&String>| said(&node.translations, language, field, own);
    TreeNode {
        urn: node.urn.to_string(),
        parent_urn: node.parent_urn.as_ref().map(ToString::to_string),
        ref_id: node.ref_id.clone(),
        name: text("name", node.name.as_ref()),
        description: text("description", node.description.as_ref()),
        assessable: node.assessable,
        display_mode: node.display_mode.unwrap_or(cairn_library::types::DisplayMode::Default).word().to_owned(),
        implementation_groups: node.implementation_groups.clone(),
        weight: node.weight.unwrap_or(1),
        min_score: node.min_score,
        max_score: node.max_score,
        question_count: node.questions.len(),
        is_retired: false,
        children: Tree::default(),
    }
}

/// A text in the reader's language as far as it is translated.
fn said(texts: &Translations, language: Option<&Language>, field: &str, own: Option<&String>) -> Option<String> {
    let translated = language.and_then(|language| texts.get(language.tag())?.get(field));
    translated.filter(|text| !text.is_empty()).or(own).cloned()
}

/// Makes a tree of nodes by the URNs of their parents. What names a parent that is not there stands at the top.
fn grown(nodes: Vec<(String, TreeNode)>) -> Tree {
    let place: HashMap<String, usize> =
        nodes.iter().enumerate().map(|(at, (_, node))| (node.urn.clone(), at)).collect();
    let mut roots = Vec::new();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (at, (_, node)) in nodes.iter().enumerate() {
        match node.parent_urn.as_ref().and_then(|urn| place.get(urn)) {
            Some(parent) if *parent != at => children[*parent].push(at),
            _ => roots.push(at),
        }
    }
    let mut nodes: Vec<_> = nodes.into_iter().map(Some).collect();
    Tree(roots.into_iter().filter_map(|at| branch(&mut nodes, &children, at)).collect())
}

/// Reading a library bounds how deep this goes.
fn branch(nodes: &mut [Option<(String, TreeNode)>], children: &[Vec<usize>], at: usize) -> Option<(String, TreeNode)> {
    let (key, mut node) = nodes[at].take()?;
    node.children = Tree(children[at].iter().filter_map(|child| branch(nodes, children, *child)).collect());
    Some((key, node))
}
