//! Decides which objects a condition is true for, and says why.

use cairn_engine::{Cx, Result};
use cairn_expression::{MAX_STEPS, Record};
use uuid::Uuid;

use super::condition::Condition;
use super::load::{Seen, Which, load};
use super::words::{Language, Vocabulary};

/// An object and what the condition says of it.
pub struct Judged {
    pub id: Uuid,
    pub folder: Uuid,
    pub name: String,
    pub verdict: Verdict,
}

pub enum Verdict {
    /// True, with the reason in each of the languages that were asked for.
    Applies(Vec<String>),
    Not,
    /// It could not be decided.
    Failed(String),
}

/// Judges objects as the caller sees them.
pub async fn judge(
    cx: &mut Cx,
    condition: &Condition,
    domain: Uuid,
    which: Which<'_>,
    languages: &[Language],
) -> Result<Vec<Judged>> {
    let seen = load(cx, condition, domain, which).await?;
    let vocabularies: Vec<Vocabulary> =
        languages.iter().map(|language| Vocabulary::new(cx.registry(), condition, *language)).collect();
    let today = cx.today();
    let judged = |Seen { id, folder, name, values }| {
        let record = Record::new(values, today);
        let verdict = match condition.expression.evaluate(&record, MAX_STEPS) {
            Ok(true) => {
                let reasons = vocabularies.iter().map(|words| condition.expression.reason(&record, words));
                Verdict::Applies(reasons.map(shortened).collect())
            }
            Ok(false) => Verdict::Not,
            Err(message) => Verdict::Failed(message),
        };
        Judged { id, folder, name, verdict }
    };
    Ok(seen.into_iter().map(judged).collect())
}

/// As long as it fits into its field.
fn shortened(reason: String) -> String {
    const LONGEST: usize = 2000;
    if reason.chars().count() <= LONGEST { reason } else { reason.chars().take(LONGEST - 1).chain(['…']).collect() }
}
