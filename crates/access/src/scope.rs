//! The part of a resource that a caller may reach.

use std::sync::Arc;

use uuid::Uuid;

/// A set of folders to put into a query. Its fields are private: only a decision makes one.
#[derive(Debug, Clone)]
pub struct Scope {
    folders: Folders,
    published: Arc<[Uuid]>,
    actors: Option<Arc<[Uuid]>>,
    assigned: Option<Assigned>,
    user: Uuid,
    by_present_place: bool,
}

/// Rows that are reached because they are assigned to one of the caller's actors.
#[derive(Debug, Clone)]
pub struct Assigned {
    /// The folders in which they are, or `None` for all.
    pub folders: Option<Arc<[Uuid]>>,
    pub actors: Arc<[Uuid]>,
}

#[derive(Debug, Clone)]
enum Folders {
    All,
    Some(Arc<[Uuid]>),
}

impl Scope {
    pub(crate) fn of(
        folders: Option<Arc<[Uuid]>>,
        published: Arc<[Uuid]>,
        actors: Option<Arc<[Uuid]>>,
        user: Uuid,
    ) -> Self {
        let folders = folders.map_or(Folders::All, Folders::Some);
        Self { folders, published, actors, assigned: None, user, by_present_place: false }
    }

    /// The same with rows that are assigned to the caller. Whoever reaches all rows needs no more.
    pub(crate) fn with_assigned(mut self, assigned: Assigned) -> Self {
        let adds_nothing = match (self.folders(), &assigned.folders) {
            (None, _) => true,
            (Some(own), Some(more)) => more.iter().all(|folder| own.contains(folder)),
            (Some(_), None) => false,
        };
        self.assigned = (!adds_nothing).then_some(assigned);
        self
    }

    /// The engine's own view while it keeps the database in order: rules, cascades, search.
    /// Answers to a caller are never made with it.
    pub fn system() -> Self {
        Self {
            folders: Folders::All,
            published: Arc::new([]),
            actors: None,
            assigned: None,
            user: Uuid::nil(),
            by_present_place: false,
        }
    }

    /// Whether it is the engine's own view and nobody's answer.
    pub fn is_system(&self) -> bool {
        self.is_unrestricted() && self.user.is_nil()
    }

    /// The folders whose rows may be reached, or `None` for all of them.
    pub fn folders(&self) -> Option<&Arc<[Uuid]>> {
        match &self.folders {
            Folders::All => None,
            Folders::Some(folders) => Some(folders),
        }
    }

    /// The folders above those, whose published rows may be read too.
    pub fn published(&self) -> &Arc<[Uuid]> {
        &self.published
    }

    /// The actors of a third-party user, who sees only rows that are theirs; `None` for others.
    pub fn only_actors(&self) -> Option<&Arc<[Uuid]>> {
        self.actors.as_ref()
    }

    /// Rows outside of the folders that are reached because they are assigned to the caller.
    pub fn assigned(&self) -> Option<&Assigned> {
        self.assigned.as_ref()
    }

    /// Whether it takes the row itself, and not only its place, to know whether it is in the scope.
    pub fn looks_at_rows(&self) -> bool {
        self.actors.is_some() || self.assigned.is_some()
    }

    pub fn user(&self) -> Uuid {
        self.user
    }

    /// The same scope over a rebuilt past, whose rows are judged by where they are now. What was assigned to someone at
    /// that time says nothing about today.
    #[must_use]
    pub fn over_the_past(mut self) -> Self {
        self.by_present_place = true;
        self.assigned = None;
        self
    }

    pub fn is_over_the_past(&self) -> bool {
        self.by_present_place
    }

    /// Whether nothing can be in it, so that no query is needed.
    pub fn is_empty(&self) -> bool {
        let has_no_folders = matches!(&self.folders, Folders::Some(folders) if folders.is_empty());
        has_no_folders && self.published.is_empty() && self.assigned.is_none()
    }

    /// Whether it takes every row of every resource.
    pub fn is_unrestricted(&self) -> bool {
        matches!(self.folders, Folders::All) && self.actors.is_none()
    }

    /// Whether a row in this folder is in it by its place: what is assigned to someone, and what is a third party's
    /// own, is for the query to know.
    pub fn allows(&self, folder: Uuid, published: bool) -> bool {
        match &self.folders {
            Folders::All => true,
            Folders::Some(folders) => folders.contains(&folder) || (published && self.published.contains(&folder)),
        }
    }
}
