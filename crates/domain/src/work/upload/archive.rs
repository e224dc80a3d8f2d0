//! ZIP files that unpack to far more than their size.
//!
//! Cairn never unpacks them, but people who download them do. Only the directory at the end of the file is read: it
//! describes every entry, and costs nothing to check.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use cairn_engine::{Error, Result};

use super::content::{extension, is_zip_based};

const MAX_ENTRIES: u64 = 10_000;
/// The limit for all entries, unpacked.
const MAX_TOTAL: u64 = 2 * 1024 * 1024 * 1024;
/// From here on, the contents may be at most [`MAX_RATIO`] times as large as the file.
const LARGE: u64 = 100 * 1024 * 1024;
const MAX_RATIO: u64 = 200;
/// Archives are already compressed. A nested one that shrinks this much further consists only of repetition, which is
/// how bombs are nested.
const MAX_NESTED_RATIO: u64 = 10;
const NESTED_FROM: u64 = 4096;
const PACKED: [&str; 12] = ["zip", "7z", "gz", "tgz", "bz2", "xz", "zst", "rar", "jar", "docx", "xlsx", "pptx"];
/// Names are at most 64 KiB by the format, and a directory of honest entries is far smaller.
const MAX_DIRECTORY: u64 = 16 * 1024 * 1024;

/// Refuses a ZIP-based file that would harm whoever unpacks it. Other files pass.
pub fn check_archive(path: &Path, name: &str) -> Result<()> {
    if !is_zip_based(name) {
        return Ok(());
    }
    judge(File::open(path).and_then(|mut file| {
        let size = file.metadata()?.len();
        Ok((size, read_directory(&mut file, size)?))
    }))
}

/// The same for a file that is in memory.
pub fn check_archive_bytes(bytes: &[u8], name: &str) -> Result<()> {
    if !is_zip_based(name) {
        return Ok(());
    }
    let size = bytes.len() as u64;
    judge(read_directory(&mut io::Cursor::new(bytes), size).map(|directory| (size, directory)))
}

