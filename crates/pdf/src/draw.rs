//! Pages, drawn by krilla.

use std::collections::HashMap;
use std::num::{NonZeroU16, NonZeroU32};

use cairn_report::document::{Document, ink};
use cairn_report::{Error, Result, words};
use chrono::{Datelike, NaiveDate};
use krilla::SerializeSettings;
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::color::rgb;
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Point, Rect};
use krilla::metadata::{DateTime, Metadata};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::tagging::{
    Artifact, ArtifactType, ContentTag, Identifier, Node, SpanTag, TableHeaderScope, Tag, TagGroup, TagTree,
};

use crate::font::Fonts;
use crate::layout::Laid;
use crate::page::{HEIGHT, Heading, INNER, Item, Kind, Look, MARGIN, Pages, Shape, Tagged, WIDTH};
use crate::wrap::fit;

pub(crate) fn draw(document: &Document, laid: Laid, fonts: &Fonts, made_on: NaiveDate) -> Result<Vec<u8>> {
    let Laid { mut pages, front } = laid;
    footers(&mut pages, document, fonts);
    let settings = SerializeSettings { enable_tagging: true, ..SerializeSettings::default() };
    let mut file = krilla::Document::new_with(settings);
    let mut known: HashMap<usize, Vec<Identifier>> = HashMap::new();
    let size = || PageSettings::from_wh(WIDTH, HEIGHT).ok_or_else(|| Error::Write("a page without size".to_owned()));
    for items in &pages.all {
        let mut page = file.start_page_with(size()?);
        let mut surface = page.surface();
        for run in items.chunk_by(|a, b| a.content.is_some() && a.content == b.content) {
            if matches!(run[0].shape, Shape::Link { .. }) {
                continue;
            }
            let id = surface.start_tagged(tag_of(&run[0]));
            for item in run {
                shape(&mut surface, &item.shape, fonts);
            }
            surface.end_tagged();
            if let Some(content) = run[0].content {
                known.entry(content).or_default().push(id);
            }
        }
        surface.finish();
        for item in items {
            if let (Some((link, alt)), Some(content)) = (link(&item.shape, &pages.headings, front), item.content) {
                let id = page.add_tagged_annotation(Annotation::new_link(link, Some(alt)));
                known.entry(content).or_default().push(id);
            }
        }
        page.finish();
    }
    file.set_outline(outline(&pages.headings, front));
    file.set_metadata(metadata(document, made_on));
    let mut tree = TagTree::new().with_lang(Some(document.language.tag().to_owned()));
    for tagged in pages.tree {
        for node in nodes(tagged, &mut known) {
            tree.push(node);
        }
    }
    file.set_tag_tree(tree);
    file.finish().map_err(|error| Error::Write(format!("{error:?}")))
}

/// The title and the number of the page, on all pages but the first.
fn footers(pages: &mut Pages, document: &Document, fonts: &Fonts) {
    let count = pages.all.len();
    let look = Look::new(false, 7.5, ink::SOFT);
    let title = fit(&fonts.regular, look.size, INNER - 90.0, &document.title);
    for (at, items) in pages.all.iter_mut().enumerate().skip(1) {
        let page = document.language.say(words::PAGE);
        let number = format!("{page} {} / {count}", at + 1);
        let right = WIDTH - MARGIN - fonts.regular.width(&number, look.size);
        let y = HEIGHT - 36.0;
        let colour = ink::LINE.into();
        items.push(Item {
            shape: Shape::Rect { x: MARGIN, y: y - 16.0, width: INNER, height: 0.5, colour },
            content: None,
        });
        for (x, text) in [(MARGIN, title.clone()), (right, number)] {
            let Look { is_strong, size, colour } = look;
            items.push(Item { shape: Shape::Text { x, y, text, is_strong, size, colour }, content: None });
        }
    }
}

fn tag_of(item: &Item) -> ContentTag<'static> {
    match (item.content, &item.shape) {
        (None, Shape::Text { .. }) => ContentTag::Artifact(Artifact::with_kind(ArtifactType::PaginationOther)),
        (None, _) => ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)),
        (Some(_), Shape::Text { .. }) => ContentTag::Span(SpanTag::empty()),
        (Some(_), _) => ContentTag::Other,
    }
}

