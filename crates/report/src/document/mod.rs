//! A report as headings, paragraphs, tables and charts, before it is a file of any kind. Word, PDF and HTML files are all
//! written from it, so they say the same.

mod applicability;
mod breakdown;
mod chart;
mod cover;
mod evidence;
mod plan;
mod requirements;
mod summary;
mod table;

use std::collections::HashMap;

pub use chart::{Bar, Chart, Shape, Slice};
pub use table::{Cell, Column, Fill, Line, Look, Row, Table};

pub use crate::text::plain;

use crate::audit::Report;
use crate::check::Result;
use crate::language::Language;
use crate::view::View;
use crate::words;

/// Everything that stands in a file.
#[derive(Clone, Debug)]
pub struct Document {
    pub language: Language,
    /// What kind of document it is, such as “Audit report”.
    pub kind: String,
    pub title: String,
    /// The facts on the first page.
    pub facts: Vec<(String, String)>,
    pub blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
pub enum Block {
    /// Levels count from 1. Every part of the document begins with one of level 1.
    Heading {
        level: u8,
        text: String,
    },
    /// Lines of text.
    Paragraph(String),
    /// A text that someone wrote as Markdown.
    Markdown(String),
    /// Facts, each with what it is.
    Facts(Vec<(String, String)>),
    /// A line that explains what is around it.
    Note(String),
    /// Numbers that stand out, each with what it is.
    Figures(Vec<(String, String)>),
    Chart(Chart),
    Table(Table),
}

/// Facts as lines of text.
pub fn lines(facts: &[(String, String)]) -> String {
    facts.iter().map(|(label, value)| format!("{label}: {value}")).collect::<Vec<_>>().join("\n")
}

/// The colour of a cell or of a part of a chart. The words always say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Good,
    Warn,
    Bad,
    Info,
    /// Left aside on purpose.
    Aside,
    /// Not known yet.
    Open,
}

/// The colours of a tone, as in the web interface.
#[derive(Clone, Copy, Debug)]
pub struct Colours {
    /// Of a part of a chart.
    pub fill: &'static str,
    /// Behind text.
    pub soft: &'static str,
    /// Of text.
    pub ink: &'static str,
}

impl Tone {
    /// As six hexadecimal digits each.
    pub const fn colours(self) -> Colours {
        match self {
            Self::Good => Colours { fill: "226E5C", soft: "E2F0E1", ink: "2C6E37" },
            Self::Warn => Colours { fill: "E0A93F", soft: "FAEDD2", ink: "82540A" },
            Self::Bad => Colours { fill: "C4472F", soft: "FBE6E2", ink: "A52F26" },
            Self::Info => Colours { fill: "2A5D8C", soft: "E2EDF7", ink: "2A5D8C" },
            Self::Aside => Colours { fill: "A9A699", soft: "EFEDE7", ink: "4E524B" },
            Self::Open => Colours { fill: "DAD6CB", soft: "F6F5F1", ink: "65695F" },
        }
    }
}

/// Ink and lines, as in the web interface.
pub mod ink {
    pub const TEXT: &str = "1F211E";
    pub const SOFT: &str = "4E524B";
    pub const ACCENT: &str = "1D5C4F";
    pub const LINE: &str = "D9D5CA";
    pub const HEAD: &str = "EFEDE7";
}

/// What a document is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// The whole audit.
    Report,
    ActionPlan,
    StatementOfApplicability,
}

/// The document of a report, in a language.
pub fn document(report: &Report, contents: Contents, language: Language) -> Result<Document> {
    Ok(of_view(&View::new(report, language)?, contents, &HashMap::new()))
}

/// `files` are the places of evidence, by its index, where the document stands next to them.
pub(crate) fn of_view(view: &View, contents: Contents, files: &HashMap<usize, Vec<String>>) -> Document {
    let mut blocks = Vec::new();
    let kind = match contents {
        Contents::Report => {
            blocks.extend(summary::blocks(view));
            blocks.extend(requirements::blocks(view));
            if view.report.audit.shows.controls {
                blocks.extend(plan::blocks(view));
            }
            blocks.extend(applicability::blocks(view));
            if view.report.audit.shows.evidence {
                blocks.extend(evidence::blocks(view, files));
            }
            words::AUDIT_REPORT
        }
        Contents::ActionPlan => {
            blocks.extend(plan::blocks(view));
            words::ACTION_PLAN
        }
        Contents::StatementOfApplicability => {
            blocks.extend(applicability::blocks(view));
            words::STATEMENT
        }
    };
    let title = crate::view::one_line(&view.report.audit.name);
    let title = if title.is_empty() { view.say(words::UNNAMED).to_owned() } else { title };
    Document { language: view.language, kind: view.say(kind).to_owned(), title, facts: cover::facts(view), blocks }
}

pub(crate) use applicability::{applies, justification};
pub(crate) use breakdown::{Breakdown, control_tone, evidence_tone, result_tone, status_tone};
pub(crate) use cover::facts as cover_facts;
pub(crate) use evidence::supported;
pub(crate) use requirements::{Part, by_section};
pub(crate) use summary::figures;

fn heading(level: u8, text: impl Into<String>) -> Block {
    Block::Heading { level, text: text.into() }
}
