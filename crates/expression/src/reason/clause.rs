//! What can be said about a record, in no language yet.

/// A value as readers know it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shown {
    /// The label of a choice or of a linked object.
    Name(String),
    Text(String),
    Number(String),
    /// As in ISO 8601.
    Date(String),
    Today,
    Truth(bool),
    /// What another field has.
    Field(Label),
}

/// What a clause is about.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Label {
    /// The labels of the fields on the way.
    Field(Vec<String>),
    /// The item that a loop is at.
    Item,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

impl Order {
    /// The order of the same two, the other way round.
    pub fn flipped(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::AtMost => Self::AtLeast,
            Self::Equal => Self::Equal,
            Self::AtLeast => Self::AtMost,
            Self::More => Self::Less,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Containing {
    Contains,
    StartsWith,
    EndsWith,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    None,
    AtLeastOne,
    ExactlyOne,
    NotExactlyOne,
    Each,
    NotEach,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Ago,
    Ahead,
}

/// `holds` is false where the opposite is said.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Clause {
    Is {
        label: Label,
        value: Shown,
        holds: bool,
    },
    OneOf {
        label: Label,
        values: Vec<Shown>,
        holds: bool,
    },
    SameAs {
        label: Label,
        other: Label,
        holds: bool,
    },
    /// Whether there is a value at all.
    Set {
        label: Label,
        holds: bool,
    },
    /// Whether there is a value that is not empty.
    Filled {
        label: Label,
        holds: bool,
    },
    Number {
        label: Label,
        actual: Option<Shown>,
        order: Order,
        than: Shown,
        holds: bool,
    },
    Date {
        label: Label,
        actual: Option<Shown>,
        order: Order,
        than: Shown,
        holds: bool,
    },
    /// A date by its days from today. `actual` counts days ago.
    Days {
        label: Label,
        actual: Option<i64>,
        order: Order,
        days: i64,
        direction: Direction,
        holds: bool,
    },
    /// How many items there are, of those that are meant if not all.
    Count {
        label: Label,
        meant: Option<Box<Clause>>,
        actual: Option<i64>,
        order: Order,
        number: i64,
        holds: bool,
    },
    Contains {
        label: Label,
        how: Containing,
        value: Shown,
        holds: bool,
    },
    Items {
        label: Label,
        quantity: Quantity,
        body: Box<Clause>,
    },
    NoItems {
        label: Label,
    },
    All(Vec<Clause>),
    Any(Vec<Clause>),
    /// A part that is quoted.
    Source {
        source: String,
        holds: bool,
    },
}

impl Clause {
    /// All of them; one alone is itself.
    pub fn all(mut clauses: Vec<Self>) -> Self {
        if clauses.len() == 1 { clauses.remove(0) } else { Self::All(clauses) }
    }

    /// Any of them; one alone is itself.
    pub fn any(mut clauses: Vec<Self>) -> Self {
        if clauses.len() == 1 { clauses.remove(0) } else { Self::Any(clauses) }
    }

    /// What can stand alone.
    pub fn sentences(self) -> Vec<Self> {
        match self {
            Self::All(clauses) => clauses.into_iter().flat_map(Self::sentences).collect(),
            other => vec![other],
        }
    }
}

/// Joins the first ones with commas and the last one with a word.
pub(super) fn enumerate(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// A label in the middle of a sentence. Abbreviations stay as they are.
pub(super) fn lowered(label: &str) -> String {
    let mut letters = label.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(letters).collect(),
        _ => label.to_owned(),
    }
}

/// The first letter as a capital.
pub(super) fn raised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The labels of the fields on the way to one.
pub(super) fn way(labels: &[String]) -> String {
    labels.join(" › ")
}
