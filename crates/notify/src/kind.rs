use cairn_model::choice;

choice! {
    /// What a notification is about.
    pub enum Kind {
        /// Something was assigned to you or your team, or you were asked to decide.
        Assigned = "assigned",
        /// Someone mentioned you in a comment.
        Mention = "mention" ("Mentioned in a comment"),
        /// What you asked for, or what is yours, was decided.
        Decision = "decision",
        /// A rule of yours has found something.
        Rule = "rule" ("Found by a rule"),
        /// Something of yours is due soon.
        Due = "due" ("Due soon"),
        /// Something of yours is late.
        Overdue = "overdue",
        ExpiringEvidence = "expiring_evidence" ("Expiring evidence"),
        ExpiringException = "expiring_exception" ("Expiring exception"),
        ExpiringAcceptance = "expiring_acceptance" ("Expiring risk acceptance"),
        ExpiringToken = "expiring_token" ("Expiring access token"),
        ExpiringAccount = "expiring_account" ("Expiring account"),
    }
}

impl Kind {
    pub fn of(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.key() == key)
    }

    /// Whether it tells that something happened, rather than that time passes.
    pub const fn is_news(self) -> bool {
        matches!(self, Self::Assigned | Self::Mention | Self::Decision | Self::Rule)
    }
}
