//! Proofs that the journal was not changed: signed heads, and proofs from the tree.

use std::sync::Arc;

use cairn_engine::query::ListParams;
use cairn_engine::{Cx, Error, action, log};
use cairn_journal::{Hash, Head};
use cairn_model::{Describe, Timestamp};
use cairn_proof::walk::{self, Item};
use cairn_proof::{prove, stored};
use http::StatusCode;
use serde::Serialize;
use serde_json::Value as Json;

use crate::app::App;
use crate::body::{self, Call};
use crate::links;
use crate::problem::{Problem, ProblemType};
use crate::resources::{Result, begin_read, json_value};

/// The root of the journal's tree at some size, signed.
#[derive(Serialize, Describe)]
pub struct SignedHead {
    /// Number of entries it covers.
    pub size: u64,
    /// The root of the tree, in hexadecimal.
    pub root: String,
    /// When it was signed.
    pub at: String,
    /// The Ed25519 key that signed it, in hexadecimal.
    pub key: String,
    /// The signature, in hexadecimal.
    pub signature: String,
    /// The tree head on one line, for `cairn journal verify --head`.
    pub text: String,
}

impl From<Head> for SignedHead {
    fn from(head: Head) -> Self {
        Self {
            size: head.size,
            root: head.root.to_string(),
            key: head.key.to_string(),
            signature: head.signature_text(),
            text: head.text(),
            at: head.at,
        }
    }
}

/// The latest tree head.
#[derive(Serialize, Describe)]
pub struct NewestHead {
    /// None until the first entries are sealed, one second after the first start.
    pub head: Option<SignedHead>,
    /// The Ed25519 key in use, in hexadecimal.
    pub public_key: Option<String>,
    /// Entries that are not sealed yet.
    pub waiting: i64,
}

pub async fn head(app: Arc<App>, request: Call) -> Result {
    let mut cx = begin_read(&app, &request.parts).await?;
    require_journal(&cx)?;
    let head = stored::latest(&mut cx.conn).await?.map(SignedHead::from);
    let public_key = stored::keys(&mut cx.conn).await?.first().map(|(key, _)| key.to_string());
    let waiting = stored::waiting(&mut cx.conn).await?;
    json_value(StatusCode::OK, &action::output(NewestHead { head, public_key, waiting })?)
}

/// Tree heads, newest first.
#[derive(Serialize, Describe)]
pub struct Heads {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<SignedHead>,
}

pub async fn heads(app: Arc<App>, request: Call) -> Result {
    let mut cx = begin_read(&app, &request.parts).await?;
    let params = body::query(&request.parts);
    let page = params.page()?;
    require_journal(&cx)?;
    let (count, heads) = stored::heads(&mut cx.conn, page.limit, page.offset).await?;
    let (next, previous) = links::neighbours(&request.parts.uri, page, count);
    let results = heads.into_iter().map(SignedHead::from).collect();
    json_value(StatusCode::OK, &action::output(Heads { count, next, previous, results })?)
}

/// The keys that signed tree heads, the current one first.
#[derive(Serialize, Describe)]
pub struct Keys {
    pub count: usize,
    pub results: Vec<Key>,
}

#[derive(Serialize, Describe)]
pub struct Key {
    /// An Ed25519 public key, in hexadecimal.
    pub key: String,
    /// When it was first used.
    pub since: Timestamp,
}

pub async fn keys(app: Arc<App>, request: Call) -> Result {
    let mut cx = begin_read(&app, &request.parts).await?;
    require_journal(&cx)?;
    let keys = stored::keys(&mut cx.conn).await?;
    let results: Vec<Key> = keys.into_iter().map(|(key, since)| Key { key: key.to_string(), since }).collect();
    json_value(StatusCode::OK, &action::output(Keys { count: results.len(), results })?)
}

/// Proof that an entry is in the tree.
#[derive(Serialize, Describe)]
pub struct InclusionProof {
    /// The number of the entry.
    pub seq: i64,
    /// Its index in the tree, counted from 0.
    pub index: u64,
    /// The hash of its leaf.
    pub hash: String,
    /// The size of the tree.
    pub size: u64,
    /// The root of the tree.
    pub root: String,
    /// The hashes from the leaf to the root, as in RFC 6962.
    pub path: Vec<String>,
    /// The signed tree head of this size, if any.
    pub head: Option<SignedHead>,
    /// The entry as in an export bundle, to recompute its hash. Only for instance administrators.
    pub entry: Option<Json>,
}

