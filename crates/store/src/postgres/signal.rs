//! Notifications from one process to all others of the same database, so that they need not poll. A notification
//! carries no data: the receiver looks for itself, and a lost one only costs time.

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

    /// Forwards every notification, forever. It has its own connection, because those of the pool come and go.
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
                    // Notifications from before we listened were missed.
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
