//! Derived answers through random sets, and how long a large framework takes.

use cairn_assess::mapping::{
    Answers, Coverage, Filled, Link, Mapping, MappingSet, Reason, Relationship, SourceRow, derive, merge,
};
use cairn_assess::rows::Scale;
use cairn_assess::words::{ComplianceResult, RowStatus};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use super::weird_numbers::number;
use crate::oracle::mapping as oracle;

const RELATIONSHIPS: [Relationship; 5] = [
    Relationship::Equal,
    Relationship::Subset,
    Relationship::Superset,
    Relationship::Intersect,
    Relationship::NotRelated,
];

/// Sets between five frameworks, enough of them that several paths compete.
fn sets() -> impl Strategy<Value = Vec<MappingSet>> {
    let mapping = (0_usize..5, 0_usize..5, select(&RELATIONSHIPS[..]))
        .prop_map(|(source, target, relationship)| Mapping { source, target, relationship });
    let set = (0_usize..5, 1_usize..5, prop::collection::vec(mapping, 1..8)).prop_map(|(one, distance, mappings)| {
        MappingSet { source_framework: one, target_framework: (one + distance) % 5, mappings }
    });
    prop::collection::vec(set, 2..9)
}

fn row() -> impl Strategy<Value = SourceRow> {
    let scale = (0_i64..2, 1_i64..9).prop_map(|(min, extent)| Scale { min, max: min + extent });
    (select(ComplianceResult::ALL), select(RowStatus::ALL), any::<bool>(), of(0.0_f64..1.0), scale).prop_map(
        |(result, status, is_scored, part, scale)| SourceRow {
            result,
            status,
            is_scored,
            score: part.map(|part| scale.min + (part * (scale.max - scale.min + 1) as f64) as i64),
            documentation_score: None,
            scale,
        },
    )
}

proptest! {
    #[test]
    fn derived_answers_agree(
        sets in sets(), rows in prop::collection::vec(prop::option::weighted(0.9, row()), 5), to in 1_usize..5, depth in 2_usize..6,
        max in 1_i64..12, section in of(0_usize..5),
    ) {
        let mut targets = vec![Some(Scale { min: 0, max }); 5];
        if let Some(section) = section {
            targets[section] = None;
        }
        let answers = Answers { source_framework: 0, rows: &rows, target_framework: to, targets: &targets };
        let ours = derive(&sets, answers, depth);
        let all: Vec<_> = oracle::paths(&sets, &[0], to, depth)
            .into_iter()
            .map(|path| (oracle::covers(&sets, &path, &rows, &targets), path))
            .filter(|(covers, _)| !covers.is_empty())
            .collect();
        let best = all.iter().map(|(covers, path)| oracle::worth(covers, path)).max();
        prop_assert_eq!(ours.is_some(), best.is_some());
        let Some(ours) = ours else { return Ok(()) };
        let (covers, _) = all.iter().find(|(_, path)| *path == ours.path).expect("a path that exists");
        prop_assert_eq!(Some(oracle::worth(covers, &ours.path)), best, "path {:?}", ours.path);
        for (target, derived) in ours.rows.iter().enumerate() {
            let expected = covers.get(&target).map(|sources| oracle::answer(sources, &rows, targets[target].unwrap()));
            let row = derived.as_ref().map(|derived| oracle::Row {
                result: derived.result,
                status: derived.status,
                is_full: derived.coverage == Coverage::Full,
                score: derived.score,
            });
            prop_assert_eq!(row, expected, "requirement {} by {:?}", target, ours.path);
            let Some(derived) = derived else { continue };
            let named: Vec<usize> = derived.sources.iter().map(|source| source.requirement).collect();
            let known: Vec<usize> = covers[&target].keys().copied().collect();
            prop_assert_eq!(named, known);
            for source in &derived.sources {
                prop_assert_eq!(source.hops.len(), ours.path.len() - 1);
                prop_assert_eq!(source.hops.last().unwrap().to, target);
                let cover = match (source.coverage, source.link.is_assumed) {
                    (Coverage::Full, _) => oracle::Cover::All,
                    (Coverage::Partial, false) => oracle::Cover::Part,
                    (Coverage::Partial, true) => oracle::Cover::Perhaps,
                };
                prop_assert_eq!(cover, covers[&target][&source.requirement]);
                prop_assert_eq!(told_by(&sets, source.requirement, &source.hops), Some(source.link));
            }
        }
    }

    /// Whatever the numbers, what people have is only replaced by something that was judged.
    #[test]
    fn merging_loses_nothing(
        mut source in row(), score in of(number()), min in number(), max in number(), own in of(number()),
        result in select(ComplianceResult::ALL),
    ) {
        source.score = score;
        source.scale = Scale { min, max };
        let targets = [Some(Scale { min: 0, max: 4 })];
        let rows = [Some(source)];
        let answers = Answers { source_framework: 0, rows: &rows, target_framework: 0, targets: &targets };
        let derivation = derive(&[], answers, 3).unwrap();
        let before = Filled { result, status: RowStatus::Done, is_scored: own.is_some(), score: own, documentation_score: own };
        let after = merge(before, derivation.rows[0].as_ref().unwrap()).row;
        prop_assert!(after.score.is_some() || own.is_none());
        prop_assert_eq!(after.documentation_score, own);
        if source.result == ComplianceResult::NotAssessed {
            prop_assert_eq!(after.result, result);
        }
    }
}

