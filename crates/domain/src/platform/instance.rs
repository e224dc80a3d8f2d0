//! What the domain's code knows about the instance it runs in.

use std::sync::Arc;

use cairn_auth::seal::Sealer;
use cairn_engine::{Cx, Error, Result};
use cairn_outbound::Policy;

/// Set once, when the process starts.
#[derive(Debug)]
pub struct Instance {
    /// Thin payloads are for the PRO edition.
    pub is_pro: bool,
    /// Where webhooks may go.
    pub outbound: Policy,
    pub sealer: Sealer,
}

impl Instance {
    pub fn of(cx: &Cx) -> Result<Arc<Self>> {
        cx.engine.equipment().ok_or_else(|| Error::internal("the engine was not told of its instance"))
    }
}
