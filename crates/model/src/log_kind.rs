//! The kinds of journal entries. The engine writes these, so they are part of the vocabulary.

use crate::choice;

choice! {
    /// What happened.
    pub enum LogKind {
        Created = "created",
        Updated = "updated",
        Deleted = "deleted",
        /// An earlier state was brought back; the change itself is an entry of its own.
        Restored = "restored",
        SignedIn = "signed_in",
        SignInFailed = "sign_in_failed",
        SignedOut = "signed_out",
        TokenRefused = "token_refused",
        /// Someone asked for a link to set a new password; whether there is such an account is not said.
        PasswordResetRequested = "password_reset_requested",
        /// A link with which someone sets their password was sent, or shown to an administrator.
        PasswordLinkCreated = "password_link_created",
        /// A request from an address outside of the allow list was refused.
        AddressRefused = "address_refused",
        Exported = "exported",
        Downloaded = "downloaded",
        /// A test event was sent to a webhook endpoint.
        Tested = "tested",
        /// A webhook message was sent again by hand.
        Redelivered = "redelivered",
        /// Webhook messages of a stretch of time were sent again.
        Replayed = "replayed",
        /// The content of old entries was removed.
        Pruned = "pruned",
        /// What entries said of a person was erased.
        Erased = "erased",
        /// The journal is signed with another key from here on.
        JournalKeyChanged = "journal_key_changed",
    }
}
