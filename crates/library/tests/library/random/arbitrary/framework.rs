use cairn_library::Urn;
use cairn_library::types::{
    Aggregation, Choice, ComputeResult, Condition, DependsOn, DisplayMode, Framework, ImplementationGroup, Importance,
    MappingSet, Question, QuestionType, Relationship, RequirementMapping, RequirementNode, Score, ScoreScales,
    ScoresDefinition,
};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use super::parts::{about, numbered, text, urn, value};

pub fn score() -> BoxedStrategy<Score> {
    (any::<i32>(), about())
        .prop_map(|(score, (name, description, description_doc, _, translations))| Score {
            score: score.into(),
            name,
            description,
            description_doc,
            translations,
        })
        .boxed()
}

pub fn scores() -> BoxedStrategy<ScoresDefinition> {
    let scale = || prop::collection::vec(score(), 1..3);
    let alternatives = prop::collection::btree_map(text(), scale(), 0..2);
    let aggregation = of(select(vec![Aggregation::Sum, Aggregation::Mean]));
    prop_oneof![
        scale().prop_map(ScoresDefinition::Scale),
        (scale(), alternatives, aggregation).prop_map(|(scale, alternatives, aggregation)| {
            ScoresDefinition::Scales(ScoreScales { scale, alternatives, aggregation })
        }),
    ]
    .boxed()
}

pub fn choice() -> BoxedStrategy<Choice> {
    use ComputeResult::{Compliant, NonCompliant, NotApplicable, PartiallyCompliant};
    let result = of(select(vec![Compliant, PartiallyCompliant, NonCompliant, NotApplicable]));
    (about(), any::<Option<i32>>(), result, prop::collection::vec(text(), 0..2), of(text()))
        .prop_map(
            |((ref_id, value, description, annotation, translations), add_score, compute_result, groups, color)| {
                Choice {
                    urn: Urn::new(""),
                    ref_id,
                    value,
                    description,
                    annotation,
                    add_score: add_score.map(i64::from),
                    compute_result,
                    color,
                    select_implementation_groups: groups,
                    translations,
                }
            },
        )
        .boxed()
}

pub fn question() -> BoxedStrategy<Question> {
    use QuestionType::{Boolean, Date, MultipleChoice, Number, Text, UniqueChoice};
    let kind = select(vec![Text, Number, Boolean, UniqueChoice, MultipleChoice, Date]);
    let choices = numbered("choice", choice(), |choice, urn| choice.urn = urn);
    (kind, about(), any::<Option<i32>>(), choices, of(value()))
        .prop_map(|(kind, (ref_id, text, annotation, _, translations), weight, choices, config)| Question {
            urn: Urn::new(""),
            kind,
            ref_id,
            text,
            annotation,
            weight: weight.map(i64::from),
            config: config.filter(|value| !value.is_null()),
            depends_on: None,
            choices,
            translations,
        })
        .boxed()
}

pub fn node() -> BoxedStrategy<(RequirementNode, usize)> {
    let importance = of(select(vec![Importance::Mandatory, Importance::NiceToHave, Importance::Undefined]));
    let display_mode = of(select(vec![DisplayMode::Default, DisplayMode::Splash]));
    let lists = (prop::collection::vec(text(), 0..3), prop::collection::vec(question(), 0..3));
    let numbers = (any::<Option<i32>>(), of(0..50i64), of(50..90i64), of(0.0..10.0f64));
    let rules = ["answers[\"x\"] == \"y\"", "size(requirements) > 0 &&\n  'a: b' in answers", "true"];
    let rule = of(select(rules.map(str::to_owned).to_vec()));
    (about(), any::<bool>(), of(text()), lists, numbers, importance, display_mode, rule, 0..20usize)
        .prop_map(
            |(
                about,
                assessable,
                evidence,
                (groups, questions),
                numbers,
                importance,
                display_mode,
                expression,
                parent,
            )| {
                let (ref_id, name, description, annotation, translations) = about;
                let (weight, min_score, max_score, target_score) = numbers;
                let node = RequirementNode {
                    urn: Urn::new(""),
                    parent_urn: None,
                    assessable,
                    ref_id,
                    name,
                    description,
                    annotation,
                    typical_evidence: evidence,
                    implementation_groups: groups,
                    reference_controls: vec![urn("function")(parent)],
                    threats: vec![],
                    questions,
                    weight: weight.map(i64::from),
                    importance,
                    display_mode,
                    visibility_expression: expression,
                    min_score,
                    max_score,
                    scores_definition_ref: None,
                    target_score,
                    translations,
                };
                (node, parent)
            },
        )
        .boxed()
}

