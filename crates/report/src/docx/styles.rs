//! The styles of our own document.

use crate::document::ink;
use crate::language::Language;
use crate::xml::put;

pub(super) fn styles(language: Language) -> String {
    let mut xml = format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Calibri"/><w:color w:val="{}"/><w:sz w:val="21"/><w:szCs w:val="21"/><w:lang w:val="{}"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>"#,
        ink::TEXT,
        language.tag()
    );
    for (level, size, before, extra) in
        [(1, 34, 0, "<w:pageBreakBefore/>"), (2, 27, 320, ""), (3, 23, 260, ""), (4, 21, 220, "")]
    {
        let outline = level - 1;
        let paragraph = format!(
            r#"<w:keepNext/><w:keepLines/>{extra}<w:spacing w:before="{before}" w:after="120"/><w:outlineLvl w:val="{outline}"/>"#
        );
        let run = format!(r#"<w:b/><w:color w:val="{}"/><w:sz w:val="{size}"/>"#, ink::ACCENT);
        style(&mut xml, &format!("Heading{level}"), &format!("heading {level}"), &paragraph, &run);
    }
    style(
        &mut xml,
        "Title",
        "Title",
        r#"<w:spacing w:before="0" w:after="600"/>"#,
        &format!(r#"<w:b/><w:color w:val="{}"/><w:sz w:val="60"/>"#, ink::TEXT),
    );
    style(
        &mut xml,
        "Kind",
        "Kind",
        r#"<w:spacing w:before="3200" w:after="160"/>"#,
        &format!(r#"<w:b/><w:color w:val="{}"/><w:sz w:val="26"/>"#, ink::ACCENT),
    );
    style(
        &mut xml,
        "ContentsTitle",
        "Contents title",
        r#"<w:spacing w:before="0" w:after="200"/>"#,
        &format!(r#"<w:b/><w:color w:val="{}"/><w:sz w:val="34"/>"#, ink::ACCENT),
    );
    style(&mut xml, "TOC1", "toc 1", r#"<w:spacing w:before="100" w:after="40"/>"#, "<w:b/>");
    style(&mut xml, "TOC2", "toc 2", r#"<w:spacing w:after="20"/><w:ind w:left="280"/>"#, "");
    style(&mut xml, "Note", "Note", "", &format!(r#"<w:color w:val="{}"/>"#, ink::SOFT));
    style(&mut xml, "Footer", "footer", "", &format!(r#"<w:color w:val="{}"/><w:sz w:val="17"/>"#, ink::SOFT));
    xml.push_str("</w:styles>");
    xml
}

fn style(xml: &mut String, id: &str, name: &str, paragraph: &str, run: &str) {
    put!(
        xml,
        r#"<w:style w:type="paragraph" w:styleId="{id}"><w:name w:val="{name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr>{paragraph}</w:pPr><w:rPr>{run}</w:rPr></w:style>"#
    );
}
