//! Comments: what people say about an object. They are where it is, and as visible as it is.

use cairn_access::Verb;
use cairn_engine::{Cx, Entry, Error, Result, Rules};
use cairn_model::{Record, Ref};
use cairn_resources::iam::Folder;
use cairn_resources::work::{AppliedControl, Comment, Finding};
use uuid::Uuid;

pub const ENTRY: Entry = Entry::of::<Comment>()
    .flag("comments")
    .area("organisation")
    .unlisted()
    .conversation()
    .roles("vacd vacd vacd - v vacd vacd -")
    .rules::<CommentRules>();

pub struct CommentRules;

impl Rules for CommentRules {
    type Record = Comment;

    async fn before_write(cx: &mut Cx, old: Option<&Comment>, new: &mut Comment) -> Result<()> {
        let target = target(cx, new, old.is_none()).await?;
        new.folder = target.folder;
        new.is_published = target.is_published;
        if cx.is_detaching() {
            return Ok(());
        }
        if new.body.0.trim().is_empty() {
            return Err(Error::field("body", "Say something, or leave the comment."));
        }
        let caller = cx.authority.caller.user;
        match old {
            // One that comes back after it was deleted keeps its author.
            None if new.author.is_none() => new.author = caller.map(Ref::new),
            Some(old) if old.body != new.body => {
                require_author(cx, new, "Only its author may change the words of a comment.")?;
                new.is_tainted = true;
            }
            _ => {}
        }
        Ok(())
    }

    /// Its author may, and whoever could take it away with all that it is about.
    async fn before_delete(cx: &mut Cx, old: &Comment) -> Result<()> {
        let target = target(cx, old, false).await?;
        if cx.authority.allows(target.delete, target.folder.uuid()) {
            return Ok(());
        }
        require_author(cx, old, "Only its author may delete a comment, or whoever may delete what it is about.")
    }
}

fn require_author(cx: &Cx, comment: &Comment, words: &str) -> Result<()> {
    let is_author = comment.author.is_some_and(|author| Some(author.uuid()) == cx.authority.caller.user);
    if is_author || cx.is_consequence() { Ok(()) } else { Err(Error::Forbidden(words.into())) }
}

/// What a comment is about, as far as it matters to the comment.
struct Target {
    folder: Ref<Folder>,
    is_published: bool,
    delete: cairn_access::Permission,
}

async fn target(cx: &mut Cx, comment: &Comment, is_new: bool) -> Result<Target> {
    match (comment.applied_control, comment.finding) {
        (Some(id), None) => {
            let control: AppliedControl = found(cx, "applied_control", id.uuid(), is_new).await?;
            Ok(about::<AppliedControl>(cx, control.folder, control.is_published))
        }
        (None, Some(id)) => {
            let finding: Finding = found(cx, "finding", id.uuid(), is_new).await?;
            Ok(about::<Finding>(cx, finding.folder, finding.is_published))
        }
        _ => Err(Error::field("applied_control", "Say what it is about: give either applied_control or finding.")),
    }
}

async fn found<T: Record>(cx: &mut Cx, field: &str, id: Uuid, is_new: bool) -> Result<T> {
    let found = if is_new { cx.hold(id).await? } else { cx.find(id).await? };
    found.ok_or_else(|| Error::field(field, "There is nothing with this id."))
}

fn about<T: Record>(cx: &Cx, folder: Ref<Folder>, is_published: bool) -> Target {
    Target { folder, is_published, delete: cx.resource::<T>().permission(Verb::Delete) }
}

/// Takes the comments along when what they are about moves or is seen by others than before.
pub async fn follow(cx: &mut Cx, field: &'static str, target: Uuid) -> Result<()> {
    let comments: Vec<Comment> = cx
        .list_all(|select| {
            select.equals(field, target);
        })
        .await?;
    for comment in comments {
        // The rules put it where its object is.
        cx.modify::<Comment>(comment.id.uuid(), |_| Ok(())).await?;
    }
    Ok(())
}