fn shape(surface: &mut Surface, shape: &Shape, fonts: &Fonts) {
    let fill = |colour: &str| Some(Fill { paint: self::colour(colour).into(), ..Fill::default() });
    match shape {
        Shape::Text { x, y, text, is_strong, size, colour } => {
            let face = fonts.face(*is_strong);
            surface.set_fill(fill(colour));
            surface.draw_glyphs(Point::from_xy(*x, *y), &face.glyphs(text), face.font.clone(), text, *size, false);
        }
        Shape::Rect { x, y, width, height, colour } => {
            let Some(rect) = Rect::from_xywh(*x, *y, *width, *height) else { return };
            let mut path = PathBuilder::new();
            path.push_rect(rect);
            surface.set_fill(fill(colour));
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
        Shape::Arc { x, y, radius, from, to, colour } => {
            surface.set_fill(fill(colour));
            if let Some(path) = arc(*x, *y, *radius, *from, *to) {
                surface.draw_path(&path);
            }
        }
        Shape::Link { .. } => {}
    }
}

/// A part of a ring: along the outside, and back along the inside.
fn arc(x: f32, y: f32, radius: f32, from: f32, to: f32) -> Option<Path> {
    const HOLE: f32 = 0.6;
    let mut path = PathBuilder::new();
    let (start_x, start_y) = on_circle(x, y, radius, from);
    path.move_to(start_x, start_y);
    curve(&mut path, (x, y), radius, from, to);
    let (inner_x, inner_y) = on_circle(x, y, radius * HOLE, to);
    path.line_to(inner_x, inner_y);
    curve(&mut path, (x, y), radius * HOLE, to, from);
    path.close();
    path.finish()
}

fn on_circle(x: f32, y: f32, radius: f32, turn: f32) -> (f32, f32) {
    let (sine, cosine) = (turn * std::f32::consts::TAU).sin_cos();
    (x + sine * radius, y - cosine * radius)
}

/// Along a circle, in steps that are short enough for curves to follow it.
fn curve(path: &mut PathBuilder, (x, y): (f32, f32), radius: f32, from: f32, to: f32) {
    const STEPS: u8 = 16;
    let step = (to - from) / f32::from(STEPS);
    let handle = radius * 4.0 / 3.0 * (step * std::f32::consts::TAU / 4.0).tan();
    for number in 0..STEPS {
        let (begin, end) = (from + f32::from(number) * step, from + f32::from(number + 1) * step);
        let ((begin_x, begin_y), (end_x, end_y)) = (on_circle(x, y, radius, begin), on_circle(x, y, radius, end));
        let direction = |turn: f32| {
            let (sine, cosine) = (turn * std::f32::consts::TAU).sin_cos();
            (cosine * handle, sine * handle)
        };
        let ((out_x, out_y), (in_x, in_y)) = (direction(begin), direction(end));
        path.cubic_to(begin_x + out_x, begin_y + out_y, end_x - in_x, end_y - in_y, end_x, end_y);
    }
}

fn colour(digits: &str) -> rgb::Color {
    let value = u32::from_str_radix(digits, 16).unwrap_or_default();
    let [_, red, green, blue] = value.to_be_bytes();
    rgb::Color::new(red, green, blue)
}

fn link(shape: &Shape, headings: &[Heading], front: usize) -> Option<(LinkAnnotation, String)> {
    let Shape::Link { x, y, width, height, heading } = shape else { return None };
    let heading = headings.get(*heading)?;
    let rect = Rect::from_xywh(*x, *y, *width, *height)?;
    Some((LinkAnnotation::new(rect, Target::Destination(place(heading, front).into())), heading.text.clone()))
}

fn place(heading: &Heading, front: usize) -> XyzDestination {
    XyzDestination::new(front + heading.page, Point::from_xy(0.0, (heading.y - 8.0).max(0.0)))
}

/// The headings, for the side of a viewer.
fn outline(headings: &[Heading], front: usize) -> Outline {
    let mut outline = Outline::new();
    // The headings that are open, the deepest last.
    let mut open: Vec<(u8, OutlineNode)> = Vec::new();
    let close = |open: &mut Vec<(u8, OutlineNode)>, outline: &mut Outline| {
        if let Some((_, node)) = open.pop() {
            match open.last_mut() {
                Some((_, parent)) => parent.push_child(node),
                None => outline.push_child(node),
            }
        }
    };
    for heading in headings {
        while open.last().is_some_and(|(level, _)| *level >= heading.level) {
            close(&mut open, &mut outline);
        }
        open.push((heading.level, OutlineNode::new(heading.text.clone(), place(heading, front))));
    }
    while !open.is_empty() {
        close(&mut open, &mut outline);
    }
    outline
}

fn metadata(document: &Document, made_on: NaiveDate) -> Metadata {
    let date = DateTime::new(u16::try_from(made_on.year()).unwrap_or_default())
        .month(made_on.month() as u8)
        .day(made_on.day() as u8);
    Metadata::new()
        .title(document.title.clone())
        .description(document.kind.clone())
        .language(document.language.tag().to_owned())
        .creator("Cairn".to_owned())
        .creation_date(date)
}

/// The structure, with the contents as krilla knows them. Groups of nothing are left out.
fn nodes(tagged: Tagged, known: &mut HashMap<usize, Vec<Identifier>>) -> Vec<Node> {
    match tagged {
        Tagged::Content(content) => known.remove(&content).unwrap_or_default().into_iter().map(Node::from).collect(),
        Tagged::Group(kind, children) => {
            let children: Vec<Node> = children.into_iter().flat_map(|child| nodes(child, known)).collect();
            let is_cell = matches!(kind, Kind::Cell { .. } | Kind::HeadCell);
            if children.is_empty() && !is_cell {
                return Vec::new();
            }
            vec![group(kind, children).into()]
        }
    }
}

fn group(kind: Kind, children: Vec<Node>) -> TagGroup {
    match kind {
        Kind::Title => TagGroup::with_children(Tag::Title, children),
        Kind::Heading(level, text) => {
            let level = NonZeroU16::new(u16::from(level)).unwrap_or(NonZeroU16::MIN);
            TagGroup::with_children(Tag::Hn(level, Some(text)), children)
        }
        Kind::Paragraph => TagGroup::with_children(Tag::P, children),
        Kind::Figure(told) => TagGroup::with_children(Tag::Figure(Some(told)), children),
        Kind::Table => TagGroup::with_children(Tag::Table, children),
        Kind::Row => TagGroup::with_children(Tag::TR, children),
        Kind::HeadCell => TagGroup::with_children(Tag::TH(TableHeaderScope::Column), children),
        Kind::Cell { span } => {
            let span = NonZeroU32::new(span as u32).filter(|span| span.get() > 1);
            TagGroup::with_children(Tag::TD.with_col_span(span), children)
        }
        Kind::Contents => TagGroup::with_children(Tag::TOC, children),
        Kind::Entry => TagGroup::with_children(Tag::TOCI, children),
        Kind::Link => TagGroup::with_children(Tag::Link, children),
    }
}
