//! Where output goes: a terminal of a certain width, with or without colours, or a file or pipe.

use std::io::IsTerminal;

use terminal_size::{Height, Width, terminal_size_of};

#[derive(Debug, Clone, Copy)]
pub struct Screen {
    /// The width of the terminal; none if nothing has to fit.
    pub width: Option<usize>,
    color: bool,
}

impl Screen {
    pub fn stdout() -> Self {
        let out = std::io::stdout();
        Self::new(out.is_terminal(), terminal_size_of(&out))
    }

    pub fn stderr() -> Self {
        let out = std::io::stderr();
        Self::new(out.is_terminal(), terminal_size_of(&out))
    }

    fn new(is_terminal: bool, size: Option<(Width, Height)>) -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        // https://no-color.org: any value turns colours off.
        let dumb = set("NO_COLOR") || std::env::var("TERM").is_ok_and(|term| term == "dumb");
        let width = size.map(|(Width(width), _)| usize::from(width)).filter(|width| *width > 0);
        Self { width: is_terminal.then(|| width.unwrap_or(80)), color: is_terminal && !dumb }
    }

    /// For text that is read later or elsewhere.
    #[cfg(test)]
    pub const fn plain(width: Option<usize>) -> Self {
        Self { width, color: false }
    }

    pub fn is_terminal(self) -> bool {
        self.width.is_some()
    }

    pub fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    pub fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    pub fn green(self, text: &str) -> String {
        self.paint("32", text)
    }

    pub fn yellow(self, text: &str) -> String {
        self.paint("33", text)
    }

    pub fn red(self, text: &str) -> String {
        self.paint("31", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.color && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
