//! Charts in DrawingML: Word draws them itself, and lets people edit their data, which comes along as a workbook.

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, XlsxError};

use crate::check::{Error, Result};
use crate::document::{Chart, Shape, Tone, ink};
use crate::language::Language;
use crate::xml::{escape, put};

/// English Metric Units in a centimetre.
const CENTIMETRE: usize = 360_000;

/// The place of a chart in the text.
pub(super) fn drawing(chart: &Chart, number: usize) -> String {
    let (wide, high) = match &chart.shape {
        Shape::Ring { .. } => (13 * CENTIMETRE, 65 * CENTIMETRE / 10),
        Shape::Bars { bars, .. } => {
            (17 * CENTIMETRE, (3 * CENTIMETRE + bars.len() * 7 * CENTIMETRE / 10).min(23 * CENTIMETRE))
        }
    };
    format!(
        r#"<w:p><w:pPr><w:keepNext/></w:pPr><w:r><w:drawing xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="{wide}" cy="{high}"/><wp:docPr id="{}" name="{}" descr="{}"/><wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="{}"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"#,
        9000 + number,
        escape(&chart.title),
        escape(&chart.description),
        relation(number)
    )
}

/// The id under which the document knows a chart.
pub(super) fn relation(number: usize) -> String {
    format!("cairnChart{number}")
}

