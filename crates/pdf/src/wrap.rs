//! Texts cut into lines.

use crate::font::Face;

/// Lines that are no wider than this. Words break only where they are wider themselves.
pub(crate) fn wrap(face: &Face, size: f32, width: f32, text: &str) -> Vec<String> {
    let width = width / size;
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        let mut used = 0.0;
        for word in paragraph.split_inclusive([' ', '\t']) {
            let bare = word.trim_end_matches([' ', '\t']);
            let needed: f32 = bare.chars().map(|letter| face.advance(letter)).sum();
            if used + needed > width && !line.trim().is_empty() {
                lines.push(end(&mut line));
                used = 0.0;
            }
            for letter in word.chars() {
                let advance = face.advance(letter);
                let is_space = matches!(letter, ' ' | '\t');
                if used + advance > width && !is_space && !line.is_empty() {
                    lines.push(end(&mut line));
                    used = 0.0;
                }
                line.push(letter);
                used += advance;
            }
        }
        if !line.trim().is_empty() || paragraph.is_empty() {
            lines.push(end(&mut line));
        }
    }
    lines
}

fn end(line: &mut String) -> String {
    let kept = line.trim_end().len();
    line.truncate(kept);
    std::mem::take(line)
}

/// As much of a text as fits on a line, with a sign where it is cut.
pub(crate) fn fit(face: &Face, size: f32, width: f32, text: &str) -> String {
    if face.width(text, size) <= width {
        return text.to_owned();
    }
    let room = width - face.width("…", size);
    let mut used = 0.0;
    let fits = |letter: &char| {
        used += face.advance(*letter) * size;
        used <= room
    };
    let mut short: String = text.chars().take_while(fits).collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::Fonts;

    #[test]
    fn lines_are_no_wider_than_asked_for_and_lose_nothing() {
        let fonts = Fonts::load().expect("fonts");
        let face = &fonts.regular;
        for text in
            ["one two three four five six", "Donaudampfschifffahrtsgesellschaftskapitän fährt", "a\n\nb", "", "x 👩‍👩‍👧‍👦 y"]
        {
            for width in [1.0_f32, 30.0, 80.0, 400.0] {
                let lines = wrap(face, 10.0, width, text);
                let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
                assert_eq!(letters(&lines.concat()), letters(text));
                for line in lines.iter().filter(|line| line.chars().count() > 1) {
                    assert!(face.width(line, 10.0) <= width.max(12.0), "{line} in {width}");
                }
            }
        }
        assert_eq!(wrap(face, 10.0, 500.0, "one two\nthree"), ["one two", "three"]);
        assert!(fit(face, 10.0, 40.0, "a very long title").ends_with('…'));
    }
}
