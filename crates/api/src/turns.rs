//! Writers of the same thing take turns within this process, where each attempt takes long: retrying would starve some.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tokio::sync::{Mutex as Turn, OwnedMutexGuard};
use uuid::Uuid;

#[derive(Default)]
pub struct Turns(Mutex<HashMap<Uuid, Weak<Turn<()>>>>);

impl Turns {
    /// Waits for its turn, which lasts until the guard is dropped.
    pub async fn take(&self, id: Uuid) -> OwnedMutexGuard<()> {
        let turn = {
            let mut turns = self.0.lock();
            turns.retain(|_, turn| turn.strong_count() > 0);
            match turns.get(&id).and_then(Weak::upgrade) {
                Some(turn) => turn,
                None => {
                    let turn = Arc::new(Turn::new(()));
                    turns.insert(id, Arc::downgrade(&turn));
                    turn
                }
            }
        };
        turn.lock_owned().await
    }
}