/// The chart itself.
pub(super) fn part(chart: &Chart, language: Language) -> String {
    let plot = match &chart.shape {
        Shape::Ring { slices, .. } => {
            let labels: Vec<&str> = slices.iter().map(|slice| slice.label.as_str()).collect();
            let counts: Vec<usize> = slices.iter().map(|slice| slice.count).collect();
            let points: Vec<String> = (0..)
                .zip(slices)
                .map(|(at, slice)| {
                    format!(r#"<c:dPt><c:idx val="{at}"/><c:bubble3D val="0"/>{}</c:dPt>"#, fill(slice.tone))
                })
                .collect();
            // A label on a part of nothing would lie on its neighbour.
            let hidden: Vec<String> = (0..)
                .zip(&counts)
                .filter(|(_, count)| **count == 0)
                .map(|(at, _): (usize, _)| format!(r#"<c:dLbl><c:idx val="{at}"/><c:delete val="1"/></c:dLbl>"#))
                .collect();
            let shown = |what: &str, shown: bool| format!(r#"<c:{what} val="{}"/>"#, u8::from(shown));
            let labels_shown = format!(
                "<c:dLbls>{}{}{}{}{}{}{}{}</c:dLbls>",
                hidden.concat(),
                LABEL_TEXT,
                shown("showLegendKey", false),
                shown("showVal", true),
                shown("showCatName", false),
                shown("showSerName", false),
                shown("showPercent", false),
                shown("showBubbleSize", false)
            );
            format!(
                r#"<c:doughnutChart><c:varyColors val="1"/><c:ser><c:idx val="0"/><c:order val="0"/>{}{}{labels_shown}{}{}</c:ser><c:firstSliceAng val="0"/><c:holeSize val="58"/></c:doughnutChart>"#,
                series_name("$B$1", &chart.title),
                points.concat(),
                categories(&labels),
                values('B', &counts)
            )
        }
        Shape::Bars { series, bars } => {
            let labels: Vec<&str> = bars.iter().map(|bar| bar.label.as_str()).collect();
            let mut xml =
                r#"<c:barChart><c:barDir val="bar"/><c:grouping val="percentStacked"/><c:varyColors val="0"/>"#
                    .to_owned();
            for (at, (label, tone)) in series.iter().enumerate() {
                let column = column(at);
                let counts: Vec<usize> = bars.iter().map(|bar| bar.counts.get(at).copied().unwrap_or(0)).collect();
                put!(
                    xml,
                    r#"<c:ser><c:idx val="{at}"/><c:order val="{at}"/>{}{}<c:invertIfNegative val="0"/>{}{}</c:ser>"#,
                    series_name(&format!("${column}$1"), label),
                    fill(*tone),
                    categories(&labels),
                    values(column, &counts)
                );
            }
            xml.push_str(
                r#"<c:gapWidth val="45"/><c:overlap val="100"/><c:axId val="1001"/><c:axId val="1002"/></c:barChart>"#,
            );
            xml.push_str(&axes());
            xml
        }
    };
    let side = if matches!(chart.shape, Shape::Ring { .. }) { "r" } else { "b" };
    format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><c:lang val="{}"/><c:roundedCorners val="0"/><c:chart><c:autoTitleDeleted val="1"/><c:plotArea><c:layout/>{plot}</c:plotArea><c:legend><c:legendPos val="{side}"/><c:overlay val="0"/></c:legend><c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr><c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="900"><a:solidFill><a:srgbClr val="{}"/></a:solidFill></a:defRPr></a:pPr><a:endParaRPr lang="{}"/></a:p></c:txPr><c:externalData r:id="rId1"><c:autoUpdate val="0"/></c:externalData></c:chartSpace>"#,
        language.tag(),
        ink::SOFT,
        language.tag()
    )
}

const LABEL_TEXT: &str = r#"<c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr><c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="1000" b="1"><a:solidFill><a:srgbClr val="1F211E"/></a:solidFill></a:defRPr></a:pPr><a:endParaRPr lang="en-GB"/></a:p></c:txPr>"#;

/// The data, for those who edit the chart.
pub(super) fn workbook(chart: &Chart) -> Result<Vec<u8>> {
    let write = || -> Result<Vec<u8>, XlsxError> {
        let mut book = Workbook::new();
        // Without a date of its own, a workbook has the time of its making in it.
        if let Ok(day) = ExcelDateTime::from_ymd(2000, 1, 1) {
            book.set_properties(&DocProperties::new().set_creation_datetime(&day));
        }
        let sheet = book.add_worksheet().set_name("Sheet1")?;
        match &chart.shape {
            Shape::Ring { slices, .. } => {
                sheet.write_string(0, 1, short(&chart.title))?;
                for (row, slice) in (1u32..).zip(slices) {
                    sheet.write_string(row, 0, short(&slice.label))?;
                    sheet.write_number(row, 1, slice.count as f64)?;
                }
            }
            Shape::Bars { series, bars } => {
                for (column, (label, _)) in (1u16..).zip(series) {
                    sheet.write_string(0, column, short(label))?;
                }
                for (row, bar) in (1u32..).zip(bars) {
                    sheet.write_string(row, 0, short(&bar.label))?;
                    for (column, count) in (1u16..).zip(&bar.counts) {
                        sheet.write_number(row, column, *count as f64)?;
                    }
                }
            }
        }
        book.save_to_buffer()
    };
    write().map_err(Error::write)
}

fn short(text: &str) -> String {
    text.chars().take(500).collect()
}

fn column(series: usize) -> char {
    char::from(b'B' + series.min(20) as u8)
}

fn series_name(cell: &str, name: &str) -> String {
    format!(
        r#"<c:tx><c:strRef><c:f>Sheet1!{cell}</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>{}</c:v></c:pt></c:strCache></c:strRef></c:tx>"#,
        escape(name)
    )
}

fn categories(labels: &[&str]) -> String {
    let points: Vec<String> = (0..)
        .zip(labels)
        .map(|(at, label): (usize, _)| format!(r#"<c:pt idx="{at}"><c:v>{}</c:v></c:pt>"#, escape(label)))
        .collect();
    format!(
        r#"<c:cat><c:strRef><c:f>Sheet1!$A$2:$A${}</c:f><c:strCache><c:ptCount val="{}"/>{}</c:strCache></c:strRef></c:cat>"#,
        labels.len() + 1,
        labels.len(),
        points.concat()
    )
}

fn values(column: char, counts: &[usize]) -> String {
    let points: Vec<String> = (0..)
        .zip(counts)
        .map(|(at, count): (usize, _)| format!(r#"<c:pt idx="{at}"><c:v>{count}</c:v></c:pt>"#))
        .collect();
    format!(
        r#"<c:val><c:numRef><c:f>Sheet1!${column}$2:${column}${}</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="{}"/>{}</c:numCache></c:numRef></c:val>"#,
        counts.len() + 1,
        counts.len(),
        points.concat()
    )
}

fn fill(tone: Tone) -> String {
    format!(
        r#"<c:spPr><a:solidFill><a:srgbClr val="{}"/></a:solidFill><a:ln w="9525"><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></a:ln></c:spPr>"#,
        tone.colours().fill
    )
}

/// The first bar on top, shares of a hundred along the bottom.
fn axes() -> String {
    let line = format!(
        r#"<c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="{}"/></a:solidFill></a:ln></c:spPr>"#,
        ink::LINE
    );
    format!(
        r#"<c:catAx><c:axId val="1001"/><c:scaling><c:orientation val="maxMin"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>{line}<c:crossAx val="1002"/><c:crosses val="autoZero"/><c:auto val="1"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="0"/></c:catAx><c:valAx><c:axId val="1002"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:majorGridlines>{line}</c:majorGridlines><c:numFmt formatCode="0%" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>{line}<c:crossAx val="1001"/><c:crosses val="max"/></c:valAx>"#
    )
}
