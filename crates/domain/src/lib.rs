//! What is special about each resource, by area, and the registry of all of them.
//!
//! Adding a resource adds a model file, a domain file and a line in [`ENTRIES`].

pub mod analytics;
mod assessment;
pub mod calendar;
pub mod catalogue;
pub mod compliance;
pub mod iam;
pub mod library;
mod list_query;
pub mod metrology;
pub mod platform;
mod quality_check;
pub mod risk;
pub mod setup;
mod shown;
pub mod transfer;
pub mod work;

use std::sync::LazyLock;

use cairn_engine::{Action, Entry, Registry};
use cairn_jobs::Kind;
use cairn_store::Migration;

/// The migrations of both databases, from `migrations/`.
pub const MIGRATIONS: &[Migration] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// Every resource, in the order in which the documentation shows them.
pub const ENTRIES: &[&Entry] = &[
    &iam::folder::ENTRY,
    &iam::perimeter::ENTRY,
    &iam::user::ENTRY,
    &iam::user_group::ENTRY,
    &iam::role::ENTRY,
    &iam::role_assignment::ENTRY,
    &iam::permission::ENTRY,
    &iam::actor::ENTRY,
    &iam::team::ENTRY,
    &iam::auth_token::ENTRY,
    &iam::service_account::ENTRY,
    &iam::workload_identity::ENTRY,
    &iam::idp_group::ENTRY,
    &catalogue::filtering_label::ENTRY,
    &catalogue::asset_class::ENTRY,
    &catalogue::asset_capability::ENTRY,
    &catalogue::object_classification::ENTRY,
    &catalogue::classification_level::ENTRY,
    &catalogue::terminology::ENTRY,
    &library::stored_library::ENTRY,
    &library::loaded_library::ENTRY,
    &library::library_version::ENTRY,
    &library::draft::ENTRY,
    &library::LABELS,
    &library::framework::ENTRY,
    &library::requirement_node::ENTRY,
    &library::question::ENTRY,
    &library::question_choice::ENTRY,
    &library::mapping_set::ENTRY,
    &library::requirement_mapping::ENTRY,
    &library::reference_control::ENTRY,
    &library::threat::ENTRY,
    &library::risk_matrix::ENTRY,
    &library::metric_definition::ENTRY,
    &compliance::campaign::ENTRY,
    &compliance::audit::ENTRY,
    &compliance::requirement_assessment::ENTRY,
    &compliance::answer::ENTRY,
    &compliance::assignment::ENTRY,
    &compliance::report::template::ENTRY,
    &risk::assessment::ENTRY,
    &risk::scenario::ENTRY,
    &risk::acceptance::ENTRY,
    &work::asset::ENTRY,
    &work::applied_control::ENTRY,
    &work::policy::ENTRY,
    &work::evidence::ENTRY,
    &work::evidence_revision::ENTRY,
    &work::evidence_file::ENTRY,
    &work::findings_assessment::ENTRY,
    &work::finding::ENTRY,
    &work::vulnerability::ENTRY,
    &work::security_exception::ENTRY,
    &work::incident::ENTRY,
    &work::timeline_entry::ENTRY,
    &work::task::ENTRY,
    &work::task::node::ENTRY,
    &work::organisation_objective::ENTRY,
    &work::organisation_issue::ENTRY,
    &work::validation_flow::ENTRY,
    &metrology::instance::ENTRY,
    &metrology::sample::ENTRY,
    &metrology::builtin::ENTRY,
    &metrology::dashboard::ENTRY,
    &metrology::widget::ENTRY,
    &work::comment::ENTRY,
    &work::attachment::ENTRY,
    &platform::saved_view::ENTRY,
    &platform::notification::ENTRY,
    &platform::rule::ENTRY,
    &platform::rule::MATCHES,
    &platform::settings::ENTRY,
    &platform::webhook::endpoint::ENTRY,
    &platform::webhook::delivery::ENTRY,
    &platform::webhook::delivery::ATTEMPTS,
    &platform::webhook::audit_sink::ENTRY,
    &platform::log_entry::ENTRY,
    &platform::proposal::ENTRY,
    &platform::what_if::ENTRY,
    &cairn_jobs::ENTRY,
];

/// Every kind of job that needs nothing but the engine.
pub const JOBS: &[Kind] = &[
    Kind::of::<iam::expiry::EndExpired>(),
    Kind::of::<iam::erasure::EraseUser>(),
    Kind::of::<iam::password_link::SendPasswordReset>(),
    Kind::of::<metrology::builtin::MeasureDomains>(),
    Kind::of::<metrology::staleness::MarkStale>(),
    Kind::of::<compliance::audit::SyncAudits>(),
    Kind::of::<compliance::campaign::LockOverdueAudits>(),
    Kind::of::<work::security_exception::ExpireExceptions>(),
    Kind::of::<risk::assessment::SyncRiskAssessments>(),
    Kind::of::<risk::acceptance::ExpireAcceptances>(),
    Kind::of::<work::organisation_issue::ExpireIssues>(),
    Kind::of::<work::validation_flow::ExpireValidations>(),
    Kind::of::<work::task::PlanTasks>(),
    Kind::of::<platform::notification::NotifyOfDates>(),
    Kind::of::<platform::notification::SendMail>(),
    Kind::of::<platform::rule::RunRules>(),
    Kind::of::<platform::rule::CheckChanges>(),
    Kind::of::<transfer::PackDomain>(),
    Kind::of::<compliance::report::AuditReport>(),
    Kind::of::<cairn_export::ListExport>(),
    Kind::of::<cairn_jobs::ForgetJobs>(),
    Kind::of::<cairn_jobs::RemoveUnusedFiles>(),
];

/// What can be done with every resource besides reading and writing it.
pub const GENERAL: &[Action] = &[cairn_export::PREPARE_EXPORT, iam::insight::WHO_CAN_SEE];

/// The registry, created once.
pub fn registry() -> &'static Registry {
    static REGISTRY: LazyLock<&'static Registry> = LazyLock::new(|| Registry::with_general(ENTRIES, GENERAL));
    *REGISTRY
}
