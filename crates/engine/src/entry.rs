//! What the registry knows about a resource beyond its definition: permissions, rules, computed fields, filters and
//! actions. One constant in the resource's domain code.

use cairn_model::{Record, ResourceDef};
use cairn_store::Sql;
use uuid::Uuid;

use crate::action::Action;
use crate::computed::Computed;
use crate::cx::Cx;
use crate::filter::Filter;
use crate::module::Module;
use crate::redaction::Redaction;
use crate::rules::{Hooks, Rules};
use crate::watch::{Check, Due, Measure};

#[derive(Clone, Copy)]
pub struct Entry {
    pub def: fn() -> &'static ResourceDef,
    /// What each built-in role may do, in the order of [`ROLES`]: `v` view, `a` add, `c` change,
    /// `d` delete, `-` nothing.
    pub roles: &'static str,
    pub hooks: Option<Hooks>,
    pub computed: &'static [Computed],
    pub filters: &'static [Filter],
    pub actions: &'static [Action],
    /// The dates by which something has to be done.
    pub due: &'static [Due],
    /// The checks for inconsistent or incomplete objects.
    pub checks: &'static [Check],
    /// The counts that make up the overview of a domain.
    pub measures: &'static [Measure],
    /// The fields of built-in and library rows that may be changed nevertheless.
    pub adjustable: &'static [&'static str],
    /// The roles that see only rows assigned to them; the definition's `mine` says whose a row is.
    pub assignees: Option<&'static str>,
    /// Permissions besides the usual four, with the roles that have them.
    pub extra_permissions: &'static [(&'static str, &'static str)],
    /// Writes that share a word here run one after another, even across machines.
    pub serialized: Option<&'static str>,
    /// Whether writers of parts of one whole take turns.
    pub takes_turns: bool,
    /// Whether an object holds a whole document.
    pub holds_documents: bool,
    /// Whether changing it changes access.
    pub grants: bool,
    /// Set if the entry is a subset of another resource under its own name.
    pub part: Option<Part>,
    /// Whether it has the usual endpoints; otherwise its endpoints are hand-written.
    pub routed: bool,
    /// A log that Cairn itself writes: no journal, no events, and not part of cascades.
    pub log: bool,
    /// Whether its rows come from a view that a migration creates; it then has no table.
    pub view: bool,
    /// How to find a row by its id, where the id is not a column but derived from one.
    pub key: Option<Key>,
    /// Who sees which rows, where the row's own domain does not decide.
    pub sight: Option<Sight>,
    /// The fields that those who see only what is assigned to them may not see of every row.
    pub redaction: Option<Redaction>,
    /// Its module in the navigation.
    pub module: Module,
    /// Its icon, by its name in the set of the web interface (Lucide).
    pub icon: &'static str,
    /// Its place among the resources of its module; the smallest comes first.
    pub rank: u8,
    /// The resource whose list it is a tab of, if it has no line of its own in the navigation.
    pub beside: Option<&'static str>,
    /// Whether it is in the navigation; otherwise people find it inside other objects.
    pub listed: bool,
    /// The feature flag of the part of the product it belongs to. While the flag is off, no interface offers the
    /// resource; its data stays, and the API still serves it.
    pub flag: Option<&'static str>,
    /// Whether its objects are comments on others, to be read there in order.
    pub conversation: bool,
    /// Whether it can be created with a form that includes files.
    pub files: bool,
    /// Whether its objects can be deleted although requests cannot write them otherwise.
    pub deletable: bool,
    /// Whether its objects are created and deleted only with what they belong to.
    pub made_with_parent: bool,
    /// Whether its objects are never part of a what-if draft.
    pub real_only: bool,
    /// The fields whose earlier values matter for its lists, not only the present ones, by resource.
    pub recalls: &'static [(&'static str, &'static str)],
    /// Whether its objects can be addressed by their `urn` as well as by their id.
    pub by_urn: bool,
    /// The flag of rows that lists and searches leave out unless they are asked for by it or by their ids.
    pub set_aside: Option<&'static str>,
}

