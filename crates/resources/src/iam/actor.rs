use super::{Folder, Team, User};
use cairn_model::{Id, Record, Ref, choice};

choice! {
    /// What stands behind an actor.
    pub enum ActorType { User = "user", Team = "team" }
}

/// Someone who can own or be given work: a user or a team. Made along with them.
#[derive(Debug, Clone, Record)]
#[resource(path = "actors", order = "name", always_published, read_only, mine = "through:user")]
pub struct Actor {
    pub id: Id<Actor>,
    pub folder: Ref<Folder>,
    pub r#type: ActorType,
    #[field(on_delete = "cascade")]
    pub user: Option<Ref<User>>,
    #[field(on_delete = "cascade")]
    pub team: Option<Ref<Team>>,
    /// The name of the person or team.
    #[field(search, max = 320)]
    pub name: String,
    /// Where mail for the actor goes, and what stands for it in webhook payloads.
    #[field(search, max = 100)]
    pub email: Option<String>,
}
