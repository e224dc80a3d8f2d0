use super::{Folder, Team, User};
use cairn_model::{Id, Record, Ref, choice};

choice! {
    /// Whether the actor is a user or a team.
    pub enum ActorType { User = "user", Team = "team" }
}

/// A user or team that can own objects. Created automatically with them.
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
    /// The name of the user or team.
    #[field(search, max = 320)]
    pub name: String,
    /// Email address, also used to identify the actor in webhook payloads.
    #[field(search, max = 100)]
    pub email: Option<String>,
}