/// A column of whole numbers that ids are made from.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    pub column: &'static str,
    /// The number behind an id; none if no row can have it.
    pub number: fn(Uuid) -> Option<i64>,
}

/// The condition that a caller may see a row under an alias; none if they may see all.
pub type Sight = fn(&Cx, &str) -> Option<Sql>;

/// The rows of a resource in which one field has a certain value, such as the policies among the controls. They are
/// written and read through the same pipelines, under their own path and permissions.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    pub path: &'static str,
    pub model: &'static str,
    pub name: &'static str,
    pub doc: &'static str,
    pub field: &'static str,
    pub value: &'static str,
}

/// The built-in roles: column of [`Entry::roles`], code, name.
pub const ROLES: [(&str, &str, &str); 8] = [
    ("ADM", "BI-RL-ADM", "Administrator"),
    ("DMA", "BI-RL-DMA", "Domain manager"),
    ("ANA", "BI-RL-ANA", "Analyst"),
    ("APP", "BI-RL-APP", "Approver"),
    ("AUD", "BI-RL-AUD", "Reader"),
    ("ADE", "BI-RL-ADE", "Auditee"),
    ("TPR", "BI-RL-TPR", "Third-party respondent"),
    ("TST", "BI-RL-TST", "Technical tester"),
];

impl Entry {
    pub const fn of<T: Record>() -> Self {
        Self {
            def: T::def,
            roles: "vacd - - - - - - -",
            hooks: None,
            computed: &[],
            filters: &[],
            actions: &[],
            due: &[],
            checks: &[],
            measures: &[],
            adjustable: &[],
            assignees: None,
            extra_permissions: &[],
            serialized: None,
            takes_turns: false,
            holds_documents: false,
            grants: false,
            part: None,
            routed: true,
            log: false,
            view: false,
            key: None,
            sight: None,
            redaction: None,
            module: Module::Overview,
            icon: "",
            rank: 100,
            beside: None,
            listed: true,
            flag: None,
            conversation: false,
            files: false,
            made_with_parent: false,
            deletable: false,
            real_only: false,
            recalls: &[],
            by_urn: false,
            set_aside: None,
        }
    }

    #[must_use]
    pub const fn roles(mut self, roles: &'static str) -> Self {
        self.roles = roles;
        self
    }

    #[must_use]
    pub const fn rules<T: Rules>(mut self) -> Self {
        self.hooks = Some(Hooks::of::<T>());
        self
    }

    #[must_use]
    pub const fn computed(mut self, computed: &'static [Computed]) -> Self {
        self.computed = computed;
        self
    }

    #[must_use]
    pub const fn filters(mut self, filters: &'static [Filter]) -> Self {
        self.filters = filters;
        self
    }

    #[must_use]
    pub const fn actions(mut self, actions: &'static [Action]) -> Self {
        self.actions = actions;
        self
    }

    #[must_use]
    pub const fn due(mut self, due: &'static [Due]) -> Self {
        self.due = due;
        self
    }

    #[must_use]
    pub const fn checks(mut self, checks: &'static [Check]) -> Self {
        self.checks = checks;
        self
    }

    #[must_use]
    pub const fn measures(mut self, measures: &'static [Measure]) -> Self {
        self.measures = measures;
        self
    }

    #[must_use]
    pub const fn extra_permissions(mut self, extra: &'static [(&'static str, &'static str)]) -> Self {
        self.extra_permissions = extra;
        self
    }

