//! Random libraries that are sound.

use cairn_library::types::{
    Aggregation, Choice, ComputeResult, Condition, ControlCategory, CsfFunction, DependsOn, DisplayMode, Framework,
    Group, ImplementationGroup, Importance, Level, MappingSet, MetricCategory, MetricChoice, MetricDefinition,
    Question, QuestionType, ReferenceControl, Relationship, RequirementMapping, RequirementNode, RiskMatrix, Score,
    ScoreScales, ScoresDefinition, Tactic, Technique, Threat, Translations, TtpCatalog,
};
use cairn_library::{Library, Objects, Urn};
use chrono::NaiveDate;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// Texts that are hard on a writer of YAML: what looks like something else, blanks, line ends, any character.
fn text() -> BoxedStrategy<String> {
    prop_oneof![
        "[a-zA-Z][a-zA-Z0-9 _.,:'-]{0,20}",
        "[ -~]{1,30}",
        "([a-z :#-]{0,8}\n){0,3}[a-z \n]{1,8}",
        "\\PC{1,12}",
        "[^\u{0}]{1,12}",
        select(vec![
            "no", "~", "null", "1.10", "0x1F", "1e5", "true", "- a", "a: b", "a #b", "? x", "<<", "%", "@", "|", ">"
        ])
        .prop_map(str::to_owned),
    ]
    .boxed()
}

fn translations() -> BoxedStrategy<Translations> {
    let texts = prop::collection::btree_map(prop_oneof!["[a-z]{2,6}".boxed(), text().boxed()], text(), 1..3);
    prop::collection::btree_map("[a-z]{2}", texts, 0..2).boxed()
}

fn urn(kind: &'static str) -> impl Fn(usize) -> Urn {
    move |at| Urn::new(&format!("urn:acme:risk:{kind}:x:{at}"))
}

/// A list of objects, each with a URN of its own.
fn numbered<T: std::fmt::Debug + 'static>(
    kind: &'static str,
    one: BoxedStrategy<T>,
    set: fn(&mut T, Urn),
) -> BoxedStrategy<Vec<T>> {
    prop::collection::vec(one, 0..3)
        .prop_map(move |mut all| {
            all.iter_mut().enumerate().for_each(|(at, one)| set(one, urn(kind)(at)));
            all
        })
        .boxed()
}

type About = (Option<String>, Option<String>, Option<String>, Option<String>, Translations);

fn about() -> BoxedStrategy<About> {
    (of(text()), of(text()), of(text()), of(text()), translations()).boxed()
}

fn threat() -> BoxedStrategy<Threat> {
    about()
        .prop_map(|(ref_id, name, description, annotation, translations)| Threat {
            urn: Urn::new(""),
            ref_id,
            name,
            description,
            annotation,
            translations,
        })
        .boxed()
}

fn control() -> BoxedStrategy<ReferenceControl> {
    use ControlCategory::{Physical, Policy, Procedure, Process, Technical};
    use CsfFunction::{Detect, Govern, Identify, Protect, Recover, Respond};
    let category = of(select(vec![Policy, Process, Technical, Physical, Procedure]));
    let function = of(select(vec![Govern, Identify, Protect, Detect, Respond, Recover]));
    (about(), category, function, prop::collection::vec(text(), 0..3))
        .prop_map(
            |((ref_id, name, description, annotation, translations), category, csf_function, typical_evidence)| {
                ReferenceControl {
                    urn: Urn::new(""),
                    ref_id,
                    name,
                    description,
                    annotation,
                    category,
                    csf_function,
                    typical_evidence,
                    translations,
                }
            },
        )
        .boxed()
}

fn metric() -> BoxedStrategy<MetricDefinition> {
    let choice = (text(), about()).prop_map(|(name, (ref_id, _, description, _, translations))| MetricChoice {
        ref_id,
        name,
        description,
        translations,
    });
    let target = of(any::<f64>().prop_filter("JSON has no other numbers", |number| number.is_finite()));
    (text(), about(), prop::collection::vec(choice, 0..3), any::<Option<bool>>(), target)
        .prop_map(
            |(
                name,
                (ref_id, unit, description, annotation, translations),
                choices,
                higher_is_better,
                default_target,
            )| {
                MetricDefinition {
                    urn: Urn::new(""),
                    ref_id,
                    name,
                    description,
                    annotation,
                    category: if choices.is_empty() {
                        MetricCategory::Quantitative
                    } else {
                        MetricCategory::Qualitative
                    },
                    unit,
                    choices_definition: choices,
                    higher_is_better,
                    default_target,
                    translations,
                }
            },
        )
        .boxed()
}

