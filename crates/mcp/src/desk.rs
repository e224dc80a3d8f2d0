//! What a tool works with: the client of the caller, the model document, and names.

use std::collections::HashMap;
use std::sync::Arc;

use cairn_client::{Client, Model, Names, Query, Reply, Resource};
use http::{HeaderName, Method};
use parking_lot::Mutex;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::failure::{Failure, Result};

const MODEL: &str = "/api/model/";

/// How many domains one request asks for.
const FOLDERS: u64 = 1000;

/// How many ids of domains go into one address: servers and proxies take some thousands of letters, not more.
const PORTION: usize = 100;

/// The header in which a proposer says why.
const NOTE: &str = "cairn-note";

/// The document that was fetched last, with the tag by which the server knows it.
type Kept = Arc<Mutex<Option<(String, Arc<Model>)>>>;

/// One caller's way to an instance.
#[derive(Clone)]
pub struct Office {
    client: Client,
    kept: Kept,
}

impl Office {
    pub fn new(client: Client) -> Self {
        Self { client, kept: Kept::default() }
    }

    /// A desk with the model of now: an instance that is updated, or a role that is given, shows in the next call.
    pub async fn desk(&self) -> Result<Desk> {
        let known = self.kept.lock().clone();
        let reply = self.client.get_unless(MODEL, known.as_ref().map(|(tag, _)| tag.as_str())).await?;
        let model = match (reply, known) {
            (Some(reply), _) => {
                let model = Model::parse(&reply.body);
                let model = model.map_err(|error| Failure::new(format!("the model document is not readable: {error}")));
                let model = Arc::new(model?);
                let tag = reply.header("etag").unwrap_or_default().to_owned();
                *self.kept.lock() = (!tag.is_empty()).then(|| (tag, model.clone()));
                model
            }
            (None, Some((_, model))) => model,
            (None, None) => return Err(Failure::new("the instance did not send its model document")),
        };
        Ok(Desk { client: self.client.clone(), model })
    }
}

pub struct Desk {
    pub client: Client,
    pub model: Arc<Model>,
}

/// What became of a change.
pub enum Outcome {
    Done(Json),
    /// The token may only propose: a person decides.
    Proposed(Json),
}

impl Desk {
    pub fn names(&self) -> Names<'_> {
        Names::new(&self.client, &self.model)
    }

    /// The resource that a word means: `assets`, `asset`, `Asset`, `applied_controls`, `Applied controls`.
    pub fn resource(&self, word: &str) -> Result<&Resource> {
        let plain = cairn_client::kebab(word);
        let fits = |one: &&Resource| {
            one.path == word || one.word() == plain || cairn_client::kebab(&one.path) == plain || one.model == word
        };
        self.model.resources().iter().find(fits).ok_or_else(|| {
            let known: Vec<&str> = self.model.resources().iter().map(|resource| resource.path.as_str()).collect();
            Failure::new(format!("there is no resource “{word}”. There are: {}", known.join(", ")))
        })
    }

    /// The object that is meant by an id, name, ref id, URN, e-mail address or `Domain/Name`.
    pub async fn object(&self, resource: &Resource, text: &str) -> Result<Uuid> {
        Ok(self.names().find(&resource.path, text).await?)
    }

    /// A domain and all those below it.
    pub async fn domains(&self, text: &str) -> Result<Domains> {
        let folders = self.resource("folders")?;
        let top = self.object(folders, text).await?.to_string();
        let mut rows = Vec::new();
        loop {
            let page = self.client.page(&folders.collection(), &Query::new(), FOLDERS, rows.len() as u64).await?;
            rows.extend(page.rows);
            if page.is_last {
                return Ok(Domains::below(&top, &rows));
            }
        }
    }

    /// A part of a list, of everything or of certain domains. Portions of domains are asked for one after the other, as
    /// if their lists stood one below the other.
    pub async fn page(
        &self,
        resource: &Resource,
        query: &Query,
        domains: Option<&Domains>,
        limit: u64,
        offset: u64,
    ) -> Result<(Vec<Json>, u64)> {
        let Some(Domains(portions)) = domains else {
            let page = self.client.page(&resource.collection(), query, limit, offset).await?;
            return Ok((page.rows, page.count));
        };
        let (mut rows, mut count) = (Vec::new(), 0);
        for portion in portions {
            let mut query = query.clone();
            query.push(("folder".to_owned(), portion.clone()));
            let (wanted, skipped) = (limit - rows.len() as u64, offset.saturating_sub(count));
            // A portion of which nothing is shown any more is still counted.
            let page = self.client.page(&resource.collection(), &query, wanted.max(1), skipped).await?;
            rows.extend(page.rows.into_iter().take(wanted as usize));
            count += page.count;
        }
        Ok((rows, count))
    }

    /// The same desk, with a note on what it changes.
    pub fn noted(&self, note: Option<&str>) -> Result<Self> {
        let client = match note.map(str::trim).filter(|note| !note.is_empty()) {
            Some(note) => {
                // A header has one line.
                let line = note.split_whitespace().collect::<Vec<_>>().join(" ");
                self.client.clone().with_header(HeaderName::from_static(NOTE), &line)?
            }
            None => self.client.clone(),
        };
        Ok(Self { client, model: self.model.clone() })
    }

    pub async fn change(&self, method: Method, path: &str, body: Option<&Json>, tag: Option<&str>) -> Result<Outcome> {
        let reply = self.client.change(method, path, body, tag).await?;
        let answer = body_of(&reply)?;
        Ok(if reply.status == 202 { Outcome::Proposed(answer) } else { Outcome::Done(answer) })
    }
}

