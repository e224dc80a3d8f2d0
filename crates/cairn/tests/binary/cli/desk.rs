//! Someone at their own machine, with a server elsewhere.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value as Json;
use tempfile::TempDir;

use crate::client::Client;
use crate::instance::{Instance, Ran, Server};

pub struct Desk {
    pub instance: Instance,
    pub server: Server,
    pub token: String,
    home: TempDir,
}

impl Desk {
    /// Signed in with variables, as scripts are.
    pub fn new() -> Self {
        Self::with(&[])
    }

    /// The same with flags for the server.
    pub fn with(arguments: &[&str]) -> Self {
        let instance = Instance::new();
        let server = instance.start_with(arguments);
        let token = instance.token();
        Self { instance, server, token, home: tempfile::tempdir().expect("a home") }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.server.address)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// A command of someone who is not signed in.
    pub fn stranger(&self, arguments: &[&str]) -> Command {
        at_home(&self.home, arguments)
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.stranger(arguments);
        command.env("CAIRN_URL", self.url()).env("CAIRN_TOKEN", &self.token);
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        finish(self.command(arguments), "")
    }

    pub fn run_with_input(&self, arguments: &[&str], input: &str) -> Ran {
        finish(self.command(arguments), input)
    }

    /// Runs a command that has to succeed; returns its output.
    #[track_caller]
    pub fn print(&self, arguments: &[&str]) -> String {
        self.run(arguments).printed()
    }

    #[track_caller]
    pub fn json(&self, arguments: &[&str]) -> Json {
        let text = self.print(&[arguments, &["-o", "json"]].concat());
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The API itself, to see what really happened.
    pub fn api(&self) -> Client {
        self.server.with_token(&self.token)
    }
}

/// A command with its own home folder, without a keyring.
pub fn at_home(home: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CAIRN_")) {
        command.env_remove(name);
    }
    command.env("HOME", home.path()).env("XDG_CONFIG_HOME", home.path().join("config"));
    command.env("XDG_CACHE_HOME", home.path().join("cache")).env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere");
    command.args(arguments).current_dir(home.path());
    command
}

pub fn finish(mut command: Command, input: &str) -> Ran {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let _ = child.stdin.take().expect("an input").write_all(input.as_bytes());
    child.wait_with_output().map(Ran::from).expect("the command ends")
}

impl Ran {
    /// Asserts success; returns everything that was printed.
    #[track_caller]
    pub fn printed(self) -> String {
        assert_eq!(self.status, Some(0), "{}{}", self.stdout, self.stderr);
        self.stdout
    }

    /// Asserts that it failed with this code and message, and printed nothing on standard output.
    #[track_caller]
    pub fn ended(&self, status: i32, words: &str) {
        assert_eq!(self.status, Some(status), "{}{}", self.stdout, self.stderr);
        assert!(self.stderr.starts_with("cairn: ") && self.stderr.contains(words), "{}", self.stderr);
        assert_eq!(self.stdout, "");
    }
}
