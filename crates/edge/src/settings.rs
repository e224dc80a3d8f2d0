use std::time::Duration;

/// What one connection may take, and how many there may be.
#[derive(Debug, Clone)]
pub struct Settings {
    /// From the first byte of a request (or the opening of the connection) to the end of its header.
    pub header: Duration,
    /// For a body to arrive, and for an answer to be taken. A large body has longer: a second more for each KiB that came.
    pub body: Duration,
    /// Between two requests.
    pub idle: Duration,
    /// Connections of one address; none where a proxy brings everyone's.
    pub per_address: Option<usize>,
    /// Connections in all.
    pub most: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            header: Duration::from_secs(15),
            body: Duration::from_secs(30),
            idle: Duration::from_secs(75),
            per_address: Some(256),
            most: 4096,
        }
    }
}
