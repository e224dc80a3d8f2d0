//! Risks: what can go wrong, how bad it is, and who accepts it.

mod risk_acceptance;
mod risk_assessment;
mod risk_scenario;

pub use risk_acceptance::{AcceptanceState, RiskAcceptance};
pub use risk_assessment::RiskAssessment;
pub use risk_scenario::{RiskScenario, Treatment};
