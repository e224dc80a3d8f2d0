//! What the domain's code knows about the instance it runs in.

use std::sync::Arc;

use cairn_auth::seal::Sealer;
use cairn_engine::{Cx, Engine, Error, Result};
use cairn_outbound::Policy;

/// Set once, when the process starts.
#[derive(Debug)]
pub struct Instance {
    /// Thin payloads are for the PRO edition.
    pub is_pro: bool,
    /// Where webhooks and mail may go.
    pub outbound: Policy,
    pub sealer: Sealer,
}

impl Instance {
    pub fn of(cx: &Cx) -> Result<Arc<Self>> {
        Self::of_engine(&cx.engine)
    }

    /// The same where there is no context, because nothing is read or written.
    pub fn of_engine(engine: &Engine) -> Result<Arc<Self>> {
        engine.equipment().ok_or_else(|| Error::internal("the engine was not told of its instance"))
    }
}
