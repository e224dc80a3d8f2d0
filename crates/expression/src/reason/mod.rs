//! Why a condition holds, in words.
//!
//! `explain.rs` turns the expression into a clause with the record at hand: of an “or” it keeps the side that is true,
//! and it says what a field is where the expression only says what it must be. `english.rs` and `french.rs` put clauses into
//! words. What no clause fits is quoted, so that a reason is never wrong.

mod clause;
mod english;
mod explain;
mod french;

use explain::Explanation;

use crate::parse::Expression;
use crate::record::Record;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    French,
}

/// The names that people know fields and choices by, in their language.
pub trait Words {
    fn language(&self) -> Language;

    /// The label of the field at the end of a path.
    fn field(&self, path: &[String]) -> Option<String>;

    /// The label of a choice of the field at the end of a path.
    fn choice(&self, path: &[String], value: &str) -> Option<String>;
}

impl Expression {
    /// Why the condition is true of the record: a sentence for each part.
    pub fn reason(&self, record: &Record, words: &dyn Words) -> String {
        let say = match words.language() {
            Language::English => english::sentence,
            Language::French => french::sentence,
        };
        let clause = Explanation { record, words }.of(&self.root);
        let mut sentences = Vec::new();
        for clause in clause.sentences() {
            let sentence = say(&clause);
            // What is asked twice is said once.
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        sentences.join(" ")
    }
}
