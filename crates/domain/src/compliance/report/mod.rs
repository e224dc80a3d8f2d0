//! Reports on an audit, as files. What is in them is decided in `cairn-report`; here they are filled with what the reader sees.

mod archive;
mod job;
mod load;
pub mod template;

use cairn_engine::action::{Content, Download, Note};
use cairn_engine::{Cx, Error, Nothing, Result};
use cairn_model::{Describe, Record};
use cairn_report::{Contents, Language, Report, media};
use cairn_resources::compliance::ComplianceAssessment;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use job::{AuditReport, Wanted, prepare};

use self::archive::packed;
use self::load::Loaded;

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
    /// An archive with an index page, the report and the evidence files.
    Zip,
}

impl Kind {
    fn media(self) -> &'static str {
        match self {
            Self::Csv | Self::ActionPlanCsv => media::CSV,
            Self::Xlsx => media::XLSX,
            Self::Pdf => cairn_pdf::MEDIA_TYPE,
            Self::Word | Self::Soa | Self::ActionPlanWord => media::DOCX,
            Self::Zip => media::ZIP,
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
            Self::Zip => format!("{audit}.zip"),
        }
    }

    /// A document in memory. None for an archive, which can be larger than that.
    fn write(self, report: &Report, language: Language) -> Option<cairn_report::Result<Vec<u8>>> {
        Some(match self {
            Self::Csv => cairn_report::csv(report),
            Self::Xlsx => cairn_report::xlsx(report, language),
            Self::Word => cairn_report::docx(report, Contents::Report, language),
            Self::Pdf => cairn_pdf::pdf(report, Contents::Report, language),
            Self::Soa => cairn_report::docx(report, Contents::StatementOfApplicability, language),
            Self::ActionPlanCsv => cairn_report::plan_csv(report, language),
            Self::ActionPlanWord => cairn_report::docx(report, Contents::ActionPlan, language),
            Self::Zip => return None,
        })
    }
}

/// A report that is ready, or an archive that still has to be packed.
struct File {
    name: String,
    content: Content,
    note: Note,
}

async fn make(cx: &mut Cx, id: Uuid, kind: Kind, template: Option<Uuid>) -> Result<File> {
    let audit: ComplianceAssessment = cx.get(id).await?;
    let language = cx.language().map_or_else(Language::default, |language| Language::of_tag(language.tag()));
    let template = match template {
        Some(_) if kind != Kind::Word => {
            return Err(Error::field("template", template::ONLY_WORD));
        }
        Some(template) => Some(template::bytes(cx, template).await?),
        None => None,
    };
    let Loaded { report, files } = load::report(cx, &audit, language).await?;
    let written = match template {
        Some(template) => Some(cairn_report::docx_from_template(&report, language, &template)),
        None => kind.write(&report, language),
    };
    let content = match written {
        Some(written) => Content::Bytes(written.map_err(|error| Error::TooLarge(error.to_string()))?),
        None => {
            let engine = cx.engine.clone();
            let packing = async move { Ok(tokio::fs::File::from_std(packed(engine, report, files, language).await?)) };
            Content::Making(Box::pin(packing))
        }
    };
    let note = Note::downloaded(ComplianceAssessment::PATH, id, &audit.name, audit.folder.uuid());
    Ok(File { name: kind.file_name(&audit.name), content, note })
}

async fn download(cx: &mut Cx, id: Uuid, kind: Kind, template: Option<Uuid>) -> Result<Download> {
    let File { name, content, note } = make(cx, id, kind, template).await?;
    Ok(Download::new(&name, kind.media(), content, note))
}

pub async fn csv(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    download(cx, id, Kind::Csv, None).await
}

pub async fn xlsx(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    download(cx, id, Kind::Xlsx, None).await
}

/// How the Word document looks.
#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The id of a report template. Without one the document has Cairn’s own look.
    #[serde(default)]
    pub template: Option<Uuid>,
}

pub async fn word(cx: &mut Cx, id: Uuid, look: Look) -> Result<Download> {
    download(cx, id, Kind::Word, look.template).await
}

pub async fn pdf(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    download(cx, id, Kind::Pdf, None).await
}

pub async fn soa(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    download(cx, id, Kind::Soa, None).await
}

pub async fn action_plan_csv(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    download(cx, id, Kind::ActionPlanCsv, None).await
}

pub async fn export(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    download(cx, id, Kind::Zip, None).await
}
