use std::sync::Arc;

use axum::routing::get;
use tokio::sync::Notify;

use crate::wire::{Server, patient, routes};

#[tokio::test]
async fn a_stop_ends_pauses_at_once_and_lets_requests_end() {
    let (reached, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (told, waits) = (reached.clone(), go_on.clone());
    let held = get(move || async move {
        told.notify_one();
        waits.notified().await;
        "done"
    });
    let server = Server::start(routes().route("/held", held), patient()).await;
    let mut resting = server.connect().await;
    assert_eq!(resting.get("/").await.status, 200);
    let mut busy = server.connect().await;
    busy.send("GET /held HTTP/1.1\r\nhost: x\r\n\r\n").await;
    reached.notified().await;
    let ended = server.stop();
    resting.closed().await;
    assert!(!ended.is_finished(), "a request is still under way");
    go_on.notify_one();
    assert_eq!(busy.answer().await.body, b"done");
    busy.closed().await;
    ended.await.unwrap();
}
