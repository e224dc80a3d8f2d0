use crate::iam::Folder;
use cairn_model::{Id, Record, Ref};

/// A tag for finding libraries in the store.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "library-filtering-labels",
    event = "libraryfilteringlabel",
    order = "label",
    unique = "label",
    display = "{t}.label",
    always_published
)]
pub struct LibraryFilteringLabel {
    pub id: Id<LibraryFilteringLabel>,
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(search, max = 100)]
    pub label: String,
}
