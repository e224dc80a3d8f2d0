use super::{Actor, Folder};
use cairn_model::{Id, Many, Markdown, Record, Ref, choice};

choice! {
    /// The lifecycle stage of what is in scope.
    pub enum LifecycleStatus {
        Undefined = "undefined",
        InDesign = "in_design" ("Design"),
        InDevelopment = "in_dev" ("Development"),
        InProduction = "in_prod" ("Production"),
        EndOfLife = "eol",
        Dropped = "dropped",
    }
}

/// A named scope within a domain, such as a product or a site, that assessments cover.
#[derive(Debug, Clone, Record)]
#[resource(path = "perimeters", unique = "folder,name")]
pub struct Perimeter {
    pub id: Id<Perimeter>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 100)]
    pub ref_id: Option<String>,
    #[field(default = "in_design")]
    pub lc_status: LifecycleStatus,
    #[field(default = false)]
    pub is_published: bool,
    /// Who new work in this perimeter is assigned to.
    pub default_assignee: Many<Actor>,
}
