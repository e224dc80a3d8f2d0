//! Relations between requirements, and how they combine.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relationship {
    Equal,
    /// The source asks for less than the target.
    Subset,
    /// The source asks for more than the target.
    Superset,
    Intersect,
    NotRelated,
}

/// How much of the target a source covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Coverage {
    Partial,
    Full,
}

/// How a source relates to a target over the whole path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Never `NotRelated`: there is no link then.
    pub relationship: Relationship,
    /// Whether the overlap is only assumed: two requirements that overlap a third need not overlap each other.
    pub is_assumed: bool,
}

impl Relationship {
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "equal" => Self::Equal,
            "subset" => Self::Subset,
            "superset" => Self::Superset,
            "intersect" => Self::Intersect,
            "not_related" => Self::NotRelated,
            _ => return None,
        })
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Subset => "subset",
            Self::Superset => "superset",
            Self::Intersect => "intersect",
            Self::NotRelated => "not_related",
        }
    }

    /// The same relation seen from the other side.
    pub const fn inverse(self) -> Self {
        match self {
            Self::Subset => Self::Superset,
            Self::Superset => Self::Subset,
            same => same,
        }
    }
}

impl Link {
    pub const fn new(relationship: Relationship) -> Option<Self> {
        match relationship {
            Relationship::NotRelated => None,
            relationship => Some(Self { relationship, is_assumed: false }),
        }
    }

    /// This relation followed by another one.
    pub const fn then(self, next: Self) -> Self {
        use Relationship::{Equal, Intersect, Subset, Superset};
        let is_assumed = self.is_assumed || next.is_assumed;
        let (relationship, follows) = match (self.relationship, next.relationship) {
            (Equal, other) | (other, Equal) => (other, true),
            (Subset, Subset) => (Subset, true),
            (Superset, Superset) => (Superset, true),
            // They overlap at least in the middle requirement, or in the part of it that the other relation covers.
            (Superset, _) | (_, Subset) => (Intersect, true),
            _ => (Intersect, false),
        };
        Self { relationship, is_assumed: is_assumed || !follows }
    }

    pub const fn coverage(self) -> Coverage {
        match self.relationship {
            Relationship::Equal | Relationship::Superset => Coverage::Full,
            _ => Coverage::Partial,
        }
    }

    /// To choose the best of several links: full before partial, certain before assumed, equal before superset.
    pub(super) const fn rank(self) -> u8 {
        match (self.relationship, self.is_assumed) {
            (Relationship::Equal, _) => 4,
            (Relationship::Superset, _) => 3,
            (Relationship::Subset, false) => 2,
            (_, false) => 1,
            (_, true) => 0,
        }
    }
}
