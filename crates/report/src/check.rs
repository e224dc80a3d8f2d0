//! What is refused before any file is begun, so that nothing is half made.

use crate::audit::Report;

/// The most nodes of a framework. The largest published ones have a few thousand.
pub const MAX_NODES: usize = 20_000;
/// The most controls, and the most pieces of evidence.
pub const MAX_LINKED: usize = 20_000;
/// The most bytes of one text.
pub const MAX_TEXT: usize = 1024 * 1024;
/// The most bytes of all texts together.
pub const MAX_TEXTS: usize = 64 * 1024 * 1024;
/// The most links from requirements to controls and evidence.
pub const MAX_LINKS: usize = 500_000;

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The audit is larger than a report can be. The message is for people.
    #[error("{0}")]
    TooLarge(String),
    /// An uploaded template cannot be used. The message is for people.
    #[error("{0}")]
    Template(String),
    /// The caller's mistake: a link to something that is not in the report.
    #[error("the report refers to {0}, which it does not have")]
    Dangling(String),
    /// A file could not be written.
    #[error("the file could not be written: {0}")]
    Write(String),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(crate) fn write(error: impl std::fmt::Display) -> Self {
        Self::Write(error.to_string())
    }
}

/// Refuses what is too large and what does not hold together.
pub fn check(report: &Report) -> Result<()> {
    let at_most = |count: usize, most: usize, what: &str| {
        if count <= most {
            return Ok(());
        }
        Err(Error::TooLarge(format!("The audit has {count} {what}. A report can contain at most {most}.")))
    };
    at_most(report.nodes.len(), MAX_NODES, "requirements and sections")?;
    at_most(report.controls.len(), MAX_LINKED, "controls")?;
    at_most(report.evidence.len(), MAX_LINKED, "pieces of evidence")?;
    let controls = report.nodes.iter().flat_map(|node| &node.controls);
    let evidence = || {
        let of_nodes = report.nodes.iter().map(|node| &node.evidence);
        of_nodes.chain(report.controls.iter().map(|control| &control.evidence)).flatten()
    };
    at_most(controls.clone().count() + evidence().count(), MAX_LINKS, "links to controls and evidence")?;
    exist(controls, report.controls.len(), "control")?;
    exist(evidence(), report.evidence.len(), "piece of evidence")?;
    check_texts(report)
}

fn exist<'a>(mut indexes: impl Iterator<Item = &'a usize>, count: usize, what: &str) -> Result<()> {
    match indexes.find(|index| **index >= count) {
        Some(index) => Err(Error::Dangling(format!("{what} {index}"))),
        None => Ok(()),
    }
}

fn check_texts(report: &Report) -> Result<()> {
    let mut all = 0;
    for text in texts(report) {
        if text.len() > MAX_TEXT {
            let start: String = text.chars().take(40).collect();
            return Err(Error::TooLarge(format!(
                "The text that starts with “{start}” is {} KiB. A report can contain texts of at most {} KiB.",
                text.len() / 1024,
                MAX_TEXT / 1024
            )));
        }
        all += text.len();
    }
    if all > MAX_TEXTS {
        return Err(Error::TooLarge(format!(
            "The texts of the audit are {} MiB. A report can contain at most {} MiB.",
            all / 1024 / 1024,
            MAX_TEXTS / 1024 / 1024
        )));
    }
    Ok(())
}

fn texts(report: &Report) -> impl Iterator<Item = &String> {
    let audit = &report.audit;
    let whole = [
        &audit.name,
        &audit.ref_id,
        &audit.description,
        &audit.framework,
        &audit.domain,
        &audit.perimeter,
        &audit.observation,
        &audit.currency,
    ];
    let nodes = report.nodes.iter().flat_map(|node| {
        let own = [
            &node.urn,
            &node.ref_id,
            &node.name,
            &node.description,
            &node.annotation,
            &node.typical_evidence,
            &node.observation,
            &node.justification,
        ];
        let answers = node.answers.iter().flat_map(|answer| [&answer.question, &answer.answer]);
        own.into_iter().chain(answers).chain(&node.stale).chain(&node.risks)
    });
    let controls = report
        .controls
        .iter()
        .flat_map(|control| [&control.ref_id, &control.name, &control.description].into_iter().chain(&control.owners));
    let evidence = report.evidence.iter().flat_map(|one| [&one.name, &one.link].into_iter().chain(&one.files));
    whole.into_iter().chain(&audit.authors).chain(&audit.reviewers).chain(nodes).chain(controls).chain(evidence)
}
