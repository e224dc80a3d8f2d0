//! An instance in a temporary folder, the commands that work on it, and its server.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::client::Client;

pub const ADMIN: &str = "operator@example.com";
pub const PASSWORD: &str = "seven quiet herons";

/// How long anything may take before a test fails. Generous, since machines can be busy.
pub const DEADLINE: Duration = Duration::from_mins(1);

/// A working folder with its own settings. Nothing from the environment reaches the commands.
pub struct Instance {
    folder: TempDir,
    variables: Vec<(String, String)>,
}

impl Instance {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self { folder, variables: Vec::new() }
            .with("CAIRN_ADMIN_EMAIL", ADMIN)
            .with("CAIRN_ADMIN_PASSWORD", PASSWORD)
            .with("CAIRN_LISTEN", "127.0.0.1:0")
            // Most tests only look at what they write themselves.
            .with("CAIRN_LIBRARIES_BUNDLED", "false")
    }

    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn without(mut self, name: &str) -> Self {
        self.variables.retain(|(known, _)| known != name);
        self
    }

    /// Writes a `cairn.toml` into the working folder.
    pub fn with_file(self, text: &str) -> Self {
        std::fs::write(self.path("cairn.toml"), text).expect("a written file");
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
        let foreign = std::env::vars_os().map(|(name, _)| name);
        for name in foreign.filter(|name| name.to_string_lossy().starts_with("CAIRN_")) {
            command.env_remove(name);
        }
        let variables = self.variables.iter().map(|(name, value)| (name, value));
        // Nor do the profiles of whoever runs the tests.
        command.env("XDG_CONFIG_HOME", self.path("config")).env("XDG_CACHE_HOME", self.path("cache"));
        command.envs(variables).args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    /// Runs a command to completion.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        self.run_with_input(arguments, "")
    }

    pub fn run_with_input(&self, arguments: &[&str], input: &str) -> Ran {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary starts");
        // A command that fails before it reads closes its end.
        let _ = child.stdin.take().expect("an input").write_all(input.as_bytes());
        child.wait_with_output().map(Ran::from).expect("the command ends")
    }

    pub fn start(&self) -> Server {
        self.start_with(&[])
    }

    /// Starts a server and waits until it is ready.
    #[track_caller]
    pub fn start_with(&self, arguments: &[&str]) -> Server {
        let mut command = self.command(&["serve"]);
        let mut child = command.args(arguments).stderr(Stdio::piped()).spawn().expect("the binary starts");
        let log = Log::follow(child.stderr.take().expect("a log"));
        let mut server = Server { child, log, address: ([0, 0, 0, 0], 0).into() };
        let ready = server.log.wait_for("is ready at http://");
        let address = ready.rsplit_once("http://").expect("an address").1;
        server.address = address.trim_end_matches('/').parse().expect("an address");
        server
    }

    /// A token of the first administrator, made by the operator's command.
    #[track_caller]
    pub fn token(&self) -> String {
        self.run(&["admin", "token", "--email", ADMIN, "--name", "tests"]).succeeded()
    }
}

/// The end of a command.
#[derive(Debug)]
pub struct Ran {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("text");
        Self { status: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

impl Ran {
    /// Asserts success; returns the output, which is at most one line.
    #[track_caller]
    pub fn succeeded(self) -> String {
        assert_eq!(self.status, Some(0), "{}", self.stderr);
        assert!(self.stdout.lines().count() <= 1, "{}", self.stdout);
        self.stdout.trim_end().to_owned()
    }

    /// Asserts that the command failed with one line containing these words.
    #[track_caller]
    pub fn refused(self, status: i32, words: &str) {
        assert_eq!(self.status, Some(status), "{}{}", self.stdout, self.stderr);
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        assert!(self.stderr.starts_with("cairn: ") && self.stderr.contains(words), "{}", self.stderr);
        assert_eq!(self.stdout, "");
    }
}

/// A server that runs until it is stopped or dropped.
pub struct Server {
    child: Child,
    pub log: Log,
    pub address: SocketAddr,
}

impl Server {
    /// A client without credentials.
    pub fn nobody(&self) -> Client {
        Client::new(self.address)
    }

    pub fn with_token(&self, token: &str) -> Client {
        self.nobody().with_token(token)
    }

    /// Asks for a graceful shutdown.
    pub fn terminate(&self) {
        let sent = Command::new("kill").arg("-TERM").arg(self.child.id().to_string()).status();
        assert!(sent.is_ok_and(|status| status.success()), "the signal is sent");
    }

    pub fn wait(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(begun.elapsed() < DEADLINE, "the server does not end: {}", self.log.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Shuts it down gracefully; returns its log.
    #[track_caller]
    pub fn stop(mut self) -> String {
        self.terminate();
        let status = self.wait();
        assert!(status.success(), "{status}: {}", self.log.text());
        self.log.text()
    }

    /// Kills it at once, like a power cut.
    pub fn kill(&mut self) {
        self.child.kill().expect("the signal is sent");
        self.child.wait().expect("the process ends");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a server writes to standard error, as it arrives.
#[derive(Clone)]
pub struct Log(Arc<(Mutex<Lines>, Condvar)>);

#[derive(Default)]
struct Lines {
    lines: Vec<String>,
    ended: bool,
}

impl Log {
    fn follow(stream: impl std::io::Read + Send + 'static) -> Self {
        let log = Self(Arc::default());
        let shared = Arc::clone(&log.0);
        std::thread::spawn(move || {
            let (lines, changed) = &*shared;
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                lines.lock().expect("the lines").lines.push(line);
                changed.notify_all();
            }
            lines.lock().expect("the lines").ended = true;
            changed.notify_all();
        });
        log
    }

    /// The first line with these words, as soon as it is there.
    #[track_caller]
    pub fn wait_for(&self, words: &str) -> String {
        let (lines, changed) = &*self.0;
        let missing = |state: &mut Lines| !state.ended && !state.lines.iter().any(|line| line.contains(words));
        let state = lines.lock().expect("the lines");
        let (state, _) = changed.wait_timeout_while(state, DEADLINE, missing).expect("the lines");
        let found = state.lines.iter().find(|line| line.contains(words)).cloned();
        found.unwrap_or_else(|| panic!("no “{words}” in:\n{}", state.lines.join("\n")))
    }

    pub fn text(&self) -> String {
        self.0.0.lock().expect("the lines").lines.join("\n")
    }
}

/// Repeats a check until it succeeds.
#[track_caller]
pub fn wait_until(what: &str, limit: Duration, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < limit, "not within {limit:?}: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The names in a folder.
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}
