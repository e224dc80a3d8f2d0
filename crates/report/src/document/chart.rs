//! Charts, as data. Each kind of file draws them in its own way.

use super::Tone;

#[derive(Clone, Debug)]
pub struct Chart {
    pub title: String,
    pub shape: Shape,
    /// What it shows, in words.
    pub description: String,
}

#[derive(Clone, Debug)]
pub enum Shape {
    /// Parts of a whole.
    Ring { slices: Vec<Slice>, centre: String },
    /// One bar for each section, of parts that add up to its whole.
    Bars { series: Vec<(String, Tone)>, bars: Vec<Bar> },
}

#[derive(Clone, Debug)]
pub struct Slice {
    pub label: String,
    pub count: usize,
    pub tone: Tone,
}

#[derive(Clone, Debug)]
pub struct Bar {
    pub label: String,
    /// One for each series.
    pub counts: Vec<usize>,
}
