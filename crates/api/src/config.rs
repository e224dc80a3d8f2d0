//! The operator's settings for HTTP.

use cairn_auth::throttle;
use cairn_engine::Resource;

/// Which edition runs: only thin webhook payloads differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edition {
    Community,
    Pro,
}

/// Who runs it: on a hosted instance the operator enables API access with tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deployment {
    SelfHosted,
    Hosted,
}

impl Edition {
    pub const fn word(self) -> &'static str {
        match self {
            Edition::Community => "community",
            Edition::Pro => "pro",
        }
    }
}

impl Deployment {
    pub const fn word(self) -> &'static str {
        match self {
            Deployment::SelfHosted => "self_hosted",
            Deployment::Hosted => "hosted",
        }
    }
}

#[derive(Debug, Clone)]
pub struct Config {
    /// Serves the interactive schema pages.
    pub debug: bool,
    /// Serves `/metrics`.
    pub metrics: bool,
    pub edition: Edition,
    pub deployment: Deployment,
    /// Whether browsers reach the server over https, so that cookies are limited to it.
    pub secure_cookies: bool,
    /// Whether `X-Forwarded-For` comes from a trusted proxy.
    pub trust_proxy: bool,
    pub limits: Limits,
    /// How many wrong passwords are too many.
    pub throttle: throttle::Settings,
}

#[derive(Debug, Clone)]
pub struct Limits {
    /// Bytes of a JSON body.
    pub json: usize,
    /// Bytes of an attachment.
    pub attachment: u64,
    /// Bytes of a file from which a domain is imported.
    pub domain: u64,
}

/// How many times as large as an ordinary JSON body one may be that holds a document or many objects.
const LARGER: usize = 16;

impl Limits {
    /// Bytes of a body that holds a document or many objects.
    pub const fn large_json(&self) -> usize {
        self.json.saturating_mul(LARGER)
    }

    /// Bytes of a JSON body for a resource.
    pub fn of(&self, resource: &Resource) -> usize {
        if resource.entry.holds_documents { self.large_json() } else { self.json }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            debug: false,
            metrics: false,
            edition: Edition::Community,
            deployment: Deployment::SelfHosted,
            secure_cookies: false,
            trust_proxy: false,
            limits: Limits { json: 1024 * 1024, attachment: 50 * 1024 * 1024, domain: 512 * 1024 * 1024 },
            throttle: throttle::Settings::default(),
        }
    }
}
