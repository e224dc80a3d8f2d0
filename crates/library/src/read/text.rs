//! The bytes of a file as text that can be parsed and stored.

use crate::log::Log;
use crate::raw::At;

use super::MAX_BYTES;

pub fn of<'a>(bytes: &'a [u8], log: &Log) -> Option<&'a str> {
    if bytes.len() > MAX_BYTES {
        log.problem_at(At::default(), too_large(bytes.len()));
        return None;
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let message = "The file is not UTF-8 text. Save it with the encoding UTF-8.";
            log.problem_at(place(bytes, error.valid_up_to()), message);
            return None;
        }
    };
    if let Some(nul) = text.find('\0') {
        let message = "The file has a NUL character, which cannot be stored. Remove it.";
        log.problem_at(place(bytes, nul), message);
        return None;
    }
    Some(text.trim_start_matches('\u{feff}'))
}

pub fn too_large(size: usize) -> String {
    const MEGABYTE: usize = 1024 * 1024;
    format!("The file is {} MB. The limit is {} MB.", size.div_ceil(MEGABYTE), MAX_BYTES / MEGABYTE)
}

fn place(bytes: &[u8], offset: usize) -> At {
    let before = &bytes[..offset];
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let line = before.split(|&byte| byte == b'\n').count();
    let column = String::from_utf8_lossy(&before[line_start..]).chars().count() + 1;
    At { sheet: None, line: line as u32, column: column as u32 }
}
