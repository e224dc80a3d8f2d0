//! `search=` on a list: the rows whose words are in the index.
//!
//! There are two ways to find a page of them. One collects all hits, sorts them and cuts: its cost grows with the
//! number of hits. The other scans the rows in list order and checks each for the words until the page is full: the
//! more hits there are, the faster it is. Neither database knows how many there are: SQLite would always use the first,
//! and PostgreSQL guesses. So we count them and choose, and the conditions leave the databases no choice.

use cairn_model::Type;
use cairn_store::{Dialect, Sql};

use super::params::PageRequest;
use crate::cx::Cx;
use crate::error::Result;
use crate::registry::Resource;
use crate::search::{self, Words};

/// The hits, and about how many documents there are. The server's estimate is there without counting, once it has one;
/// the numbers of documents have gaps, since every change takes one.
const DOCUMENTS: &str = "count(*), (select coalesce(nullif(greatest(reltuples, 0), 0)::bigint, \
    (select max(document) from search_documents)) from pg_class where oid = 'search_documents'::regclass)";

#[derive(Clone)]
pub(super) struct Hits {
    words: Words,
    resource: &'static str,
    is_walked: bool,
    seen: Seen,
}

/// How to decide which hits may be seen.
#[derive(Clone)]
enum Seen {
    /// All may be seen.
    All,
    /// By the place in their documents.
    Places(Sql),
    /// Only by the rows themselves.
    Rows,
}

impl Hits {
    pub fn new(cx: &Cx, resource: &'static Resource, words: Words) -> Self {
        let scope = cx.scope(resource);
        let is_by_row = super::is_by_row(cx, resource) || resource.entry.part.is_some();
        let seen = match search::places(&scope, cx.conn.dialect()) {
            _ if is_by_row => Seen::Rows,
            Some(places) => Seen::Places(places),
            None => Seen::All,
        };
        Self { words, resource: resource.def.path, is_walked: false, seen }
    }

    /// The condition that a row under the alias `t` is a hit.
    pub fn condition(&self, dialect: Dialect) -> Sql {
        let mut sql = Sql::new();
        match (dialect, self.is_walked) {
            (Dialect::Sqlite, true) => {
                sql.push("exists (select 1 from search_documents d where d.resource = ").bind(self.resource);
                sql.push(" and d.object_id = t.id and ").append(self.words.are_in_document()).push(")");
            }
            (Dialect::Sqlite, false) => {
                sql.push("t.id in (").append(self.documents("d.object_id")).push(")");
            }
            (Dialect::Postgres, true) => {
                // The offset keeps it from being turned into a join.
                sql.push("exists (").append(self.found("1")).push(" and d.object_id = t.id offset 0)");
            }
            (Dialect::Postgres, false) => {
                sql.push("t.id = any(array(").append(self.found("d.object_id")).push("))");
            }
        }
        sql
    }

    /// An expression over the documents that match, on PostgreSQL.
    fn found(&self, wanted: &str) -> Sql {
        let mut sql =
            Sql::raw(format!("select {wanted} from search_documents d where d.words @@ to_tsquery('simple', "));
        sql.bind(self.words.expression.as_str()).push(") and d.resource = ").bind(self.resource);
        sql
    }

    /// An expression over the rows of the index, on SQLite.
    fn rows(&self, wanted: &str) -> Sql {
        let mut sql = Sql::raw(format!("select {wanted} from search_words w where search_words match "));
        sql.bind(self.words.expression.as_str()).push(" and ").append(self.is_own());
        sql
    }

    /// An expression over the documents that match, on SQLite.
    fn documents(&self, wanted: &str) -> Sql {
        let mut sql = Sql::raw(format!("select {wanted} from "));
        sql.append(search::matching(self.words.expression.clone(), Dialect::Sqlite))
            .push(" and ")
            .append(self.is_own());
        sql
    }

    /// The condition that a row of the index belongs to the resource: its number says so, without reading the
    /// document.
    fn is_own(&self) -> Sql {
        let mut sql = Sql::raw("w.rowid & 1023 = (select number from search_numbers where resource = ");
        sql.bind(self.resource).push(")");
        sql
    }

    /// Counts the hits of a list that nothing else filters, and uses the count to decide how to find a page of them.
    /// None if they cannot be counted in the index.
    pub async fn count(&mut self, cx: &mut Cx, page: PageRequest) -> Result<Option<i64>> {
        let dialect = cx.conn.dialect();
        let wanted = match dialect {
            Dialect::Sqlite => "count(*), (select max(document) from search_documents)",
            Dialect::Postgres => DOCUMENTS,
        };
        let mut sql = match (&self.seen, dialect) {
            (Seen::Rows, _) => return Ok(None),
            (Seen::All, Dialect::Sqlite) => self.rows(wanted),
            (Seen::Places(_), Dialect::Sqlite) => self.documents(wanted),
            (_, Dialect::Postgres) => self.found(wanted),
        };
        if let Seen::Places(places) = &self.seen {
            sql.push(" and ").append(places.clone());
        }
        let rows = cx.conn.query(&sql, &[Type::Int, Type::Int]).await?;
        let number = |at: usize| rows.first().and_then(|row| row[at].as_int()).unwrap_or_default();
        let (hits, documents) = (number(0), number(1));
        self.is_walked = is_walk_shorter(hits, documents, page);
        Ok(Some(hits))
    }
}

/// Whether scanning rows up to the end of the page reads fewer rows than there are hits to collect. There are never
/// more rows than documents.
fn is_walk_shorter(hits: i64, documents: i64, page: PageRequest) -> bool {
    let end = page.offset.saturating_add(page.limit);
    hits > 0 && end <= hits && end.saturating_mul(documents) / hits < hits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_hits_are_walked_to_and_few_are_gathered() {
        let first = PageRequest { limit: 20, offset: 0 };
        assert!(is_walk_shorter(10_000, 100_000, first));
        assert!(!is_walk_shorter(1_000, 100_000, first), "2,000 rows are passed for 1,000 hits");
        assert!(!is_walk_shorter(0, 100_000, first));
        // The last page is at the end of the scan.
        assert!(!is_walk_shorter(10_000, 100_000, PageRequest { limit: 20, offset: 9_980 }));
        assert!(!is_walk_shorter(10, 10, PageRequest { limit: 20, offset: 0 }), "a page that is not full has all hits");
    }
}