fn levels() -> BoxedStrategy<Vec<Level>> {
    prop::collection::vec(about(), 1..4)
        .prop_map(|all| {
            let level = |(id, (abbreviation, name, description, hexcolor, translations))| Level {
                id,
                abbreviation,
                name,
                description,
                hexcolor,
                translations,
            };
            all.into_iter().enumerate().map(level).collect()
        })
        .boxed()
}

fn matrix() -> BoxedStrategy<RiskMatrix> {
    (text(), about(), levels(), levels(), levels(), any::<u64>(), of(Just(json!([{"name": "weak"}]))))
        .prop_map(
            |(name, (ref_id, _, description, annotation, translations), probability, impact, risk, seed, knowledge)| {
                let cell = |row: usize, column: usize| (seed as usize).wrapping_add(row * 7 + column) % risk.len();
                let row = |row: usize| (0..impact.len()).map(|column| cell(row, column)).collect();
                RiskMatrix {
                    urn: Urn::new(""),
                    ref_id,
                    name,
                    description,
                    annotation,
                    translations,
                    grid: (0..probability.len()).map(row).collect(),
                    probability,
                    impact,
                    risk,
                    strength_of_knowledge: knowledge,
                }
            },
        )
        .boxed()
}

fn score() -> BoxedStrategy<Score> {
    (any::<i32>(), about())
        .prop_map(|(score, (name, description, description_doc, _, translations))| Score {
            score: score.into(),
            name,
            description,
            description_doc,
            translations,
        })
        .boxed()
}

fn scores() -> BoxedStrategy<ScoresDefinition> {
    let scale = || prop::collection::vec(score(), 1..3);
    let alternatives = prop::collection::btree_map(text(), scale(), 0..2);
    let aggregation = of(select(vec![Aggregation::Sum, Aggregation::Mean]));
    prop_oneof![
        scale().prop_map(ScoresDefinition::Scale),
        (scale(), alternatives, aggregation).prop_map(|(scale, alternatives, aggregation)| {
            ScoresDefinition::Scales(ScoreScales { scale, alternatives, aggregation })
        }),
    ]
    .boxed()
}

fn choice() -> BoxedStrategy<Choice> {
    use ComputeResult::{Compliant, NonCompliant, NotApplicable, PartiallyCompliant};
    let result = of(select(vec![Compliant, PartiallyCompliant, NonCompliant, NotApplicable]));
    (about(), any::<Option<i32>>(), result, prop::collection::vec(text(), 0..2), of(text()))
        .prop_map(
            |((ref_id, value, description, annotation, translations), add_score, compute_result, groups, color)| {
                Choice {
                    urn: Urn::new(""),
                    ref_id,
                    value,
                    description,
                    annotation,
                    add_score: add_score.map(i64::from),
                    compute_result,
                    color,
                    select_implementation_groups: groups,
                    translations,
                }
            },
        )
        .boxed()
}

fn question() -> BoxedStrategy<Question> {
    use QuestionType::{Boolean, Date, MultipleChoice, Number, Text, UniqueChoice};
    let kind = select(vec![Text, Number, Boolean, UniqueChoice, MultipleChoice, Date]);
    let choices = numbered("choice", choice(), |choice, urn| choice.urn = urn);
    (kind, about(), any::<Option<i32>>(), choices, of(value()))
        .prop_map(|(kind, (ref_id, text, annotation, _, translations), weight, choices, config)| Question {
            urn: Urn::new(""),
            kind,
            ref_id,
            text,
            annotation,
            weight: weight.map(i64::from),
            config: config.filter(|value| !value.is_null()),
            depends_on: None,
            choices,
            translations,
        })
        .boxed()
}

