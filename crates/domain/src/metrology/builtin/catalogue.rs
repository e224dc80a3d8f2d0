//! The numbers that Cairn records of audits, risk assessments, findings reviews and domains.
//!
//! Nearly all of them count rows: those of an assessment by its reference to it, those of a domain by their place. The
//! measures of all resources ([`cairn_engine::watch::Measure`]) are numbers of domains, too.

use cairn_engine::watch::Measure;
use cairn_engine::{Cx, Resource};
use cairn_model::Record;
use cairn_report::language::Text;
use cairn_resources::compliance::{ComplianceAssessment, RequirementAssessment};
use cairn_resources::iam::Folder;
use cairn_resources::metrology::{ChartType, MetricModel};
use cairn_resources::risk::{RiskAssessment, RiskScenario};
use cairn_resources::work::{
    AppliedControl, Evidence, Finding, FindingsAssessment, Incident, SecurityException, TaskNode, Vulnerability,
};

use super::words;

/// What a number looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Number,
    Percentage,
    /// How many have which value.
    Breakdown,
}

impl Kind {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Percentage => "percentage",
            Self::Breakdown => "breakdown",
        }
    }

    /// The charts that suit it, the most usual first.
    pub const fn charts(self) -> &'static [ChartType] {
        match self {
            Self::Number => {
                &[ChartType::KpiCard, ChartType::Line, ChartType::Area, ChartType::Sparkline, ChartType::Table]
            }
            Self::Percentage => {
                &[ChartType::Gauge, ChartType::KpiCard, ChartType::Line, ChartType::Area, ChartType::Sparkline]
            }
            Self::Breakdown => {
                &[ChartType::Donut, ChartType::Pie, ChartType::Bar, ChartType::Line, ChartType::Area, ChartType::Table]
            }
        }
    }
}

/// Where a number comes from.
#[derive(Debug, Clone, Copy)]
pub enum Source {
    /// The arithmetic of audits.
    Progress,
    Score,
    /// Rows, counted together or by the value of a field.
    Rows {
        path: &'static str,
        by: Option<&'static str>,
    },
    /// A measure of a resource.
    Measure {
        path: &'static str,
        measure: &'static Measure,
    },
}

#[derive(Debug, Clone)]
pub struct Metric {
    pub model: MetricModel,
    pub key: &'static str,
    pub label: Text,
    pub doc: Text,
    pub kind: Kind,
    pub source: Source,
}

impl Metric {
    /// The resource whose objects it is about: who may know all of them may know the number.
    pub fn counted(&self, cx: &Cx) -> &'static Resource {
        cx.registry().get(match self.source {
            Source::Progress | Source::Score => RequirementAssessment::PATH,
            Source::Rows { path, .. } | Source::Measure { path, .. } => path,
        })
    }

    /// The field whose values a breakdown has.
    pub const fn by(&self) -> Option<&'static str> {
        match self.source {
            Source::Rows { by, .. } => by,
            _ => None,
        }
    }
}

/// The resource that a model is.
pub const fn path(model: MetricModel) -> &'static str {
    match model {
        MetricModel::ComplianceAssessment => ComplianceAssessment::PATH,
        MetricModel::RiskAssessment => RiskAssessment::PATH,
        MetricModel::FindingsAssessment => FindingsAssessment::PATH,
        MetricModel::Folder => Folder::PATH,
    }
}

/// The model that a resource is.
pub fn model(of: &str) -> Option<MetricModel> {
    MetricModel::ALL.iter().copied().find(|model| path(*model) == of)
}

/// A number before it belongs to a model.
struct Line {
    key: &'static str,
    label: Text,
    doc: Text,
    kind: Kind,
    source: Source,
}

const fn line(key: &'static str, label: Text, doc: Text, kind: Kind, source: Source) -> Line {
    Line { key, label, doc, kind, source }
}

const fn total(path: &'static str) -> Source {
    Source::Rows { path, by: None }
}

const fn by(path: &'static str, field: &'static str) -> Source {
    Source::Rows { path, by: Some(field) }
}

const AUDITS: &[Line] = &[
    line(
        "progress",
        Text { en: "Progress", fr: "Avancement" },
        Text { en: "How much of the audit is done.", fr: "La part de l’audit qui est faite." },
        Kind::Percentage,
        Source::Progress,
    ),
    line(
        "score",
        Text { en: "Score", fr: "Score" },
        Text { en: "The score of the audit.", fr: "Le score de l’audit." },
        Kind::Number,
        Source::Score,
    ),
    line(
        "total_requirements",
        Text { en: "Requirements", fr: "Exigences" },
        Text { en: "How many requirements it has.", fr: "Le nombre de ses exigences." },
        Kind::Number,
        total(RequirementAssessment::PATH),
    ),
    line(
        "status_breakdown",
        Text { en: "Requirements by status", fr: "Exigences par statut" },
        Text { en: "How many requirements have which status.", fr: "Le nombre d’exigences de chaque statut." },
        Kind::Breakdown,
        by(RequirementAssessment::PATH, "status"),
    ),
    line(
        "result_breakdown",
        Text { en: "Requirements by result", fr: "Exigences par résultat" },
        Text { en: "How many requirements have which result.", fr: "Le nombre d’exigences de chaque résultat." },
        Kind::Breakdown,
        by(RequirementAssessment::PATH, "result"),
    ),
];

