use super::{Folder, User};
use cairn_model::{Id, Many, Markdown, Record, Ref};

/// People who share responsibility for objects.
#[derive(Debug, Clone, Record)]
#[resource(path = "teams", unique = "folder,name")]
pub struct Team {
    pub id: Id<Team>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    /// Where email to the team is sent. Without one, it goes to each member.
    #[field(email, max = 100)]
    pub team_email: Option<String>,
    pub leader: Option<Ref<User>>,
    pub deputies: Many<User>,
    pub members: Many<User>,
}
