//! Threats, reference controls and risk matrices.

use cairn_engine::{Cx, Result};
use cairn_library::types::{ControlCategory, CsfFunction as Function, Level, Urn};
use cairn_model::{Json, Many, Markdown, Ref};
use cairn_resources::library::{MatrixDefinition, MatrixLevel, ReferenceControl, RiskMatrix, Threat};
use cairn_resources::work::{Category, CsfFunction};

use super::{Source, refuse_known, translations};

/// Many controls of public libraries have a reference and no name.
fn named(name: Option<&String>, ref_id: Option<&String>, urn: &Urn) -> String {
    name.or(ref_id).cloned().unwrap_or_else(|| urn.to_string())
}

pub async fn threats(cx: &mut Cx, source: &Source<'_>) -> Result<()> {
    let threats = &source.library.objects.threats;
    refuse_known::<Threat>(cx, threats.iter().map(|threat| &threat.urn)).await?;
    let rows = threats.iter().map(|threat| Threat {
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
    let rows = rows.collect();
    cx.create_many(rows).await
}

pub async fn reference_controls(cx: &mut Cx, source: &Source<'_>) -> Result<()> {
    let controls = &source.library.objects.reference_controls;
    refuse_known::<ReferenceControl>(cx, controls.iter().map(|control| &control.urn)).await?;
    let rows = controls.iter().map(|control| ReferenceControl {
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
    let rows = rows.collect();
    cx.create_many(rows).await
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

pub async fn risk_matrices(cx: &mut Cx, source: &Source<'_>) -> Result<()> {
    let matrices = &source.library.objects.risk_matrices;
    refuse_known::<RiskMatrix>(cx, matrices.iter().map(|matrix| &matrix.urn)).await?;
    let rows = matrices.iter().map(|matrix| RiskMatrix {
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
    let rows = rows.collect();
    cx.create_many(rows).await
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