/// A domain with those below it, as lists filter by them: ids with commas, in portions that fit into an address.
pub struct Domains(Vec<String>);

impl Domains {
    /// `folders` are all domains.
    fn below(top: &str, folders: &[Json]) -> Self {
        let mut below: HashMap<&str, Vec<&str>> = HashMap::new();
        for row in folders {
            if let (Some(id), Some(parent)) = (row["id"].as_str(), row["parent_folder"]["id"].as_str()) {
                below.entry(parent).or_default().push(id);
            }
        }
        let mut all = vec![top];
        let mut at = 0;
        while at < all.len() {
            all.extend(below.get(all[at]).into_iter().flatten());
            at += 1;
        }
        Self(all.chunks(PORTION).map(|some| some.join(",")).collect())
    }

    /// Whether lists come in portions, and are in order only within each.
    pub fn is_split(&self) -> bool {
        self.0.len() > 1
    }
}

impl Outcome {
    /// The answer of a tool that changes something; `done` makes it of what was done.
    pub fn answer(self, done: impl FnOnce(Json) -> Json) -> Json {
        match self {
            Self::Done(body) => done(body),
            Self::Proposed(proposal) => json!({
                "outcome": "proposed",
                "what_now": "Nothing is changed yet. A person decides about this proposal; `get` it to see what they decided.",
                "proposal": format!("cairn://proposal/{}", proposal["id"].as_str().unwrap_or_default()),
                "untrusted_data": proposal,
            }),
        }
    }
}

fn body_of(reply: &Reply) -> Result<Json> {
    if reply.body.is_empty() {
        return Ok(Json::Null);
    }
    serde_json::from_slice(&reply.body).map_err(|_| Failure::new("the instance did not answer with JSON"))
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use cairn_client::{Address, Carried, Carrier, Sending};
    use http::HeaderMap;

    use super::*;

    #[test]
    fn many_domains_are_asked_for_in_short_addresses() {
        let folder =
            |id: u8, parent: u8| json!({ "id": id.to_string(), "parent_folder": { "id": parent.to_string() } });
        let Domains(few) = Domains::below("1", &[folder(3, 2), folder(2, 1), folder(9, 8)]);
        assert_eq!(few, ["1,2,3"], "whatever their order, and nothing beside them");

        let id = |number: u128| Uuid::from_u128(number).to_string();
        let folders: Vec<Json> =
            (1..=2000).map(|number| json!({ "id": id(number), "parent_folder": { "id": id(0) } })).collect();
        let many = Domains::below(&id(0), &folders);
        assert!(many.is_split() && many.0.iter().all(|portion| portion.len() < 4000));
        assert_eq!(many.0.iter().flat_map(|portion| portion.split(',')).count(), 2001);
    }

    /// An instance where the folder “a” has 3 assets, “b” none and “c” 4.
    #[derive(Debug)]
    struct Instance(Address);

    impl Carrier for Instance {
        fn address(&self) -> &Address {
            &self.0
        }

        fn send(&self, sending: Sending) -> Carried<'_> {
            let asked = |name: &str| {
                let (_, query) = sending.path.split_once('?').expect("a query");
                query.split('&').find_map(|part| part.strip_prefix(&format!("{name}="))).expect("a parameter")
            };
            let folder = asked("folder");
            let count = match folder {
                "a" => 3,
                "c" => 4,
                _ => 0,
            };
            let number = |name: &str| asked(name).parse::<usize>().expect("a number");
            let rows = (0..count).map(|at| format!("{folder}{at}")).skip(number("offset")).take(number("limit"));
            let rows: Vec<Json> = rows.map(Json::from).collect();
            let body = Bytes::from(json!({ "count": count, "next": null, "results": rows }).to_string());
            Box::pin(async { Ok(Reply { status: 200, headers: HeaderMap::new(), body }) })
        }
    }

    #[tokio::test]
    async fn portions_are_one_list() {
        let client = Client::over(Arc::new(Instance("http://here.example".parse().expect("an address"))));
        let desk = Desk { client, model: Arc::default() };
        let assets = Resource { path: "assets".into(), ..Resource::default() };
        let domains = Domains(["a", "b", "c"].map(str::to_owned).into());
        for (limit, offset, shown) in [
            (2, 0, &["a0", "a1"][..]),
            (2, 2, &["a2", "c0"]),
            (2, 4, &["c1", "c2"]),
            (5, 6, &["c3"]),
            (5, 9, &[]),
            (9, 0, &["a0", "a1", "a2", "c0", "c1", "c2", "c3"]),
        ] {
            let (rows, count) = desk.page(&assets, &Query::new(), Some(&domains), limit, offset).await.expect("rows");
            assert_eq!((rows, count), (shown.iter().map(|row| Json::from(*row)).collect(), 7), "{limit} from {offset}");
        }
    }
}
