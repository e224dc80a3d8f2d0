use cairn_model::{Date, Id, Many, Markdown, Record, Ref, choice};
use cairn_resources::iam::{Actor, Folder};

choice! {
    /// How much depends on a supplier.
    pub enum Tier { Critical = 1, Important = 2, Other = 3 }
}

/// Someone who delivers something that the organisation needs.
#[derive(Debug, Clone, Record)]
#[resource(path = "suppliers", unique = "folder,name", mine = "owner")]
pub struct Supplier {
    pub id: Id<Supplier>,
    pub folder: Ref<Folder>,
    #[field(search)]
    pub name: String,
    #[field(search)]
    pub description: Option<Markdown>,
    #[field(search, max = 100)]
    pub ref_id: Option<String>,
    #[field(default = 3)]
    pub tier: Tier,
    #[field(url, max = 2048)]
    pub website: Option<String>,
    /// The day on which the contract ends.
    pub contract_end: Option<Date>,
    /// Days before the contract's end by which notice must be given.
    #[field(min = 0, max = 3650, default = 90)]
    pub notice_days: i64,
    /// Whoever answers for the relationship.
    pub owner: Many<Actor>,
    #[field(default = true)]
    pub is_published: bool,
}
