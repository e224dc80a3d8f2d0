use std::collections::{HashMap, HashSet};

use super::fields::{Fields, urn_of};
use super::{Declared, taken};
use crate::log::{Log, Path};
use crate::raw::{At, Kind};
use crate::tree;
use crate::types::{Choice, ComputeResult, Condition, DependsOn, Question, QuestionType, Urn};

pub const QUESTION: &str = "question";

/// What a question depends on is checked once all questions of the framework are known.
pub struct Dependency {
    question: Urn,
    on: DependsOn,
    at: At,
    path: String,
}

/// The questions of a node: by URN, or in a list.
pub fn questions(node: &Fields<'_>, declared: &Declared, dependencies: &mut Vec<Dependency>) -> Vec<Question> {
    let Some(value) = node.get("questions") else { return vec![] };
    let path = node.path.key("questions");
    let Kind::Map(entries) = &value.kind else {
        let read = |fields: &Fields<'_>| {
            let urn = declared.own_urn(QUESTION, fields);
            question(fields, urn, dependencies)
        };
        return node.maps("questions", read, &[]);
    };
    let mut found = vec![];
    for entry in entries {
        let path = path.key(&entry.key);
        let Some(urn) = urn_of(node.log, &path, entry.at, &entry.key) else { continue };
        if let Some(first) = declared.first(QUESTION, &urn, entry.at) {
            node.log.problem(&path, entry.at, taken(&urn, first));
        }
        if let Some(fields) = Fields::new(node.log, &path, &entry.value) {
            found.push(question(&fields, urn, dependencies));
            fields.finish(&["urn"]);
        }
    }
    found
}

fn question(fields: &Fields<'_>, urn: Urn, dependencies: &mut Vec<Dependency>) -> Question {
    let kind = fields.word("type").unwrap_or(QuestionType::Text);
    let choices = choices(fields);
    if kind.has_choices() && choices.is_empty() {
        fields.note("choices", "This question has no choices, so nobody can answer it.");
    }
    let depends_on = depends_on(fields);
    if let Some(on) = &depends_on {
        let (at, path) = (fields.at("depends_on"), fields.path.key("depends_on").to_string());
        dependencies.push(Dependency { question: urn.clone(), on: on.clone(), at, path });
    }
    Question {
        urn,
        kind,
        ref_id: fields.text("ref_id"),
        text: fields.text("text"),
        annotation: fields.text("annotation"),
        weight: fields.integer("weight"),
        config: fields.value("config"),
        depends_on,
        choices,
        translations: fields.translations(),
    }
}

fn depends_on(question: &Fields<'_>) -> Option<DependsOn> {
    let path = question.path.key("depends_on");
    let fields = Fields::new(question.log, &path, question.get("depends_on")?)?;
    let depends_on = DependsOn {
        question: fields.required_urn("question"),
        answers: fields.texts("answers"),
        condition: fields.word("condition").unwrap_or(Condition::Any),
    };
    fields.finish(&[]);
    Some(depends_on)
}

fn choices(question: &Fields<'_>) -> Vec<Choice> {
    let mut places: HashMap<Urn, At> = HashMap::new();
    question.maps(
        "choices",
        |fields| {
            let urn = fields.required_urn("urn");
            if let Some(first) = places.insert(urn.clone(), fields.at("urn")).filter(|_| !urn.is_empty()) {
                fields.problem("urn", taken(&urn, first));
            }
            Choice {
                urn,
                ref_id: fields.text("ref_id"),
                value: fields.text("value"),
                description: fields.text("description"),
                annotation: fields.text("annotation"),
                add_score: fields.integer("add_score"),
                compute_result: compute_result(fields),
                color: fields.text("color"),
                select_implementation_groups: fields.texts("select_implementation_groups"),
                translations: fields.translations(),
            }
        },
        &[],
    )
}

/// Older files say true and false.
fn compute_result(fields: &Fields<'_>) -> Option<ComputeResult> {
    match fields.get("compute_result").map(|node| &node.kind) {
        Some(Kind::Scalar(scalar)) if scalar.flag() == Some(true) => Some(ComputeResult::Compliant),
        Some(Kind::Scalar(scalar)) if scalar.flag() == Some(false) => Some(ComputeResult::NonCompliant),
        _ => fields.word("compute_result"),
    }
}

/// Questions may depend on later ones, and on those of other nodes, but not on themselves.
pub fn check<'q>(log: &Log, questions: impl Iterator<Item = &'q Question>, dependencies: &[Dependency]) {
    let by_urn: HashMap<&Urn, &Question> = questions.map(|question| (&question.urn, question)).collect();
    let choices: HashSet<(&Urn, &Urn)> = by_urn
        .values()
        .flat_map(|question| question.choices.iter().map(|choice| (&question.urn, &choice.urn)))
        .collect();
    let of: HashMap<&Urn, usize> = dependencies.iter().enumerate().map(|(at, one)| (&one.question, at)).collect();
    for Dependency { on, at, path, .. } in dependencies.iter().filter(|one| !one.on.question.is_empty()) {
        let path = Path::ROOT.key(path);
        let Some(question) = by_urn.get(&on.question) else {
            let message = format!("There is no question {} in this framework.", on.question);
            log.problem(&path.key("question"), *at, message);
            continue;
        };
        let known = |answer: &&String| choices.contains(&(&question.urn, &Urn::new(answer)));
        if let Some(answer) = on.answers.iter().find(|answer| question.kind.has_choices() && !known(answer)) {
            let message = format!("{} has no choice {answer}.", on.question);
            log.note(&path.key("answers"), *at, message);
        }
    }
    let mut links: Vec<Option<usize>> = dependencies.iter().map(|one| of.get(&one.on.question).copied()).collect();
    for closer in tree::depths(&mut links).closers {
        let Dependency { at, path, .. } = &dependencies[closer];
        log.problem(&Path::ROOT.key(path), *at, "This question depends on itself, so it would never be asked.");
    }
}
