//! Runs expensive work on blocking threads, a few at a time.
//!
//! One Argon2 run takes 19 MiB and tens of milliseconds of a core. Without a limit, a burst of sign-ins would fill
//! the memory and keep every core from serving other requests.

use tokio::sync::Semaphore;

/// Runs `work` once a permit is free.
///
/// The permit moves into the work: if the caller goes away, the thread is still busy and must still count.
pub(super) async fn run<T: Send + 'static>(
    permits: &'static Semaphore,
    work: impl FnOnce() -> T + Send + 'static,
) -> T {
    let permit = permits.acquire().await.expect("the semaphore is never closed");
    let task = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work()
    });
    match task.await {
        Ok(value) => value,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // Blocking work is only cancelled when the runtime shuts down, which drops this future too.
            Err(_) => std::future::pending().await,
        },
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn no_more_run_at_once_than_there_are_permits() {
        static PERMITS: Semaphore = Semaphore::const_new(2);
        static RUNNING: AtomicUsize = AtomicUsize::new(0);
        static MOST: AtomicUsize = AtomicUsize::new(0);
        let tasks: Vec<_> = (0..8)
            .map(|number| {
                tokio::spawn(run(&PERMITS, move || {
                    let running = RUNNING.fetch_add(1, Ordering::SeqCst) + 1;
                    MOST.fetch_max(running, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(10));
                    RUNNING.fetch_sub(1, Ordering::SeqCst);
                    number
                }))
            })
            .collect();
        for (number, task) in tasks.into_iter().enumerate() {
            assert_eq!(task.await.unwrap(), number);
        }
        assert_eq!(MOST.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn abandoned_work_keeps_its_permit_until_it_ends() {
        static PERMITS: Semaphore = Semaphore::const_new(1);
        let (started, has_started) = tokio::sync::oneshot::channel();
        let (finish, may_finish) = mpsc::channel::<()>();
        let task = tokio::spawn(run(&PERMITS, move || {
            started.send(()).unwrap();
            may_finish.recv().unwrap();
        }));
        has_started.await.unwrap();
        task.abort();
        assert!(task.await.unwrap_err().is_cancelled());
        assert_eq!(PERMITS.available_permits(), 0);
        finish.send(()).unwrap();
        let permit = tokio::time::timeout(Duration::from_secs(10), PERMITS.acquire()).await;
        assert!(permit.is_ok());
    }

    #[tokio::test]
    async fn a_panic_reaches_the_caller_and_frees_the_permit() {
        static PERMITS: Semaphore = Semaphore::const_new(1);
        let task = tokio::spawn(run(&PERMITS, || assert_eq!(1, 2, "on purpose")));
        assert!(task.await.unwrap_err().is_panic());
        assert_eq!(run(&PERMITS, || 7).await, 7);
    }
}
