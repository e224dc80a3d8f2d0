//! Charts, drawn as lines and areas, so that they are sharp at any size.

use cairn_report::Result;
use cairn_report::document::{Bar, Chart, Shape as Form, Slice, Tone, ink};

use crate::font::Fonts;
use crate::page::{INNER, Kind, Look, MARGIN, Pages, Shape, Tagged};
use crate::wrap::fit;

const LABEL: Look = Look::new(false, 8.5, ink::SOFT);

pub(crate) fn place(pages: &mut Pages, chart: &Chart, fonts: &Fonts) -> Result<()> {
    pages.y += 6.0;
    let high = match &chart.shape {
        Form::Ring { slices, .. } => ring_height(slices),
        Form::Bars { bars, .. } => bars_height(bars),
    };
    pages.need(high)?;
    // One content: what is in it means nothing in parts.
    let content = pages.content();
    match &chart.shape {
        Form::Ring { slices, centre } => ring(pages, slices, centre, content, fonts),
        Form::Bars { series, bars } => draw_bars(pages, series, bars, content, fonts),
    }
    let told = format!("{}. {}", chart.title, chart.description);
    pages.tree.push(Tagged::Group(Kind::Figure(told), vec![Tagged::Content(content)]));
    pages.y += high;
    Ok(())
}

const RADIUS: f32 = 66.0;
const ROW: f32 = 17.0;

fn ring_height(slices: &[Slice]) -> f32 {
    (2.0 * RADIUS).max(slices.len() as f32 * ROW) + 14.0
}

fn ring(pages: &mut Pages, slices: &[Slice], centre: &str, content: usize, fonts: &Fonts) {
    let whole: usize = slices.iter().map(|slice| slice.count).sum();
    let (x, y) = (MARGIN + RADIUS + 10.0, pages.y + RADIUS);
    let mut from = 0.0;
    for slice in slices.iter().filter(|slice| slice.count > 0) {
        let to = from + slice.count as f32 / whole.max(1) as f32;
        let colour = slice.tone.colours().fill;
        pages.draw(Shape::Arc { x, y, radius: RADIUS, from, to, colour }, Some(content));
        from = to;
    }
    let look = Look::new(true, 20.0, ink::TEXT);
    let width = fonts.strong.width(centre, look.size);
    pages.text(x - width / 2.0, y - look.size * 0.66, centre, look, Some(content));
    let left = x + RADIUS + 36.0;
    let mut top = y - slices.len() as f32 * ROW / 2.0;
    for slice in slices {
        let colour = slice.tone.colours().fill;
        pages
            .draw(Shape::Rect { x: left, y: top + 2.0, width: 9.0, height: 9.0, colour: colour.into() }, Some(content));
        pages.text(left + 16.0, top + 1.0, &slice.label, LABEL, Some(content));
        let count = slice.count.to_string();
        let width = fonts.strong.width(&count, LABEL.size);
        pages.text(left + 190.0 - width, top + 1.0, &count, Look::new(true, LABEL.size, ink::TEXT), Some(content));
        top += ROW;
    }
}

const BAR: f32 = 12.0;
const STEP: f32 = 19.0;
const NAMES: f32 = 190.0;

fn bars_height(bars: &[Bar]) -> f32 {
    bars.len() as f32 * STEP + 52.0
}

fn draw_bars(pages: &mut Pages, series: &[(String, Tone)], bars: &[Bar], content: usize, fonts: &Fonts) {
    let (left, width) = (MARGIN + NAMES, INNER - NAMES);
    let mut y = pages.y;
    let bottom = y + bars.len() as f32 * STEP;
    for quarter in 0..=4_u8 {
        let x = left + width * f32::from(quarter) / 4.0;
        pages.draw(
            Shape::Rect { x: x - 0.25, y, width: 0.5, height: bottom - y, colour: ink::LINE.into() },
            Some(content),
        );
        let label = format!("{}%", u32::from(quarter) * 25);
        let wide = fonts.regular.width(&label, 7.0);
        pages.text(x - wide / 2.0, bottom + 2.0, &label, Look::new(false, 7.0, ink::SOFT), Some(content));
    }
    for bar in bars {
        let label = fit(&fonts.regular, LABEL.size, NAMES - 8.0, &bar.label);
        pages.text(MARGIN, y + 2.0, &label, LABEL, Some(content));
        let whole: usize = bar.counts.iter().sum();
        let mut x = left;
        for (count, (_, tone)) in bar.counts.iter().zip(series).filter(|(count, _)| **count > 0) {
            let part = width * *count as f32 / whole.max(1) as f32;
            let colour = tone.colours().fill;
            pages.draw(Shape::Rect { x, y: y + 2.0, width: part, height: BAR, colour: colour.into() }, Some(content));
            x += part;
        }
        y += STEP;
    }
    let mut x = MARGIN;
    for (label, tone) in series {
        let colour = tone.colours().fill;
        pages.draw(Shape::Rect { x, y: bottom + 20.0, width: 8.0, height: 8.0, colour: colour.into() }, Some(content));
        let look = Look::new(false, 7.5, ink::SOFT);
        pages.text(x + 12.0, bottom + 19.0, label, look, Some(content));
        x += 26.0 + fonts.regular.width(label, look.size);
    }
}
