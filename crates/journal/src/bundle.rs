//! A journal in one file: JSON lines, compressed with gzip or not.
//!
//! The first line says what the file is. Then come the entries in the order of the tree, each head
//! after the last entry that it covers. Every line is in canonical form and wrapped in one member
//! that says what it is, so that no byte of a bundle can change without being noticed.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use serde::Deserialize;

use crate::canonical::Object;
use crate::verifier::{Failure, Report, Seen, Verifier};
use crate::{Body, Check, Content, Frame, Hash, Head, Salt, Sealed};

const FORMAT: &str = "cairn-journal";
/// What bundles had from the beginning, and what they have since entries can be without what they said of a person.
/// A bundle says the lowest that can read it, so that old checkers accept what they know and refuse the rest by name.
const VERSION: u32 = 1;
const VERSION_OF_ERASURES: u32 = 2;
/// Longer than any entry can be; a line that does not end must not fill the memory.
const LONGEST_LINE: u64 = 64 * 1024 * 1024;

/// Writes a bundle.
pub struct Writer<W: Write> {
    sink: Sink<W>,
    line: Vec<u8>,
}

enum Sink<W: Write> {
    Plain(BufWriter<W>),
    Gzip(Box<GzEncoder<BufWriter<W>>>),
}

impl<W: Write> Writer<W> {
    pub fn new(out: W, gzip: bool, header: &Header) -> io::Result<Self> {
        let out = BufWriter::with_capacity(64 * 1024, out);
        let sink =
            if gzip { Sink::Gzip(Box::new(GzEncoder::new(out, Compression::default()))) } else { Sink::Plain(out) };
        let mut writer = Self { sink, line: Vec::with_capacity(4096) };
        writer.wrapped("journal", |line| header.write(line))?;
        Ok(writer)
    }

    pub fn entry(&mut self, sealed: &Sealed) -> io::Result<()> {
        self.wrapped("entry", |line| sealed.write(line))
    }

    pub fn head(&mut self, head: &Head) -> io::Result<()> {
        self.wrapped("head", |line| head.write(line))
    }

    /// Writes what is left, and gives back what was written to.
    pub fn finish(self) -> io::Result<W> {
        let out = match self.sink {
            Sink::Plain(out) => out,
            Sink::Gzip(encoder) => encoder.finish()?,
        };
        out.into_inner().map_err(io::IntoInnerError::into_error)
    }

    fn wrapped(&mut self, word: &str, write: impl FnOnce(&mut Vec<u8>)) -> io::Result<()> {
        self.line.clear();
        wrap(&mut self.line, word, write);
        self.line.push(b'\n');
        match &mut self.sink {
            Sink::Plain(out) => out.write_all(&self.line),
            Sink::Gzip(out) => out.write_all(&self.line),
        }
    }
}

fn wrap(out: &mut Vec<u8>, word: &str, write: impl FnOnce(&mut Vec<u8>)) {
    out.extend_from_slice(b"{\"");
    out.extend_from_slice(word.as_bytes());
    out.extend_from_slice(b"\":");
    write(out);
    out.push(b'}');
}

/// Checks a bundle with nothing but itself and what was seen before.
pub fn verify(bundle: impl Read, seen: Seen) -> Result<Report, Failure> {
    let mut verifier = Verifier::new(seen);
    let mut lines = Lines::new(bundle).map_err(|_| verifier.fail(Check::Header))?;
    let header = lines.next().ok().flatten().and_then(header).ok_or_else(|| verifier.fail(Check::Header))?;
    verifier.announce(header.size, header.horizon);
    let knows = |sealed: &Sealed| header.has_erasures || sealed.body.replaced().is_none();
    loop {
        let line = match lines.next() {
            Ok(Some(line)) => line,
            Ok(None) => return verifier.finish(),
            Err(_) => return Err(verifier.fail(Check::Form)),
        };
        if line.starts_with(b"{\"head\":") {
            verifier.head(&head(line).ok_or_else(|| verifier.fail_head(Check::Form))?)?;
        } else {
            verifier.entry(&entry(line).filter(knows).ok_or_else(|| verifier.fail(Check::Form))?)?;
        }
    }
}

/// The lines of a file that may be compressed.
struct Lines<'a> {
    input: Box<dyn BufRead + 'a>,
    line: Vec<u8>,
}

