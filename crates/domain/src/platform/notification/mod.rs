//! Notifications: what people should know of. Each belongs to one person, and nobody else sees it.
//!
//! **Guarantees.** A notification of a change exists if and only if the change was committed ([`listen`]). One of a date
//! is made once, however often and wherever the nightly job runs ([`nightly`]): its key is unique. Nobody is notified of
//! what they did themselves, nor of an object that they may not see; one that they may no longer see is not in their
//! inbox.
//!
//! - [`make`] is the only code that makes them: it knows who sees what, and who wants what.
//! - [`people`] says whom an object names.
//! - [`queue`] keeps the mail that tells of them until it is due; [`send`] sends it, [`compose`] writes it, and
//!   [`unsubscribe`] turns it off. [`account`] is mail about accounts, such as invitations, which goes the same way.

mod account;
mod compose;
mod inbox;
mod listen;
mod make;
mod nightly;
pub(super) mod people;
mod queue;
mod send;
pub mod unsubscribe;

use cairn_engine::query::seen_any;
use cairn_engine::{Cx, Entry, Module, Nothing, action};
use cairn_resources::platform::Notification;
use cairn_store::Sql;

pub use account::{Account, queue_account_mail};
pub use listen::{Notifier, forget_recipients};
pub(super) use make::{Told, make};
pub use nightly::NotifyOfDates;
pub use send::{SendMail, Tried, Try, prepare_trial, send_soon};

pub const ENTRY: Entry = Entry::of::<Notification>()
    .module(Module::Overview, "bell")
    .unlisted()
    .roles("v v v v v v v v")
    .log()
    .sight(sight)
    .actions(&[
        action!(GET "unread", collection, View, inbox::unread: Nothing => inbox::Unread, "Number of unread notifications."),
        action!(POST "read", item, View, inbox::read: Nothing => inbox::Marked, "Marks it as read."),
        action!(POST "mark-unread", item, View, inbox::mark_unread: Nothing => inbox::Marked, "Marks it as unread."),
        action!(POST "read-all", collection, View, inbox::read_all: inbox::Until => inbox::Changed, "Marks all of them as read."),
    ]);

/// One's own, as long as one may see what they are about. A token limited to a domain sees those about objects in it.
fn sight(cx: &Cx, alias: &str) -> Option<Sql> {
    let caller = &cx.authority.caller;
    if caller.is_trusted() {
        return None;
    }
    let mut sql = Sql::raw(format!("({alias}.in_app and {alias}.recipient = "));
    sql.bind(caller.user.unwrap_or_default());
    // Those about an object that is gone are deleted with it.
    if !cx.authority.sees_everything() {
        sql.push(" and (");
        if caller.limits.folder.is_none() {
            sql.push(&format!("{alias}.about is null or "));
        }
        sql.append(seen_any(cx, cx.resource::<Notification>(), alias, "about")).push(")");
    }
    sql.push(")");
    Some(sql)
}
