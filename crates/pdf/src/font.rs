//! The two faces of a report, and how wide their letters are.

use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};

const REGULAR: &[u8] = include_bytes!("../fonts/Inter-Regular.otf");
const STRONG: &[u8] = include_bytes!("../fonts/Inter-SemiBold.otf");
/// Letters before this one are common: Latin, Greek and Cyrillic.
const COMMON: u32 = 0x0500;
/// Stands for a letter that the font does not have.
const BOX: char = '□';

pub(crate) struct Fonts {
    pub(crate) regular: Face,
    pub(crate) strong: Face,
}

pub(crate) struct Face {
    pub(crate) font: Font,
    reader: FontRef<'static>,
    metrics: GlyphMetrics<'static>,
    units: f32,
    missing: skrifa::GlyphId,
    /// The widths of the commonest letters, which are asked for again and again.
    common: Vec<f32>,
}

impl Fonts {
    pub(crate) fn load() -> Option<Self> {
        Some(Self { regular: Face::load(REGULAR)?, strong: Face::load(STRONG)? })
    }

    pub(crate) fn face(&self, is_strong: bool) -> &Face {
        if is_strong { &self.strong } else { &self.regular }
    }
}

impl Face {
    fn load(bytes: &'static [u8]) -> Option<Self> {
        let reader = FontRef::new(bytes).ok()?;
        let font = Font::new(bytes.into(), 0)?;
        let metrics = reader.glyph_metrics(Size::unscaled(), LocationRef::default());
        let missing = reader.charmap().map(BOX)?;
        let units = font.units_per_em();
        let mut face = Self { font, reader, metrics, units, missing, common: Vec::new() };
        face.common = (0..COMMON).map(|code| char::from_u32(code).map_or(0.0, |letter| face.advance(letter))).collect();
        Some(face)
    }

    fn glyph(&self, letter: char) -> Option<skrifa::GlyphId> {
        // Joiners, variation selectors and other marks without a look of their own.
        let is_invisible = matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ad}')
            || letter.is_control();
        (!is_invisible).then(|| self.reader.charmap().map(letter).unwrap_or(self.missing))
    }

    /// The width of a letter of size 1.
    pub(crate) fn advance(&self, letter: char) -> f32 {
        if let Some(advance) = self.common.get(letter as usize) {
            return *advance;
        }
        let glyph = self.glyph(if letter == '\t' { ' ' } else { letter });
        glyph.and_then(|glyph| self.metrics.advance_width(glyph)).unwrap_or_default() / self.units
    }

    pub(crate) fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().map(|letter| self.advance(letter)).sum::<f32>() * size
    }

    /// What is drawn for a text. Invisible letters belong to the one before them.
    pub(crate) fn glyphs(&self, text: &str) -> Vec<KrillaGlyph> {
        let mut glyphs: Vec<KrillaGlyph> = Vec::with_capacity(text.len());
        for (at, letter) in text.char_indices() {
            let range = at..at + letter.len_utf8();
            match (self.glyph(if letter == '\t' { ' ' } else { letter }), glyphs.last_mut()) {
                (Some(glyph), _) => {
                    let glyph = GlyphId::new(glyph.to_u32());
                    glyphs.push(KrillaGlyph::new(glyph, self.advance(letter), 0.0, 0.0, 0.0, range, None));
                }
                (None, Some(before)) => before.text_range.end = range.end,
                (None, None) => {}
            }
        }
        glyphs
    }
}
