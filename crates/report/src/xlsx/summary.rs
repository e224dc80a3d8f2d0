//! The first sheet: facts, numbers and charts.

use rust_xlsxwriter::{
    Chart, ChartDataLabel, ChartFormat, ChartLegendPosition, ChartPoint, ChartSolidFill, ChartType, Format, Workbook,
    Worksheet, XlsxError,
};

use super::sheet::{Value, colour, head, write as write_cell};
use crate::document::{Breakdown, Tone, cover_facts, figures, ink};
use crate::text::clean;
use crate::view::{View, one_line};
use crate::words;

pub(super) fn write(view: &View, book: &mut Workbook) -> Result<(), XlsxError> {
    let name = view.say(words::SUMMARY);
    let sheet = book.add_worksheet();
    sheet.set_name(name)?;
    sheet.set_landscape().set_print_fit_to_pages(1, 0);
    sheet.set_column_width(0, 44)?.set_column_width(1, 22)?;
    sheet.set_column_range_width(2, 6, 16)?;
    let title = Format::new().set_bold().set_font_size(18).set_font_color(colour(ink::ACCENT));
    let heading: String = one_line(&view.report.audit.name).chars().take(1000).collect();
    sheet.write_string_with_format(0, 0, heading, &title)?;
    let mut row = 2;
    for (label, value) in cover_facts(view).into_iter().chain(figures(view)) {
        write_cell(sheet, row, 0, &Value::Text(label))?;
        write_cell(sheet, row, 1, &Value::Text(clean(&value)))?;
        row += 1;
    }
    let Some(breakdown) = Breakdown::of(view.report.audit.shows).filter(|_| view.counts.total() > 0) else {
        return Ok(());
    };
    let row = totals(view, sheet, breakdown, row + 1, name)?;
    sections(view, sheet, breakdown, row + 1, name)
}

/// The number of requirements with each result, and a ring of them beside the facts.
fn totals(view: &View, sheet: &mut Worksheet, breakdown: Breakdown, top: u32, name: &str) -> Result<u32, XlsxError> {
    sheet.write_string_with_format(top, 0, view.say(breakdown.title()), &head())?;
    sheet.write_string_with_format(top, 1, view.say(words::REQUIREMENTS), &head())?;
    let parts = breakdown.parts();
    let mut row = top;
    for ((text, tone), count) in parts.iter().zip(breakdown.counts(&view.counts)) {
        row += 1;
        write_cell(sheet, row, 0, &Value::Toned(view.say(*text).to_owned(), *tone))?;
        write_cell(sheet, row, 1, &Value::Number(count as f64))?;
    }
    let mut ring = Chart::new(ChartType::Doughnut);
    let points: Vec<ChartPoint> =
        parts.iter().map(|(_, tone)| ChartPoint::new().set_format(&mut fill(*tone))).collect();
    ring.add_series()
        .set_categories((name, top + 1, 0, row, 0))
        .set_values((name, top + 1, 1, row, 1))
        .set_points(&points)
        .set_data_label(ChartDataLabel::new().show_value());
    ring.title().set_name(view.say(breakdown.title()));
    ring.legend().set_position(ChartLegendPosition::Right);
    ring.set_alt_text(view.say(breakdown.title())).set_width(620).set_height(300);
    sheet.insert_chart(1, 3, &ring)?;
    Ok(row + 1)
}

/// The same for each section, with bars below.
fn sections(view: &View, sheet: &mut Worksheet, breakdown: Breakdown, top: u32, name: &str) -> Result<(), XlsxError> {
    if view.sections.is_empty() {
        return Ok(());
    }
    let parts = breakdown.parts();
    sheet.write_string_with_format(top, 0, view.say(words::SECTION), &head())?;
    for (column, (text, _)) in (1u16..).zip(&parts) {
        sheet.write_string_with_format(top, column, view.say(*text), &head())?;
    }
    let mut row = top;
    for at in &view.sections {
        row += 1;
        write_cell(sheet, row, 0, &Value::Text(view.title(&view.report.nodes[*at])))?;
        for (column, count) in (1u16..).zip(breakdown.counts(&view.section_counts[*at])) {
            write_cell(sheet, row, column, &Value::Number(count as f64))?;
        }
    }
    let mut bars = Chart::new(ChartType::BarPercentStacked);
    for (column, (_, tone)) in (1u16..).zip(&parts) {
        bars.add_series()
            .set_name((name, top, column))
            .set_categories((name, top + 1, 0, row, 0))
            .set_values((name, top + 1, column, row, column))
            .set_gap(40)
            .set_format(&mut fill(*tone));
    }
    bars.title().set_name(view.say(words::BY_SECTION));
    bars.legend().set_position(ChartLegendPosition::Bottom);
    // The first section on top, as in the table.
    bars.y_axis().set_reverse();
    let height = 160 + 22 * view.sections.len().min(60) as u32;
    bars.set_alt_text(view.say(words::BY_SECTION)).set_width(1000).set_height(height);
    sheet.insert_chart(row + 2, 0, &bars)?;
    Ok(())
}

fn fill(tone: Tone) -> ChartFormat {
    let mut format = ChartFormat::new();
    format.set_solid_fill(ChartSolidFill::new().set_color(colour(tone.colours().fill)));
    format
}
