use crate::iam::Folder;
use cairn_model::{File, Id, Markdown, Record, Ref};

/// A Word document that reports on audits are made from. Created by upload.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "report-templates",
    event = "reporttemplate",
    order = "name",
    unique = "folder,name",
    always_published,
    read_only
)]
pub struct ReportTemplate {
    pub id: Id<ReportTemplate>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    pub file: File,
}
