//! Writes that conflict: one that was rolled back starts again, and sees the other's result.

use std::time::Duration;

use crate::resources::Result;

const TRIES: u32 = 6;
const PAUSE: Duration = Duration::from_millis(20);

/// Which attempt of a write this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Try {
    /// The first: it may rely on what usually holds, and collide where it does not.
    First,
    Again,
}

/// Runs a write on the fast path and, if it collides with anything, on the thorough one like [`again`].
pub async fn swiftly<W: Future<Output = Result>>(mut write: impl FnMut(Try) -> W) -> Result {
    match write(Try::First).await {
        Err(problem) if problem.collided => again(|| write(Try::Again)).await,
        outcome => outcome,
    }
}

/// Runs a write, and runs it again while others conflict with it. Nothing remains of an attempt that was rolled back.
pub async fn again<W: Future<Output = Result>>(mut write: impl FnMut() -> W) -> Result {
    for attempt in 1..TRIES {
        match write().await {
            Err(problem) if problem.collided => {
                // Writers that collided would meet again if all of them waited equally long.
                tokio::time::sleep(PAUSE.mul_f64(rand::random::<f64>() * f64::from(attempt))).await;
            }
            outcome => return outcome,
        }
    }
    let last = write().await;
    if last.as_ref().is_err_and(|problem| problem.collided) {
        tracing::error!("a write conflicted with others on every attempt");
    }
    last
}
