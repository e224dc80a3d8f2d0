//! The questions of a requirement: one for each line of a cell.

use std::collections::HashMap;
use std::rc::Rc;

use super::answers::{Answer, Answers, Choice, paragraphs};
use super::budget::Budget;
use super::build::{Map, list, texts};
use super::sheet::Record;
use crate::log::Log;
use crate::raw::Node;

/// What a line says that stands for nothing.
pub const UNDEFINED: &str = "undefined";

/// The URN of the node in each row, which questions of other rows may depend on.
pub type Rows = HashMap<u32, String>;

pub fn read(
    record: &Record<'_>,
    urn: &str,
    answers: Option<&Answers>,
    rows: &Rows,
    budget: &Budget,
    log: &Log,
) -> Option<Rc<Node>> {
    let questions = paragraphs(record.get("questions")?);
    let Some(answers) = answers else {
        log.problem_at(record.at(), "The framework has questions, but no answers_definition.");
        return None;
    };
    let kinds = per_question(record, "answer", questions.len(), log)?;
    let dependencies = match record.get("depends_on") {
        Some(_) => per_question(record, "depends_on", questions.len(), log)?,
        None => vec![Rc::from(UNDEFINED); questions.len()],
    };
    let mut translated: Vec<(&str, Vec<Rc<str>>)> = vec![];
    for (language, text) in record.translated("questions") {
        let lines = paragraphs(text);
        if lines.len() == questions.len() {
            translated.push((language, lines));
        } else {
            let (lines, questions) = (lines.len(), questions.len());
            log.problem_at(
                record.at(),
                format!("\"questions[{language}]\" has {lines} lines for {questions} questions."),
            );
        }
    }
    let mut map = Map::new(record.at());
    for (index, question) in questions.iter().enumerate() {
        let Some(answer) = answers.get(&*kinds[index]) else {
            log.problem_at(record.at(), format!("There is no answer \"{}\" in the framework's answers.", kinds[index]));
            continue;
        };
        if !budget.pays(answer.size(urn.len()) + urn.len(), record.at(), log) {
            return None;
        }
        let urn = format!("{urn}:question:{}", index + 1);
        let mut fields = Map::new(record.at());
        fields.text("type", &answer.kind);
        fields.text("text", question);
        for (language, lines) in &translated {
            fields.translate(record.at(), language, "text", &lines[index]);
        }
        if let Some(depends_on) = depends_on(&dependencies[index], record, rows, budget, log) {
            fields.put("depends_on", depends_on);
        }
        fields.put("choices", choices(answer, &urn, record));
        map.put(&urn, fields.build());
    }
    Some(map.build())
}

/// One value for all questions, or one for each.
fn per_question(record: &Record<'_>, column: &str, count: usize, log: &Log) -> Option<Vec<Rc<str>>> {
    let mut values = paragraphs(record.get(column).unwrap_or_default());
    if values.len() == 1 {
        values = vec![Rc::clone(&values[0]); count];
    }
    if values.len() != count {
        log.problem_at(record.at(), format!("\"{column}\" has {} lines for {count} questions.", values.len()));
        return None;
    }
    Some(values)
}

/// `row:question:choice`, each counted as people see it. Several choices are separated by commas.
fn depends_on(reference: &str, record: &Record<'_>, rows: &Rows, budget: &Budget, log: &Log) -> Option<Rc<Node>> {
    if reference.eq_ignore_ascii_case(UNDEFINED) {
        return None;
    }
    let mut parts = reference.split(':').map(str::trim);
    let number = |part: Option<&str>| part.and_then(|part| part.parse::<u32>().ok()).filter(|number| *number > 0);
    let node = number(parts.next()).and_then(|row| rows.get(&row));
    let question = number(parts.next());
    let choices: Option<Vec<u32>> =
        parts.next().and_then(|part| part.split(',').map(|one| number(Some(one.trim()))).collect());
    let (Some(node), Some(question), Some(choices), None) = (node, question, choices, parts.next()) else {
        let message = format!("\"{reference}\" should be the row of a requirement, a question and a choice: 12:1:2.");
        log.problem_at(record.at(), message);
        return None;
    };
    if !budget.pays(choices.len().saturating_mul(node.len() + 200), record.at(), log) {
        return None;
    }
    let question = format!("{node}:question:{question}");
    let choices: Vec<String> = choices.into_iter().map(|choice| format!("{question}:choice:{choice}")).collect();
    let mut map = Map::new(record.at());
    map.text("question", &question);
    map.put("answers", texts(record.at(), choices.iter().map(String::as_str)));
    map.text("condition", "any");
    Some(map.build())
}

fn choices(answer: &Answer, question: &str, record: &Record<'_>) -> Rc<Node> {
    let choice = |(index, choice): (usize, &Choice)| {
        let mut map = Map::new(record.at());
        map.text("urn", &format!("{question}:choice:{}", index + 1));
        map.text("value", &choice.value);
        for (field, value) in &choice.fields {
            map.text(field, value);
        }
        if let Some(groups) = &choice.groups {
            let groups = groups.split(',').map(str::trim).filter(|group| !group.is_empty());
            map.put("select_implementation_groups", texts(record.at(), groups));
        }
        for (language, value) in &choice.values {
            map.translate(record.at(), language, "value", value);
        }
        for (language, value) in &choice.descriptions {
            map.translate(record.at(), language, "description", value);
        }
        map.build()
    };
    list(record.at(), answer.choices.iter().enumerate().map(choice).collect())
}
