//! How a command ends: exit codes that scripts can rely on, and one message.

use std::fmt;

use cairn_client::Error;
use serde_json::Value as Json;

/// The exit codes. They are part of the interface: a code never changes its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Success; also if the reader of the output stopped early, as `head` does.
    Done = 0,
    Refused = 1,
    Usage = 2,
    NotFound = 3,
    NotPermitted = 4,
    Unreachable = 5,
    ServerFailed = 6,
    Different = 7,
    Proposed = 8,
}

impl Exit {
    /// A few words for the help, and a sentence for the manual and the documentation.
    pub const MEANINGS: [(Exit, &'static str, &'static str); 9] = [
        (Exit::Done, "done", "Done."),
        (
            Exit::Refused,
            "refused",
            "The server rejected the request: invalid input, a conflict or a lost update. Also any other failure.",
        ),
        (Exit::Usage, "wrong usage", "Invalid usage, or a name matches several objects."),
        (Exit::NotFound, "not found", "The object does not exist, or you do not have access to it."),
        (Exit::NotPermitted, "not signed in or not permitted", "You are not signed in, or do not have permission."),
        (Exit::Unreachable, "unreachable", "The instance cannot be reached, or is not Cairn."),
        (Exit::ServerFailed, "server failed", "Server error; the response contains a reference for the operator."),
        (Exit::Different, "a plan with changes", "`cairn apply --plan` would change something."),
        (Exit::Proposed, "proposed", "The token is propose-only: the change awaits approval."),
    ];
}

/// How a command ends that couldn't do its job.
#[derive(Debug)]
pub struct Failure {
    pub exit: Exit,
    pub message: String,
    /// The proposal waiting for a decision, if that is why nothing was changed.
    pub proposal: Option<Box<Json>>,
}

pub type Result<T = (), E = Failure> = std::result::Result<T, E>;

impl Failure {
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, message: message.into(), proposal: None }
    }

    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    pub fn other(message: impl Into<String>) -> Self {
        Self::new(Exit::Refused, message)
    }

    /// Adds what the error is about, before the reason.
    #[must_use]
    pub fn about(mut self, what: impl fmt::Display) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        let exit = match &error {
            Error::Unreachable { .. } | Error::Strange { .. } => Exit::Unreachable,
            Error::NoSuch { .. } => Exit::NotFound,
            Error::Ambiguous { .. } => Exit::Usage,
            Error::Local(_) => Exit::Refused,
            Error::Proposed { id, proposal, .. } => {
                let message = format!("{message}: `cairn proposal approve {id}`");
                return Self { proposal: Some(proposal.clone()), ..Self::new(Exit::Proposed, message) };
            }
            Error::Refused(problem) => match problem.status {
                401 => {
                    let message = format!("{message} Sign in with `cairn login`, or set CAIRN_TOKEN.");
                    return Self::new(Exit::NotPermitted, message);
                }
                403 => Exit::NotPermitted,
                404 => Exit::NotFound,
                503 => Exit::Unreachable,
                500..=599 => Exit::ServerFailed,
                _ => Exit::Refused,
            },
        };
        Self::new(exit, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_client::Problem;

    #[test]
    fn each_refusal_has_its_code() {
        let exit = |status| {
            let problem = Problem { status, detail: "No.".into(), ..Problem::default() };
            Failure::from(Error::Refused(Box::new(problem))).exit
        };
        assert_eq!(
            [400, 401, 403, 404, 409, 412, 429, 500, 503].map(exit),
            [
                Exit::Refused,
                Exit::NotPermitted,
                Exit::NotPermitted,
                Exit::NotFound,
                Exit::Refused,
                Exit::Refused,
                Exit::Refused,
                Exit::ServerFailed,
                Exit::Unreachable
            ]
        );
        for (code, (exit, _, _)) in Exit::MEANINGS.iter().enumerate() {
            assert_eq!(*exit as usize, code, "the list is complete and in order");
        }
    }
}
