//! Records the result of a run, only by whoever holds the lease.

use cairn_engine::{Cx, Error, Result};
use cairn_store::Sql;

use crate::claim::Claimed;

/// The end of a statement that changes a job: only while we hold it.
pub(crate) fn while_ours(sql: &mut Sql, claimed: &Claimed) {
    sql.push(" where id = ").bind(claimed.id).push(" and state = 'running' and lease = ").bind(claimed.lease.as_str());
}

/// The error for a worker whose job was cancelled or taken over by another.
pub(crate) fn lost() -> Error {
    Error::Conflict("The job was cancelled, or another worker took it over.".into())
}

/// Seconds to wait after this many failures: half a minute, then four times as long each time, six hours at most.
pub(crate) fn wait_seconds(attempt: i64) -> i64 {
    let power = u32::try_from(attempt.clamp(1, 8) - 1).unwrap_or_default();
    (30 * 4_i64.pow(power)).min(6 * 3600)
}

/// Whether the same work may succeed next time.
fn may_pass(error: &Error) -> bool {
    matches!(error, Error::Collision(_) | Error::Unavailable(_) | Error::Full | Error::Internal(_))
}

/// Records a failed run; returns whether it will be retried.
pub(crate) async fn failed(cx: &mut Cx, claimed: &Claimed, retries: i64, error: &Error) -> Result<bool> {
    let again = may_pass(error) && claimed.attempt <= retries;
    let words = match error {
        // The reason is in the log, for the operator.
        Error::Internal(_) => {
            format!("An unexpected error occurred. The operator can find it in the log under job {}.", claimed.id)
        }
        other => other.to_string(),
    };
    let words: String = words.chars().take(2000).collect();
    let mut sql = Sql::raw("update jobs set lease = null, lease_until = null, step = null, error = ");
    sql.bind(words).push(", updated_at = ").bind(cx.now);
    if again {
        sql.push(", state = 'queued', due_at = ").bind(cx.now.plus_seconds(wait_seconds(claimed.attempt)));
    } else {
        sql.push(", state = 'failed', ended_at = ").bind(cx.now);
    }
    while_ours(&mut sql, claimed);
    cx.conn.execute(&sql).await?;
    Ok(again)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wait_is_longer_until_six_hours() {
        let waits: Vec<i64> = (1..=7).map(wait_seconds).collect();
        assert_eq!(waits, [30, 120, 480, 1920, 7680, 21_600, 21_600]);
        assert_eq!(wait_seconds(i64::MAX), 21_600);
    }

    #[test]
    fn what_would_fail_again_is_not_tried_again() {
        assert!(may_pass(&Error::Unavailable("gone".into())) && may_pass(&Error::internal("a fault")));
        assert!(!may_pass(&Error::Forbidden("no".into())) && !may_pass(&Error::NotFound("gone".into())));
    }
}