/// Nodes under earlier ones, and questions that depend on earlier ones.
pub fn nodes() -> BoxedStrategy<Vec<RequirementNode>> {
    prop::collection::vec(node(), 0..6)
        .prop_map(|drawn| {
            let mut questions: Vec<Urn> = vec![];
            let place = |(at, (mut node, parent)): (usize, (RequirementNode, usize))| {
                node.urn = urn("req_node")(at);
                node.parent_urn = (parent < at).then(|| urn("req_node")(parent));
                for question in &mut node.questions {
                    question.urn = urn("question")(questions.len());
                    question.depends_on = questions.get(parent).map(|earlier| DependsOn {
                        question: earlier.clone(),
                        answers: vec!["urn:acme:risk:choice:x:0".to_owned()],
                        condition: if parent % 2 == 0 { Condition::Any } else { Condition::All },
                    });
                    questions.push(question.urn.clone());
                }
                node
            };
            drawn.into_iter().enumerate().map(place).collect()
        })
        .boxed()
}

pub fn framework() -> BoxedStrategy<Framework> {
    let groups = prop::collection::btree_map(text(), (about(), any::<Option<bool>>()), 0..3);
    (text(), about(), of(0..10i64), of(90..100i64), of(scores()), groups, nodes())
        .prop_map(
            |(
                name,
                (ref_id, _, description, annotation, translations),
                min_score,
                max_score,
                scores,
                groups,
                nodes,
            )| {
                let group = |(ref_id, ((_, name, description, _, translations), default_selected))| {
                    ImplementationGroup { ref_id, name, description, default_selected, translations }
                };
                Framework {
                    urn: Urn::new(""),
                    ref_id,
                    name,
                    description,
                    annotation,
                    min_score,
                    max_score,
                    scores_definition: scores,
                    implementation_groups_definition: groups.into_iter().map(group).collect(),
                    outcomes_definition: vec![json!({"ref_id": "a", "expression": "score > 1.0"})],
                    field_visibility: serde_json::Map::from_iter([("score".to_owned(), json!({"auditor": "edit"}))]),
                    translations,
                    requirement_nodes: nodes,
                }
            },
        )
        .boxed()
}

pub fn mapping_set() -> BoxedStrategy<MappingSet> {
    use Relationship::{Equal, Intersect, NotRelated, Subset, Superset};
    let relationship = select(vec![Equal, Subset, Superset, Intersect, NotRelated]);
    let mapping = (relationship, of(text()), any::<Option<i32>>(), of(text())).prop_map(
        |(relationship, rationale, strength, annotation)| RequirementMapping {
            source_requirement_urn: urn("req_node")(1),
            target_requirement_urn: urn("req_node")(2),
            relationship,
            rationale,
            strength_of_relationship: strength.map(i64::from),
            annotation,
        },
    );
    (about(), prop::collection::vec(mapping, 0..4))
        .prop_map(|((ref_id, name, description, annotation, translations), requirement_mappings)| MappingSet {
            urn: Urn::new(""),
            ref_id,
            name,
            description,
            annotation,
            translations,
            source_framework_urn: urn("elsewhere")(1),
            target_framework_urn: urn("elsewhere")(2),
            requirement_mappings,
        })
        .boxed()
}
