//! The scenarios of an assessment as files, as their list exports them.

use std::fmt::Write;

use cairn_engine::action::{Content, Download, Note};
use cairn_engine::{Cx, Error, Nothing, Result};
use cairn_export::{Format, Reader};
use cairn_model::Record;
use cairn_report::media;
use cairn_resources::risk::{RiskAssessment, RiskScenario};
use uuid::Uuid;

pub async fn csv(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    download(cx, id, Format::Csv, ("csv", media::CSV)).await
}

pub async fn xlsx(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    download(cx, id, Format::Xlsx, ("xlsx", media::XLSX)).await
}

async fn download(cx: &mut Cx, id: Uuid, format: Format, (ending, media): (&str, &'static str)) -> Result<Download> {
    let assessment: RiskAssessment = cx.get(id).await?;
    let resource = cx.resource::<RiskScenario>();
    let (engine, caller) = (cx.engine.clone(), cx.authority.caller.clone());
    let mut query = format!("risk_assessment={id}&ordering=ref_id");
    // The list is read on its own, so it has to be told what is viewed.
    match cx.as_if() {
        Some(as_if) => drop(write!(query, "&draft={}", as_if.draft)),
        None if cx.is_present() => {}
        None => drop(write!(query, "&as_of={}", cx.now)),
    }
    let mut bytes = Vec::new();
    let mut left = Reader::open(engine, caller, resource, format, &query).await?.collect().await?;
    while let Some((piece, reader)) = left.next().await? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > MAX_BYTES {
            return Err(Error::TooLarge(
                "The file is too large. Export the list in the background instead.".to_owned(),
            ));
        }
        left = reader;
    }
    let note = Note::downloaded(RiskAssessment::PATH, id, &assessment.name, assessment.folder.uuid());
    Ok(Download::new(&format!("{}.{ending}", assessment.name), media, Content::Bytes(bytes), note))
}

/// An assessment has hundreds of scenarios, not millions.
const MAX_BYTES: usize = 64 << 20;
