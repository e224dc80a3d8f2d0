//! What a person can do in each domain, and why.

use std::collections::BTreeSet;

use cairn_access::Verb;
use cairn_engine::{Cx, Result};
use cairn_model::Describe;
use cairn_resources::iam::{RoleAssignment, User};
use serde::Serialize;
use uuid::Uuid;

use super::names::{self, Names};
use super::{Named, Paging};

/// What a person can do, by domain.
#[derive(Serialize, Describe)]
pub struct Abilities {
    pub count: usize,
    pub results: Vec<Ability>,
    /// Whether the account works; otherwise they can do nothing.
    pub is_active: bool,
    /// An external user, who sees only what is assigned to them.
    pub is_third_party: bool,
}

/// What one role lets a person do in one domain.
#[derive(Serialize, Describe)]
pub struct Ability {
    pub domain: Named,
    /// The domains above it, topmost first.
    pub path: Vec<Named>,
    /// `role`: a role there. `publication`: they read what is published there, because of a role in a subdomain.
    pub kind: &'static str,
    pub role: Option<Named>,
    /// The group that has the role, if not the user.
    pub group: Option<Named>,
    /// Whether a group has the role, even one that you cannot see.
    pub through_group: bool,
    /// The domain on which the role is assigned.
    pub assigned_on: Option<Named>,
    /// Whether it is assigned on a parent domain and includes subdomains.
    pub inherited: bool,
    /// The permissions, such as `change_asset`.
    pub permissions: Vec<String>,
}

/// A row before it has names.
struct Raw {
    domain: Uuid,
    kind: &'static str,
    role: Uuid,
    group: Option<Uuid>,
    given: Uuid,
    permissions: Vec<String>,
}

pub async fn what_can_they_do(cx: &mut Cx, id: Uuid, paging: Paging) -> Result<Abilities> {
    let user: User = cx.get(id).await?;
    // Where the caller may know it: who may nowhere is told so.
    let assignments = cx.resource::<RoleAssignment>();
    if !cx.authority.allows_somewhere(assignments.view) {
        super::require(cx, cx.root_folder())?;
    }
    let facts = cx.facts().clone();
    let mut places: Vec<(Vec<String>, Uuid)> = cx
        .tree()
        .iter()
        .filter(|node| cx.authority.allows(assignments.permission(Verb::View), node.id) && cx.sees_folder(node.id))
        .map(|node| (cx.tree().path(node.id).iter().map(|one| one.name.to_lowercase()).collect(), node.id))
        .collect();
    places.sort();
    // The root is above all, and its path is only itself.
    let root = cx.tree().root();
    places.sort_by_key(|(_, id)| *id != root);
    let reading = |name: &&str| name.starts_with("view_");
    let mut all = Vec::new();
    for (_, domain) in &places {
        let mut held = Vec::new();
        let mut published = Vec::new();
        for grant in facts.grants(id) {
            let names = facts.permissions().names(grant.permissions());
            let raw = |kind, given, permissions| Raw {
                domain: *domain,
                kind,
                role: grant.assignment.role,
                group: grant.assignment.group,
                given,
                permissions,
            };
            if let Some(given) = grant.reaches(*domain) {
                held.push(raw("role", given, names.map(str::to_owned).collect()));
            } else if let Some(given) = grant.lies_below(*domain) {
                published.push(raw("publication", given, names.filter(reading).map(str::to_owned).collect()));
            }
        }
        all.append(&mut held);
        all.append(&mut published);
    }
    let count = all.len();
    let shown = paging.of(all);
    let roles: BTreeSet<Uuid> = shown.iter().map(|raw| raw.role).collect();
    let groups: BTreeSet<Uuid> = shown.iter().filter_map(|raw| raw.group).collect();
    let names = Names::load(cx, roles, groups).await?;
    let ability = |raw: Raw| {
        let above = cx.tree().path(raw.domain);
        Some(Ability {
            domain: names::domain(cx, raw.domain)?,
            path: above
                .iter()
                .filter(|node| node.id != raw.domain)
                .filter_map(|node| names::domain(cx, node.id))
                .collect(),
            kind: raw.kind,
            role: names.get(raw.role),
            group: raw.group.and_then(|group| names.get(group)),
            through_group: raw.group.is_some(),
            assigned_on: names::domain(cx, raw.given),
            inherited: raw.kind == "role" && raw.given != raw.domain,
            permissions: raw.permissions,
        })
    };
    let results = shown.into_iter().filter_map(ability).collect();
    Ok(Abilities { count, results, is_active: user.is_active, is_third_party: user.is_third_party })
}