const RISK_ASSESSMENTS: &[Line] = &[
    line(
        "total_scenarios",
        Text { en: "Scenarios", fr: "Scénarios" },
        Text { en: "How many risk scenarios it has.", fr: "Le nombre de ses scénarios de risque." },
        Kind::Number,
        total(RiskScenario::PATH),
    ),
    line(
        "treatment_breakdown",
        Text { en: "Scenarios by treatment", fr: "Scénarios par traitement" },
        Text { en: "How many scenarios have which treatment.", fr: "Le nombre de scénarios de chaque traitement." },
        Kind::Breakdown,
        by(RiskScenario::PATH, "treatment"),
    ),
    line(
        "current_level_breakdown",
        Text { en: "Scenarios by current level", fr: "Scénarios par niveau actuel" },
        Text {
            en: "How many scenarios have which level with the existing controls.",
            fr: "Le nombre de scénarios de chaque niveau avec les mesures existantes.",
        },
        Kind::Breakdown,
        by(RiskScenario::PATH, "current_level"),
    ),
    line(
        "residual_level_breakdown",
        Text { en: "Scenarios by residual level", fr: "Scénarios par niveau résiduel" },
        Text {
            en: "How many scenarios have which level with the planned controls.",
            fr: "Le nombre de scénarios de chaque niveau avec les mesures prévues.",
        },
        Kind::Breakdown,
        by(RiskScenario::PATH, "residual_level"),
    ),
    line(
        "qualifications_breakdown",
        Text { en: "Scenarios by qualification", fr: "Scénarios par qualification" },
        Text { en: "How many scenarios affect what.", fr: "Ce que les scénarios affectent, et combien." },
        Kind::Breakdown,
        by(RiskScenario::PATH, "qualifications"),
    ),
];

const FINDINGS_REVIEWS: &[Line] = &[
    line(
        "total_findings",
        Text { en: "Findings", fr: "Constats" },
        Text { en: "How many findings it has.", fr: "Le nombre de ses constats." },
        Kind::Number,
        total(Finding::PATH),
    ),
    line(
        "severity_breakdown",
        Text { en: "Findings by severity", fr: "Constats par gravité" },
        Text { en: "How many findings have which severity.", fr: "Le nombre de constats de chaque gravité." },
        Kind::Breakdown,
        by(Finding::PATH, "severity"),
    ),
    line(
        "status_breakdown",
        Text { en: "Findings by status", fr: "Constats par statut" },
        Text { en: "How many findings have which status.", fr: "Le nombre de constats de chaque statut." },
        Kind::Breakdown,
        by(Finding::PATH, "status"),
    ),
];

