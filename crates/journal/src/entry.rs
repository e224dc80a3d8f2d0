//! A journal entry, in the one form that is hashed.
//!
//! An entry has two parts. The frame says when, what kind of thing, by whom (as ids) and to what;
//! the content has names, addresses, what changed and the state. The leaf is the frame with the
//! hash of the content in it. So the content can be removed when it has become too old to keep,
//! and frame, place and tree still hold. The content has a random salt, which goes with it:
//! without that, someone could guess a removed name or address and see the hash agree.
//!
//! `changes` and `state` are texts here, exactly as they are stored: how a database or a language
//! writes numbers or orders members cannot matter then.

use std::fmt;

use crate::canonical::Object;
use crate::hash::unhex;
use crate::{Hash, tree};

/// Sixteen random bytes; in text, 32 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Salt(pub [u8; 16]);

impl fmt::Display for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Salt {
    pub fn from_slice(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    pub fn parse(text: &str) -> Option<Self> {
        unhex(text).map(Self)
    }
}

/// What stays of an entry for ever. Ids are lower-case UUIDs, the time is RFC 3339 in UTC with
/// six decimals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    pub seq: i64,
    pub at: String,
    pub kind: String,
    pub resource: String,
    pub object_id: Option<String>,
    pub folder: Option<String>,
    pub origin: String,
    pub actor: Option<String>,
    pub token: Option<String>,
    pub request: Option<String>,
}

/// What may be removed one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    pub salt: Salt,
    pub actor_label: String,
    pub object_name: Option<String>,
    pub address: Option<String>,
    /// JSON, as it was written.
    pub changes: String,
    /// JSON, as it was written.
    pub state: Option<String>,
}

/// The content of an entry, or what is left of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    Whole(Content),
    /// Removed; its hash was kept.
    Pruned(Hash),
    /// Without what it said of a person who was erased; the hash of what was sealed was kept.
    Erased {
        sealed: Hash,
        content: Content,
    },
}

/// An entry at its place in the tree, with the hash that its leaf had when it was sealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    pub index: u64,
    pub hash: Hash,
    pub frame: Frame,
    pub body: Body,
}

impl Content {
    pub fn hash(&self) -> Hash {
        let mut out = Vec::with_capacity(256 + self.changes.len() + self.state.as_ref().map_or(0, String::len));
        self.write(&mut out);
        Hash::of(&out)
    }

    fn write(&self, out: &mut Vec<u8>) {
        Object::new(out)
            .text("actor_label", &self.actor_label)
            .optional("address", self.address.as_deref())
            .text("changes", &self.changes)
            .optional("object_name", self.object_name.as_deref())
            .text("salt", &self.salt.to_string())
            .optional("state", self.state.as_deref())
            .end();
    }
}

impl Body {
    /// The hash of the content as it was sealed.
    pub fn hash(&self) -> Hash {
        match self {
            Body::Whole(content) => content.hash(),
            Body::Pruned(hash) | Body::Erased { sealed: hash, .. } => *hash,
        }
    }

    /// What there is to read.
    pub fn content(&self) -> Option<&Content> {
        match self {
            Body::Whole(content) | Body::Erased { content, .. } => Some(content),
            Body::Pruned(_) => None,
        }
    }

    /// The hash of content that was put in the place of another, and that the journal must tell of.
    pub fn replaced(&self) -> Option<Hash> {
        match self {
            Body::Erased { content, .. } => Some(content.hash()),
            Body::Whole(_) | Body::Pruned(_) => None,
        }
    }
}

impl Frame {
    /// The hash of the leaf that this frame and a content of this hash make.
    pub fn leaf(&self, content: Hash) -> Hash {
        let mut out = Vec::with_capacity(512);
        Object::new(&mut out)
            .optional("actor", self.actor.as_deref())
            .text("at", &self.at)
            .text("content", &content.to_string())
            .optional("folder", self.folder.as_deref())
            .text("kind", &self.kind)
            .optional("object_id", self.object_id.as_deref())
            .text("origin", &self.origin)
            .optional("request", self.request.as_deref())
            .text("resource", &self.resource)
            .number("seq", self.seq)
            .optional("token", self.token.as_deref())
            .end();
        tree::leaf_hash(&out)
    }
}

impl Sealed {
    /// Whether frame and content still give the hash that was sealed. Content in the place of another is told of
    /// elsewhere, see [`Body::replaced`].
    pub fn is_intact(&self) -> bool {
        self.frame.leaf(self.body.hash()) == self.hash
    }

    pub fn is_pruned(&self) -> bool {
        matches!(self.body, Body::Pruned(_))
    }

