//! The checks, one entry or head after another, in memory that does not grow with the journal, but for what was erased
//! in it.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Body, Content, Frame, Frontier, Hash, Head, Node, PublicKey, Sealed};

/// What whoever checks knows from before.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// Heads that they have kept.
    pub heads: Vec<Head>,
    /// The keys that they believe; with none here and no heads, any key will do.
    pub keys: Vec<PublicKey>,
}

/// What did not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// The first line is not that of a bundle.
    Header,
    /// A line is not in its one form.
    Form,
    /// An entry is not at its place.
    Order,
    /// An entry does not give its hash.
    Content,
    /// An entry is in the tree but its row is gone; only in a database.
    Missing,
    /// A stored node of the tree is wrong; only in a database.
    Node,
    /// Content was removed without a journal entry that says so.
    Pruned,
    /// Content was replaced without a journal entry that says by what.
    Erased,
    /// A head is not where it belongs.
    Head,
    /// A head is signed with a key that is not known.
    Key,
    /// A head is not signed by its key.
    Signature,
    /// The entries do not give the root of a head.
    Root,
    /// The last entries have no head.
    Unsigned,
    /// Entries that were announced are not there.
    Short,
    /// A head that was seen before does not fit.
    Seen,
}

/// The first entry that fails, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    pub check: Check,
    /// The place of the entry in the tree, counted from 0; none when there is no bundle at all.
    pub index: Option<u64>,
    /// Where the fault may also be: any entry from `index` to this one.
    pub last: Option<u64>,
    /// The number of the entry in the journal, where it is known.
    pub seq: Option<i64>,
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.index, self.seq) {
            (Some(index), Some(seq)) => write!(f, "entry {index} (seq {seq}): {}", self.message),
            (Some(index), None) => write!(f, "entry {index}: {}", self.message),
            _ => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Failure {}

/// What held.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Report {
    pub entries: u64,
    /// Entries of which the content was removed, so that only their frame could be checked.
    pub pruned: u64,
    /// Entries without what they said of people who were erased.
    pub erased: u64,
    pub heads: u64,
    /// The keys that signed the heads.
    pub keys: BTreeSet<PublicKey>,
    pub first_at: Option<String>,
    pub last_at: Option<String>,
    /// The latest tree head.
    pub head: Option<Head>,
    /// The sizes of the heads seen before that fit.
    pub seen: Vec<u64>,
}

/// Checks a journal as it goes by.
pub struct Verifier {
    /// The heads seen before that are still to come, the smallest last.
    seen: Vec<Head>,
    keys: BTreeSet<PublicKey>,
    announced: Option<u64>,
    /// Up to which time content is said to have been removed, and up to which time entries of the
    /// journal itself say so.
    horizon: Option<String>,
    granted: Option<String>,
    /// Entries with replaced content, and what the journal says of such: place, number, hash of the content.
    replaced: Vec<(u64, i64, Hash)>,
    told: BTreeSet<(i64, Hash)>,
    /// The first entry without its content.
    first_pruned: Option<(u64, i64)>,
    frontier: Frontier,
    /// The first entry that no head of this journal has covered yet, and its number.
    proven: (u64, Option<i64>),
    /// The first entry that no head seen before has covered yet, and its number.
    confirmed: (u64, Option<i64>),
    report: Report,
}

impl Verifier {
    pub fn new(seen: Seen) -> Self {
        let mut heads = seen.heads;
        heads.sort_by_key(|head| std::cmp::Reverse(head.size));
        let keys = seen.keys.into_iter().chain(heads.iter().map(|head| head.key)).collect();
        Self {
            seen: heads,
            keys,
            announced: None,
            horizon: None,
            granted: None,
            replaced: Vec::new(),
            told: BTreeSet::new(),
            first_pruned: None,
            frontier: Frontier::default(),
            proven: (0, None),
            confirmed: (0, None),
            report: Report::default(),
        }
    }

    /// How many entries there will be, and up to which time content was removed.
    pub fn announce(&mut self, size: u64, horizon: Option<String>) {
        self.announced = Some(size);
        self.horizon = horizon;
    }

    /// How many entries were checked so far.
    pub fn size(&self) -> u64 {
        self.frontier.size()
    }

    pub fn entry(&mut self, sealed: &Sealed) -> Result<(), Failure> {
        self.entry_with(sealed, |_| {})
    }

