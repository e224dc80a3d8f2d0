//! The questions of a requirement: one for each line of a cell.

use std::collections::HashMap;
use std::rc::Rc;

use super::answers::{Answer, Answers, Choice, paragraphs};
use super::budget::Budget;
use super::build::{Map, list, texts};
use super::sheet::Record;
use crate::log::Log;
use crate::raw::Node;

/// Whether a line stands for nothing.
pub fn is_none(line: &str) -> bool {
    line.is_empty() || line == "/" || line.eq_ignore_ascii_case("undefined")
}

/// The URN of the node in each row, which questions of other rows may depend on.
pub type Rows = HashMap<u32, String>;

pub fn read(
    record: &Record<'_>,
    node: &str,
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
    let dependencies = optional(record, "depends_on", questions.len(), log)?;
    let conditions = optional(record, "condition", questions.len(), log)?;
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
        if !budget.pays(answer.size(node.len()) + node.len(), record.at(), log) {
            return None;
        }
        let urn = format!("{node}:question:{}", index + 1);
        let mut fields = Map::new(record.at());
        fields.text("type", &answer.kind);
        fields.text("text", question);
        for (language, lines) in &translated {
            fields.translate(record.at(), language, "text", &lines[index]);
        }
        if !is_none(&dependencies[index])
            && let Some((other, choices)) = depends_on(&dependencies[index], node, record, rows, log)
        {
            if !budget.pays(choices.len().saturating_mul(other.len() + 200), record.at(), log) {
                return None;
            }
            fields.put("depends_on", dependency(&other, &choices, &conditions[index], record));
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

fn optional(record: &Record<'_>, column: &str, count: usize, log: &Log) -> Option<Vec<Rc<str>>> {
    match record.get(column) {
        Some(_) => per_question(record, column, count, log),
        None => Some(vec![Rc::from(""); count]),
    }
}

/// The URN of a question and the numbers of its choices: `question:choice` for one of the same requirement,
/// `row:question:choice` for another. Several choices are separated by commas.
fn depends_on(reference: &str, node: &str, record: &Record<'_>, rows: &Rows, log: &Log) -> Option<(String, Vec<u32>)> {
    let number = |part: &str| part.trim().parse::<u32>().ok().filter(|number| *number > 0);
    let parts: Vec<&str> = reference.split(':').collect();
    let found = match parts[..] {
        [question, choices] => Some((Some(node), question, choices)),
        [row, question, choices] => {
            Some((number(row).and_then(|row| rows.get(&row)).map(String::as_str), question, choices))
        }
        _ => None,
    };
    let found = found.and_then(|(node, question, choices)| {
        let choices: Option<Vec<u32>> = choices.split(',').map(number).collect();
        Some((format!("{}:question:{}", node?, number(question)?), choices?))
    });
    if found.is_none() {
        let message =
            format!("\"{reference}\" should be a question and a choice, such as 1:2, after the row if it is another.");
        log.problem_at(record.at(), message);
    }
    found
}

fn dependency(question: &str, choices: &[u32], condition: &str, record: &Record<'_>) -> Rc<Node> {
    let answers: Vec<String> = choices.iter().map(|choice| format!("{question}:choice:{choice}")).collect();
    let mut map = Map::new(record.at());
    map.text("question", question);
    map.put("answers", texts(record.at(), answers.iter().map(String::as_str)));
    map.text("condition", if is_none(condition) { "any" } else { condition });
    map.build()
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
