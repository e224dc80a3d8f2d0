//! Mappings between frameworks. Neither framework needs to be loaded.

use cairn_engine::{Cx, Result};
use cairn_library::types as file;
use cairn_model::{Markdown, Ref};
use cairn_resources::library::{Relationship, RequirementMapping, RequirementMappingSet};

use super::{Source, refuse_known, translations};

pub async fn mapping_sets(cx: &mut Cx, source: &Source<'_>) -> Result<()> {
    let sets = &source.library.objects.requirement_mapping_sets;
    refuse_known::<RequirementMappingSet>(cx, sets.iter().map(|set| &set.urn)).await?;
    for set in sets {
        let row = RequirementMappingSet {
            id: cx.new_id(),
            folder: Ref::new(source.folder),
            library: Ref::new(source.id.uuid()),
            name: set.name.clone().or_else(|| set.ref_id.clone()).unwrap_or_else(|| set.urn.to_string()),
            description: set.description.clone().map(Markdown),
            annotation: set.annotation.clone().map(Markdown),
            urn: set.urn.to_string(),
            ref_id: set.ref_id.clone(),
            provider: source.library.provider.clone(),
            locale: source.library.locale.clone(),
            source_framework_urn: set.source_framework_urn.to_string(),
            target_framework_urn: set.target_framework_urn.to_string(),
            translations: translations(&set.translations),
        };
        let id = row.id.uuid();
        cx.create(row).await?;
        let pairs = set.requirement_mappings.iter().enumerate().map(|(order, pair)| RequirementMapping {
            id: cx.new_id(),
            folder: Ref::new(source.folder),
            mapping_set: Ref::new(id),
            order: order as i64,
            source_requirement_urn: pair.source_requirement_urn.to_string(),
            target_requirement_urn: pair.target_requirement_urn.to_string(),
            relationship: relationship(pair.relationship),
            rationale: pair.rationale.clone(),
            strength_of_relationship: pair.strength_of_relationship,
            annotation: pair.annotation.clone().map(Markdown),
        });
        let pairs = pairs.collect();
        cx.create_many(pairs).await?;
    }
    Ok(())
}

fn relationship(relationship: file::Relationship) -> Relationship {
    match relationship {
        file::Relationship::Equal => Relationship::Equal,
        file::Relationship::Subset => Relationship::Subset,
        file::Relationship::Superset => Relationship::Superset,
        file::Relationship::Intersect => Relationship::Intersect,
        file::Relationship::NotRelated => Relationship::NotRelated,
    }
}
