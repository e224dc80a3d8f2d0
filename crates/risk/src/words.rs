//! States and choices, as the API spells them.

use cairn_assess::words;

words! {
    /// What is done about a risk.
    Treatment {
        Open = "open",
        Mitigate = "mitigate",
        Accept = "accept",
        Avoid = "avoid",
        Transfer = "transfer",
        Cancelled = "cancelled",
    }
}

words! {
    /// How far an acceptance of risks is.
    AcceptanceState {
        Created = "created",
        Submitted = "submitted",
        Accepted = "accepted",
        Rejected = "rejected",
        Revoked = "revoked",
    }
}

words! {
    /// How far a security exception is.
    ExceptionStatus {
        Draft = "draft",
        InReview = "in_review",
        Approved = "approved",
        Rejected = "rejected",
        Resolved = "resolved",
        Expired = "expired",
        Deprecated = "deprecated",
    }
}

words! {
    /// What is known about a vulnerability.
    VulnerabilityStatus {
        Undefined = "--",
        Potential = "potential",
        Exploitable = "exploitable",
        Mitigated = "mitigated",
        Fixed = "fixed",
        NotExploitable = "not_exploitable",
        Unaffected = "unaffected",
    }
}

impl VulnerabilityStatus {
    /// Whether there is still something to do.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Undefined | Self::Potential | Self::Exploitable)
    }
}
