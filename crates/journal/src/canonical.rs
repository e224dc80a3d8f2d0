//! JSON with exactly one form: members sorted by name, no white space, and only those characters
//! escaped that must be (RFC 8785, for the texts and whole numbers that occur here).

use std::io::Write;

/// An object in the making. Its members must be given in the order of their names.
pub(crate) struct Object<'a> {
    out: &'a mut Vec<u8>,
    #[cfg(debug_assertions)]
    last: &'static str,
    begun: bool,
}

impl<'a> Object<'a> {
    pub fn new(out: &'a mut Vec<u8>) -> Self {
        out.push(b'{');
        Self {
            out,
            #[cfg(debug_assertions)]
            last: "",
            begun: false,
        }
    }

    pub fn text(&mut self, name: &'static str, text: &str) -> &mut Self {
        self.name(name);
        // Writing to a Vec cannot fail, and every text has a JSON form.
        let _ = serde_json::to_writer(&mut *self.out, text);
        self
    }

    pub fn optional(&mut self, name: &'static str, text: Option<&str>) -> &mut Self {
        match text {
            Some(text) => self.text(name, text),
            None => {
                self.name(name);
                self.out.extend_from_slice(b"null");
                self
            }
        }
    }

    pub fn number(&mut self, name: &'static str, number: impl std::fmt::Display) -> &mut Self {
        self.name(name);
        let _ = write!(self.out, "{number}");
        self
    }

    pub fn end(&mut self) {
        self.out.push(b'}');
    }

    fn name(&mut self, name: &'static str) {
        #[cfg(debug_assertions)]
        {
            assert!(self.last < name, "{name} comes after {} in canonical JSON", self.last);
            self.last = name;
        }
        if self.begun {
            self.out.push(b',');
        }
        self.begun = true;
        self.out.push(b'"');
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"\":");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_must_be_escaped_is() {
        let mut out = Vec::new();
        Object::new(&mut out)
            .text("a", "\"\\\u{8}\u{c}\n\r\t\u{1}\u{1f}\u{7f}é😀/")
            .optional("b", None)
            .number("c", -7)
            .end();
        let expected = "{\"a\":\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f\u{7f}é😀/\",\"b\":null,\"c\":-7}";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
