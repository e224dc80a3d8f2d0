//! A file of a whole list, made piece by piece. Neither memory nor the database is held for longer than a portion takes; a
//! workbook is collected in a temporary file first.

use std::io::Seek;
use std::sync::Arc;

use cairn_engine::action::{Note, file_name};
use cairn_engine::query::{AS_OF, DRAFT, ListParams, View};
use cairn_engine::{Caller, Engine, Error, FieldErrors, Resource, Result};
use cairn_model::LogKind;
use cairn_store::StoreError;
use serde_json::json;
use tokio::io::AsyncReadExt;

use crate::format::Format;
use crate::rows::{Book, Export};

/// How much of a finished workbook is read at a time.
const PIECE: usize = 256 * 1024;

pub struct Reader {
    engine: Arc<Engine>,
    caller: Arc<Caller>,
    view: View,
    query: String,
    rows: Export,
    format: Format,
    body: Body,
}

/// Where the next piece comes from.
enum Body {
    Head,
    Lines,
    Rows(Box<Book>),
    Whole(tokio::fs::File),
}

impl Reader {
    /// Finds what a list with these parameters would show to the caller, now or as of an instant.
    pub async fn open(
        engine: Arc<Engine>,
        caller: Arc<Caller>,
        resource: &'static Resource,
        format: Format,
        query: &str,
    ) -> Result<Self> {
        let (params, view) = parameters(resource, query)?;
        let mut cx = engine.view(caller.clone(), view).await?;
        let select = params.select(&cx, resource)?;
        let rows = Export::find(&mut cx, select).await?;
        drop(cx);
        let body = match format {
            Format::Csv => Body::Head,
            Format::JsonLines => Body::Lines,
            Format::Xlsx => Body::Rows(Box::new(rows.book()?)),
        };
        Ok(Self { engine, caller, view, query: query.to_owned(), rows, format, body })
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many of them are in the file.
    pub fn done(&self) -> usize {
        self.rows.done()
    }

    pub fn file_name(&self) -> String {
        file_name(&format!("{}.{}", self.rows.resource().path.replace('/', "-"), self.format.ending()))
    }

    pub fn format(&self) -> Format {
        self.format
    }

    /// What the journal says of it: what leaves in bulk is remembered.
    pub fn note(&self) -> Note {
        let resource = self.rows.resource();
        let query = (!self.query.is_empty()).then_some(self.query.as_str());
        Note {
            kind: LogKind::Exported,
            resource: resource.def.path,
            id: None,
            name: resource.path.to_owned(),
            folder: None,
            detail: json!({ "rows": self.rows.len(), "query": query }),
        }
    }

    /// Collects all rows of a workbook, after which its pieces only have to be read. Other files are made while they are read.
    pub async fn collect(mut self) -> Result<Self> {
        while let Body::Rows(_) = self.body {
            match self.next().await? {
                Some((_, reader)) => self = reader,
                None => return Err(Error::internal("a workbook ended before it was written")),
            }
        }
        Ok(self)
    }

    /// The next piece, which may be empty, and what is left; none at the end.
    pub async fn next(mut self) -> Result<Option<(Vec<u8>, Self)>> {
        let engine = self.engine.clone();
        // The caller runs on a thread that others need, too.
        engine.apart.run(async move { Ok(self.piece().await?.map(|piece| (piece, self))) }).await?
    }

    /// The next piece. Each portion is read with the rights that the caller has then.
    async fn piece(&mut self) -> Result<Option<Vec<u8>>> {
        match &mut self.body {
            Body::Head => {
                self.body = Body::Lines;
                self.rows.csv_head().map(Some)
            }
            Body::Lines if self.rows.is_done() => Ok(None),
            Body::Lines => {
                let mut cx = self.engine.view(self.caller.clone(), self.view).await?;
                match self.format {
                    Format::JsonLines => self.rows.json_lines(&mut cx).await.map(Some),
                    Format::Csv | Format::Xlsx => self.rows.csv(&mut cx).await.map(Some),
                }
            }
            Body::Rows(book) if !self.rows.is_done() => {
                let mut cx = self.engine.view(self.caller.clone(), self.view).await?;
                self.rows.write_into(&mut cx, book).await?;
                Ok(Some(Vec::new()))
            }
            Body::Rows(_) => {
                let Body::Rows(book) = std::mem::replace(&mut self.body, Body::Head) else { return Ok(None) };
                self.body = Body::Whole(finish(*book).await?);
                Ok(Some(Vec::new()))
            }
            Body::Whole(file) => {
                let mut piece = Vec::with_capacity(PIECE);
                let read = file.take(PIECE as u64).read_to_end(&mut piece).await;
                read.map_err(|error| failed(&error))?;
                Ok((!piece.is_empty()).then_some(piece))
            }
        }
    }
}

/// The parameters of the list, and what they ask to view.
pub(crate) fn parameters(resource: &Resource, query: &str) -> Result<(ListParams, View)> {
    let mut params = ListParams::parse(query);
    let view = params.take_view()?;
    let mut errors = FieldErrors::default();
    match view {
        View::Past(_) if resource.entry.log => {
            errors.add(AS_OF, "Logs have no past versions. Filter them by time instead.");
        }
        View::Draft(_) if resource.entry.log => errors.add(DRAFT, "A what-if draft changes no logs."),
        _ => {}
    }
    // A page is not what an export gives, and ignoring that would be worse than refusing it.
    for name in ["limit", "offset"].into_iter().filter(|name| params.get(name).is_some()) {
        errors.add(name, "Exports contain all rows. Narrow it down with filters, or use the list for single pages.");
    }
    errors.into_result()?;
    Ok((params, view))
}

async fn finish(book: Book) -> Result<tokio::fs::File> {
    let packing = tokio::task::spawn_blocking(move || -> Result<std::fs::File> {
        let mut file = tempfile::tempfile().map_err(|error| failed(&error))?;
        book.finish(&mut file)?;
        file.rewind().map_err(|error| failed(&error))?;
        Ok(file)
    });
    let file = packing.await.map_err(|error| Error::internal(error.to_string()))??;
    Ok(tokio::fs::File::from_std(file))
}

fn failed(error: &std::io::Error) -> StoreError {
    StoreError::from_io("write a workbook", error)
}
