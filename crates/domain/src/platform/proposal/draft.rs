//! From a request to a proposal.

use cairn_engine::journal::ChangeKind;
use cairn_engine::order::{Deed, Order, differences};
use cairn_engine::registry::FOLDERS;
use cairn_engine::{Cx, Error, Result, query, render};
use cairn_model::{Id, Json as Kept, Record, Ref};
use cairn_resources::platform::{Proposal, ProposalKind, ProposalStatus};
use uuid::Uuid;

/// More than this nobody can review before deciding.
const MOST_CHANGES: usize = 200;

/// How it was requested.
#[derive(Clone)]
pub struct Asked {
    pub method: String,
    pub path: String,
    /// The author's note.
    pub note: Option<String>,
}

/// A proposal that is not stored yet.
pub struct Draft(Proposal);

/// Tries out an order. Its writes must not be committed: the caller drops the context.
pub async fn draft(cx: &mut Cx, order: &Order, asked: Asked) -> Result<Draft> {
    if order.resource.path == Proposal::PATH {
        let message = "A propose-only token cannot approve or reject proposals. Someone has to do it in person.";
        return Err(Error::Forbidden(message.into()));
    }
    if let Some(secret) = order.secrets().first() {
        return Err(Error::Forbidden(format!(
            "“{secret}” is a secret, and a proposal would store it in clear text. Propose-only tokens cannot set it.",
        )));
    }
    let etag = etag(cx, order).await?;
    cx.compare_changes();
    order.run(cx).await?;
    if !cx.revealed.is_empty() {
        let message = "This creates a secret that is shown only once. Propose-only tokens cannot do that.";
        return Err(Error::Forbidden(message.into()));
    }
    if cx.changes.is_empty() && !matches!(order.deed, Deed::Action(..)) {
        return Err(Error::Conflict("This does not change anything, so there is nothing to propose.".into()));
    }
    if cx.changes.len() > MOST_CHANGES {
        return Err(Error::TooLarge(format!(
            "This would change {} objects. A proposal can change at most {MOST_CHANGES}. Split it up.",
            cx.changes.len()
        )));
    }
    let caller = cx.authority.caller.clone();
    let author = caller.user.and_then(|user| cx.authority.snapshot.user(user));
    let is_program = author.is_some_and(|author| author.is_service_account);
    let name = order.words(&cx.changes);
    let folder = cx.changes.first().map_or_else(|| cx.root_folder(), |change| change.object.folder());
    // A domain that would be created does not exist yet: the proposal belongs to its future parent.
    let folder = if cx.engine.access().tree().get(folder).is_some() { folder } else { parent(cx) };
    let folder = outside(cx, folder);
    Ok(Draft(Proposal {
        id: cx.new_id(),
        folder: Ref::new(folder),
        name: name.chars().take(400).collect(),
        status: ProposalStatus::Pending,
        kind: kind(order.deed),
        resource: order.resource.def.path.to_owned(),
        object_id: order.deed.object().map(Id::new),
        action: match order.deed {
            Deed::Action(action, _) => Some(action.name.to_owned()),
            _ => None,
        },
        method: asked.method,
        request_path: asked.path.chars().take(400).collect(),
        note: asked.note.map(|note| note.chars().take(2000).collect()),
        etag,
        change_count: cx.changes.len() as i64,
        author: caller.user.map(Ref::new),
        author_label: caller.label.clone(),
        // Those of service accounts are no objects.
        token: caller.token.filter(|_| !is_program).map(Ref::new),
        decided_by: None,
        decided_by_label: None,
        decided_at: None,
        reason: None,
        request: Kept(order.to_json()),
        difference: Kept(differences(&cx.changes)),
    }))
}

/// Stores a draft, in its own context.
pub async fn keep(cx: &mut Cx, draft: Draft) -> Result<Uuid> {
    let id = draft.0.id.uuid();
    cx.create(draft.0).await?;
    Ok(id)
}

/// The current ETag of the object, if the order is about one.
async fn etag(cx: &mut Cx, order: &Order) -> Result<Option<String>> {
    let (Some(id), false) = (order.deed.object(), matches!(order.deed, Deed::Restore(_))) else { return Ok(None) };
    let page = query::item(cx, order.resource, id).await?;
    Ok(Some(render::etag(&render::raw_for(cx, order.resource, &page.objects[0]))))
}

/// The domain, or the nearest parent that stays: a proposal must not be deleted with what it deletes.
fn outside(cx: &Cx, folder: Uuid) -> Uuid {
    let goes = |id: Uuid| {
        let deleted = cx.changes.iter().filter(|change| change.kind == ChangeKind::Deleted);
        deleted.filter(|change| change.resource.path == FOLDERS).any(|change| change.object.id() == id)
    };
    let access = cx.engine.access();
    let stays = access.tree().ancestors(folder).map(|node| node.id).find(|id| !goes(*id));
    stays.unwrap_or_else(|| cx.root_folder())
}

fn parent(cx: &Cx) -> Uuid {
    let parent = cx.changes.first().and_then(|change| change.object.get("parent_folder").as_uuid());
    let known = parent.filter(|folder| cx.engine.access().tree().get(*folder).is_some());
    known.unwrap_or_else(|| cx.root_folder())
}

fn kind(deed: Deed) -> ProposalKind {
    let fits = |kind: &&ProposalKind| kind.key() == deed.word();
    ProposalKind::ALL.iter().find(fits).copied().unwrap_or(ProposalKind::Action)
}
