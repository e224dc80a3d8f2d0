//! Sets of answers, which the questions of a framework share.

use std::collections::HashMap;
use std::rc::Rc;

use super::questions::is_none;
use super::sheet::{Record, Sheet};
use crate::log::Log;

/// By the id that questions name.
pub type Answers = HashMap<String, Answer>;

pub struct Answer {
    pub kind: String,
    pub choices: Vec<Choice>,
}

/// The fields of a choice, ready for any question.
pub struct Choice {
    pub value: Rc<str>,
    /// By language.
    pub values: Vec<(Rc<str>, Rc<str>)>,
    pub fields: Vec<(&'static str, Rc<str>)>,
    /// Their `ref_id`s, separated by commas.
    pub groups: Option<Rc<str>>,
    /// By language.
    pub descriptions: Vec<(Rc<str>, Rc<str>)>,
}

impl Answer {
    /// What it takes to write the choices out for one question whose URN is so long.
    pub fn size(&self, urn: usize) -> usize {
        let translated = |texts: &[(Rc<str>, Rc<str>)]| texts.iter().map(|(_, text)| 200 + text.len()).sum::<usize>();
        let choice = |choice: &Choice| {
            let fields: usize = choice.fields.iter().map(|(_, text)| 200 + text.len()).sum();
            let groups = choice.groups.as_ref().map_or(0, |groups| 100 * groups.len());
            200 + urn
                + choice.value.len()
                + fields
                + groups
                + translated(&choice.values)
                + translated(&choice.descriptions)
        };
        self.choices.iter().map(choice).sum()
    }
}

const PER_CHOICE: [&str; 4] = ["description", "add_score", "compute_result", "color"];

pub fn read(content: &Sheet, log: &Log) -> Answers {
    let mut answers = Answers::new();
    for record in content.records() {
        let Some(id) = record.get("id") else {
            log.problem_at(record.at(), "\"id\" is missing.");
            continue;
        };
        let kind = record.get("question_type").unwrap_or("text").to_owned();
        let answer = Answer { kind, choices: choices(&record, log) };
        if answers.insert(id.to_owned(), answer).is_some() {
            log.problem_at(record.at(), format!("There is already an answer \"{id}\"."));
        }
    }
    answers
}

fn choices(record: &Record<'_>, log: &Log) -> Vec<Choice> {
    let values = paragraphs(record.get("question_choices").unwrap_or_default());
    let count = values.len();
    let each = |column: &str, text: &str| spread(text, count, column, record, log);
    let mut choices: Vec<Choice> = values
        .into_iter()
        .map(|value| Choice { value, values: vec![], fields: vec![], groups: None, descriptions: vec![] })
        .collect();
    for column in PER_CHOICE {
        let Some(text) = record.get(column) else { continue };
        for (choice, value) in choices.iter_mut().zip(each(column, text)) {
            choice.fields.extend(value.map(|value| (column, value)));
        }
    }
    if let Some(text) = record.get("select_implementation_groups") {
        for (choice, value) in choices.iter_mut().zip(each("select_implementation_groups", text)) {
            choice.groups = value;
        }
    }
    for (language, text) in record.translated("question_choices") {
        let language: Rc<str> = language.into();
        for (choice, value) in choices.iter_mut().zip(each("question_choices", text)) {
            choice.values.extend(value.map(|value| (Rc::clone(&language), value)));
        }
    }
    for (language, text) in record.translated("description") {
        let language: Rc<str> = language.into();
        for (choice, value) in choices.iter_mut().zip(each("description", text)) {
            choice.descriptions.extend(value.map(|value| (Rc::clone(&language), value)));
        }
    }
    choices
}

/// One value for every choice, or one for each.
fn spread(text: &str, count: usize, column: &str, record: &Record<'_>, log: &Log) -> Vec<Option<Rc<str>>> {
    let mut values = paragraphs(text);
    if values.len() == 1 {
        values = vec![Rc::clone(&values[0]); count];
    }
    if values.len() != count {
        let message = format!("\"{column}\" has {} lines for {count} choices.", values.len());
        log.problem_at(record.at(), message);
    }
    values.into_iter().map(|value| Some(value).filter(|value| !is_none(value))).collect()
}

/// The lines of a cell. One that begins with `|` goes on with the line before.
pub fn paragraphs(text: &str) -> Vec<Rc<str>> {
    let mut found: Vec<String> = vec![];
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match (line.strip_prefix('|'), found.last_mut()) {
            (Some(rest), Some(last)) => {
                last.push('\n');
                last.push_str(rest.trim());
            }
            _ => found.push(line.to_owned()),
        }
    }
    found.into_iter().map(Rc::from).collect()
}
