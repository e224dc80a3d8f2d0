//! Validations that nobody decided about in time.

use std::collections::BTreeSet;

use cairn_engine::Result;
use cairn_jobs::{Done, Job, Work};
use cairn_resources::work::{ValidationFlow, ValidationStatus};
use cairn_store::Sql;
use cairn_validation::Status;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::plain;

/// Ends the validations whose deadline has passed.
#[derive(Serialize, Deserialize)]
pub struct ExpireValidations {}

/// The result.
#[derive(Serialize)]
struct Expired {
    validations: usize,
}

impl Job for ExpireValidations {
    const KIND: &'static str = "expire-validations";
    const NAME: &'static str = "End the validations whose deadline has passed";
    /// Soon after the start of each day in the time zone of the instance.
    const SCHEDULE: Option<&'static str> = Some("12 0 * * *");

    async fn run(self, work: Work) -> Result<Done> {
        let mut cx = work.write().await?;
        let today = cx.today();
        let mut over = Sql::raw("t.status in ('submitted', 'change_requested') and t.validation_deadline < ");
        over.bind(today);
        let found: Vec<ValidationFlow> = cx
            .list_all(|select| {
                select.condition(over);
            })
            .await?;
        let ids: Vec<Uuid> = found.iter().map(|flow| flow.id.uuid()).collect();
        let mut validations = 0;
        cx.modify_many::<ValidationFlow>(&ids, |flow| {
            // Someone may have decided meanwhile.
            if plain(flow, &BTreeSet::new()).status_on(today) == Status::Expired
                && flow.status != ValidationStatus::Expired
            {
                flow.status = ValidationStatus::Expired;
                validations += 1;
            }
            Ok(())
        })
        .await?;
        work.finish(cx, Expired { validations }).await
    }
}
