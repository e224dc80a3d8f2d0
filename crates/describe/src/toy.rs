//! A registry of a small library: every kind of field and every sort of operation, on little ground.

use cairn_engine::filter::Filter;
use cairn_engine::{Cx, Entry, Module, Nothing, Part, Registry, Result, action, computed};
use cairn_model::{
    AnyRef, Date, Decimal, Describe, File, Id, Json, Many, Markdown, Record, Ref, Timestamp, Translations, choice,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

choice! {
    /// What a book is.
    pub enum Genre { Novel = "novel", FieldGuide = "guide" ("Guide") }
}

choice! {
    /// How worn it is.
    pub enum Wear { New = 0, Used = 1 }
}

/// A branch of the library.
#[derive(Debug, Clone, Record)]
#[resource(path = "folders", own_id, carries = "history")]
pub struct Domain {
    pub id: Id<Domain>,
    #[field(search)]
    pub name: String,
    pub parent_folder: Option<Ref<Domain>>,
}

/// How large a book is.
#[derive(Debug, Clone, Serialize, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct Size {
    pub pages: u32,
    pub note: Option<String>,
}

/// Something to read.
#[derive(Debug, Clone, Record)]
#[resource(path = "library/books", event = "book", order = "title", display = "{t}.title")]
pub struct Book {
    pub id: Id<Book>,
    pub folder: Ref<Domain>,
    /// What is on its cover.
    #[field(search, max = 80)]
    pub title: String,
    pub summary: Option<Markdown>,
    #[field(default = "novel")]
    pub genre: Genre,
    pub wear: Option<Wear>,
    #[field(min = 1, max = 9)]
    pub shelf: i64,
    pub price: Option<Decimal>,
    #[field(default = false)]
    pub lent: bool,
    pub printed: Date,
    pub read_at: Option<Timestamp>,
    pub size: Json<Size>,
    pub cover: Option<File>,
    #[field(url, immutable)]
    pub page: String,
    #[field(email)]
    pub author: String,
    pub home: Ref<Domain>,
    /// What it is about, of whatever has its history written.
    #[field(carrying = "history")]
    pub about: Option<AnyRef>,
    pub sequels: Many<Book>,
    #[field(reverse = "sequels")]
    pub prequels: Many<Book>,
    #[field(default = "{}")]
    pub translations: Translations,
    #[field(secret, default = "")]
    pub barcode: String,
    #[field(read_only, default = 0)]
    pub loans: i64,
}

/// Who had a book, and when.
#[derive(Debug, Clone, Record)]
#[resource(path = "loans", read_only, display = "{t}.id")]
pub struct Loan {
    pub id: Id<Loan>,
    pub folder: Ref<Domain>,
    pub book: Ref<Book>,
}

#[derive(Debug, Deserialize, Describe)]
pub struct Lend {
    /// Who takes it.
    pub reader: String,
    pub days: Option<u32>,
}

async fn lend(_: &mut Cx, _: Uuid, input: Lend) -> Result<String> {
    Ok(format!("{} {:?}", input.reader, input.days))
}

async fn tidy(_: &mut Cx, _: Nothing) -> Result<()> {
    Ok(())
}

#[derive(Debug, Deserialize, Describe)]
pub struct Span {
    pub from: i64,
    pub shelves: Option<Vec<i64>>,
}

async fn report(_: &mut Cx, span: Span) -> Result<Vec<i64>> {
    let _ = span.from;
    Ok(span.shelves.unwrap_or_default())
}

async fn item_report(_: &mut Cx, _: Uuid, _: Nothing) -> Result<i64> {
    Ok(0)
}

async fn is_heavy(_: &mut Cx, books: &[Book]) -> Result<Vec<bool>> {
    Ok(books.iter().map(|book| book.size.0.pages > 900).collect())
}

const DOMAINS: Entry = Entry::of::<Domain>().module(Module::Overview, "map").roles("vacd vc v v v - - -");

const BOOKS: Entry = Entry::of::<Book>()
    .module(Module::Assets, "book")
    .roles("vacd vacd vac v v - - v")
    .extra_permissions(&[("burn_book", "ADM")])
    .computed(&[
        computed!(is_heavy: bool, "Whether it takes two hands.", is_heavy),
        computed!(is_very_heavy: bool, "Whether it takes four.", is_heavy).detail_only(),
    ])
    .filters(&[Filter {
        name: "overdue",
        doc: "Books that should be back.",
        schema: || json!({ "type": "boolean" }),
        condition: |_, _| Err("never".to_owned()),
    }])
    .actions(&[
        action!(POST "lend", item, Change, lend: Lend => String, "Gives it to a reader."),
        action!(POST "tidy-up", collection, Delete, tidy: Nothing => (), "Puts all in order."),
        action!(GET "report", collection, View, report: Span => Vec<i64>, "What was read."),
        action!(GET "report", item, View, item_report: Nothing => i64, "How often it was read."),
    ]);

const GUIDES: Entry =
    Entry::of::<Book>().module(Module::Assets, "compass").rank(10).roles("vacd - v - - - - -").part(Part {
        path: "field-guides",
        model: "guide",
        name: "Field guide",
        doc: "A book to take outside.",
        field: "genre",
        value: "guide",
    });

const LOANS: Entry =
    Entry::of::<Loan>().module(Module::Assets, "hand").beside("library/books").roles("v v - - - - - -");

static ENTRIES: [&Entry; 4] = [&DOMAINS, &BOOKS, &GUIDES, &LOANS];

pub fn registry() -> &'static Registry {
    Registry::new(&ENTRIES)
}
