//! Incidents: what went wrong, how it is handled, and how often it happens.

mod metrics;
mod report;

use cairn_engine::watch::{Check, Concern, Fix, Measure};
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action};
use cairn_report::language::Text;
use cairn_report::register_words;
use cairn_resources::catalogue::FieldPath;
use cairn_resources::work::{EntryType, Incident, IncidentSeverity, IncidentStatus};

use self::metrics::{
    Breakdown, Monthly, Months, Summary, detection_breakdown, monthly_metrics, qualifications_breakdown,
    severity_breakdown, summary_stats,
};
use self::report::{Report, md, pdf};
use super::timeline_entry;
use crate::catalogue::terminology;
use crate::list_query::ListQuery;

pub const ENTRY: Entry = Entry::of::<Incident>()
    .module(Module::Operations, "siren")
    .rank(10)
    .roles("vacd vacd vacd v v - - -")
    .rules::<IncidentRules>()
    .actions(&[
        action!(
            GET "monthly_metrics", collection, View, monthly_metrics: Months => Monthly,
            "How many incidents were reported and resolved in each of the last months."
        ),
        action!(
            GET "summary_stats", collection, View, summary_stats: ListQuery => Summary,
            "How many incidents there are, and how long they take. Takes the filters of the list."
        ),
        action!(
            GET "severity_breakdown", collection, View, severity_breakdown: ListQuery => Breakdown,
            "The number of incidents of each severity. Takes the filters of the list."
        ),
        action!(
            GET "detection_breakdown", collection, View, detection_breakdown: ListQuery => Breakdown,
            "The number of incidents by who noticed them. Takes the filters of the list."
        ),
        action!(
            GET "qualifications_breakdown", collection, View, qualifications_breakdown: ListQuery => Breakdown,
            "The number of incidents with each qualification. Takes the filters of the list."
        ),
        action!(GET "md", item, View, md: Nothing => Report, "The incident and its timeline as Markdown."),
        action!(
            GET "pdf", item, View, pdf: Nothing => file &[cairn_pdf::MEDIA_TYPE],
            "The incident and its timeline as a PDF file."
        ),
    ])
    .checks(&[
        Check {
            name: "nobody_answers",
            doc: "Open without an owner.",
            severity: Concern::Warning,
            query: &[("status__in", OPEN), ("owners__isnull", "true")],
            fix: Fix::Edit { label: "Assign an owner", field: "owners" },
        },
        Check {
            name: "resolved_without_resolution",
            doc: "Resolved or closed without a resolution.",
            severity: Concern::Warning,
            query: &[("status__in", "resolved,closed"), ("resolution__isnull", "true")],
            fix: Fix::Edit { label: "Add the resolution", field: "resolution" },
        },
    ])
    .measures(&[
        Measure { name: "incidents_open", query: &[("status", OPEN)] },
        Measure { name: "incidents_severe", query: &[("status", OPEN), ("severity", "1,2")] },
    ]);

/// The statuses of an incident that is being handled.
const OPEN: &str = "new,ongoing";

pub struct IncidentRules;

impl Rules for IncidentRules {
    type Record = Incident;

    async fn before_write(cx: &mut Cx, old: Option<&Incident>, new: &mut Incident) -> Result<()> {
        let before = old.map(|old| old.qualifications.uuids()).unwrap_or_default();
        let chosen = new.qualifications.uuids();
        terminology::check(cx, "qualifications", FieldPath::Qualifications, &before, &chosen).await?;
        let is_settled = |status| matches!(status, IncidentStatus::Resolved | IncidentStatus::Closed);
        let was_settled = old.is_some_and(|old| is_settled(old.status));
        if is_settled(new.status) && !was_settled && new.resolved_at.is_none() {
            new.resolved_at = Some(cx.now);
        }
        // What is being handled again is not resolved.
        if was_settled
            && Incident::OPEN.contains(&new.status)
            && old.is_some_and(|old| old.resolved_at == new.resolved_at)
        {
            new.resolved_at = None;
        }
        if let (Some(occurred), Some(resolved)) = (new.occurred_at, new.resolved_at)
            && resolved < occurred
        {
            return Err(Error::field("resolved_at", "An incident cannot be resolved before it occurred."));
        }
        Ok(())
    }

    async fn after_write(cx: &mut Cx, old: Option<&Incident>, new: &Incident) -> Result<()> {
        let Some(old) = old else { return Ok(()) };
        if old.status != new.status {
            let change = [old, new].map(|one| status(one.status));
            timeline_entry::record(cx, new, EntryType::StatusChanged, change).await?;
        }
        if old.severity != new.severity {
            let change = [old, new].map(|one| severity(one.severity));
            timeline_entry::record(cx, new, EntryType::SeverityChanged, change).await?;
        }
        Ok(())
    }
}

fn status(status: IncidentStatus) -> Text {
    register_words::choice(status.key()).unwrap_or(Text { en: status.key(), fr: status.key() })
}

fn severity(severity: IncidentSeverity) -> Text {
    register_words::incident_severity(severity.key()).unwrap_or(Text { en: "?", fr: "?" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_word_for_every_status_and_severity() {
        assert!(IncidentStatus::ALL.iter().all(|one| status(*one).en != one.key()));
        assert!(IncidentSeverity::ALL.iter().all(|one| severity(*one).en != "?"));
    }
}
