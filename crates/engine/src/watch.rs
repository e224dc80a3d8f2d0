//! What people keep asking of a resource: which of its objects are due, and which contradict themselves.
//!
//! Each question is a list with certain parameters. It stands in the model document, so that whoever asks it (an
//! assistant, a page, a script) asks the ordinary list and sees what a caller may see, counted as lists count.

/// In the value of a parameter: the day on which the question is asked.
pub const TODAY: &str = "{today}";

/// A date by which something has to be done, for the objects that are still open.
#[derive(Debug, Clone, Copy)]
pub struct Due {
    /// The field with the date.
    pub field: &'static str,
    /// What has to be done by then.
    pub doc: &'static str,
    /// Which objects still wait for it.
    pub query: &'static [(&'static str, &'static str)],
}

/// A state that does not fit together, or lacks what it needs.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    pub name: &'static str,
    /// What is wrong with the objects that are found.
    pub doc: &'static str,
    /// The parameters by which they are found.
    pub query: &'static [(&'static str, &'static str)],
}
