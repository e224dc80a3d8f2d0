//! Metrics whose values no longer arrive.

use cairn_engine::{Cx, Result};
use cairn_jobs::{Done, Job, Work};
use cairn_resources::metrology::{CollectionFrequency, MetricInstance, MetricStatus};
use cairn_store::Sql;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// After how many seconds without a value a metric is stale: the time between two values, and some grace.
pub const fn overdue_after(frequency: CollectionFrequency) -> i64 {
    match frequency {
        CollectionFrequency::Realtime => HOUR,
        CollectionFrequency::Hourly => 2 * HOUR,
        CollectionFrequency::Daily => 2 * DAY,
        CollectionFrequency::Weekly => (7 + 2) * DAY,
        CollectionFrequency::Monthly => (31 + 5) * DAY,
        CollectionFrequency::Quarterly => (92 + 14) * DAY,
        CollectionFrequency::Yearly => (366 + 30) * DAY,
    }
}

/// Marks metrics whose next value is overdue.
#[derive(Serialize, Deserialize)]
pub struct MarkStale {}

/// The result.
#[derive(Serialize)]
struct Marked {
    metrics: usize,
}

impl Job for MarkStale {
    const KIND: &'static str = "mark-stale-metrics";
    const NAME: &'static str = "Mark metrics whose next value is overdue";
    const SCHEDULE: Option<&'static str> = Some("35 * * * *");

    async fn run(self, work: Work) -> Result<Done> {
        let mut cx = work.write().await?;
        let mut metrics = 0;
        for frequency in CollectionFrequency::ALL {
            metrics += mark(&mut cx, *frequency).await?;
        }
        work.finish(cx, Marked { metrics }).await
    }
}

async fn mark(cx: &mut Cx, frequency: CollectionFrequency) -> Result<usize> {
    let since = cx.now.plus_seconds(-overdue_after(frequency));
    // One that never had a value has time from the day it was created.
    let mut late = Sql::raw("t.created_at < ");
    late.bind(since);
    late.push(
        " and not exists (select 1 from metrology_custom_metric_samples s where s.metric_instance = t.id and s.timestamp >= ",
    );
    late.bind(since).push(")");
    let found: Vec<MetricInstance> = cx
        .list_all(|select| {
            select.equals("status", MetricStatus::Active.key()).equals("collection_frequency", frequency.key());
            select.condition(late);
        })
        .await?;
    let ids: Vec<Uuid> = found.iter().map(|one| one.id.uuid()).collect();
    let mut marked = 0;
    cx.modify_many::<MetricInstance>(&ids, |one| {
        // Someone may have changed it meanwhile.
        if one.status == MetricStatus::Active && one.collection_frequency == Some(frequency) {
            one.status = MetricStatus::Stale;
            marked += 1;
        }
        Ok(())
    })
    .await?;
    Ok(marked)
}
