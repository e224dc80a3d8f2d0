//! Collects what is wrong and what is odd, so that a file's problems are told all at once.

use std::cell::{Cell, RefCell};
use std::fmt::{self, Write as _};

use crate::Problem;
use crate::raw::At;

/// More would help nobody; the rest is counted.
pub const MAX_PROBLEMS: usize = 100;

#[derive(Default)]
pub struct Log {
    problems: List,
    notes: List,
    sheets: RefCell<Vec<String>>,
}

#[derive(Default)]
struct List {
    kept: RefCell<Vec<Problem>>,
    more: Cell<usize>,
}

impl Log {
    /// What is wrong with the file as a whole, or with a place that has no name.
    pub fn problem_at(&self, at: At, message: impl Into<String>) {
        self.problem(&Path::ROOT, at, message);
    }

    pub fn note_at(&self, at: At, message: impl Into<String>) {
        self.note(&Path::ROOT, at, message);
    }

    pub fn problem(&self, path: &Path<'_>, at: At, message: impl Into<String>) {
        self.problems.push(|| self.about(path, at, message.into()));
    }

    pub fn note(&self, path: &Path<'_>, at: At, message: impl Into<String>) {
        self.notes.push(|| self.about(path, at, message.into()));
    }

    /// The number that places on this sheet carry.
    pub fn add_sheet(&self, name: &str) -> u16 {
        let mut sheets = self.sheets.borrow_mut();
        sheets.push(name.to_owned());
        (sheets.len() - 1) as u16
    }

    pub fn is_sound(&self) -> bool {
        self.problems.kept.borrow().is_empty()
    }

    /// In the order of the file.
    pub fn into_problems(self) -> Vec<Problem> {
        self.problems.into_sorted()
    }

    pub fn into_notes(self) -> Vec<Problem> {
        self.notes.into_sorted()
    }

    fn about(&self, path: &Path<'_>, at: At, message: String) -> Problem {
        let some = |number: u32| (number > 0).then_some(number as usize);
        let sheet = at.sheet.and_then(|sheet| self.sheets.borrow().get(usize::from(sheet)).cloned());
        Problem { sheet, line: some(at.line), column: some(at.column), path: path.to_string(), message: cut(message) }
    }
}

impl List {
    fn push(&self, problem: impl FnOnce() -> Problem) {
        let mut kept = self.kept.borrow_mut();
        if kept.len() < MAX_PROBLEMS {
            kept.push(problem());
        } else {
            self.more.set(self.more.get() + 1);
        }
    }

    fn into_sorted(self) -> Vec<Problem> {
        let mut problems = self.kept.into_inner();
        problems.sort_by_key(|problem| (problem.sheet.clone(), problem.line, problem.column));
        if self.more.get() > 0 {
            problems.push(Problem { message: format!("And {} more.", self.more.get()), ..Problem::default() });
        }
        problems
    }
}

/// The way from the document to a value. It lives on the stack and becomes a text only in a message.
#[derive(Clone, Copy)]
pub struct Path<'a> {
    above: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Root,
    Key(&'a str),
    Index(usize),
}

impl Path<'_> {
    pub const ROOT: Path<'static> = Path { above: None, step: Step::Root };
}

impl<'a> Path<'a> {
    pub fn key(&'a self, key: &'a str) -> Self {
        Self { above: Some(self), step: Step::Key(key) }
    }

    pub fn index(&'a self, index: usize) -> Self {
        Self { above: Some(self), step: Step::Index(index) }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(above) = self.above {
            above.fmt(formatter)?;
        }
        match self.step {
            Step::Root => Ok(()),
            Step::Index(index) => write!(formatter, "[{index}]"),
            Step::Key(key) => {
                if self.above.is_some_and(|above| !matches!(above.step, Step::Root)) {
                    formatter.write_char('.')?;
                }
                formatter.write_str(shortened(key))
            }
        }
    }
}

/// What a message quotes may be as long as the file.
fn cut(mut message: String) -> String {
    const LONGEST: usize = 500;
    if let Some((end, _)) = message.char_indices().nth(LONGEST) {
        message.truncate(end);
        message.push('…');
    }
    message
}

/// Keys may be as long as their file; messages may not.
pub fn shortened(text: &str) -> &str {
    const LONGEST: usize = 200;
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    &text[..end]
}
