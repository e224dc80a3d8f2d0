//! A mail server for tests.

use std::sync::{Arc, Mutex};

use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::TestApp;

/// A mail server of its own: it takes everything but what is for `nobody@`, and defers what is for `later@`.
pub struct MailServer {
    pub port: u16,
    taken: Arc<Mutex<Vec<String>>>,
}

impl MailServer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let taken: Arc<Mutex<Vec<String>>> = Arc::default();
        let kept = taken.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, kept.clone()));
            }
        });
        Self { port, taken }
    }

    /// Lets an instance send its mail here.
    pub async fn turn_on(&self, app: &TestApp) {
        let settings = json!({
            "enabled": true, "host": "127.0.0.1", "port": self.port, "security": "none",
            "from": "Cairn <cairn@example.com>", "site_url": "https://cairn.example/",
        });
        app.admin.patch("/api/settings/mail/", settings).await.is(200);
    }

    /// Everything that was sent, in order.
    pub fn all(&self) -> Vec<String> {
        self.taken.lock().expect("the mails").clone()
    }

    pub fn count(&self) -> usize {
        self.taken.lock().expect("the mails").len()
    }

    pub fn last(&self) -> String {
        self.taken.lock().expect("the mails").last().cloned().unwrap_or_default()
    }
}

async fn serve(stream: TcpStream, taken: Arc<Mutex<Vec<String>>>) -> Option<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 test\r\n").await.ok()?;
    while let Some(line) = lines.next_line().await.ok()? {
        let answer = match line.to_uppercase() {
            line if line.starts_with("EHLO") => "250-test\r\n250 AUTH PLAIN\r\n",
            line if line.starts_with("AUTH") => "535 wrong\r\n",
            line if line.contains("<NOBODY@") => "550 no such user\r\n",
            line if line.contains("<LATER@") => "451 try later\r\n",
            line if line.starts_with("DATA") => {
                write.write_all(b"354 go on\r\n").await.ok()?;
                let mut mail = String::new();
                while let Some(line) = lines.next_line().await.ok()?.filter(|line| line != ".") {
                    mail.push_str(&line);
                    mail.push('\n');
                }
                taken.lock().expect("the mails").push(mail);
                "250 taken\r\n"
            }
            line if line.starts_with("QUIT") => "221 bye\r\n",
            _ => "250 fine\r\n",
        };
        write.write_all(answer.as_bytes()).await.ok()?;
    }
    Some(())
}