/// Proof that one tree is a prefix of a later one.
#[derive(Serialize, Describe)]
pub struct ConsistencyProof {
    pub first: u64,
    pub first_root: String,
    pub second: u64,
    pub second_root: String,
    /// The hashes from both roots to common subtrees, as in RFC 6962.
    pub path: Vec<String>,
    /// The signed tree head of the second size, if any.
    pub head: Option<SignedHead>,
}

/// With `seq`, the proof that this entry is in the tree; with `first`, that the tree of that size is the beginning of
/// a later one.
pub async fn proof(app: Arc<App>, request: Call) -> Result {
    let mut cx = begin_read(&app, &request.parts).await?;
    let params = body::query(&request.parts);
    match (number(&params, "seq")?, number(&params, "first")?) {
        (Some(seq), None) if params.get("second").is_none() => inclusion(&mut cx, &params, seq).await,
        (None, Some(first)) if params.get("size").is_none() => consistency(&mut cx, &params, first).await,
        _ => Err(Error::field(
            "detail",
            "Send “seq”, optionally with “size”, for an inclusion proof, or “first”, optionally with “second”, for a consistency proof.",
        )
        .into()),
    }
}

async fn inclusion(cx: &mut Cx, params: &ListParams, seq: u64) -> Result {
    let leaf = prove::leaf(&mut cx.conn, i64::try_from(seq).unwrap_or(i64::MAX)).await?;
    let leaf = match leaf {
        Some(leaf) if log::sees_entry(cx, leaf.seq).await? => leaf,
        _ => {
            let detail = "There is no sealed entry with this number, or you do not have access to it.";
            return Err(Problem::new(ProblemType::NotFound, detail));
        }
    };
    let proof = prove::inclusion(&mut cx.conn, &leaf, number(params, "size")?).await?;
    let entry = if cx.authority.sees_everything() { whole(cx, leaf.index).await? } else { None };
    let proof = InclusionProof {
        seq: leaf.seq,
        index: leaf.index,
        hash: leaf.hash.to_string(),
        size: proof.size,
        root: proof.root.to_string(),
        path: texts(&proof.path),
        head: proof.head.map(SignedHead::from),
        entry,
    };
    json_value(StatusCode::OK, &action::output(proof)?)
}

/// An entry in the form in which it is hashed.
async fn whole(cx: &mut Cx, index: u64) -> cairn_engine::Result<Option<Json>> {
    let items = walk::page(&mut cx.conn, index, index + 1).await?;
    let Some(Item::Entry(sealed)) = items.first() else { return Ok(None) };
    let mut bytes = Vec::new();
    sealed.write(&mut bytes);
    serde_json::from_slice(&bytes).map_err(|error| Error::internal(error.to_string()))
}

async fn consistency(cx: &mut Cx, params: &ListParams, first: u64) -> Result {
    require_journal(cx)?;
    let proof = prove::consistency(&mut cx.conn, first, number(params, "second")?).await?;
    let proof = ConsistencyProof {
        first: proof.first,
        first_root: proof.first_root.to_string(),
        second: proof.second,
        second_root: proof.second_root.to_string(),
        path: texts(&proof.path),
        head: proof.head.map(SignedHead::from),
    };
    json_value(StatusCode::OK, &action::output(proof)?)
}

/// The journal has entries of every domain: it is for people who see all of them.
fn require_journal(cx: &Cx) -> cairn_engine::Result<()> {
    if cx.authority.sees_everything() {
        return Ok(());
    }
    Err(Error::Forbidden("Only instance administrators can view the audit log.".into()))
}

fn number(params: &ListParams, name: &str) -> cairn_engine::Result<Option<u64>> {
    let parse = |text: &str| text.parse().map_err(|_| Error::field(name, "Must be a whole number."));
    params.get(name).map(parse).transpose()
}

fn texts(hashes: &[Hash]) -> Vec<String> {
    hashes.iter().map(Hash::to_string).collect()
}