    /// Lets people change these fields of rows that are built in or come from a library; the rest of them stays.
    #[must_use]
    pub const fn adjustable(mut self, fields: &'static [&'static str]) -> Self {
        self.adjustable = fields;
        self
    }

    /// Lets these roles see only the rows that are assigned to one of their actors, directly or through what they
    /// belong to. They have the permission `view_assigned_…`; [`Entry::roles`] decides what else they may do with such
    /// rows.
    #[must_use]
    pub const fn visible_by_assignment(mut self, roles: &'static str) -> Self {
        self.assignees = Some(roles);
        self
    }

    #[must_use]
    pub const fn serialized(mut self, word: &'static str) -> Self {
        self.serialized = Some(word);
        self
    }

    /// Locks the whole of a part before the part, because the rules of the part change the whole or look at its other
    /// parts.
    #[must_use]
    pub const fn takes_turns(mut self) -> Self {
        self.takes_turns = true;
        self
    }

    /// Takes larger bodies than other resources, since an object holds a whole document.
    #[must_use]
    pub const fn holds_documents(mut self) -> Self {
        self.holds_documents = true;
        self
    }

    #[must_use]
    pub const fn grants(mut self) -> Self {
        self.grants = true;
        self
    }

    #[must_use]
    pub const fn part(mut self, part: Part) -> Self {
        self.part = Some(part);
        self
    }

    #[must_use]
    pub const fn by_hand(mut self) -> Self {
        self.routed = false;
        self
    }

    #[must_use]
    pub const fn log(mut self) -> Self {
        self.log = true;
        self
    }

    #[must_use]
    pub const fn view(mut self) -> Self {
        self.view = true;
        self
    }

    #[must_use]
    pub const fn key(mut self, key: Key) -> Self {
        self.key = Some(key);
        self
    }

    #[must_use]
    pub const fn sight(mut self, sight: Sight) -> Self {
        self.sight = Some(sight);
        self
    }

    #[must_use]
    pub const fn redaction(mut self, redaction: Redaction) -> Self {
        self.redaction = Some(redaction);
        self
    }

    #[must_use]
    pub const fn module(mut self, module: Module, icon: &'static str) -> Self {
        self.module = module;
        self.icon = icon;
        self
    }

    #[must_use]
    pub const fn rank(mut self, rank: u8) -> Self {
        self.rank = rank;
        self
    }

    /// Makes it a tab beside the list of another resource of its module, instead of a line in the navigation.
    #[must_use]
    pub const fn beside(mut self, path: &'static str) -> Self {
        self.beside = Some(path);
        self
    }

    /// Makes a feature flag decide whether interfaces offer it.
    #[must_use]
    pub const fn flag(mut self, flag: &'static str) -> Self {
        self.flag = Some(flag);
        self
    }

    /// Leaves it out of the navigation: people find it inside other objects.
    #[must_use]
    pub const fn unlisted(mut self) -> Self {
        self.listed = false;
        self
    }

    /// Comments on the objects that it refers to. Such a resource has the fields `body`, `author`, `is_active` and
    /// `is_tainted`, and interfaces show it on the object's page as a conversation.
    #[must_use]
    pub const fn conversation(mut self) -> Self {
        self.conversation = true;
        self
    }

    /// Lets it be created with a form, whose files are attached to it.
    #[must_use]
    pub const fn files(mut self) -> Self {
        self.files = true;
        self
    }

    /// Lets people delete what actions make and no request can write.
    #[must_use]
    pub const fn deletable(mut self) -> Self {
        self.deletable = true;
        self
    }

    /// Its objects come and go with what they belong to; requests only change them.
    #[must_use]
    pub const fn made_with_parent(mut self) -> Self {
        self.made_with_parent = true;
        self
    }

    /// Keeps its objects out of what-if drafts.
    #[must_use]
    pub const fn real_only(mut self) -> Self {
        self.real_only = true;
        self
    }

    /// Its lists look at the earlier values of these fields of these resources in the journal, so what-if drafts need
    /// them too.
    #[must_use]
    pub const fn recalls(mut self, fields: &'static [(&'static str, &'static str)]) -> Self {
        self.recalls = fields;
        self
    }

    /// Leaves rows with this flag out of lists and searches, unless they are asked for by it or by their ids. They can be
    /// seen like all others; they are just not what people look for.
    #[must_use]
    pub const fn set_aside(mut self, flag: &'static str) -> Self {
        self.set_aside = Some(flag);
        self
    }

    /// Lets clients say the `urn` of an object wherever an address has its id.
    #[must_use]
    pub const fn by_urn(mut self) -> Self {
        self.by_urn = true;
        self
    }
}
