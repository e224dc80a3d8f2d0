//! Separated values, for programs and spreadsheets. Columns keep the names and the order that importers know, in every
//! language.

use crate::audit::Report;
use crate::check::{Error, Result};
use crate::language::Language;
use crate::text::{clean, harmless};
use crate::view::View;
use crate::words;

const AUDIT_COLUMNS: [&str; 11] = [
    "urn",
    "ref_id",
    "name",
    "description",
    "typical_evidence",
    "annotation",
    "compliance_result",
    "extended_result",
    "requirement_progress",
    "score",
    "observations",
];

const PLAN_COLUMNS: [&str; 14] = [
    "Name",
    "Description",
    "Category",
    "CSF Function",
    "Priority",
    "Status",
    "ETA",
    "Expiry date",
    "Effort",
    "Impact",
    "Cost",
    "Covered requirements",
    "Associated evidences",
    "Evidence attachments",
];

/// All nodes in scope, with semicolons between the cells. Choices are the keys of the API, and sections have none.
pub fn csv(report: &Report) -> Result<Vec<u8>> {
    let view = View::new(report, Language::English)?;
    let shows = report.audit.shows;
    let mut file = File::begin(b';', &AUDIT_COLUMNS)?;
    for (at, _) in &view.walk {
        let node = &report.nodes[*at];
        if !node.in_scope {
            continue;
        }
        let own = |is_shown: bool, text: String| if node.assessable && is_shown { text } else { String::new() };
        let score = node.score.map(|score| score.to_string()).unwrap_or_default();
        file.add([
            node.urn.clone(),
            node.ref_id.clone(),
            node.name.clone(),
            node.description.clone(),
            node.typical_evidence.clone(),
            node.annotation.clone(),
            own(shows.result, node.result.as_str().to_owned()),
            own(shows.extended_result, node.extended_result.map(|it| it.as_str().to_owned()).unwrap_or_default()),
            own(shows.status, node.status.as_str().to_owned()),
            own(shows.score, score),
            own(shows.observation, node.observation.clone()),
        ])?;
    }
    file.finish()
}

/// The action plan, with commas between the cells and choices in words.
pub fn plan_csv(report: &Report, language: Language) -> Result<Vec<u8>> {
    let view = View::new(report, language)?;
    let mut file = File::begin(b',', &PLAN_COLUMNS)?;
    for at in view.plan() {
        let control = &report.controls[at];
        let day = |date: Option<chrono::NaiveDate>| date.map(|date| date.to_string()).unwrap_or_default();
        let covered = view.covered[at].iter().map(|at| view.short(&report.nodes[*at]));
        let evidence = || view.evidence_of(&control.evidence);
        file.add([
            control.name.clone(),
            control.description.clone(),
            view.choice(control.category.as_ref()),
            view.choice(control.csf_function.as_ref()),
            control.priority(),
            view.say(words::control_status(control.status)).to_owned(),
            day(control.eta),
            day(control.expiry_date),
            view.choice(control.effort.as_ref()),
            view.impact(control),
            control.annual_cost.map(|cost| format!("{cost:.2}")).unwrap_or_default(),
            covered.collect::<Vec<_>>().join(", "),
            evidence().map(|one| one.name.clone()).collect::<Vec<_>>().join(", "),
            evidence().flat_map(|one| one.files.clone()).collect::<Vec<_>>().join(", "),
        ])?;
    }
    file.finish()
}

struct File(csv::Writer<Vec<u8>>);

impl File {
    /// Starts with a mark that lets spreadsheets read accents.
    fn begin<const N: usize>(separator: u8, columns: &[&str; N]) -> Result<Self> {
        let mut writer = csv::WriterBuilder::new()
            .delimiter(separator)
            .terminator(csv::Terminator::CRLF)
            .from_writer(vec![0xef, 0xbb, 0xbf]);
        writer.write_record(columns).map_err(Error::write)?;
        Ok(Self(writer))
    }

    fn add<const N: usize>(&mut self, cells: [String; N]) -> Result<()> {
        let cells = cells.map(|cell| match cell.parse::<f64>() {
            // A negative number is no formula.
            Ok(_) => cell,
            Err(_) => harmless(&clean(&cell)),
        });
        self.0.write_record(cells).map_err(Error::write)
    }

    fn finish(self) -> Result<Vec<u8>> {
        self.0.into_inner().map_err(Error::write)
    }
}
