//! A word from one process to all others of the same database, to save them from asking all the
//! time. It carries no news: whoever hears it looks for itself, and a lost word costs time only.

use std::future::poll_fn;
use std::pin::pin;
use std::time::Duration;

use tokio::sync::Notify;
use tokio_postgres::AsyncMessage;

use super::{Postgres, errors, take};
use crate::StoreError;

/// How long to wait before connecting again.
const PAUSE: Duration = Duration::from_secs(1);

impl Postgres {
    pub(crate) async fn notify(&self, channel: &str) -> Result<(), StoreError> {
        let lease = take(&self.pool).await?;
        lease.client()?.batch_execute(&format!("notify {channel}")).await.map_err(|error| errors::translate(&error))
    }

    /// Passes every word on, for ever. A connection of its own listens: those of the pool come
    /// and go.
    pub(crate) async fn listen(&self, channel: &str, heard: &Notify) {
        loop {
            if let Err(error) = self.listen_once(channel, heard).await {
                tracing::debug!(%error, channel, "listening was interrupted");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn listen_once(&self, channel: &str, heard: &Notify) -> Result<(), tokio_postgres::Error> {
        let (client, mut connection) = self.config.connect(self.tls.clone()).await?;
        let text = format!("listen {channel}");
        let mut begin = pin!(client.batch_execute(&text));
        let mut listens = false;
        loop {
            tokio::select! {
                begun = &mut begin, if !listens => {
                    begun?;
                    listens = true;
                    // What was said before we listened was missed.
                    heard.notify_one();
                }
                message = poll_fn(|context| connection.poll_message(context)) => match message {
                    Some(Ok(AsyncMessage::Notification(_))) => heard.notify_one(),
                    Some(Ok(_)) => {}
                    Some(Err(error)) => return Err(error),
                    None => return Ok(()),
                },
            }
        }
    }
}
