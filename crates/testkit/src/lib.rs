//! A whole server per test, in the test's own process, on SQLite or PostgreSQL.
//!
//! Each test has a database of its own, copied from one that was migrated and filled once. The
//! clock is virtual. Tests read as sentences: `app.reader.patch(url, body).await.is(403)`.

mod client;
mod database;
mod mail;
mod server;

pub use client::{Answer, Client};
pub use database::Database;
pub use mail::MailServer;
pub use server::{ADMIN_EMAIL, ADMIN_PASSWORD, TestApp};

/// Makes two tests of one: on SQLite and on PostgreSQL.
///
/// `both!(async fn names_are_unique(app) { … });`
#[macro_export]
macro_rules! both {
    ($(#[$meta:meta])* async fn $name:ident($app:ident) $body:block) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            $(#[$meta])*
            async fn test($app: $crate::TestApp) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_sqlite() {
                test($crate::TestApp::start($crate::Database::Sqlite).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_postgres() {
                test($crate::TestApp::start($crate::Database::Postgres).await).await;
            }
        }
    };
}

/// A small library with a bit of everything: a framework with a question, a control, a threat, a matrix, a mapping.
pub const BASELINE: &str = include_str!("baseline.yaml");
