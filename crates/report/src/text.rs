//! Texts of people on their way into files.

use crate::xml::put;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Without what neither XML nor a reader can take: control characters, and the two code points that are none.
pub fn clean(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\r' if letters.peek() == Some(&'\n') => {}
            '\r' | '\u{2028}' | '\u{2029}' => clean.push('\n'),
            '\n' | '\t' => clean.push(letter),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            // Marks that turn the direction of what follows, beyond the end of the text.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            letter => clean.push(letter),
        }
    }
    clean
}

/// Markdown as a plain text of lines: lists keep their marks, links their addresses.
pub fn plain(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    // Of each list that is open: the number of the next item, if it has numbers.
    let mut lists: Vec<Option<u64>> = Vec::new();
    let mut links: Vec<(String, usize)> = Vec::new();
    let markdown = clean(markdown);
    for event in Parser::new_ext(&markdown, Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES) {
        match event {
            Event::Text(part) | Event::Code(part) | Event::Html(part) | Event::InlineHtml(part) => text.push_str(&part),
            Event::SoftBreak | Event::HardBreak => text.push('\n'),
            Event::Rule => end_line(&mut text),
            Event::Start(Tag::List(first)) => lists.push(first),
            Event::End(TagEnd::List(_)) => drop(lists.pop()),
            Event::Start(Tag::Item) => {
                end_line(&mut text);
                (1..lists.len()).for_each(|_| text.push_str("  "));
                match lists.last_mut() {
                    Some(Some(number)) => {
                        put!(text, "{number}. ");
                        *number = number.saturating_add(1);
                    }
                    _ => text.push_str("• "),
                }
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                links.push((dest_url.to_string(), text.len()));
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                if let Some((address, from)) = links.pop()
                    && !address.is_empty()
                    && text.get(from..) != Some(&*address)
                {
                    put!(text, " ({address})");
                }
            }
            Event::End(TagEnd::TableCell) => text.push('\t'),
            Event::End(
                TagEnd::Paragraph
                | TagEnd::Heading(_)
                | TagEnd::CodeBlock
                | TagEnd::Item
                | TagEnd::TableRow
                | TagEnd::TableHead
                | TagEnd::BlockQuote(_),
            ) => end_line(&mut text),
            _ => {}
        }
    }
    text.truncate(text.trim_end().len());
    text
}

fn end_line(text: &mut String) {
    let kept = text.trim_end_matches([' ', '\t', '\n']).len();
    text.truncate(kept);
    if !text.is_empty() {
        text.push('\n');
    }
}

/// A text that a spreadsheet would run as a formula gets a mark in front that stops it.
pub fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_lines() {
        let markdown = "# Title\n\nSome **bold** and `code`.\nSecond line\n\n- one\n- two\n  1. a\n  2. b\n\n[here](https://x.org) <https://y.org>";
        assert_eq!(
            plain(markdown),
            "Title\nSome bold and code.\nSecond line\n• one\n• two\n  1. a\n  2. b\nhere (https://x.org) https://y.org"
        );
        assert_eq!(plain("A & B < C"), "A & B < C");
        assert_eq!(plain(""), "");
    }

    #[test]
    fn what_no_file_can_hold_is_left_out() {
        assert_eq!(clean("a\u{0}b\u{1b}[0m\r\nc\rd\u{ffff}\u{202e}e"), "ab[0m\nc\nde");
    }

    #[test]
    fn formulas_are_marked() {
        assert_eq!(harmless("=1+1"), "'=1+1");
        assert_eq!(harmless("1+1"), "1+1");
    }
}
