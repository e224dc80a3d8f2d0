use std::collections::BTreeSet;

use cairn_library::types::{ComputeResult, Question, QuestionType, RequirementNode};

use super::{framework, library};

fn nodes() -> Vec<RequirementNode> {
    framework(&library("vendor-questionnaire.yaml")).requirement_nodes.clone()
}

#[test]
fn it_is_short_and_asks_in_different_ways() {
    let nodes = nodes();
    assert_eq!(nodes.iter().filter(|node| !node.assessable).count(), 5);
    let questions: Vec<&Question> = nodes.iter().flat_map(|node| &node.questions).collect();
    assert!((18..=24).contains(&questions.len()), "{} questions", questions.len());
    assert!(nodes.iter().all(|node| node.assessable != node.questions.is_empty()));
    let count = |kind| questions.iter().filter(|question| question.kind == kind).count();
    assert!(count(QuestionType::UniqueChoice) > questions.len() / 2);
    for kind in [QuestionType::MultipleChoice, QuestionType::Text, QuestionType::Date, QuestionType::Number] {
        assert!(count(kind) >= 1, "{kind:?}");
    }
}

#[test]
fn answers_set_a_result_and_a_score_that_agree() {
    for node in nodes().iter().filter(|node| node.assessable) {
        // Without a result from its answers, a requirement would stay open until someone sets one by hand.
        let results =
            node.questions.iter().flat_map(|question| &question.choices).filter(|c| c.compute_result.is_some());
        assert!(results.count() >= 2, "{}", node.urn);
        for question in node.questions.iter().filter(|question| question.kind == QuestionType::UniqueChoice) {
            for choice in &question.choices {
                let agrees = match choice.compute_result {
                    Some(ComputeResult::Compliant) => matches!(choice.add_score, Some(3 | 4)),
                    Some(ComputeResult::PartiallyCompliant) => matches!(choice.add_score, Some(1 | 2)),
                    Some(ComputeResult::NonCompliant) => choice.add_score == Some(0),
                    Some(ComputeResult::NotApplicable) => choice.add_score.is_none(),
                    None => false,
                };
                assert!(agrees, "{}", choice.urn);
            }
        }
    }
}

#[test]
fn follow_up_questions_depend_on_their_own_requirement() {
    let mut dependent = 0;
    for node in nodes() {
        for depends_on in node.questions.iter().filter_map(|question| question.depends_on.as_ref()) {
            // Audits evaluate one requirement at a time.
            let other = node.questions.iter().find(|question| question.urn == depends_on.question);
            let choices = &other.unwrap_or_else(|| panic!("{} is elsewhere", depends_on.question)).choices;
            assert!(!depends_on.answers.is_empty());
            for answer in &depends_on.answers {
                assert!(choices.iter().any(|choice| choice.urn.as_str() == answer), "{answer}");
            }
            dependent += 1;
        }
    }
    assert!(dependent >= 2);
}

#[test]
fn the_section_on_personal_data_waits_for_an_answer() {
    let library = library("vendor-questionnaire.yaml");
    let framework = framework(&library);
    let groups: Vec<(&str, Option<bool>)> = framework
        .implementation_groups_definition
        .iter()
        .map(|group| (group.ref_id.as_str(), group.default_selected))
        .collect();
    assert_eq!(groups, [("core", Some(true)), ("personal-data", Some(false))]);
    let choices = framework.requirement_nodes.iter().flat_map(|node| &node.questions).flat_map(|one| &one.choices);
    let switches: BTreeSet<&str> =
        choices.flat_map(|choice| &choice.select_implementation_groups).map(String::as_str).collect();
    assert_eq!(switches, BTreeSet::from(["personal-data"]));
    for node in &framework.requirement_nodes {
        let extra = node.ref_id.as_deref().is_some_and(|ref_id| ref_id.starts_with("PDP"));
        assert_eq!(node.implementation_groups, [if extra { "personal-data" } else { "core" }], "{}", node.urn);
    }
}