    /// Checks an entry, and tells of the nodes of the tree that are complete with it.
    pub fn entry_with(&mut self, sealed: &Sealed, completed: impl FnMut(Node)) -> Result<(), Failure> {
        let (size, seq) = (self.size(), sealed.frame.seq);
        let of_entry = |mut failure: Failure| {
            failure.seq = Some(seq);
            failure
        };
        if sealed.index != size || self.announced.is_some_and(|announced| size >= announced) {
            return Err(of_entry(self.fail(Check::Order)));
        }
        if !sealed.is_intact() {
            return Err(of_entry(self.fail(Check::Content)));
        }
        if !self.may_be_pruned(sealed) {
            return Err(of_entry(self.fail(Check::Pruned)));
        }
        self.frontier.push(sealed.hash, completed);
        self.proven.1.get_or_insert(seq);
        self.confirmed.1.get_or_insert(seq);
        self.report.entries += 1;
        self.report.pruned += u64::from(sealed.is_pruned());
        self.note_erasures(sealed);
        if self.report.first_at.is_none() {
            self.report.first_at = Some(sealed.frame.at.clone());
        }
        self.report.last_at = Some(sealed.frame.at.clone());
        self.confirm()
    }

    /// Content goes only when it is older than the horizon, and the journal itself must tell of the
    /// horizon. Otherwise "it was pruned" would be a way to make any entry unreadable.
    fn may_be_pruned(&mut self, sealed: &Sealed) -> bool {
        match &sealed.body {
            Body::Pruned(_) => {
                self.first_pruned.get_or_insert((sealed.index, sealed.frame.seq));
                self.horizon.as_ref().is_some_and(|horizon| sealed.frame.at < *horizon)
            }
            Body::Whole(content) | Body::Erased { content, .. } => {
                if let Some(horizon) = pruning(&sealed.frame, content) {
                    self.granted = self.granted.take().max(Some(horizon));
                }
                true
            }
        }
    }

    /// Content may stand in the place of another only if the journal tells of exactly this content for this entry.
    /// An entry that tells of it may itself be without a person; that one is told of in turn, and so on up to an entry
    /// that is whole: no content can hold a hash of itself.
    fn note_erasures(&mut self, sealed: &Sealed) {
        if let Some(shown) = sealed.body.replaced() {
            self.report.erased += 1;
            self.replaced.push((sealed.index, sealed.frame.seq, shown));
        }
        self.told.extend(sealed.body.content().map(|content| erasing(&sealed.frame, content)).unwrap_or_default());
    }

    /// Holds the tree against the heads seen before that have its size.
    fn confirm(&mut self) -> Result<(), Failure> {
        while let Some(head) = self.seen.pop_if(|head| head.size <= self.frontier.size()) {
            if head.root != self.frontier.root() {
                let message = format!(
                    "this is not the history of the head of {} entries seen before, signed at {}: this entry, or one \
                     after it up to entry {}, was changed, removed, added or moved since then",
                    head.size,
                    head.at,
                    head.size.saturating_sub(1)
                );
                let (index, seq) = self.confirmed;
                let last = Some(head.size.saturating_sub(1));
                return Err(Failure { check: Check::Seen, index: Some(index), last, seq, message });
            }
            self.confirmed = (head.size, None);
            self.report.seen.push(head.size);
        }
        Ok(())
    }

    pub fn head(&mut self, head: &Head) -> Result<(), Failure> {
        let size = self.size();
        if head.size != size || head.size <= self.proven.0 {
            return Err(self.fail_head(Check::Head));
        }
        if !self.keys.is_empty() && !self.keys.contains(&head.key) {
            let mut failure = self.fail_head(Check::Key);
            failure.message = format!(
                "the head over it is signed with the key {}, which is not one that you know: the journal was signed \
                 anew by someone else, or the operator has changed the key (ask for the new one and give it with --key)",
                head.key
            );
            return Err(failure);
        }
        if !head.is_signed() {
            return Err(self.fail_head(Check::Signature));
        }
        if head.root != self.frontier.root() {
            return Err(self.fail_head(Check::Root));
        }
        self.proven = (size, None);
        self.report.heads += 1;
        self.report.keys.insert(head.key);
        self.report.head = Some(head.clone());
        Ok(())
    }

