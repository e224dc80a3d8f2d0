//! Charts as SVG.

use crate::document::{Bar, Chart, Shape, Slice, Tone, ink};
use crate::xml::{escape, put};

pub(super) fn place(page: &mut String, chart: &Chart) {
    let told = escape(&format!("{}. {}", chart.title, chart.description));
    match &chart.shape {
        Shape::Ring { slices, centre } => ring(page, slices, centre, &told),
        Shape::Bars { series, bars } => draw_bars(page, series, bars, &told),
    }
}

/// Slices are dashes of one circle, whose length is 100.
fn ring(page: &mut String, slices: &[Slice], centre: &str, told: &str) {
    let whole: usize = slices.iter().map(|slice| slice.count).sum();
    let high = (slices.len() * 24).max(160);
    let middle = high / 2;
    begin(page, 460, high, told);
    let mut from = 0.0;
    for slice in slices.iter().filter(|slice| slice.count > 0) {
        let share = slice.count as f64 * 100.0 / whole.max(1) as f64;
        put!(
            page,
            r##"<circle cx="80" cy="{middle}" r="58" fill="none" stroke="#{}" stroke-width="32" pathLength="100" stroke-dasharray="{share:.3} {:.3}" stroke-dashoffset="{:.3}"/>"##,
            slice.tone.colours().fill,
            100.0 - share,
            25.0 - from
        );
        from += share;
    }
    put!(
        page,
        r##"<text x="80" y="{}" text-anchor="middle" font-size="22" font-weight="600" fill="#{}">{}</text>"##,
        middle + 8,
        ink::TEXT,
        escape(centre)
    );
    for (at, slice) in slices.iter().enumerate() {
        let top = middle - slices.len() * 12 + at * 24;
        legend(page, 190, top + 4, &slice.label, slice.tone);
        put!(page, r#"<text x="430" y="{}" text-anchor="end" font-weight="600">{}</text>"#, top + 14, slice.count);
    }
    page.push_str("</svg>");
}

fn draw_bars(page: &mut String, series: &[(String, Tone)], bars: &[Bar], told: &str) {
    const NAMES: f64 = 300.0;
    const WIDE: f64 = 640.0;
    begin(page, 960, bars.len() * 26 + 40, told);
    for (at, bar) in bars.iter().enumerate() {
        let top = at * 26;
        put!(page, r#"<text x="0" y="{}">{}</text>"#, top + 16, escape(&bar.label));
        let whole: usize = bar.counts.iter().sum();
        let mut x = NAMES;
        for (count, (_, tone)) in bar.counts.iter().zip(series).filter(|(count, _)| **count > 0) {
            let part = WIDE * *count as f64 / whole.max(1) as f64;
            let fill = tone.colours().fill;
            put!(page, r##"<rect x="{x:.1}" y="{}" width="{part:.1}" height="16" fill="#{fill}"/>"##, top + 4);
            x += part;
        }
    }
    for (at, (label, tone)) in series.iter().enumerate() {
        legend(page, at * 190, bars.len() * 26 + 16, label, *tone);
    }
    page.push_str("</svg>");
}

fn begin(page: &mut String, wide: usize, high: usize, told: &str) {
    put!(
        page,
        r##"<svg role="img" aria-label="{told}" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" font-size="13" fill="#{}">"##,
        ink::SOFT
    );
}

fn legend(page: &mut String, x: usize, y: usize, label: &str, tone: Tone) {
    let fill = tone.colours().fill;
    put!(page, r##"<rect x="{x}" y="{y}" width="12" height="12" fill="#{fill}"/>"##);
    put!(page, r#"<text x="{}" y="{}">{}</text>"#, x + 20, y + 11, escape(label));
}
