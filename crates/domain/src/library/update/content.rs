//! Brings the rows of a loaded library in step with a file: an update does it with the newer file, rolling back with
//! the earlier one.
//!
//! Rows are the same if their URNs are. They keep their ids, so that whatever refers to them still does. Nothing that
//! people may have used is deleted: requirements, questions and choices that the file does not have are retired, and
//! come back if a later file has them again; threats, controls and matrices stay as they are.

use std::collections::{HashMap, HashSet};

use cairn_engine::{Cx, Result};
use cairn_library::types as file;
use cairn_model::{Id, Record, Timestamp, Value};
use cairn_resources::library::{
    Framework, MetricDefinition, Question, QuestionChoice, ReferenceControl, RequirementMappingSet, RequirementNode,
    RiskMatrix, Threat,
};
use uuid::Uuid;

use super::super::load::{Source, by_urn, catalogue, framework as rows, mapping, refuse_known};
use super::record::Made;

/// Makes the content of a library what the file says. Answers what is new.
pub async fn sync(cx: &mut Cx, source: &Source<'_>) -> Result<Made> {
    let objects = &source.library.objects;
    let mut made = Made::default();
    let fresh = catalogue::threat_rows(cx, source);
    let urns = objects.threats.iter().map(|one| &one.urn);
    made.threats =
        listed::<Threat>(cx, source, fresh, urns, |new, old| new.filtering_labels = old.filtering_labels.clone())
            .await?;
    let fresh = catalogue::control_rows(cx, source);
    let urns = objects.reference_controls.iter().map(|one| &one.urn);
    made.reference_controls = listed::<ReferenceControl>(cx, source, fresh, urns, |new, old| {
        new.filtering_labels = old.filtering_labels.clone();
    })
    .await?;
    let fresh = catalogue::metric_rows(cx, source);
    let urns = objects.metric_definitions.iter().map(|one| &one.urn);
    made.metric_definitions = listed::<MetricDefinition>(cx, source, fresh, urns, |new, old| {
        new.filtering_labels = old.filtering_labels.clone();
    })
    .await?;
    let fresh = catalogue::matrix_rows(cx, source);
    let urns = objects.risk_matrices.iter().map(|one| &one.urn);
    made.risk_matrices =
        listed::<RiskMatrix>(cx, source, fresh, urns, |new, old| new.is_enabled = old.is_enabled).await?;
    frameworks(cx, source, &mut made).await?;
    mapping_sets(cx, source).await?;
    Ok(made)
}

/// A row that a library brings.
trait Content: Record + Clone {
    fn urn(&self) -> &str;
    fn id(&self) -> Id<Self>;
    fn set_id(&mut self, id: Id<Self>);
}

macro_rules! content {
    ($($record:ident $urn:expr),+) => {
        $(impl Content for $record {
            fn urn(&self) -> &str {
                let urn: fn(&$record) -> &str = $urn;
                urn(self)
            }
            fn id(&self) -> Id<Self> {
                self.id
            }
            fn set_id(&mut self, id: Id<Self>) {
                self.id = id;
            }
        })+
    };
}

content!(
    Threat | one | one.urn.as_deref().unwrap_or_default(),
    ReferenceControl | one | one.urn.as_deref().unwrap_or_default(),
    RiskMatrix | one | one.urn.as_deref().unwrap_or_default(),
    MetricDefinition | one | one.urn.as_deref().unwrap_or_default(),
    Framework | one | &one.urn,
    RequirementNode | one | &one.urn,
    Question | one | &one.urn,
    QuestionChoice | one | &one.urn
);

