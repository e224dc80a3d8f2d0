//! The rules of notifications.
//!
//! - [`Kind`] is what people are notified of; [`Choices`] what each of them wants to hear of, and how.
//! - [`Stage`] says when a date is worth a notification: 30, 7 and 1 days ahead, and once it has passed.
//! - [`when`] says at which instant mail goes out: at once, after quiet hours, or with the daily digest.
//! - [`mentioned`] finds who is mentioned in a comment.
//! - [`mail`] writes the mail, in English and French, as text and as HTML, from templates that can be replaced
//!   ([`template`]).
//!
//! Nothing here reads a clock or a database: the caller says what time it is and what there is to tell.

mod account;
mod choices;
mod kind;
pub mod mail;
mod mention;
mod stage;
pub mod template;
pub mod when;
mod words;

pub use account::{AccountLetter, browser_name};
pub use choices::{Choice, Choices, Clock, Pace, QuietHours};
pub use kind::Kind;
pub use mention::mentioned;
pub use stage::{SHORT, Stage, USUAL};
pub use words::{Fact, Language, sentence};
