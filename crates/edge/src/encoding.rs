//! The encodings: which one a client prefers, and how each is made.

use std::io::{self, Write};

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Where the time for one more percent is no longer worth it.
const GZIP_LEVEL: u32 = 5;
const BROTLI_LEVEL: u32 = 4;
const ZSTD_LEVEL: i32 = 3;
/// Two to this power is how far brotli looks back; its memory goes with it.
const BROTLI_WINDOW: u32 = 19;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Zstd,
    Brotli,
    Gzip,
}

impl Encoding {
    /// The best first.
    const ALL: [Self; 3] = [Self::Zstd, Self::Brotli, Self::Gzip];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Zstd => "zstd",
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// What an `Accept-Encoding` header asks for: the highest weight, and of equal ones the best.
    pub fn preferred(header: &str) -> Option<Self> {
        let mut best = None;
        for encoding in Self::ALL {
            let weight = weight(header, encoding.word());
            if weight > best.map_or(0, |(weight, _)| weight) {
                best = Some((weight, encoding));
            }
        }
        best.map(|(_, encoding)| encoding)
    }

    /// Compresses what is there as a whole.
    pub fn compress(self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        if self == Self::Zstd {
            // Told the size, it takes tables of that size: for a small answer this is most of the work.
            return zstd::bulk::compress(bytes, ZSTD_LEVEL);
        }
        let mut encoder = Encoder::new(self)?;
        encoder.write(bytes)?;
        encoder.finish()
    }
}

/// The weight in thousandths that a header gives an encoding; 0 where it is not accepted.
fn weight(header: &str, encoding: &str) -> u32 {
    let mut of_others = 0;
    for part in header.split(',') {
        let mut words = part.split(';').map(str::trim);
        let name = words.next().unwrap_or_default();
        let given = words.find_map(|word| word.strip_prefix("q=").or_else(|| word.strip_prefix("Q=")));
        let weight = given.map_or(1.0, |text| text.trim().parse::<f32>().unwrap_or(0.0)).clamp(0.0, 1.0);
        let weight = (weight * 1000.0) as u32;
        if name.eq_ignore_ascii_case(encoding) {
            return weight;
        }
        if name == "*" {
            of_others = weight;
        }
    }
    of_others
}

/// Compresses what comes in pieces.
pub enum Encoder {
    Zstd(zstd::stream::write::Encoder<'static, Vec<u8>>),
    Brotli(Box<brotli::CompressorWriter<Vec<u8>>>),
    Gzip(Box<GzEncoder<Vec<u8>>>),
}

impl Encoder {
    pub fn new(encoding: Encoding) -> io::Result<Self> {
        Ok(match encoding {
            Encoding::Zstd => Self::Zstd(zstd::stream::write::Encoder::new(Vec::new(), ZSTD_LEVEL)?),
            Encoding::Brotli => {
                Self::Brotli(Box::new(brotli::CompressorWriter::new(Vec::new(), 4096, BROTLI_LEVEL, BROTLI_WINDOW)))
            }
            Encoding::Gzip => Self::Gzip(Box::new(GzEncoder::new(Vec::new(), Compression::new(GZIP_LEVEL)))),
        })
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Zstd(encoder) => encoder.write_all(bytes),
            Self::Brotli(encoder) => encoder.write_all(bytes),
            Self::Gzip(encoder) => encoder.write_all(bytes),
        }
    }

    /// What is ready so far.
    pub fn take(&mut self) -> Bytes {
        let ready = match self {
            Self::Zstd(encoder) => encoder.get_mut(),
            Self::Brotli(encoder) => encoder.get_mut(),
            Self::Gzip(encoder) => encoder.get_mut(),
        };
        std::mem::take(ready).into()
    }

    pub fn finish(self) -> io::Result<Vec<u8>> {
        match self {
            Self::Zstd(encoder) => encoder.finish(),
            Self::Brotli(encoder) => Ok(encoder.into_inner()),
            Self::Gzip(encoder) => encoder.finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_client_chooses_and_we_choose_among_equals() {
        for (header, expected) in [
            ("gzip, deflate, br, zstd", Some(Encoding::Zstd)),
            ("gzip, deflate, br", Some(Encoding::Brotli)),
            ("gzip;q=1.0, br;q=0.5", Some(Encoding::Gzip)),
            ("GZIP", Some(Encoding::Gzip)),
            ("*", Some(Encoding::Zstd)),
            ("zstd;q=0, *;q=0.1", Some(Encoding::Brotli)),
            ("identity", None),
            ("gzip;q=0", None),
            ("gzip; q=nonsense", None),
            ("", None),
        ] {
            assert_eq!(Encoding::preferred(header), expected, "{header}");
        }
    }
}
