//! The endpoints that are told of changes, kept in memory.
//!
//! Endpoints and the feature flag are among the facts whose version moves with every change, so
//! a write without subscribers costs a look at a number and nothing else.

use std::collections::HashSet;
use std::sync::Arc;

use cairn_domain::platform::settings::{self, FeatureFlags};
use cairn_engine::{Cx, Result};
use cairn_model::resource::platform::{PayloadFormat, WebhookEndpoint};
use parking_lot::Mutex;
use uuid::Uuid;

/// What emission needs to know of an endpoint.
#[derive(Debug)]
pub struct Subscriber {
    pub id: Uuid,
    pub owner: Uuid,
    pub events: HashSet<String>,
    pub format: PayloadFormat,
    pub is_active: bool,
    pub folders: Vec<Uuid>,
    pub with_subfolders: bool,
    pub folder: Uuid,
}

#[derive(Debug, Default)]
pub struct Endpoints(Mutex<Option<(i64, Arc<Vec<Subscriber>>)>>);

impl Endpoints {
    /// The endpoints as the transaction sees them; none while the feature is off.
    pub async fn current(&self, cx: &mut Cx) -> Result<Arc<Vec<Subscriber>>> {
        let version = cx.authority.snapshot.version();
        if let Some((known, endpoints)) = self.0.lock().as_ref()
            && *known == version
        {
            return Ok(endpoints.clone());
        }
        let flags: FeatureFlags = settings::get(cx).await?;
        let stored: Vec<WebhookEndpoint> =
            if flags.outgoing_webhooks { cx.list_all(|_| ()).await? } else { Vec::new() };
        let endpoints = Arc::new(stored.into_iter().map(subscriber).collect::<Vec<_>>());
        // What this transaction alone can see yet must not be remembered for others.
        if !cx.access_changed() {
            *self.0.lock() = Some((version, endpoints.clone()));
        }
        Ok(endpoints)
    }
}

fn subscriber(endpoint: WebhookEndpoint) -> Subscriber {
    Subscriber {
        id: endpoint.id.uuid(),
        owner: endpoint.owner.uuid(),
        events: endpoint.event_types.0.into_iter().collect(),
        format: endpoint.payload_format,
        is_active: endpoint.is_active,
        folders: endpoint.target_folders.uuids(),
        with_subfolders: endpoint.include_subfolders,
        folder: endpoint.folder.uuid(),
    }
}