fn judge(size_and_entries: io::Result<(u64, Option<Directory>)>) -> Result<()> {
    match size_and_entries {
        Ok((size, Some(directory))) => match problem(size, &directory) {
            None => Ok(()),
            Some(message) => Err(Error::field("file", message)),
        },
        Ok((_, None)) => Err(Error::field("file", "The file is damaged: its directory cannot be read.")),
        Err(error) => Err(Error::internal(format!("cannot read an upload: {error}"))),
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    name: String,
    packed: u64,
    unpacked: u64,
    /// Where its own header begins.
    start: u64,
}

#[derive(Debug)]
struct Directory {
    /// How many entries the file says it has.
    count: u64,
    start: u64,
    entries: Vec<Entry>,
}

fn problem(size: u64, directory: &Directory) -> Option<String> {
    if directory.count > MAX_ENTRIES {
        return Some(format!("The archive has more than {MAX_ENTRIES} entries."));
    }
    let total = directory.entries.iter().fold(0_u64, |total, entry| total.saturating_add(entry.unpacked));
    if total > MAX_TOTAL {
        return Some("The archive would unpack to more than 2 GiB.".to_owned());
    }
    if total > LARGE && total / size.max(1) > MAX_RATIO {
        return Some(format!("The archive would unpack to more than {MAX_RATIO} times its size."));
    }
    if overlaps(directory) {
        return Some("The archive looks malicious: its entries overlap.".to_owned());
    }
    for entry in &directory.entries {
        if escapes(&entry.name) {
            return Some("The archive contains a path that points outside it.".to_owned());
        }
        let nested = PACKED.contains(&extension(&entry.name).as_str());
        if nested && entry.unpacked >= NESTED_FROM && entry.unpacked / entry.packed.max(1) > MAX_NESTED_RATIO {
            return Some("The archive looks malicious: it contains archives made only of repeated data.".to_owned());
        }
    }
    None
}

/// Whether two entries share bytes, or one reaches into the directory.
fn overlaps(directory: &Directory) -> bool {
    const HEADER: u64 = 30;
    let mut spans: Vec<(u64, u64)> = directory
        .entries
        .iter()
        .map(|entry| {
            let least = HEADER + entry.name.len() as u64;
            (entry.start, entry.start.saturating_add(least).saturating_add(entry.packed))
        })
        .collect();
    spans.sort_unstable();
    let ends_late = spans.last().is_some_and(|(_, end)| *end > directory.start);
    ends_late || spans.windows(2).any(|pair| pair[0].1 > pair[1].0)
}

fn escapes(name: &str) -> bool {
    let name = name.replace('\\', "/");
    name.starts_with('/') || name.split('/').any(|part| part == "..") || name.as_bytes().get(1) == Some(&b':')
}

/// Reads the directory; `None` if there is none, or if it is inconsistent.
fn read_directory(file: &mut (impl Read + Seek), size: u64) -> io::Result<Option<Directory>> {
    // The last record stands before a comment of at most 64 KiB; that of large files before it.
    const END: u64 = 22;
    const LOCATOR: u64 = 20;
    let tail_size = size.min(END + LOCATOR + u64::from(u16::MAX));
    let tail = read_at(file, size - tail_size, tail_size)?;
    let Some(end) = find_end(&tail) else { return Ok(None) };
    let mut count = u64::from(u16_at(&tail, end + 10));
    let mut length = u64::from(u32_at(&tail, end + 12));
    let mut start = u64::from(u32_at(&tail, end + 16));
    let on_one_disk = u16_at(&tail, end + 4) == 0 && u16_at(&tail, end + 6) == 0;
    let is_large = count == 0xffff || length == 0xffff_ffff || start == 0xffff_ffff;
    if let Some(locator) =
        end.checked_sub(LOCATOR as usize).filter(|at| is_large && tail[*at..].starts_with(b"PK\x06\x07"))
    {
        let at = u64_at(&tail, locator + 8);
        if at.checked_add(56).is_none_or(|end| end > size) {
            return Ok(None);
        }
        let record = read_at(file, at, 56)?;
        if !record.starts_with(b"PK\x06\x06") {
            return Ok(None);
        }
        (count, length, start) = (u64_at(&record, 32), u64_at(&record, 40), u64_at(&record, 48));
    }
    let fits = start.checked_add(length).is_some_and(|end| end <= size);
    if !on_one_disk || !fits {
        return Ok(None);
    }
    if count > MAX_ENTRIES || length > MAX_DIRECTORY {
        // Enough is known to refuse it; reading on would only help an attacker.
        return Ok(Some(Directory { count: count.max(MAX_ENTRIES + 1), start, entries: Vec::new() }));
    }
    let bytes = read_at(file, start, length)?;
    Ok(read_entries(&bytes, count).map(|entries| Directory { count, start, entries }))
}

/// The last end record whose comment reaches exactly to the end of the file.
fn find_end(tail: &[u8]) -> Option<usize> {
    let last = tail.len().checked_sub(22)?;
    (0..=last)
        .rev()
        .find(|at| tail[*at..].starts_with(b"PK\x05\x06") && at + 22 + usize::from(u16_at(tail, at + 20)) == tail.len())
}

fn read_entries(bytes: &[u8], count: u64) -> Option<Vec<Entry>> {
    let mut entries = Vec::new();
    let mut at = 0;
    while (entries.len() as u64) < count {
        let record = bytes.get(at..)?;
        if record.len() < 46 || !record.starts_with(b"PK\x01\x02") {
            return None;
        }
        let [name, extra, comment] = [28, 30, 32].map(|field| usize::from(u16_at(record, field)));
        let mut entry = Entry {
            name: String::from_utf8_lossy(record.get(46..46 + name)?).into_owned(),
            packed: u64::from(u32_at(record, 20)),
            unpacked: u64::from(u32_at(record, 24)),
            start: u64::from(u32_at(record, 42)),
        };
        read_large_numbers(record.get(46 + name..46 + name + extra)?, &mut entry)?;
        entries.push(entry);
        at += 46 + name + extra + comment;
    }
    // More entries than were counted would escape every check above.
    let rest = bytes.get(at..)?;
    (!rest.starts_with(b"PK\x01\x02")).then_some(entries)
}

/// Numbers that do not fit 32 bits stand in an extra field, in a fixed order, where needed.
fn read_large_numbers(mut extra: &[u8], entry: &mut Entry) -> Option<()> {
    const ELSEWHERE: u64 = 0xffff_ffff;
    while extra.len() >= 4 {
        let (kind, length) = (u16_at(extra, 0), usize::from(u16_at(extra, 2)));
        let field = extra.get(4..4 + length)?;
        if kind == 1 {
            let mut numbers = field.chunks_exact(8).map(|bytes| u64_at(bytes, 0));
            for number in [&mut entry.unpacked, &mut entry.packed, &mut entry.start] {
                if *number == ELSEWHERE {
                    *number = numbers.next()?;
                }
            }
        }
        extra = &extra[4 + length..];
    }
    Some(())
}

fn read_at(file: &mut (impl Read + Seek), at: u64, length: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = vec![0; length as usize];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

// The callers have made sure that the bytes are there.

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    /// A ZIP file whose directory says what it likes; the contents are zeros of the packed size.
    struct Zip {
        local: Vec<u8>,
        directory: Vec<u8>,
        count: u16,
    }

    impl Zip {
        fn new() -> Self {
            Self { local: Vec::new(), directory: Vec::new(), count: 0 }
        }

        fn entry(self, name: &str, packed: u32, unpacked: u32) -> Self {
            let start = self.local.len() as u32;
            self.entry_at(name, packed, unpacked, start, true)
        }

        fn entry_at(mut self, name: &str, packed: u32, unpacked: u32, start: u32, with_content: bool) -> Self {
            if with_content {
                self.local.extend(b"PK\x03\x04");
                self.local.extend([0; 26]);
                self.local.extend(name.as_bytes());
                self.local.extend(vec![0; packed as usize]);
            }
            self.directory.extend(b"PK\x01\x02");
            self.directory.extend([0; 16]);
            self.directory.extend(packed.to_le_bytes());
            self.directory.extend(unpacked.to_le_bytes());
            self.directory.extend((name.len() as u16).to_le_bytes());
            self.directory.extend([0; 12]);
            self.directory.extend(start.to_le_bytes());
            self.directory.extend(name.as_bytes());
            self.count += 1;
            self
        }

        fn bytes(self) -> Vec<u8> {
            let (start, length) = (self.local.len() as u32, self.directory.len() as u32);
            let mut bytes = self.local;
            bytes.extend(self.directory);
            bytes.extend(b"PK\x05\x06\0\0\0\0");
            bytes.extend(self.count.to_le_bytes());
            bytes.extend(self.count.to_le_bytes());
            bytes.extend(length.to_le_bytes());
            bytes.extend(start.to_le_bytes());
            bytes.extend([0, 0]);
            bytes
        }

        fn problem(self) -> Option<String> {
            verdict(&self.bytes())
        }
    }

    fn verdict(bytes: &[u8]) -> Option<String> {
        let size = bytes.len() as u64;
        match read_directory(&mut Cursor::new(bytes), size).unwrap() {
            Some(directory) => problem(size, &directory),
            None => Some("damaged".to_owned()),
        }
    }

    fn refused(zip: Zip, reason: &str) {
        let problem = zip.problem().expect("it should have been refused");
        assert!(problem.contains(reason), "{problem}");
    }

    #[test]
    fn honest_archives_pass() {
        assert_eq!(Zip::new().problem(), None);
        assert_eq!(Zip::new().entry("a.txt", 10, 100).entry("b/inner.zip", 5000, 5100).problem(), None);
        // Text compresses well; below the size that hurts, nobody minds.
        assert_eq!(Zip::new().entry("zeros.log", 1000, 90 * 1024 * 1024).problem(), None);
    }

    #[test]
    fn bombs_are_refused() {
        refused(Zip::new().entry("a", 1000, 101 * 1024 * 1024), "200 times");
        refused(Zip::new().entry("a", 10, 0x7fff_ffff).entry("b", 10, 0x7fff_ffff), "2 GiB");
        refused(Zip::new().entry("lib 0.zip", 2532, 34902), "repeated data");
        refused(Zip::new().entry("../../etc/cron.d/x", 1, 1), "outside");
        refused(Zip::new().entry("C:\\x", 1, 1), "outside");
    }

    #[test]
    fn entries_that_share_bytes_are_refused() {
        let twice = Zip::new().entry("a", 1000, 2000).entry_at("b", 900, 2000, 100, false);
        refused(twice, "overlap");
        let same = Zip::new().entry("a", 1000, 2000).entry_at("a", 1000, 2000, 0, false);
        refused(same, "overlap");
        let into_directory = Zip::new().entry("a", 10, 10).entry_at("b", 5000, 5000, 45, false);
        refused(into_directory, "overlap");
    }

    #[test]
    fn too_many_entries_are_refused_without_reading_them() {
        let mut zip = Zip::new();
        zip.count = 10_001;
        refused(zip, "10000 entries");
    }

    #[test]
    fn a_hidden_entry_beyond_the_count_is_damage() {
        let mut zip = Zip::new().entry("a", 1, 1).entry("b", 1, 1);
        zip.count = 1;
        refused(zip, "damaged");
    }

    #[test]
    fn damaged_files_never_panic() {
        let good = Zip::new().entry("a.txt", 10, 100).entry("b.txt", 5, 5).bytes();
        for length in 0..good.len() {
            assert!(verdict(&good[..length]).is_some(), "cut to {length}");
        }
        for at in 0..good.len() {
            for value in [0, 1, 0x7f, 0xff] {
                let mut broken = good.clone();
                broken[at] = value;
                let _ = verdict(&broken);
            }
        }
    }

    #[test]
    fn large_numbers_are_read_from_their_own_field() {
        let mut entry = Entry { name: "a".into(), packed: 5, unpacked: 0xffff_ffff, start: 0xffff_ffff };
        let mut extra = vec![9, 9, 1, 0, 7, 1, 0, 16, 0];
        extra.extend((1_u64 << 40).to_le_bytes());
        extra.extend((1_u64 << 33).to_le_bytes());
        read_large_numbers(&extra, &mut entry).unwrap();
        assert_eq!((entry.packed, entry.unpacked, entry.start), (5, 1 << 40, 1 << 33));
        entry.unpacked = 0xffff_ffff;
        assert_eq!(read_large_numbers(&[1, 0, 0, 0], &mut entry), None);
    }

    #[test]
    fn only_zip_based_names_are_looked_into() {
        assert!(check_archive(Path::new("/nowhere"), "a.pdf").is_ok());
        assert!(check_archive(Path::new("/nowhere"), "a.docx").is_err());
    }
}