/// The link that the hops of a source give, from the sets alone.
fn told_by(sets: &[MappingSet], from: usize, hops: &[cairn_assess::mapping::Hop]) -> Option<Link> {
    let mut at = from;
    let mut link: Option<Link> = None;
    for hop in hops {
        let mapping = sets[hop.set].mappings[hop.mapping];
        let (start, end) =
            if hop.is_inverted { (mapping.target, mapping.source) } else { (mapping.source, mapping.target) };
        if start != at || end != hop.to {
            return None;
        }
        at = end;
        let relationship = if hop.is_inverted { mapping.relationship.inverse() } else { mapping.relationship };
        let next = Link::new(relationship)?;
        link = Some(link.map_or(next, |link| link.then(next)));
    }
    link
}

fn answered(count: usize) -> Vec<Option<SourceRow>> {
    let row = |number: usize| SourceRow {
        result: ComplianceResult::ALL[number % 5],
        status: RowStatus::Done,
        is_scored: true,
        score: Some((number % 101) as i64),
        documentation_score: None,
        scale: Scale { min: 0, max: 100 },
    };
    (0..count).map(|number| Some(row(number))).collect()
}

/// Two sets of 4,800 mappings each, as large catalogues have them.
#[test]
#[expect(clippy::disallowed_methods, reason = "how long it takes is what is tested")]
fn a_large_framework_goes_through_another_quickly() {
    const COUNT: usize = 1200;
    let set = |source_framework, target_framework, shift: usize| MappingSet {
        source_framework,
        target_framework,
        mappings: (0..COUNT * 4)
            .map(|number| Mapping {
                source: number % COUNT,
                target: (number * 7 + shift * (number / COUNT)) % COUNT,
                relationship: RELATIONSHIPS[number % 4],
            })
            .collect(),
    };
    let sets = [set(0, 1, 1), set(1, 2, 13)];
    let (rows, targets) = (answered(COUNT), vec![Some(Scale { min: 1, max: 5 }); COUNT]);
    let answers = Answers { source_framework: 0, rows: &rows, target_framework: 2, targets: &targets };
    let start = std::time::Instant::now();
    let derivation = derive(&sets, answers, 3).unwrap();
    let took = start.elapsed();
    assert!(derivation.rows.iter().flatten().count() > COUNT / 2);
    let limit = if cfg!(debug_assertions) { 2000 } else { 50 };
    assert!(took.as_millis() < limit, "took {took:?}");
}

/// Two overlaps are worth less than one requirement that is covered in full.
#[test]
fn full_coverage_is_worth_a_detour() {
    let set = |source_framework, target_framework, mappings: &[(usize, usize, Relationship)]| MappingSet {
        source_framework,
        target_framework,
        mappings: mappings
            .iter()
            .map(|(source, target, relationship)| Mapping {
                source: *source,
                target: *target,
                relationship: *relationship,
            })
            .collect(),
    };
    let overlaps = set(0, 2, &[(0, 0, Relationship::Intersect), (1, 1, Relationship::Intersect)]);
    let there = set(0, 1, &[(0, 0, Relationship::Equal)]);
    let onwards = set(1, 2, &[(0, 0, Relationship::Superset)]);
    let (rows, targets) = (answered(2), [Some(Scale { min: 0, max: 100 }); 2]);
    let answers = Answers { source_framework: 0, rows: &rows, target_framework: 2, targets: &targets };
    let sets = [overlaps, there, onwards];
    assert_eq!(derive(&sets, answers, 3).unwrap().path, [0, 1, 2]);
    assert_eq!(derive(&sets, answers, 2).unwrap().path, [0, 2]);
}

/// A catalogue in which everything is mapped to everything still has an answer.
#[test]
fn many_paths_are_cut_short() {
    let mapping = Mapping { source: 0, target: 0, relationship: Relationship::Intersect };
    let mut sets = Vec::new();
    for one in 0..40 {
        for other in 0..one {
            sets.push(MappingSet { source_framework: one, target_framework: other, mappings: vec![mapping] });
        }
    }
    let (rows, targets) = (answered(1), [Some(Scale { min: 0, max: 100 })]);
    let answers = Answers { source_framework: 0, rows: &rows, target_framework: 39, targets: &targets };
    assert_eq!(derive(&sets, answers, 5).unwrap().path, [0, 39]);
}

#[test]
fn a_reason_says_which_source_decided() {
    use ComplianceResult::{Compliant, NonCompliant, NotApplicable, NotAssessed};
    use Relationship::{Equal, Intersect, Subset, Superset};
    let reason = |relationships: &[Relationship], results: &[ComplianceResult]| {
        let mappings = relationships
            .iter()
            .enumerate()
            .map(|(source, relationship)| Mapping { source, target: 0, relationship: *relationship })
            .collect();
        let sets = [MappingSet { source_framework: 0, target_framework: 1, mappings }];
        let rows: Vec<_> = answered(results.len())
            .into_iter()
            .zip(results)
            .map(|(row, result)| row.map(|row| SourceRow { result: *result, ..row }))
            .collect();
        let targets = [Some(Scale { min: 0, max: 100 })];
        let answers = Answers { source_framework: 0, rows: &rows, target_framework: 1, targets: &targets };
        derive(&sets, answers, 2).unwrap().rows[0].as_ref().unwrap().reason
    };
    assert_eq!(reason(&[Superset], &[NotApplicable]), Reason::Copied { source: 0 });
    assert_eq!(reason(&[Subset], &[Compliant]), Reason::PartlyCovered { source: 0 });
    assert_eq!(reason(&[Intersect], &[NonCompliant]), Reason::PartFails { source: 0 });
    assert_eq!(reason(&[Intersect], &[NotApplicable]), Reason::PartNotApplicable { source: 0 });
    assert_eq!(reason(&[Equal, Equal], &[Compliant, NonCompliant]), Reason::MostRestrictive { source: 1 });
    assert_eq!(reason(&[Equal, Equal], &[NotAssessed, Compliant]), Reason::Copied { source: 1 });
    assert_eq!(reason(&[Equal], &[NotAssessed]), Reason::NothingAssessed);
}
