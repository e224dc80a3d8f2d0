//! Frameworks as the recorded files have them, turned into what the crate takes.

use std::collections::BTreeMap;

use cairn_assess::answers::Answer;
use cairn_assess::groups::Group;
use cairn_assess::questions::{Choice, Condition, DependsOn, Question, QuestionKind};
use cairn_assess::rows::{Method, Row, Scale};
use cairn_assess::tree::Tree;
use cairn_assess::words::ComplianceResult;
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
pub struct Framework {
    pub min_score: i64,
    pub max_score: i64,
    pub aggregation: Option<String>,
    groups: Vec<GroupDefinition>,
    pub nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct GroupDefinition {
    ref_id: String,
    #[serde(default)]
    default_selected: bool,
}

#[derive(Deserialize)]
pub struct Node {
    pub key: String,
    parent: Option<String>,
    pub assessable: bool,
    weight: Option<i64>,
    min_score: Option<i64>,
    max_score: Option<i64>,
    #[serde(default)]
    implementation_groups: Vec<String>,
    #[serde(default)]
    questions: Vec<QuestionDefinition>,
}

#[derive(Deserialize)]
struct QuestionDefinition {
    key: String,
    r#type: String,
    weight: Option<i64>,
    depends_on: Option<DependencyDefinition>,
    choices: Vec<ChoiceDefinition>,
}

#[derive(Deserialize)]
struct DependencyDefinition {
    question: String,
    answers: Vec<Value>,
    condition: String,
}

#[derive(Deserialize)]
struct ChoiceDefinition {
    key: String,
    add_score: Option<i64>,
    #[serde(default)]
    compute_result: Value,
    #[serde(default)]
    select_implementation_groups: Vec<String>,
}

impl Framework {
    pub fn scale(&self) -> Scale {
        Scale { min: self.min_score, max: self.max_score }
    }

    pub fn groups(&self, names: &[String]) -> Vec<usize> {
        names.iter().map(|name| self.groups.iter().position(|group| group.ref_id == *name).unwrap()).collect()
    }

    pub fn group_names(&self, groups: &[usize]) -> Vec<&str> {
        groups.iter().map(|group| self.groups[*group].ref_id.as_str()).collect()
    }

    pub fn defined_groups(&self) -> Vec<Group> {
        let switched = |name: &String| {
            let choices = self.nodes.iter().flat_map(|node| &node.questions).flat_map(|question| &question.choices);
            choices.into_iter().any(|choice| choice.select_implementation_groups.contains(name))
        };
        let group = |group: &GroupDefinition| Group {
            selected_by_default: group.default_selected,
            switched_by_answers: switched(&group.ref_id),
        };
        self.groups.iter().map(group).collect()
    }

    pub fn node_groups(&self, node: usize) -> Vec<usize> {
        self.groups(&self.nodes[node].implementation_groups)
    }

    pub fn index(&self, key: &str) -> usize {
        self.nodes.iter().position(|node| node.key == key).unwrap()
    }

    /// A fresh audit: nothing is assessed yet.
    pub fn rows(&self) -> Vec<Row> {
        let row = |node: &Node| Row {
            assessable: node.assessable,
            weight: node.weight,
            min: node.min_score,
            max: node.max_score,
            ..Row::new(node.parent.as_deref().map(|parent| self.index(parent)))
        };
        self.nodes.iter().map(row).collect()
    }

    pub fn tree(&self) -> Tree {
        Tree::new(self.rows().iter().map(|row| row.parent))
    }

    pub fn questions(&self, node: usize) -> Vec<Question> {
        let definitions = &self.nodes[node].questions;
        let mut questions: Vec<Question> = definitions
            .iter()
            .map(|definition| Question {
                kind: QuestionKind::parse(&definition.r#type).unwrap(),
                weight: definition.weight,
                depends_on: None,
                choices: definition.choices.iter().map(|choice| self.choice(choice)).collect(),
            })
            .collect();
        for (index, definition) in definitions.iter().enumerate() {
            questions[index].depends_on = definition.depends_on.as_ref().map(|on| {
                let other = definitions.iter().position(|other| other.key == on.question);
                let read = |value| Answer::read_expected(&questions[other.unwrap()], value).unwrap();
                let condition = if on.condition == "all" { Condition::All } else { Condition::Any };
                DependsOn { question: other, answers: on.answers.iter().map(read).collect(), condition }
            });
        }
        questions
    }

    fn choice(&self, definition: &ChoiceDefinition) -> Choice {
        Choice {
            key: definition.key.clone(),
            add_score: definition.add_score,
            result: ComplianceResult::of_choice(&definition.compute_result).unwrap(),
            groups: self.groups(&definition.select_implementation_groups),
        }
    }

    /// Takes answers by the names of questions, over those given before.
    pub fn take(&self, node: usize, answers: &mut Vec<Option<Answer>>, given: &BTreeMap<String, Value>) {
        let questions = self.questions(node);
        answers.resize(questions.len(), None);
        for (key, value) in given {
            let question = self.nodes[node].questions.iter().position(|question| question.key == *key).unwrap();
            answers[question] = Answer::read(&questions[question], value).unwrap();
        }
    }
}

pub fn method(word: &str) -> Method {
    match word {
        "average" => Method::Average,
        "sum" => Method::Sum,
        "average_of_averages" => Method::AverageOfAverages,
        other => panic!("unknown method {other}"),
    }
}

/// What was recorded, with our own answer in its place where we have one. Our answer has to differ and to say why.
pub fn expected(case: &Value) -> Map<String, Value> {
    let mut expected = case["answer"].as_object().unwrap().clone();
    if let Some(ours) = case.get("ours") {
        assert!(ours["why"].is_string(), "a difference has a reason: {ours}");
        for (key, value) in ours.as_object().unwrap().iter().filter(|(key, _)| *key != "why") {
            let before = expected.insert(key.clone(), value.clone());
            assert_ne!(before.as_ref(), Some(value), "not a difference: {key} of {case}");
        }
    }
    expected
}

/// A score as the API shows it: null where the layer is hidden, -1 where nothing is scored.
pub fn shown(score: Option<f64>, is_shown: bool) -> Value {
    if is_shown { score.map_or(Value::from(-1), Value::from) } else { Value::Null }
}

/// Whether two values are the same, with 4 and 4.0 the same number.
#[track_caller]
pub fn assert_same(case: usize, key: &str, ours: &Value, expected: &Value) {
    let same = match (ours.as_f64(), expected.as_f64()) {
        (Some(ours), Some(expected)) => (ours - expected).abs() < 1e-9,
        _ => ours == expected,
    };
    assert!(same, "case {case}: {key} is {ours}, expected {expected}");
}
