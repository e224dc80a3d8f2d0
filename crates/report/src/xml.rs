//! XML and HTML, written by hand.

use crate::text::clean;

/// Writes into a string, which never fails.
macro_rules! put {
    ($to:expr, $($text:tt)*) => {{
        use std::fmt::Write as _;
        let _ = write!($to, $($text)*);
    }};
}
pub(crate) use put;

/// A text as it stands between tags and in attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in clean(text).chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}