/// Objects that stand in a library by themselves.
async fn listed<T: Content>(
    cx: &mut Cx,
    source: &Source<'_>,
    mut fresh: Vec<T>,
    urns: impl Iterator<Item = &file::Urn>,
    keep: fn(&mut T, &T),
) -> Result<Vec<Uuid>> {
    let library = source.id.uuid();
    let old: Vec<T> = cx
        .list_all(|select| {
            select.equals("library", library);
        })
        .await?;
    let known: HashMap<String, Id<T>> = old.iter().map(|one| (one.urn().to_owned(), one.id())).collect();
    let new: Vec<&file::Urn> = urns.filter(|urn| !known.contains_key(urn.as_str())).collect();
    refuse_known::<T>(cx, new.into_iter()).await?;
    for row in &mut fresh {
        if let Some(id) = known.get(row.urn()) {
            row.set_id(*id);
        }
    }
    write(cx, fresh, &known.into_values().map(Id::uuid).collect(), keep).await
}

/// Creates rows that are not known, and changes the others. Answers the new ones.
async fn write<T: Content>(
    cx: &mut Cx,
    fresh: Vec<T>,
    known: &HashSet<Uuid>,
    keep: fn(&mut T, &T),
) -> Result<Vec<Uuid>> {
    let (old, new): (Vec<T>, Vec<T>) = fresh.into_iter().partition(|row| known.contains(&row.id().uuid()));
    let made = new.iter().map(|row| row.id().uuid()).collect();
    let ids: Vec<Uuid> = old.iter().map(|row| row.id().uuid()).collect();
    let mut fresh: HashMap<Uuid, T> = old.into_iter().map(|row| (row.id().uuid(), row)).collect();
    cx.modify_many::<T>(&ids, |row| {
        if let Some(mut new) = fresh.remove(&row.id().uuid()) {
            keep(&mut new, row);
            *row = new;
        }
        Ok(())
    })
    .await?;
    cx.create_many(new).await?;
    Ok(made)
}

async fn frameworks(cx: &mut Cx, source: &Source<'_>, made: &mut Made) -> Result<()> {
    let library = source.id.uuid();
    let known: Vec<Framework> = cx
        .list_all(|select| {
            select.equals("library", library);
        })
        .await?;
    let mut left: HashMap<String, Uuid> = known.iter().map(|one| (one.urn.clone(), one.id.uuid())).collect();
    for framework in &source.library.objects.frameworks {
        let mut row = rows::framework_row(cx, source, framework)?;
        let old = left.remove(&row.urn);
        if let Some(id) = old {
            row.set_id(Id::new(id));
        } else {
            refuse_known::<Framework>(cx, std::iter::once(&framework.urn)).await?;
        }
        let id = row.id.uuid();
        made.frameworks.extend(write(cx, vec![row], &old.into_iter().collect(), |_, _| ()).await?);
        requirements(cx, source, framework, id, made).await?;
    }
    // What was a framework and is none any more.
    for id in left.into_values() {
        let nodes = nodes_of(cx, id).await?;
        retire(cx, nodes.iter().map(|node| node.id.uuid()).collect(), |node: &mut RequirementNode, at| {
            node.retired_at = node.retired_at.or(Some(at));
        })
        .await?;
    }
    Ok(())
}

pub async fn nodes_of(cx: &mut Cx, framework: Uuid) -> Result<Vec<RequirementNode>> {
    cx.list_all(|select| {
        select.equals("framework", framework).order_by("t.order_id");
    })
    .await
}

