//! A connection to a mail server, for one mail after the other.

use cairn_outbound::Policy;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::extension::ClientId;
use tokio::time::timeout;

use crate::letter::Letter;
use crate::open::open;
use crate::tape::Tape;
use crate::{Failure, OPEN, SEND, Server};

/// How we introduce ourselves. Servers that judge clients by their name judge relays, not applications.
const HELLO: &str = "[127.0.0.1]";

pub struct Connection(AsyncSmtpConnection);

impl Connection {
    /// Connects and signs in.
    pub async fn open(server: &Server, policy: &Policy, tape: &Tape) -> Result<Self, Failure> {
        let late = |_| Failure::Unavailable(format!("“{}” did not answer in time", server.host));
        timeout(OPEN, Self::introduced(server, policy, tape)).await.map_err(late)?
    }

    async fn introduced(server: &Server, policy: &Policy, tape: &Tape) -> Result<Self, Failure> {
        let down = |error: &Error| Failure::Unavailable(in_words(error));
        let stream = open(server, policy, HELLO, tape).await?;
        let hello = ClientId::Ipv4([127, 0, 0, 1].into());
        let mut connection = AsyncSmtpConnection::connect_with_transport(Box::new(stream), &hello)
            .await
            .map_err(|error| down(&error))?;
        if let Some((user, password)) = &server.credentials {
            let credentials = Credentials::new(user.clone(), password.clone());
            let signed_in = connection.auth(&[Mechanism::Plain, Mechanism::Login], &credentials).await;
            signed_in.map_err(|error| Failure::Unavailable(format!("signing in failed: {}", in_words(&error))))?;
        }
        Ok(Self(connection))
    }

    /// Sends a mail. After a failure the connection is of no use any more.
    pub async fn send(&mut self, letter: &Letter) -> Result<(), Failure> {
        let message = letter.message()?;
        let sent = timeout(SEND, self.0.send(message.envelope(), &message.formatted())).await;
        match sent {
            Err(_) => Err(Failure::Deferred("the server did not answer in time".to_owned())),
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) if error.is_permanent() || error.is_client() => Err(Failure::Rejected(in_words(&error))),
            Ok(Err(error)) => Err(Failure::Deferred(in_words(&error))),
        }
    }

    pub async fn close(mut self) {
        let _ = timeout(OPEN, self.0.quit()).await;
    }
}

/// An error with its causes.
fn in_words(error: &Error) -> String {
    let mut words = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        let cause_words = cause.to_string();
        if !words.contains(&cause_words) {
            words.push_str(": ");
            words.push_str(&cause_words);
        }
        source = cause.source();
    }
    words
}
