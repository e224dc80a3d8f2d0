//! What charts count: results, or statuses where results are hidden.

use cairn_assess::counts::Counts;
use cairn_assess::{ComplianceResult, ControlStatus, EvidenceStatus, RowStatus};

use super::Tone;
use super::chart::{Bar, Chart, Shape, Slice};
use crate::audit::Shows;
use crate::language::Text;
use crate::view::{RESULTS, View};
use crate::words;

/// More bars do not fit on a page.
const MOST_BARS: usize = 30;
/// A longer label would leave no room for the bar.
const LONGEST_LABEL: usize = 42;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Breakdown {
    Results,
    Statuses,
}

impl Breakdown {
    /// None if neither is shown.
    pub(crate) fn of(shows: Shows) -> Option<Self> {
        match (shows.result, shows.status) {
            (true, _) => Some(Self::Results),
            (false, true) => Some(Self::Statuses),
            (false, false) => None,
        }
    }

    pub(crate) const fn title(self) -> Text {
        match self {
            Self::Results => words::RESULTS,
            Self::Statuses => words::STATUS,
        }
    }

    pub(crate) fn parts(self) -> Vec<(Text, Tone)> {
        match self {
            Self::Results => RESULTS.map(|result| (words::result(result), result_tone(result))).to_vec(),
            Self::Statuses => {
                RowStatus::ALL.iter().map(|status| (words::row_status(*status), status_tone(*status))).collect()
            }
        }
    }

    /// In the order of the parts.
    pub(crate) fn counts(self, counts: &Counts) -> Vec<usize> {
        match self {
            Self::Results => RESULTS.map(|result| counts.with_result(result)).to_vec(),
            Self::Statuses => counts.statuses.to_vec(),
        }
    }

    pub(super) fn ring(self, view: &View) -> Chart {
        let counts = self.counts(&view.counts);
        let slices = self.parts().into_iter().zip(counts);
        let slices = slices.map(|((text, tone), count)| Slice { label: view.say(text).to_owned(), count, tone });
        ring(view, view.say(self.title()), slices.collect())
    }

    /// One chart for as many sections as fit on a page.
    pub(super) fn bars(self, view: &View) -> Vec<Chart> {
        let series: Vec<(String, Tone)> =
            self.parts().into_iter().map(|(text, tone)| (view.say(text).to_owned(), tone)).collect();
        let chart = |sections: &[usize]| {
            let bars: Vec<Bar> = sections
                .iter()
                .map(|at| Bar {
                    label: shortened(&view.title(&view.report.nodes[*at])),
                    counts: self.counts(&view.section_counts[*at]),
                })
                .collect();
            let told = bars.iter().map(|bar| {
                let counts = series.iter().zip(&bar.counts).filter(|(_, count)| **count > 0);
                let counts: Vec<String> = counts.map(|((label, _), count)| format!("{label} {count}")).collect();
                format!("{}{}{}", bar.label, view.language.colon(), counts.join(", "))
            });
            let description = told.collect::<Vec<_>>().join(". ");
            let title = view.say(words::BY_SECTION).to_owned();
            Chart { title, shape: Shape::Bars { series: series.clone(), bars }, description }
        };
        view.sections.chunks(MOST_BARS).map(chart).collect()
    }
}

/// A ring with the whole in its centre.
pub(super) fn ring(view: &View, title: &str, slices: Vec<Slice>) -> Chart {
    let whole: usize = slices.iter().map(|slice| slice.count).sum();
    let told = slices.iter().map(|slice| format!("{} {}", slice.label, view.language.count(slice.count)));
    let description = told.collect::<Vec<_>>().join(", ");
    Chart { title: title.to_owned(), shape: Shape::Ring { slices, centre: view.language.count(whole) }, description }
}

fn shortened(label: &str) -> String {
    if label.chars().count() <= LONGEST_LABEL {
        return label.to_owned();
    }
    let mut short: String = label.chars().take(LONGEST_LABEL - 1).collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

pub(crate) const fn result_tone(result: ComplianceResult) -> Tone {
    match result {
        ComplianceResult::Compliant => Tone::Good,
        ComplianceResult::PartiallyCompliant => Tone::Warn,
        ComplianceResult::NonCompliant => Tone::Bad,
        ComplianceResult::NotAssessed => Tone::Open,
        ComplianceResult::NotApplicable => Tone::Aside,
    }
}

pub(crate) const fn status_tone(status: RowStatus) -> Tone {
    match status {
        RowStatus::ToDo => Tone::Open,
        RowStatus::InProgress => Tone::Info,
        RowStatus::InReview => Tone::Warn,
        RowStatus::Done => Tone::Good,
    }
}

pub(crate) const fn control_tone(status: ControlStatus) -> Tone {
    match status {
        ControlStatus::ToDo | ControlStatus::Undefined => Tone::Open,
        ControlStatus::InProgress => Tone::Info,
        ControlStatus::OnHold => Tone::Warn,
        ControlStatus::Active => Tone::Good,
        ControlStatus::Degraded => Tone::Bad,
        ControlStatus::Deprecated => Tone::Aside,
    }
}

pub(crate) const fn evidence_tone(status: EvidenceStatus) -> Tone {
    match status {
        EvidenceStatus::Draft => Tone::Open,
        EvidenceStatus::InReview => Tone::Info,
        EvidenceStatus::Approved => Tone::Good,
        EvidenceStatus::Missing | EvidenceStatus::Rejected | EvidenceStatus::Expired => Tone::Bad,
    }
}