async fn requirements(
    cx: &mut Cx,
    source: &Source<'_>,
    framework: &file::Framework,
    id: Uuid,
    made: &mut Made,
) -> Result<()> {
    let all = &framework.requirement_nodes;
    let old = nodes_of(cx, id).await?;
    let node_ids: HashMap<&str, Id<RequirementNode>> = old.iter().map(|one| (one.urn.as_str(), one.id)).collect();
    let old_nodes = Value::Uuids(old.iter().map(|one| one.id.uuid()).collect());
    let old_questions: Vec<Question> = cx
        .list_all(|select| {
            select.any_of("requirement_node", old_nodes);
        })
        .await?;
    let question_ids: HashMap<&str, Id<Question>> =
        old_questions.iter().map(|one| (one.urn.as_str(), one.id)).collect();
    let asked = Value::Uuids(old_questions.iter().map(|one| one.id.uuid()).collect());
    let old_choices: Vec<QuestionChoice> = cx
        .list_all(|select| {
            select.any_of("question", asked);
        })
        .await?;
    let choice_ids: HashMap<(Uuid, &str), Id<QuestionChoice>> =
        old_choices.iter().map(|one| ((one.question.uuid(), one.urn.as_str()), one.id)).collect();

    let new = all.iter().map(|node| &node.urn).filter(|urn| !node_ids.contains_key(urn.as_str()));
    refuse_known::<RequirementNode>(cx, new).await?;
    let new = all.iter().flat_map(|node| &node.questions).map(|question| &question.urn);
    refuse_known::<Question>(cx, new.filter(|urn| !question_ids.contains_key(urn.as_str()))).await?;
    let threats = by_urn::<Threat>(cx, all.iter().flat_map(|node| &node.threats)).await?;
    let controls = by_urn::<ReferenceControl>(cx, all.iter().flat_map(|node| &node.reference_controls)).await?;
    let (mut nodes, mut questions, mut choices) = (Vec::with_capacity(all.len()), Vec::new(), Vec::new());
    for (order, node) in all.iter().enumerate() {
        let mut row = rows::node_row(cx, source, node, id, (order as i64, &threats, &controls));
        row.id = node_ids.get(row.urn.as_str()).copied().unwrap_or(row.id);
        for (order, question) in node.questions.iter().enumerate() {
            let mut asked = rows::question_row(cx, source, question, row.id.uuid(), order as i64);
            asked.id = question_ids.get(asked.urn.as_str()).copied().unwrap_or(asked.id);
            for (order, choice) in question.choices.iter().enumerate() {
                let mut row = rows::choice_row(cx, source, choice, asked.id.uuid(), order as i64);
                let known = choice_ids.get(&(asked.id.uuid(), row.urn.as_str()));
                row.id = known.copied().unwrap_or(row.id);
                choices.push(row);
            }
            questions.push(asked);
        }
        nodes.push(row);
    }
    let gone = |all: HashSet<Uuid>, kept: HashSet<Uuid>| -> Vec<Uuid> { all.difference(&kept).copied().collect() };
    let (known_nodes, known_questions, known_choices) = (ids(&old), ids(&old_questions), ids(&old_choices));
    let gone_nodes = gone(known_nodes.clone(), ids(&nodes));
    let gone_questions = gone(known_questions.clone(), ids(&questions));
    let gone_choices = gone(known_choices.clone(), ids(&choices));
    made.nodes.extend(write(cx, nodes, &known_nodes, |_, _| ()).await?);
    made.questions.extend(write(cx, questions, &known_questions, |_, _| ()).await?);
    made.choices.extend(write(cx, choices, &known_choices, |_, _| ()).await?);
    retire(cx, gone_nodes, |row: &mut RequirementNode, at| row.retired_at = row.retired_at.or(Some(at))).await?;
    retire(cx, gone_questions, |row: &mut Question, at| row.retired_at = row.retired_at.or(Some(at))).await?;
    retire(cx, gone_choices, |row: &mut QuestionChoice, at| row.retired_at = row.retired_at.or(Some(at))).await
}

fn ids<T: Content>(rows: &[T]) -> HashSet<Uuid> {
    rows.iter().map(|row| row.id().uuid()).collect()
}

async fn retire<T: Record>(cx: &mut Cx, mut ids: Vec<Uuid>, mark: fn(&mut T, Timestamp)) -> Result<()> {
    ids.sort_unstable();
    let now = cx.now;
    cx.modify_many::<T>(&ids, |row| {
        mark(row, now);
        Ok(())
    })
    .await
}

/// Nothing refers to a mapping, so they are made again.
async fn mapping_sets(cx: &mut Cx, source: &Source<'_>) -> Result<()> {
    let library = source.id.uuid();
    let old: Vec<RequirementMappingSet> = cx
        .list_all(|select| {
            select.equals("library", library);
        })
        .await?;
    for set in old {
        cx.delete::<RequirementMappingSet>(set.id.uuid()).await?;
    }
    mapping::mapping_sets(cx, source).await
}
