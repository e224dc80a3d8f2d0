//! Teams.

use cairn_engine::{Cx, Entry, Result, Rules};
use cairn_model::Ref;
use cairn_resources::iam::{Actor, ActorType, Team};

pub const ENTRY: Entry = Entry::of::<Team>()
    .area("organisation")
    .roles("vacd vacd v v v - - -")
    .rules::<TeamRules>()
    .serialized("access")
    .grants();

pub struct TeamRules;

impl Rules for TeamRules {
    type Record = Team;

    async fn after_write(cx: &mut Cx, _: Option<&Team>, new: &Team) -> Result<()> {
        let actors: Vec<Actor> = cx
            .list_all(|select| {
                select.equals("team", new.id);
            })
            .await?;
        let known = actors.into_iter().next();
        let actor = Actor {
            id: known.as_ref().map_or_else(|| cx.new_id(), |actor| actor.id),
            folder: new.folder,
            r#type: ActorType::Team,
            user: None,
            team: Some(Ref::new(new.id.uuid())),
            name: new.name.clone(),
            email: new.team_email.clone(),
        };
        cx.update(actor).await
    }
}
