//! Timelines of incidents: what happened, what was done, and each change of status or severity.

use cairn_engine::{Cx, Entry, Module, Result, Rules};
use cairn_model::{Many, Ref, Translations};
use cairn_report::Language;
use cairn_report::language::Text;
use cairn_resources::iam::Actor;
use cairn_resources::work::{EntryType, Incident, TimelineEntry};

pub const ENTRY: Entry = Entry::of::<TimelineEntry>()
    .module(Module::Operations, "history")
    .unlisted()
    .roles("vacd vacd vacd v v - - -")
    .rules::<TimelineEntryRules>();

pub struct TimelineEntryRules;

impl Rules for TimelineEntryRules {
    type Record = TimelineEntry;

    async fn before_write(cx: &mut Cx, old: Option<&TimelineEntry>, new: &mut TimelineEntry) -> Result<()> {
        if new.timestamp.is_none() {
            new.timestamp = Some(old.and_then(|old| old.timestamp).unwrap_or(cx.now));
        }
        if old.is_some_and(|old| old.entry != new.entry) {
            new.translations = None;
        }
        if old.is_none() && new.author.is_none() {
            new.author = caller(cx).await?;
        }
        Ok(())
    }
}

/// Adds what was changed of an incident: from one value to another, in every language.
pub async fn record(cx: &mut Cx, incident: &Incident, entry_type: EntryType, change: [Text; 2]) -> Result<()> {
    let said = |language: Language| change.map(|value| language.say(value)).join(" → ");
    let texts = |language| [("entry".to_owned(), said(language))].into();
    let entry = TimelineEntry {
        id: cx.new_id(),
        folder: incident.folder,
        incident: Ref::new(incident.id.uuid()),
        entry: said(Language::English),
        entry_type,
        timestamp: Some(cx.now),
        author: None,
        observation: None,
        evidences: Many::default(),
        is_published: incident.is_published,
        translations: Some(Translations([("fr".to_owned(), texts(Language::French))].into())),
    };
    cx.create(entry).await
}

/// The actor that stands for the caller, if a person is behind it.
async fn caller(cx: &mut Cx) -> Result<Option<Ref<Actor>>> {
    let Some(user) = cx.authority.caller.user else { return Ok(None) };
    let found: Vec<Actor> = cx
        .list_all(|select| {
            select.equals("user", user);
        })
        .await?;
    Ok(found.first().map(|actor| Ref::new(actor.id.uuid())))
}
