//! Teams.

use cairn_engine::{Cx, Entry, Module, Result, Rules};
use cairn_model::Ref;
use cairn_resources::iam::{Actor, ActorType, Team};

pub const ENTRY: Entry = Entry::of::<Team>()
    .module(Module::Access, "users-round")
    .rank(30)
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
        let Some(actor) = actors.first() else {
            let actor = Actor {
                id: cx.new_id(),
                folder: new.folder,
                r#type: ActorType::Team,
                user: None,
                team: Some(Ref::new(new.id.uuid())),
                name: new.name.clone(),
                email: new.team_email.clone(),
            };
            return cx.create(actor).await;
        };
        let follow = |actor: &mut Actor| {
            (actor.folder, actor.name, actor.email) = (new.folder, new.name.clone(), new.team_email.clone());
            Ok(())
        };
        cx.modify(actor.id.uuid(), follow).await?;
        Ok(())
    }
}
