use std::collections::BTreeSet;

use cairn_library::types::{Framework, Importance, RequirementNode, ScoresDefinition};
use cairn_library::{Library, Urn};

use super::{framework, library};

/// From the first step to the last. Each contains the ones before it.
const LADDER: [&str; 3] = ["essential", "standard", "advanced"];

fn baseline() -> Library {
    library("security-baseline.yaml")
}

fn requirements(framework: &Framework) -> Vec<&RequirementNode> {
    framework.requirement_nodes.iter().filter(|node| node.assessable).collect()
}

#[test]
fn it_is_compact_and_complete() {
    let library = baseline();
    let framework = framework(&library);
    let sections = framework.requirement_nodes.iter().filter(|node| !node.assessable).count();
    let requirements = requirements(framework);
    assert_eq!(sections, 10);
    assert!((55..=65).contains(&requirements.len()), "{} requirements", requirements.len());
    assert!((40..=55).contains(&library.objects.reference_controls.len()));
    assert_eq!(library.objects.threats.len(), 15);
    for requirement in requirements {
        let urn = &requirement.urn;
        let section =
            framework.requirement_nodes.iter().find(|node| Some(&node.urn) == requirement.parent_urn.as_ref());
        let prefix = format!("{}.", section.and_then(|section| section.ref_id.as_deref()).expect("a section"));
        assert!(requirement.ref_id.as_ref().is_some_and(|ref_id| ref_id.starts_with(&prefix)), "{urn}");
        assert!(requirement.name.is_some() && requirement.typical_evidence.is_some(), "{urn}");
        let sentences = requirement.description.as_deref().unwrap_or_default().matches('.').count();
        assert!((2..=3).contains(&sentences), "{urn} has {sentences} sentences");
    }
    for control in &library.objects.reference_controls {
        let whole = control.name.is_some() && control.description.is_some() && !control.typical_evidence.is_empty();
        assert!(whole && control.category.is_some() && control.csf_function.is_some(), "{}", control.urn);
    }
}

#[test]
fn every_control_and_threat_is_linked_and_every_link_leads_somewhere() {
    let library = baseline();
    let requirements = requirements(framework(&library));
    let links = |of: fn(&RequirementNode) -> &Vec<Urn>| -> BTreeSet<&Urn> {
        assert!(requirements.iter().all(|requirement| !of(requirement).is_empty()));
        requirements.iter().flat_map(|requirement| of(requirement)).collect()
    };
    let controls: BTreeSet<&Urn> = library.objects.reference_controls.iter().map(|control| &control.urn).collect();
    let threats: BTreeSet<&Urn> = library.objects.threats.iter().map(|threat| &threat.urn).collect();
    assert_eq!(links(|requirement| &requirement.reference_controls), controls);
    assert_eq!(links(|requirement| &requirement.threats), threats);
}

#[test]
fn each_step_contains_the_one_before() {
    let library = baseline();
    let framework = framework(&library);
    let groups = &framework.implementation_groups_definition;
    assert_eq!(groups.iter().map(|group| group.ref_id.as_str()).collect::<Vec<_>>(), LADDER);
    let selected: Vec<bool> = groups.iter().map(|group| group.default_selected == Some(true)).collect();
    assert_eq!(selected, [true, false, false]);
    let mut sizes = [0; 3];
    for requirement in requirements(framework) {
        let first =
            LADDER.iter().position(|step| Some(*step) == requirement.implementation_groups.first().map(|g| &**g));
        let first = first.unwrap_or_else(|| panic!("{} is on no step", requirement.urn));
        assert_eq!(requirement.implementation_groups, LADDER[first..], "{}", requirement.urn);
        let importance = [Importance::Mandatory, Importance::Recommended, Importance::NiceToHave][first];
        assert_eq!(requirement.importance, Some(importance), "{}", requirement.urn);
        sizes[first] += 1;
    }
    assert!(sizes.iter().all(|size| *size >= 10), "{sizes:?}");
}

#[test]
fn every_score_is_explained() {
    let library = baseline();
    let framework = framework(&library);
    assert_eq!((framework.min_score, framework.max_score), (Some(0), Some(4)));
    let Some(ScoresDefinition::Scale(scale)) = &framework.scores_definition else { panic!("one scale") };
    assert_eq!(scale.iter().map(|score| score.score).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    let explained = |score: &cairn_library::types::Score| {
        score.name.is_some() && score.description.is_some() && score.description_doc.is_some()
    };
    assert!(scale.iter().all(explained));
}