    /// Everything is there: holds it against what was announced and seen.
    pub fn finish(mut self) -> Result<Report, Failure> {
        let size = self.size();
        if self.announced.is_some_and(|announced| size < announced) {
            return Err(self.fail(Check::Short));
        }
        if self.proven.0 < size {
            return Err(self.fail_head(Check::Unsigned));
        }
        if let Some((index, seq)) = self.first_pruned.filter(|_| self.horizon > self.granted) {
            return Err(Failure { index: Some(index), seq: Some(seq), ..self.fail(Check::Pruned) });
        }
        if let Some((index, seq, _)) = self.replaced.iter().find(|(_, seq, shown)| !self.told.contains(&(*seq, *shown)))
        {
            return Err(Failure { index: Some(*index), seq: Some(*seq), ..self.fail(Check::Erased) });
        }
        if let Some(head) = self.seen.pop() {
            let message = format!(
                "the journal ends before it, but the head seen before, signed at {}, has {} entries: the last ones \
                 were cut off",
                head.at, head.size
            );
            let last = Some(head.size.saturating_sub(1));
            return Err(Failure { check: Check::Seen, index: Some(size), last, seq: None, message });
        }
        Ok(self.report)
    }

    /// A failure of the entry that is next.
    pub fn fail(&self, check: Check) -> Failure {
        let index = (check != Check::Header).then(|| self.size());
        Failure { check, index, last: None, seq: None, message: meaning(check).to_owned() }
    }

    /// A failure of a head: it speaks of every entry since the head before it.
    pub fn fail_head(&self, check: Check) -> Failure {
        let (index, seq) = self.proven;
        let last = self.size().checked_sub(1).filter(|last| *last >= index);
        Failure { check, index: Some(index), last, seq, message: meaning(check).to_owned() }
    }
}

/// The horizon that an entry announces, if it is one that tells of pruning.
fn pruning(frame: &Frame, content: &Content) -> Option<String> {
    #[derive(Deserialize)]
    struct Pruning {
        horizon: String,
    }
    let announces = frame.kind == "pruned" && frame.resource.is_empty();
    announces.then(|| serde_json::from_str::<Pruning>(&content.changes).ok()).flatten().map(|pruning| pruning.horizon)
}

/// The entries and the hashes of their new contents that an entry announces, if it is one that tells of erasing.
pub fn erasing(frame: &Frame, content: &Content) -> Vec<(i64, Hash)> {
    #[derive(Deserialize)]
    struct Erasing {
        contents: Vec<(i64, Hash)>,
    }
    let announces = frame.kind == "erased" && frame.resource.is_empty();
    let told = announces.then(|| serde_json::from_str::<Erasing>(&content.changes).ok()).flatten();
    told.map(|erasing| erasing.contents).unwrap_or_default()
}

fn meaning(check: Check) -> &'static str {
    match check {
        Check::Header => "this is not a journal bundle, or it was written by a newer version",
        Check::Form => "it is damaged: it is not in the form in which it was written",
        Check::Order => "another entry is in its place: entries were removed, added or moved",
        Check::Content => "it was changed after it was sealed: its hash is no longer the one that was sealed",
        Check::Missing => "it was deleted: the tree has its leaf, but the entry is no longer in the journal",
        Check::Node => "the stored tree is damaged above it: entries and heads agree, but proofs would be wrong",
        Check::Pruned => {
            "its content was removed although it was not old enough, or no journal entry records the removal: someone \
             is hiding it"
        }
        Check::Erased => {
            "its content was replaced, and no journal entry announces exactly this: it was changed under the pretext of \
             erasing a person"
        }
        Check::Head => "the head that covers it is in the wrong place: entries or heads were removed or added",
        Check::Key => "the head that covers it is signed with an unknown key",
        Check::Signature => {
            "the head that covers it is not signed by its key: it was changed, or made by someone without the key"
        }
        Check::Root => {
            "the head that covers it does not match: this entry, or one after it up to that head, was changed, removed, \
             added or moved, and its hash with it"
        }
        Check::Unsigned => "no signed head covers it or what follows it: heads were removed, or entries added",
        Check::Short => "the bundle ends before it, although more entries were announced: the end was cut off",
        Check::Seen => "a head that was seen before does not match",
    }
}