fn node() -> BoxedStrategy<(RequirementNode, usize)> {
    let importance = of(select(vec![Importance::Mandatory, Importance::NiceToHave, Importance::Undefined]));
    let display_mode = of(select(vec![DisplayMode::Default, DisplayMode::Splash]));
    let lists = (prop::collection::vec(text(), 0..3), prop::collection::vec(question(), 0..3));
    let numbers = (any::<Option<i32>>(), of(0..50i64), of(50..90i64), of(0.0..10.0f64));
    (about(), any::<bool>(), of(text()), lists, numbers, importance, display_mode, of(text()), 0..20usize)
        .prop_map(
            |(
                about,
                assessable,
                evidence,
                (groups, questions),
                numbers,
                importance,
                display_mode,
                expression,
                parent,
            )| {
                let (ref_id, name, description, annotation, translations) = about;
                let (weight, min_score, max_score, target_score) = numbers;
                let node = RequirementNode {
                    urn: Urn::new(""),
                    parent_urn: None,
                    assessable,
                    ref_id,
                    name,
                    description,
                    annotation,
                    typical_evidence: evidence,
                    implementation_groups: groups,
                    reference_controls: vec![urn("function")(parent)],
                    threats: vec![],
                    questions,
                    weight: weight.map(i64::from),
                    importance,
                    display_mode,
                    visibility_expression: expression,
                    min_score,
                    max_score,
                    scores_definition_ref: None,
                    target_score,
                    translations,
                };
                (node, parent)
            },
        )
        .boxed()
}

/// Nodes under earlier ones, and questions that depend on earlier ones.
fn nodes() -> BoxedStrategy<Vec<RequirementNode>> {
    prop::collection::vec(node(), 0..6)
        .prop_map(|drawn| {
            let mut questions: Vec<Urn> = vec![];
            let place = |(at, (mut node, parent)): (usize, (RequirementNode, usize))| {
                node.urn = urn("req_node")(at);
                node.parent_urn = (parent < at).then(|| urn("req_node")(parent));
                for question in &mut node.questions {
                    question.urn = urn("question")(questions.len());
                    question.depends_on = questions.get(parent).map(|earlier| DependsOn {
                        question: earlier.clone(),
                        answers: vec!["urn:acme:risk:choice:x:0".to_owned()],
                        condition: if parent % 2 == 0 { Condition::Any } else { Condition::All },
                    });
                    questions.push(question.urn.clone());
                }
                node
            };
            drawn.into_iter().enumerate().map(place).collect()
        })
        .boxed()
}

fn framework() -> BoxedStrategy<Framework> {
    let groups = prop::collection::btree_map(text(), (about(), any::<Option<bool>>()), 0..3);
    (text(), about(), of(0..10i64), of(90..100i64), of(scores()), groups, nodes())
        .prop_map(
            |(
                name,
                (ref_id, _, description, annotation, translations),
                min_score,
                max_score,
                scores,
                groups,
                nodes,
            )| {
                let group = |(ref_id, ((_, name, description, _, translations), default_selected))| {
                    ImplementationGroup { ref_id, name, description, default_selected, translations }
                };
                Framework {
                    urn: Urn::new(""),
                    ref_id,
                    name,
                    description,
                    annotation,
                    min_score,
                    max_score,
                    scores_definition: scores,
                    implementation_groups_definition: groups.into_iter().map(group).collect(),
                    outcomes_definition: vec![json!({"ref_id": "a", "expression": "score > 1.0"})],
                    field_visibility: serde_json::Map::from_iter([("score".to_owned(), json!({"auditor": "edit"}))]),
                    translations,
                    requirement_nodes: nodes,
                }
            },
        )
        .boxed()
}

fn mapping_set() -> BoxedStrategy<MappingSet> {
    use Relationship::{Equal, Intersect, NotRelated, Subset, Superset};
    let relationship = select(vec![Equal, Subset, Superset, Intersect, NotRelated]);
    let mapping = (relationship, of(text()), any::<Option<i32>>(), of(text())).prop_map(
        |(relationship, rationale, strength, annotation)| RequirementMapping {
            source_requirement_urn: urn("req_node")(1),
            target_requirement_urn: urn("req_node")(2),
            relationship,
            rationale,
            strength_of_relationship: strength.map(i64::from),
            annotation,
        },
    );
    (about(), prop::collection::vec(mapping, 0..4))
        .prop_map(|((ref_id, name, description, annotation, translations), requirement_mappings)| MappingSet {
            urn: Urn::new(""),
            ref_id,
            name,
            description,
            annotation,
            translations,
            source_framework_urn: urn("elsewhere")(1),
            target_framework_urn: urn("elsewhere")(2),
            requirement_mappings,
        })
        .boxed()
}

