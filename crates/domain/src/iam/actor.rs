//! Actors: users and teams, as owners of objects. They are created and renamed together with them.

use cairn_engine::{Cx, Entry, Module, Result, computed};
use cairn_model::{Describe, Ref};
use cairn_resources::iam::Actor;
use serde::Serialize;
use uuid::Uuid;

pub const ENTRY: Entry = Entry::of::<Actor>()
    .module(Module::Access, "contact-round")
    .unlisted()
    .roles("v v v v v - - -")
    .serialized("access")
    .grants()
    .computed(&[
        computed!(str: String, "Display name of the actor.", words),
        computed!(specific: Specific, "The user or team.", specific),
    ]);

#[derive(Serialize, Describe)]
pub struct Specific {
    pub id: Option<Uuid>,
    pub str: String,
}

async fn words(_: &mut Cx, actors: &[Actor]) -> Result<Vec<String>> {
    Ok(actors.iter().map(|actor| actor.name.clone()).collect())
}

async fn specific(_: &mut Cx, actors: &[Actor]) -> Result<Vec<Specific>> {
    let behind = |actor: &Actor| actor.user.map(Ref::uuid).or(actor.team.map(Ref::uuid));
    Ok(actors.iter().map(|actor| Specific { id: behind(actor), str: actor.name.clone() }).collect())
}