    /// The whole entry in canonical form, as it stands in a bundle.
    pub fn write(&self, out: &mut Vec<u8>) {
        let (frame, hash) = (&self.frame, self.hash.to_string());
        let mut object = Object::new(out);
        object.optional("actor", frame.actor.as_deref());
        let content = self.body.content();
        if let Some(content) = content {
            object.text("actor_label", &content.actor_label).optional("address", content.address.as_deref());
        }
        object.text("at", &frame.at);
        if let Some(content) = content {
            object.text("changes", &content.changes);
        }
        if !matches!(self.body, Body::Whole(_)) {
            object.text("content", &self.body.hash().to_string());
        }
        object
            .optional("folder", frame.folder.as_deref())
            .text("hash", &hash)
            .number("index", self.index)
            .text("kind", &frame.kind)
            .optional("object_id", frame.object_id.as_deref());
        if let Some(content) = content {
            object.optional("object_name", content.object_name.as_deref());
        }
        object
            .text("origin", &frame.origin)
            .optional("request", frame.request.as_deref())
            .text("resource", &frame.resource);
        if let Some(content) = content {
            object.text("salt", &content.salt.to_string());
        }
        object.number("seq", frame.seq);
        if let Some(content) = content {
            object.optional("state", content.state.as_deref());
        }
        object.optional("token", frame.token.as_deref()).end();
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn sample(index: u64) -> Sealed {
        let frame = Frame {
            seq: index as i64 + 1,
            at: "2026-03-01T09:00:00.000001Z".into(),
            kind: "created".into(),
            resource: "assets".into(),
            object_id: Some("0190b7c4-a1e2-7d5c-8f3e-6a9b2c4d5e6f".into()),
            folder: None,
            origin: "token".into(),
            actor: None,
            token: None,
            request: Some("edge-7".into()),
        };
        let content = Content {
            salt: Salt([7; 16]),
            actor_label: "ana@example.com".into(),
            object_name: Some("CRM \"2\"".into()),
            address: Some("127.0.0.1".into()),
            changes: "{\"name\":[null,\"CRM\"]}".into(),
            state: None,
        };
        let body = Body::Whole(content);
        Sealed { index, hash: frame.leaf(body.hash()), frame, body }
    }

    /// Written down in docs/JOURNAL.md: the form never changes.
    #[test]
    fn the_canonical_form_is_this_to_the_byte() {
        let sealed = sample(0);
        let Body::Whole(content) = &sealed.body else { unreachable!() };
        let mut out = Vec::new();
        content.write(&mut out);
        let expected = r#"{"actor_label":"ana@example.com","address":"127.0.0.1","changes":"{\"name\":[null,\"CRM\"]}","object_name":"CRM \"2\"","salt":"07070707070707070707070707070707","state":null}"#;
        assert_eq!(String::from_utf8(out).unwrap(), expected);
        assert_eq!(content.hash(), Hash::of(expected.as_bytes()));
        let leaf = format!(
            r#"{{"actor":null,"at":"2026-03-01T09:00:00.000001Z","content":"{}","folder":null,"kind":"created","object_id":"0190b7c4-a1e2-7d5c-8f3e-6a9b2c4d5e6f","origin":"token","request":"edge-7","resource":"assets","seq":1,"token":null}}"#,
            content.hash()
        );
        assert_eq!(sealed.hash, Hash::of(&[b"\0", leaf.as_bytes()].concat()));
        let page = include_str!("../../../docs/JOURNAL.md");
        for text in [expected, &leaf, &content.hash().to_string(), &sealed.hash.to_string()] {
            assert!(page.contains(text), "docs/JOURNAL.md lacks {text}");
        }
    }

    #[test]
    fn replacing_the_content_keeps_the_leaf() {
        let mut entry = sample(3);
        let (sealed, Body::Whole(mut content)) = (entry.body.hash(), entry.body) else { unreachable!() };
        content.actor_label = "erased".into();
        entry.body = Body::Erased { sealed, content };
        assert!(entry.is_intact() && !entry.is_pruned());
        assert!(entry.body.replaced().is_some_and(|hash| hash != sealed));
        let mut line = Vec::new();
        entry.write(&mut line);
        let line: serde_json::Value = serde_json::from_slice(&line).unwrap();
        assert_eq!((&line["content"], &line["actor_label"]), (&sealed.to_string().into(), &"erased".into()));
    }

    #[test]
    fn removing_the_content_keeps_the_leaf() {
        let mut sealed = sample(3);
        sealed.body = Body::Pruned(sealed.body.hash());
        assert!(sealed.is_intact() && sealed.is_pruned());
        sealed.frame.actor = Some("0190b7c4-a1e2-7d5c-8f3e-6a9b2c4d5e6f".into());
        assert!(!sealed.is_intact(), "who did it is still bound");
    }
}
