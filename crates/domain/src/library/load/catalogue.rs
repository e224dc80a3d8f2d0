//! Threats, reference controls, metrics and risk matrices.

use cairn_engine::{Cx, Result};
use cairn_library::types::{self, ControlCategory, CsfFunction as Function, Level, Urn};
use cairn_model::{Decimal, Json, Many, Markdown, Ref};
use cairn_resources::library::{
    MatrixDefinition, MatrixLevel, MetricCategory, MetricDefinition, MetricLevel, ReferenceControl, RiskMatrix, Threat,
};
use cairn_resources::work::{Category, CsfFunction};

use super::{Source, refuse_known, translations};

/// Many controls of public libraries have a reference and no name.
fn named(name: Option<&String>, ref_id: Option<&String>, urn: &Urn) -> String {
    name.or(ref_id).cloned().unwrap_or_else(|| urn.to_string())
}

pub async fn threats(cx: &mut Cx, source: &Source<'_>) -> Result<()> {
    refuse_known::<Threat>(cx, source.library.objects.threats.iter().map(|threat| &threat.urn)).await?;
    let rows = threat_rows(cx, source);
    cx.create_many(rows).await
}

pub fn threat_rows(cx: &Cx, source: &Source<'_>) -> Vec<Threat> {
    let rows = source.library.objects.threats.iter().map(|threat| Threat {
        id: cx.new_id(),
        folder: Ref::new(source.folder),
        library: Some(Ref::new(source.id.uuid())),
        name: named(threat.name.as_ref(), threat.ref_id.as_ref(), &threat.urn),
        description: threat.description.clone().map(Markdown),
        ref_id: threat.ref_id.clone(),
        urn: Some(threat.urn.to_string()),
        provider: source.library.provider.clone(),
        annotation: threat.annotation.clone().map(Markdown),
        locale: source.library.locale.clone(),
        filtering_labels: Many::default(),
        is_published: true,
        translations: translations(&threat.translations),
    });
    rows.collect()
}

pub async fn reference_controls(cx: &mut Cx, source: &Source<'_>) -> Result<()> {
    refuse_known::<ReferenceControl>(cx, source.library.objects.reference_controls.iter().map(|control| &control.urn))
        .await?;
    let rows = control_rows(cx, source);
    cx.create_many(rows).await
}

pub fn control_rows(cx: &Cx, source: &Source<'_>) -> Vec<ReferenceControl> {
    let rows = source.library.objects.reference_controls.iter().map(|control| ReferenceControl {
        id: cx.new_id(),
        folder: Ref::new(source.folder),
        library: Some(Ref::new(source.id.uuid())),
        name: named(control.name.as_ref(), control.ref_id.as_ref(), &control.urn),
        description: control.description.clone().map(Markdown),
        ref_id: control.ref_id.clone(),
        urn: Some(control.urn.to_string()),
        provider: source.library.provider.clone(),
        annotation: control.annotation.clone().map(Markdown),
        category: control.category.map(category),
        csf_function: control.csf_function.map(function),
        typical_evidence: Json(control.typical_evidence.clone()),
        locale: source.library.locale.clone(),
        filtering_labels: Many::default(),
        is_published: true,
        translations: translations(&control.translations),
    });
    rows.collect()
}

fn category(category: ControlCategory) -> Category {
    match category {
        ControlCategory::Policy => Category::Policy,
        ControlCategory::Process => Category::Process,
        ControlCategory::Technical => Category::Technical,
        ControlCategory::Physical => Category::Physical,
        ControlCategory::Procedure => Category::Procedure,
    }
}

fn function(function: Function) -> CsfFunction {
    match function {
        Function::Govern => CsfFunction::Govern,
        Function::Identify => CsfFunction::Identify,
        Function::Protect => CsfFunction::Protect,
        Function::Detect => CsfFunction::Detect,
        Function::Respond => CsfFunction::Respond,
        Function::Recover => CsfFunction::Recover,
    }
}

pub async fn metric_definitions(cx: &mut Cx, source: &Source<'_>) -> Result<()> {
    let urns = source.library.objects.metric_definitions.iter().map(|metric| &metric.urn);
    refuse_known::<MetricDefinition>(cx, urns).await?;
    let rows = metric_rows(cx, source);
    cx.create_many(rows).await
}

pub fn metric_rows(cx: &Cx, source: &Source<'_>) -> Vec<MetricDefinition> {
    let rows = source.library.objects.metric_definitions.iter().map(|metric| MetricDefinition {
        id: cx.new_id(),
        folder: Ref::new(source.folder),
        library: Some(Ref::new(source.id.uuid())),
        name: metric.name.clone(),
        description: metric.description.clone().map(Markdown),
        ref_id: metric.ref_id.clone(),
        urn: Some(metric.urn.to_string()),
        provider: source.library.provider.clone(),
        annotation: metric.annotation.clone().map(Markdown),
        locale: source.library.locale.clone(),
        category: match metric.category {
            types::MetricCategory::Quantitative => MetricCategory::Quantitative,
            types::MetricCategory::Qualitative => MetricCategory::Qualitative,
        },
        unit: metric.unit.clone(),
        choices_definition: Json(metric.choices_definition.iter().map(metric_level).collect()),
        higher_is_better: metric.higher_is_better.unwrap_or(true),
        default_target: metric.default_target.and_then(|target| Decimal::parse(&format!("{target:.4}"))),
        filtering_labels: Many::default(),
        is_published: true,
        translations: translations(&metric.translations),
    });
    rows.collect()
}

fn metric_level(level: &types::MetricChoice) -> MetricLevel {
    MetricLevel {
        ref_id: level.ref_id.clone(),
        name: level.name.clone(),
        description: level.description.clone(),
        translations: level.translations.clone(),
    }
}

pub async fn risk_matrices(cx: &mut Cx, source: &Source<'_>) -> Result<()> {
    refuse_known::<RiskMatrix>(cx, source.library.objects.risk_matrices.iter().map(|matrix| &matrix.urn)).await?;
    let rows = matrix_rows(cx, source);
    cx.create_many(rows).await
}

pub fn matrix_rows(cx: &Cx, source: &Source<'_>) -> Vec<RiskMatrix> {
    let rows = source.library.objects.risk_matrices.iter().map(|matrix| RiskMatrix {
        id: cx.new_id(),
        folder: Ref::new(source.folder),
        library: Some(Ref::new(source.id.uuid())),
        name: matrix.name.clone(),
        description: matrix.description.clone().map(Markdown),
        annotation: matrix.annotation.clone().map(Markdown),
        urn: Some(matrix.urn.to_string()),
        ref_id: matrix.ref_id.clone(),
        provider: source.library.provider.clone(),
        locale: source.library.locale.clone(),
        json_definition: Json(MatrixDefinition {
            probability: matrix.probability.iter().map(level).collect(),
            impact: matrix.impact.iter().map(level).collect(),
            risk: matrix.risk.iter().map(level).collect(),
            grid: matrix.grid.clone(),
            strength_of_knowledge: matrix.strength_of_knowledge.clone(),
        }),
        is_enabled: true,
        is_published: true,
        translations: translations(&matrix.translations),
    });
    rows.collect()
}

fn level(level: &Level) -> MatrixLevel {
    MatrixLevel {
        id: level.id,
        abbreviation: level.abbreviation.clone(),
        name: level.name.clone(),
        description: level.description.clone(),
        hexcolor: level.hexcolor.clone(),
        translations: level.translations.clone(),
    }
}
