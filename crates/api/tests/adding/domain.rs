use cairn_engine::action::{Content, Download, Note};
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action};
use cairn_model::{Describe, Record};
use serde::Serialize;
use uuid::Uuid;

use super::model::{Supplier, Tier};

pub const ENTRY: Entry = Entry::of::<Supplier>()
    .module(Module::ThirdParties, "truck")
    .rank(10)
    .roles("vacd vacd vacd v v - - -")
    .rules::<SupplierRules>()
    .actions(&[
        action!(GET "notice", item, View, notice: Nothing => Notice, "When notice must be given at the latest."),
        action!(GET "sheet", item, View, sheet: Nothing => file &["text/markdown"], "What is known of it, as a file."),
    ]);

pub struct SupplierRules;

impl Rules for SupplierRules {
    type Record = Supplier;

    /// What the organisation cannot do without has someone who looks after it.
    async fn before_write(_: &mut Cx, _: Option<&Supplier>, new: &mut Supplier) -> Result<()> {
        if new.tier == Tier::Critical && new.owner.is_empty() {
            return Err(Error::field("owner", "A critical supplier needs an owner."));
        }
        Ok(())
    }
}

#[derive(Serialize, Describe)]
pub struct Notice {
    pub supplier: &'static str,
    pub days_before_end: i64,
}

async fn notice(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Notice> {
    let supplier: Supplier = cx.get(id).await?;
    Ok(Notice { supplier: Supplier::PATH, days_before_end: supplier.notice_days })
}

async fn sheet(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    let supplier: Supplier = cx.get(id).await?;
    let text = format!("# {}\n\nNotice: {} days before the end.\n", supplier.name, supplier.notice_days);
    let note = Note::downloaded(Supplier::PATH, id, &supplier.name, supplier.folder.uuid());
    let name = format!("{}.md", supplier.name);
    Ok(Download::new(&name, "text/markdown", Content::Bytes(text.into_bytes()), note))
}
