//! Why a judgement is no longer supported, in words.

use crate::language::Language;

/// What no longer supports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lapse {
    ControlInactive,
    EvidenceExpired,
    EvidenceWithdrawn,
}

/// A sentence for [`Node::stale`](crate::Node::stale).
pub fn stale(lapse: Lapse, name: &str, language: Language) -> String {
    match (lapse, language) {
        (Lapse::ControlInactive, Language::English) => format!("The control “{name}” is no longer active."),
        (Lapse::ControlInactive, Language::French) => format!("La mesure «\u{a0}{name}\u{a0}» n’est plus active."),
        (Lapse::EvidenceExpired, Language::English) => format!("The evidence “{name}” has expired."),
        (Lapse::EvidenceExpired, Language::French) => format!("La preuve «\u{a0}{name}\u{a0}» a expiré."),
        (Lapse::EvidenceWithdrawn, Language::English) => format!("The evidence “{name}” is no longer approved."),
        (Lapse::EvidenceWithdrawn, Language::French) => format!("La preuve «\u{a0}{name}\u{a0}» n’est plus approuvée."),
    }
}
