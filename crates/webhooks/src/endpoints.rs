//! The endpoints, cached in memory: for emitting and sending.
//!
//! Endpoints and the feature flag are among the facts whose version changes with every change, so a write without
//! subscribers only has to compare a number.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use cairn_access::Behalf;
use cairn_domain::platform::settings::{self, FeatureFlags};
use cairn_domain::platform::webhook::destination::behalf;
use cairn_engine::{Cx, Result};
use cairn_resources::platform::{AuditSink, PayloadFormat, WebhookEndpoint};
use parking_lot::Mutex;
use uuid::Uuid;

use crate::destination::Destination;
use crate::forward::Sink;

/// What emitting needs to know about an endpoint.
#[derive(Debug)]
pub struct Subscriber {
    pub id: Uuid,
    /// On whose behalf it receives messages.
    pub behalf: Behalf,
    pub events: HashSet<String>,
    pub format: PayloadFormat,
    pub is_active: bool,
    pub folders: Vec<Uuid>,
    pub with_subfolders: bool,
    pub folder: Uuid,
}

/// What is kept, with the version of the facts that it was read at.
type Kept<T> = Mutex<Option<(i64, Arc<T>)>>;

#[derive(Debug, Default)]
pub struct Endpoints {
    subscribers: Kept<Vec<Subscriber>>,
    destinations: Kept<HashMap<Uuid, Arc<Destination>>>,
    sinks: Kept<Vec<Sink>>,
}

impl Endpoints {
    /// The endpoints as the transaction sees them; none while the feature is off.
    pub async fn current(&self, cx: &mut Cx) -> Result<Arc<Vec<Subscriber>>> {
        let version = cx.authority.snapshot.version();
        if let Some((known, endpoints)) = self.subscribers.lock().as_ref()
            && *known == version
        {
            return Ok(endpoints.clone());
        }
        let flags: FeatureFlags = settings::get(cx).await?;
        let stored: Vec<WebhookEndpoint> =
            if flags.outgoing_webhooks { cx.list_all(|_| ()).await? } else { Vec::new() };
        let endpoints = Arc::new(stored.into_iter().map(subscriber).collect::<Vec<_>>());
        // What only this transaction can see yet must not be cached for others.
        if !cx.access_changed() {
            *self.subscribers.lock() = Some((version, endpoints.clone()));
        }
        Ok(endpoints)
    }

    /// Every destination, as the transaction sees it, whether the feature is on or off.
    pub async fn destinations(&self, cx: &mut Cx) -> Result<Arc<HashMap<Uuid, Arc<Destination>>>> {
        let version = cx.authority.snapshot.version();
        if let Some((known, destinations)) = self.destinations.lock().as_ref()
            && *known == version
        {
            return Ok(destinations.clone());
        }
        let endpoints: Vec<WebhookEndpoint> = cx.list_all(|_| ()).await?;
        let sinks: Vec<AuditSink> = cx.list_all(|_| ()).await?;
        let all = endpoints.iter().map(Destination::from).chain(sinks.iter().map(Destination::from));
        let destinations: HashMap<Uuid, Arc<Destination>> = all.map(|one| (one.id, Arc::new(one))).collect();
        let destinations = Arc::new(destinations);
        if !cx.access_changed() {
            *self.destinations.lock() = Some((version, destinations.clone()));
        }
        Ok(destinations)
    }
}

impl Endpoints {
    /// The enabled audit sinks.
    pub async fn sinks(&self, cx: &mut Cx) -> Result<Arc<Vec<Sink>>> {
        let version = cx.authority.snapshot.version();
        if let Some((known, sinks)) = self.sinks.lock().as_ref()
            && *known == version
        {
            return Ok(sinks.clone());
        }
        let stored: Vec<AuditSink> = cx.list_all(|_| ()).await?;
        let sinks = Arc::new(Sink::active(&stored));
        if !cx.access_changed() {
            *self.sinks.lock() = Some((version, sinks.clone()));
        }
        Ok(sinks)
    }
}

fn subscriber(endpoint: WebhookEndpoint) -> Subscriber {
    Subscriber {
        id: endpoint.id.uuid(),
        behalf: behalf(endpoint.owner, endpoint.limited_to),
        events: endpoint.event_types.0.into_iter().collect(),
        format: endpoint.payload_format,
        is_active: endpoint.is_active,
        folders: endpoint.target_folders.uuids(),
        with_subfolders: endpoint.include_subfolders,
        folder: endpoint.folder.uuid(),
    }
}