impl<'a> Lines<'a> {
    fn new(input: impl Read + 'a) -> io::Result<Self> {
        let mut input = BufReader::with_capacity(64 * 1024, input);
        let is_gzip = input.fill_buf()?.starts_with(&[0x1f, 0x8b]);
        let input: Box<dyn BufRead + 'a> =
            if is_gzip { Box::new(BufReader::new(MultiGzDecoder::new(input))) } else { Box::new(input) };
        Ok(Self { input, line: Vec::new() })
    }

    /// The next line without its end. The last one has an end too, or it was cut off.
    fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.line.clear();
        let read = (&mut self.input).take(LONGEST_LINE).read_until(b'\n', &mut self.line)?;
        match self.line.pop() {
            None if read == 0 => Ok(None),
            Some(b'\n') => Ok(Some(&self.line)),
            _ => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

/// What a bundle says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// How many entries it has.
    pub size: u64,
    /// Up to which time content was removed.
    pub horizon: Option<String>,
    pub exported_at: String,
    /// Whether what entries said of people was erased.
    pub has_erasures: bool,
}

impl Header {
    fn write(&self, out: &mut Vec<u8>) {
        Object::new(out)
            .text("exported_at", &self.exported_at)
            .text("format", FORMAT)
            .optional("horizon", self.horizon.as_deref())
            .number("size", self.size)
            .number("version", if self.has_erasures { VERSION_OF_ERASURES } else { VERSION })
            .end();
    }
}

/// The format need not be looked at, nor a version that we do not know: such a line is not written again alike.
fn header(line: &[u8]) -> Option<Header> {
    #[derive(Deserialize)]
    struct Wrapped {
        journal: Members,
    }
    #[derive(Deserialize)]
    struct Members {
        exported_at: String,
        horizon: Option<String>,
        size: u64,
        version: u32,
    }
    let Members { exported_at, horizon, size, version } = serde_json::from_slice::<Wrapped>(line).ok()?.journal;
    let header = Header { size, horizon, exported_at, has_erasures: version == VERSION_OF_ERASURES };
    same(line, "journal", |out| header.write(out)).then_some(header)
}

fn head(line: &[u8]) -> Option<Head> {
    #[derive(Deserialize)]
    struct Wrapped {
        head: Head,
    }
    let head = serde_json::from_slice::<Wrapped>(line).ok()?.head;
    same(line, "head", |out| head.write(out)).then_some(head)
}

/// Every member that an entry can have. Whether it has the right ones shows when it is written
/// again and compared.
#[derive(Deserialize)]
struct Line {
    index: u64,
    hash: Hash,
    seq: i64,
    at: String,
    kind: String,
    resource: String,
    object_id: Option<String>,
    folder: Option<String>,
    origin: String,
    actor: Option<String>,
    token: Option<String>,
    request: Option<String>,
    content: Option<Hash>,
    salt: Option<String>,
    actor_label: Option<String>,
    object_name: Option<String>,
    address: Option<String>,
    changes: Option<String>,
    state: Option<String>,
}

fn entry(text: &[u8]) -> Option<Sealed> {
    #[derive(Deserialize)]
    struct Wrapped {
        entry: Line,
    }
    let line = serde_json::from_slice::<Wrapped>(text).ok()?.entry;
    let content = match line.salt {
        Some(salt) => Some(Content {
            salt: Salt::parse(&salt)?,
            actor_label: line.actor_label?,
            object_name: line.object_name,
            address: line.address,
            changes: line.changes?,
            state: line.state,
        }),
        None => None,
    };
    let body = match (line.content, content) {
        (None, content) => Body::Whole(content?),
        (Some(hash), None) => Body::Pruned(hash),
        (Some(sealed), Some(content)) => Body::Erased { sealed, content },
    };
    let frame = Frame {
        seq: line.seq,
        at: line.at,
        kind: line.kind,
        resource: line.resource,
        object_id: line.object_id,
        folder: line.folder,
        origin: line.origin,
        actor: line.actor,
        token: line.token,
        request: line.request,
    };
    let sealed = Sealed { index: line.index, hash: line.hash, frame, body };
    same(text, "entry", |out| sealed.write(out)).then_some(sealed)
}

/// Whether a line is exactly what we would write.
fn same(line: &[u8], word: &str, write: impl FnOnce(&mut Vec<u8>)) -> bool {
    let mut again = Vec::with_capacity(line.len());
    wrap(&mut again, word, write);
    again == line
}
