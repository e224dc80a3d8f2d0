//! Reports on an audit, as files. What is in them is decided in `cairn-report`; here they are filled with what the reader sees.

mod job;
mod load;

use cairn_engine::action::{Content, Download, Note};
use cairn_engine::{Cx, Error, Nothing, Result};
use cairn_model::{Describe, Record};
use cairn_report::{Contents, Language, Report, media};
use cairn_resources::compliance::ComplianceAssessment;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use job::{AuditReport, Wanted, prepare};

/// What a report can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Describe)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The requirements, for spreadsheets and programs.
    Csv,
    /// A workbook with a sheet for each list.
    Xlsx,
    /// The whole report as a Word document.
    Word,
    /// The whole report as a PDF file.
    Pdf,
    /// The statement of applicability as a Word document.
    Soa,
    /// The action plan, for spreadsheets and programs.
    ActionPlanCsv,
    /// The action plan as a Word document.
    ActionPlanWord,
}

impl Kind {
    fn media(self) -> &'static str {
        match self {
            Self::Csv | Self::ActionPlanCsv => media::CSV,
            Self::Xlsx => media::XLSX,
            Self::Pdf => cairn_pdf::MEDIA_TYPE,
            Self::Word | Self::Soa | Self::ActionPlanWord => media::DOCX,
        }
    }

    fn file_name(self, audit: &str) -> String {
        match self {
            Self::Csv => format!("{audit}.csv"),
            Self::Xlsx => format!("{audit}.xlsx"),
            Self::Word => format!("{audit}.docx"),
            Self::Pdf => format!("{audit}.pdf"),
            Self::Soa => format!("{audit} - statement of applicability.docx"),
            Self::ActionPlanCsv => format!("{audit} - action plan.csv"),
            Self::ActionPlanWord => format!("{audit} - action plan.docx"),
        }
    }

    fn write(self, report: &Report, language: Language) -> Result<Vec<u8>> {
        let written = match self {
            Self::Csv => cairn_report::csv(report),
            Self::Xlsx => cairn_report::xlsx(report, language),
            Self::Word => cairn_report::docx(report, Contents::Report, language),
            Self::Pdf => cairn_pdf::pdf(report, Contents::Report, language),
            Self::Soa => cairn_report::docx(report, Contents::StatementOfApplicability, language),
            Self::ActionPlanCsv => cairn_report::plan_csv(report, language),
            Self::ActionPlanWord => cairn_report::docx(report, Contents::ActionPlan, language),
        };
        written.map_err(|error| Error::TooLarge(error.to_string()))
    }
}

/// A report that is ready.
struct File {
    name: String,
    bytes: Vec<u8>,
    note: Note,
}

async fn make(cx: &mut Cx, id: Uuid, kind: Kind) -> Result<File> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let language = cx.language().map_or_else(Language::default, |language| Language::of_tag(language.tag()));
    let report = load::report(cx, &audit, language).await?;
    let bytes = kind.write(&report, language)?;
    let note = Note::downloaded(ComplianceAssessment::PATH, id, &audit.name, audit.folder.uuid());
    Ok(File { name: kind.file_name(&audit.name), bytes, note })
}

async fn download(cx: &mut Cx, id: Uuid, kind: Kind) -> Result<Download> {
    let File { name, bytes, note } = make(cx, id, kind).await?;
    Ok(Download::new(&name, kind.media(), Content::Bytes(bytes), note))
}

pub async fn csv(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    download(cx, id, Kind::Csv).await
}

pub async fn xlsx(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    download(cx, id, Kind::Xlsx).await
}

pub async fn word(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    download(cx, id, Kind::Word).await
}

pub async fn pdf(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    download(cx, id, Kind::Pdf).await
}

pub async fn soa(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    download(cx, id, Kind::Soa).await
}

pub async fn action_plan_csv(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    download(cx, id, Kind::ActionPlanCsv).await
}
