//! Rules that nobody would write.

use cairn_assess::rules::{Expression, Facts, RequirementFact, check, outcomes};
use cairn_assess::words::{ComplianceResult, RowStatus};
use proptest::prelude::*;

use crate::rules::large;

/// Expressions that make sense to the parser, and mostly to nobody else.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "1",
        "-1",
        "0",
        "9223372036854775807",
        "2.5",
        "''",
        "'a'",
        "true",
        "null",
        "k",
        "[]",
        "{}",
        "assessment",
        "requirements",
        "answers",
        "computed_outcomes",
        "hidden_requirements",
        "assessment.score_sum",
        "nothing",
    ])
    .prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 3, |inner| {
        let operator = prop::sample::select(vec!["+", "-", "*", "/", "%", "==", "!=", "<", ">=", "in", "&&", "||"]);
        let looping = prop::sample::select(vec!["all", "exists", "exists_one", "map", "filter"]);
        let function = prop::sample::select(vec!["size", "int", "uint", "double", "string", "bool", "!", "-"]);
        prop_oneof![
            (inner.clone(), operator, inner.clone()).prop_map(|(a, operator, b)| format!("({a} {operator} {b})")),
            (inner.clone(), looping, inner.clone()).prop_map(|(a, looping, b)| format!("{a}.{looping}(k, {b})")),
            (function, inner.clone()).prop_map(|(function, a)| format!("{function}({a})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a}[{b}]")),
            (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| format!("({a} ? {b} : {c})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("[{a}, {b}]")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("{{{a}: {b}}}")),
        ]
    })
}

proptest! {
    /// Whatever a file says, it is refused, it fails, or it has an answer.
    #[test]
    fn any_expression_is_answered_or_refused(source in expression()) {
        if let Ok(rule) = Expression::parse(&source) {
            let requirements = fresh_few();
            let facts = Facts { requirements: &requirements, answers: &[], computed_outcomes: &["low"] };
            let outcomes = outcomes(&[&rule], &facts, &[]);
            prop_assert!(outcomes.matched.len() + outcomes.failures.len() <= 1);
            for failure in outcomes.failures {
                prop_assert_ne!(failure.message, "The expression cannot be evaluated.", "{}", source);
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(source in "[a-z0-9()\\[\\]{}.,:?&|!<>=+*/%'\" -]{0,60}|\\PC{0,60}") {
        let _ = check(&source);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// An expression that was underestimated would take minutes.
    #[test]
    #[expect(clippy::disallowed_methods, reason = "how long it takes is what is tested")]
    fn no_expression_takes_long_on_a_large_audit(sources in prop::collection::vec(expression(), 8)) {
        let rules: Vec<Expression> = sources.iter().filter_map(|source| Expression::parse(source).ok()).collect();
        let start = std::time::Instant::now();
        large(|facts| {
            outcomes(&rules.iter().collect::<Vec<_>>(), facts, &[]);
        });
        prop_assert!(start.elapsed().as_secs() < 15, "{:?}", sources);
    }
}

fn fresh_few() -> Vec<RequirementFact<'static>> {
    let fact = |key| RequirementFact {
        key,
        parent: None,
        assessable: true,
        in_scope: true,
        result: ComplianceResult::Compliant,
        status: RowStatus::Done,
        is_scored: true,
        score: Some(i64::MAX),
        max_score: i64::MIN,
    };
    vec![fact("a"), fact("b"), fact("1")]
}