const DOMAINS: &[Line] = &[
    line(
        "controls_status_breakdown",
        Text { en: "Controls by status", fr: "Mesures par statut" },
        Text {
            en: "How many applied controls have which status.",
            fr: "Le nombre de mesures appliquées de chaque statut.",
        },
        Kind::Breakdown,
        by(AppliedControl::PATH, "status"),
    ),
    line(
        "controls_category_breakdown",
        Text { en: "Controls by category", fr: "Mesures par catégorie" },
        Text {
            en: "How many applied controls are of which category.",
            fr: "Le nombre de mesures appliquées de chaque catégorie.",
        },
        Kind::Breakdown,
        by(AppliedControl::PATH, "category"),
    ),
    line(
        "controls_csf_function_breakdown",
        Text { en: "Controls by CSF function", fr: "Mesures par fonction CSF" },
        Text {
            en: "How many applied controls support which function.",
            fr: "Le nombre de mesures appliquées de chaque fonction.",
        },
        Kind::Breakdown,
        by(AppliedControl::PATH, "csf_function"),
    ),
    line(
        "incidents_severity_breakdown",
        Text { en: "Incidents by severity", fr: "Incidents par gravité" },
        Text { en: "How many incidents have which severity.", fr: "Le nombre d’incidents de chaque gravité." },
        Kind::Breakdown,
        by(Incident::PATH, "severity"),
    ),
    line(
        "incidents_status_breakdown",
        Text { en: "Incidents by status", fr: "Incidents par statut" },
        Text { en: "How many incidents have which status.", fr: "Le nombre d’incidents de chaque statut." },
        Kind::Breakdown,
        by(Incident::PATH, "status"),
    ),
    line(
        "incidents_detection_breakdown",
        Text { en: "Incidents by detection", fr: "Incidents par détection" },
        Text { en: "Who noticed how many incidents.", fr: "Qui a remarqué combien d’incidents." },
        Kind::Breakdown,
        by(Incident::PATH, "detection"),
    ),
    line(
        "incidents_qualifications_breakdown",
        Text { en: "Incidents by qualification", fr: "Incidents par qualification" },
        Text { en: "How many incidents are about what.", fr: "Ce que les incidents concernent, et combien." },
        Kind::Breakdown,
        by(Incident::PATH, "qualifications"),
    ),
    line(
        "findings_severity_breakdown",
        Text { en: "Findings by severity", fr: "Constats par gravité" },
        Text { en: "How many findings have which severity.", fr: "Le nombre de constats de chaque gravité." },
        Kind::Breakdown,
        by(Finding::PATH, "severity"),
    ),
    line(
        "findings_status_breakdown",
        Text { en: "Findings by status", fr: "Constats par statut" },
        Text { en: "How many findings have which status.", fr: "Le nombre de constats de chaque statut." },
        Kind::Breakdown,
        by(Finding::PATH, "status"),
    ),
    line(
        "vulnerabilities_severity_breakdown",
        Text { en: "Vulnerabilities by severity", fr: "Vulnérabilités par gravité" },
        Text {
            en: "How many vulnerabilities have which severity.",
            fr: "Le nombre de vulnérabilités de chaque gravité.",
        },
        Kind::Breakdown,
        by(Vulnerability::PATH, "severity"),
    ),
    line(
        "scenarios_treatment_breakdown",
        Text { en: "Scenarios by treatment", fr: "Scénarios par traitement" },
        Text {
            en: "How many risk scenarios have which treatment.",
            fr: "Le nombre de scénarios de risque de chaque traitement.",
        },
        Kind::Breakdown,
        by(RiskScenario::PATH, "treatment"),
    ),
    line(
        "audits_status_breakdown",
        Text { en: "Audits by status", fr: "Audits par statut" },
        Text { en: "How many audits have which status.", fr: "Le nombre d’audits de chaque statut." },
        Kind::Breakdown,
        by(ComplianceAssessment::PATH, "status"),
    ),
    line(
        "requirements_result_breakdown",
        Text { en: "Requirements by result", fr: "Exigences par résultat" },
        Text {
            en: "How many requirements of audits have which result.",
            fr: "Le nombre d’exigences d’audits de chaque résultat.",
        },
        Kind::Breakdown,
        by(RequirementAssessment::PATH, "result"),
    ),
    line(
        "evidence_status_breakdown",
        Text { en: "Evidence by status", fr: "Preuves par statut" },
        Text { en: "How many pieces of evidence have which status.", fr: "Le nombre de preuves de chaque statut." },
        Kind::Breakdown,
        by(Evidence::PATH, "status"),
    ),
    line(
        "exceptions_status_breakdown",
        Text { en: "Exceptions by status", fr: "Exceptions par statut" },
        Text {
            en: "How many security exceptions have which status.",
            fr: "Le nombre d’exceptions de sécurité de chaque statut.",
        },
        Kind::Breakdown,
        by(SecurityException::PATH, "status"),
    ),
    line(
        "tasks_status_breakdown",
        Text { en: "Tasks by status", fr: "Tâches par statut" },
        Text {
            en: "How many occurrences of tasks have which status.",
            fr: "Le nombre d’occurrences de tâches de chaque statut.",
        },
        Kind::Breakdown,
        by(TaskNode::PATH, "status"),
    ),
];

/// The numbers of a model.
pub fn of_model(cx: &Cx, model: MetricModel) -> Vec<Metric> {
    let lines = match model {
        MetricModel::ComplianceAssessment => AUDITS,
        MetricModel::RiskAssessment => RISK_ASSESSMENTS,
        MetricModel::FindingsAssessment => FINDINGS_REVIEWS,
        MetricModel::Folder => DOMAINS,
    };
    let metric = |line: &Line| Metric {
        model,
        key: line.key,
        label: line.label,
        doc: line.doc,
        kind: line.kind,
        source: line.source,
    };
    let mut all: Vec<Metric> = lines.iter().map(metric).collect();
    if model == MetricModel::Folder {
        all.extend(measures(cx));
    }
    all
}

fn measures(cx: &Cx) -> impl Iterator<Item = Metric> {
    let resources = cx.registry().routed();
    let all = resources.flat_map(|resource| resource.entry.measures.iter().map(move |measure| (resource, measure)));
    all.map(|(resource, measure)| {
        let label = words::measure(measure.name).unwrap_or(Text { en: measure.name, fr: measure.name });
        Metric {
            model: MetricModel::Folder,
            key: measure.name,
            label,
            doc: label,
            kind: Kind::Number,
            source: Source::Measure { path: resource.path, measure },
        }
    })
}

/// A number by its key.
pub fn find(cx: &Cx, model: MetricModel, key: &str) -> Option<Metric> {
    of_model(cx, model).into_iter().find(|metric| metric.key == key)
}
