use cairn_library::types::{Level, RiskMatrix};

use super::libraries;

fn matrices() -> Vec<RiskMatrix> {
    libraries().into_iter().flat_map(|(_, library)| library.objects.risk_matrices).collect()
}

#[test]
fn there_are_three_square_ones() {
    let sizes: Vec<_> = matrices().iter().map(|matrix| (matrix.probability.len(), matrix.impact.len())).collect();
    assert_eq!(sizes, [(3, 3), (4, 4), (5, 5)]);
}

#[test]
fn more_probability_or_impact_is_never_less_risk() {
    for matrix in matrices() {
        let (grid, last) = (&matrix.grid, matrix.grid.len() - 1);
        for (row, risks) in grid.iter().enumerate() {
            assert!(risks.is_sorted(), "{}, row {row}", matrix.name);
            for (column, risk) in risks.iter().enumerate() {
                assert_eq!(*risk, grid[column][row], "{} is not symmetric at {row}, {column}", matrix.name);
            }
        }
        assert_eq!((grid[0][0], grid[last][last]), (0, matrix.risk.len() - 1), "{}", matrix.name);
        for level in &matrix.risk {
            assert!(grid.iter().flatten().any(|risk| *risk == level.id), "{}: {:?} is unused", matrix.name, level.name);
        }
    }
}

#[test]
fn colours_can_be_told_apart_by_lightness_alone() {
    for matrix in matrices() {
        for axis in [&matrix.probability, &matrix.impact, &matrix.risk] {
            for pair in axis.windows(2) {
                let contrast = (luminance(&pair[0]) + 0.05) / (luminance(&pair[1]) + 0.05);
                assert!(contrast >= 1.3, "{}: {:?} and the next differ by {contrast:.2}", matrix.name, pair[0].name);
            }
        }
    }
}

/// The relative luminance of WCAG, from 0 for black to 1 for white.
fn luminance(level: &Level) -> f64 {
    let colour = level.hexcolor.as_deref().and_then(|colour| colour.strip_prefix('#')).expect("a colour");
    assert_eq!(colour.len(), 6, "{colour}");
    let channel = |at: usize| {
        let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
}
