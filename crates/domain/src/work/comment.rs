//! Comments: what people say about an object.

use cairn_access::Verb;
use cairn_engine::{Cx, Entry, Error, Module, Result, Rules};
use cairn_model::Ref;
use cairn_resources::compliance::ComplianceAssessment;
use cairn_resources::work::{AppliedControl, Comment, Finding};

pub const ENTRY: Entry = Entry::of::<Comment>()
    .flag("comments")
    .module(Module::Overview, "message-square")
    .unlisted()
    .conversation()
    .roles("vacd vacd vacd - v vacd vacd -")
    .rules::<CommentRules>();

pub struct CommentRules;

impl Rules for CommentRules {
    type Record = Comment;

    async fn before_write(cx: &mut Cx, old: Option<&Comment>, new: &mut Comment) -> Result<()> {
        let about = [new.applied_control.is_some(), new.finding.is_some(), new.requirement_assessment.is_some()];
        if about.into_iter().filter(|is_set| *is_set).count() != 1 {
            let words = "Set one of applied_control, finding and requirement_assessment.";
            return Err(Error::field("applied_control", words));
        }
        if cx.is_detaching() {
            return Ok(());
        }
        if new.body.0.trim().is_empty() {
            return Err(Error::field("body", "Enter a comment."));
        }
        let caller = cx.authority.caller.user;
        match old {
            // A restored comment keeps its author.
            None if new.author.is_none() => new.author = caller.map(Ref::new),
            Some(old) if old.body != new.body => {
                require_author(cx, new, "Only the author can edit a comment.")?;
                new.is_tainted = true;
            }
            _ => {}
        }
        Ok(())
    }

    /// Its author may, and whoever could delete it together with the object it is about.
    async fn before_delete(cx: &mut Cx, old: &Comment) -> Result<()> {
        let about = match (old.finding, old.requirement_assessment) {
            (Some(_), _) => cx.resource::<Finding>(),
            // Rows of an audit are deleted with it.
            (None, Some(_)) => cx.resource::<ComplianceAssessment>(),
            (None, None) => cx.resource::<AppliedControl>(),
        };
        if cx.authority.allows(about.permission(Verb::Delete), old.folder.uuid()) {
            return Ok(());
        }
        require_author(cx, old, "Only the author, or someone who can delete the record it is on, can delete a comment.")
    }
}

fn require_author(cx: &Cx, comment: &Comment, words: &str) -> Result<()> {
    let is_author = comment.author.is_some_and(|author| Some(author.uuid()) == cx.authority.caller.user);
    if is_author || cx.is_consequence() { Ok(()) } else { Err(Error::Forbidden(words.into())) }
}
