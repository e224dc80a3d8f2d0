//! Shows the progress of an upload on a terminal; scripts see nothing of it.

use std::time::Duration;

use cairn_client::Watch;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

pub struct Upload {
    bar: ProgressBar,
}

impl Upload {
    pub fn new(size: u64) -> Self {
        // Draws on standard error, and only if that is a terminal.
        let bar = ProgressBar::with_draw_target(Some(size), ProgressDrawTarget::stderr());
        let style = "{msg} {wide_bar} {bytes}/{total_bytes}";
        bar.set_style(ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message("Sending");
        Self { bar }
    }

    /// A callback for the number of bytes sent. After the last one, the server does its work.
    pub fn watch(&self) -> Watch {
        let bar = self.bar.clone();
        Watch::new(move |sent| {
            bar.set_position(sent);
            if Some(sent) == bar.length() {
                let style = "{spinner} {msg} {elapsed}";
                bar.set_style(ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_spinner()));
                bar.set_message("The server is checking and writing the rows");
                bar.enable_steady_tick(Duration::from_millis(120));
            }
        })
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
