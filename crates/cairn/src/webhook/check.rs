//! `cairn webhook verify`.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use cairn_cli::{counted, print};
use cairn_webhook::Headers;
use clap::Args;

use super::judge::Judge;

#[derive(Args)]
#[command(after_help = "\
Examples:
  cairn webhook verify --secret-stdin --id msg_0190… --timestamp 1700000000 \\
      --signature 'v1,B/vN4…' --body body.json --no-age < secret.txt

  The secret is the first line of standard input. With --body - the rest of standard input is the body:
  cat secret.txt body.json | cairn webhook verify --secret-stdin --body - …")]
pub struct Verify {
    /// Read the endpoint's secret (whsec_…) from the first line of standard input.
    #[arg(long, required = true)]
    secret_stdin: bool,
    /// The webhook-id header of the request.
    #[arg(long, value_name = "TEXT")]
    id: String,
    /// The webhook-timestamp header of the request, in Unix seconds.
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    timestamp: String,
    /// The webhook-signature header of the request, as received: v1,… (several are separated by spaces).
    #[arg(long, value_name = "TEXT")]
    signature: String,
    /// The file with the raw request body, byte for byte; - for standard input after the secret.
    #[arg(long, value_name = "FILE", default_value = "-")]
    body: PathBuf,
    /// Accept a timestamp of any age; otherwise it must be within 300 seconds of now.
    #[arg(long)]
    no_age: bool,
    /// The endpoint uses the signing mode standard: the key is the base64-decoded part after whsec_.
    #[arg(long)]
    standard: bool,
}

impl Verify {
    pub fn run(self) -> Result<()> {
        ensure!(self.secret_stdin, "the secret is read from standard input: add --secret-stdin");
        let secret = super::secret_from_stdin()?;
        let body = read_body(&self.body)?;
        let judge = Judge::new(&secret, self.standard)?;
        let judge = if self.no_age { judge.any_age() } else { judge };
        let headers = Headers {
            id: Some(&self.id),
            timestamp: Some(self.timestamp.trim()),
            signature: Some(self.signature.trim()),
        };
        match judge.judge(&headers, &body, super::now_seconds()) {
            Ok(()) => Ok(print(&format!("ok: {}, signed with this secret\n", counted(body.len() as u64, "byte")))?),
            Err(reason) => bail!("rejected: {reason}"),
        }
    }
}

fn read_body(path: &Path) -> Result<Vec<u8>> {
    if path != Path::new("-") {
        return std::fs::read(path).with_context(|| format!("cannot read {}", path.display()));
    }
    let mut body = Vec::new();
    std::io::stdin().lock().read_to_end(&mut body).context("cannot read the body from standard input")?;
    Ok(body)
}