fn catalog() -> BoxedStrategy<TtpCatalog> {
    let group = (text(), about()).prop_map(|(ref_id, (name, description, dimension, _, translations))| Group {
        ref_id,
        name,
        description,
        dimension,
        translations,
    });
    (text(), about(), prop::collection::vec(group, 0..3))
        .prop_map(|(name, (ref_id, _, description, annotation, translations), grouping_definition)| TtpCatalog {
            urn: Urn::new(""),
            ref_id,
            name,
            description,
            annotation,
            grouping_definition,
            translations,
        })
        .boxed()
}

fn tactic() -> BoxedStrategy<Tactic> {
    (text(), about())
        .prop_map(|(name, (ref_id, _, description, annotation, translations))| Tactic {
            urn: Urn::new(""),
            catalog_urn: Some(urn("ttp_catalog")(0)),
            ref_id,
            name,
            description,
            annotation,
            translations,
        })
        .boxed()
}

fn technique() -> BoxedStrategy<Technique> {
    (text(), about(), prop::collection::vec(text(), 0..3), any::<bool>())
        .prop_map(|(name, (ref_id, _, description, annotation, translations), groups, is_deprecated)| Technique {
            urn: Urn::new(""),
            catalog_urn: None,
            parent_urn: None,
            ref_id,
            name,
            description,
            annotation,
            tactics: vec![urn("tactic")(0)],
            groups,
            reference_controls: vec![urn("function")(0)],
            is_deprecated,
            translations,
        })
        .boxed()
}

/// Anything that JSON can say.
fn value() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_filter("JSON has no other numbers", |number| number.is_finite()).prop_map(Value::from),
        text().prop_map(Value::from),
        Just(Value::from("")),
    ];
    leaf.prop_recursive(4, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(text(), inner, 0..4).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
    .boxed()
}

fn objects() -> BoxedStrategy<Objects> {
    let catalogues = (
        numbered("ttp_catalog", catalog(), |one, urn| one.urn = urn),
        numbered("tactic", tactic(), |one, urn| one.urn = urn),
        numbered("technique", technique(), |one, urn| one.urn = urn),
        numbered("threat", threat(), |one, urn| one.urn = urn),
        numbered("function", control(), |one, urn| one.urn = urn),
        numbered("metric", metric(), |one, urn| one.urn = urn),
    );
    let rest = (
        numbered("matrix", matrix(), |one, urn| one.urn = urn),
        // The URNs of nodes are unique in a file.
        of(framework()),
        numbered("req_mapping_set", mapping_set(), |one, urn| one.urn = urn),
        of(value()),
    );
    (catalogues, rest)
        .prop_map(
            |(
                (ttp_catalogs, tactics, techniques, threats, reference_controls, metric_definitions),
                (risk_matrices, framework, requirement_mapping_sets, anything),
            )| Objects {
                ttp_catalogs,
                tactics,
                techniques,
                threats,
                reference_controls,
                metric_definitions,
                risk_matrices,
                frameworks: framework.map(|one| Framework { urn: urn("framework")(0), ..one }).into_iter().collect(),
                requirement_mapping_sets,
                preset: anything.clone().map(|value| json!({"profile": value})),
                workflows: anything.map(|value| json!({"nodes": [value]})).into_iter().collect(),
            },
        )
        .boxed()
}

pub fn library() -> BoxedStrategy<Library> {
    let texts = (text(), about(), of(text()), of(text()), of(text()));
    let date = of((1900..2100i32, 1..13u32, 1..29u32)
        .prop_map(|(year, month, day)| NaiveDate::from_ymd_opt(year, month, day).unwrap()));
    (texts, 0..i64::from(i32::MAX), date, prop::collection::vec(text(), 0..3), objects())
        .prop_map(|(texts, version, publication_date, labels, objects)| {
            let (name, (ref_id, provider, description, annotation, translations), packager, copyright, _) = texts;
            Library {
                urn: Urn::new("urn:acme:risk:library:random"),
                locale: "en".to_owned(),
                ref_id,
                name,
                description,
                annotation,
                version,
                provider,
                packager,
                publication_date,
                copyright,
                dependencies: vec![Urn::new("urn:acme:risk:library:other")],
                labels,
                translations,
                objects,
                notes: vec![],
            }
        })
        .boxed()
}
