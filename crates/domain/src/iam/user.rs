//! People who sign in.

use std::collections::HashMap;

use cairn_access::Verb;
use cairn_engine::filter::{Filter, boolean};
use cairn_engine::journal::{self, About};
use cairn_engine::query::among;
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action, computed};
use cairn_model::{Describe, LogKind, Record, Ref, Timestamp, Type, Value};
use cairn_resources::iam::{Actor, ActorType, User};
use cairn_store::Sql;
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::assignments::{self, Assignments};
use super::auth_token::{self, Revocation, Revoked, Tokens};
use super::erasure::{self, Erasure};
use super::insight::{self, Abilities, Paging};
use super::password_link::{self, SentLink, ShownLink};
use super::{keep_an_administrator, session};

pub const ENTRY: Entry = Entry::of::<User>()
    .module(Module::Access, "user-round")
    .rank(10)
    .roles("vacd v v v v - - -")
    .rules::<UserRules>()
    .serialized("access")
    .grants()
    .set_aside("is_service_account")
    .computed(&[
        computed!(is_superuser: bool, "Whether the user is an instance administrator.", is_superuser),
        computed!(date_joined: Timestamp, "When the account was created.", date_joined),
        computed!(is_local: bool, "Whether the user signs in with a password.", is_local),
    ])
    .filters(&[EXCLUDE_CURRENT, EXCLUDE_USER_GROUPS, IS_APPLIED_CONTROL_OWNER])
    .actions(&[
        action!(GET "all-tokens", collection, Change, auth_token::everyones: Nothing => Tokens, "The access tokens of every user you can manage."),
        action!(GET "assignments", item, Change, assignments::of_person: Nothing => Assignments, "What is assigned to the user, to hand it over to others."),
        action!(GET "tokens", item, Change, auth_token::of_person: Nothing => Tokens, "The user's access tokens."),
        action!(POST "revoke-tokens", item, Change, auth_token::revoke_of_person: Revocation => Revoked, "Revokes the user's access tokens immediately."),
        action!(POST "erase", item, Delete, erasure::erase: Erasure => job, "Erases the person: the account stays, disabled and without a name, and their name and email are removed from records, messages and the audit log. This cannot be undone."),
        action!(POST "send-password-link", item, Change, password_link::send: Nothing => SentLink, "Sends the user an email with a link to set their password: an invitation if they have none yet."),
        action!(POST "create-password-link", item, Change, password_link::show: Nothing => ShownLink, "Creates a link with which the user sets their password, and shows it once."),
        action!(GET "what-can-they-do", item, View, insight::what_can_they_do: Paging => Abilities, "What the user can do in each domain, and why."),
        action!(POST "end-sessions", item, Change, end_sessions: Nothing => EndedSessions, "Signs the user out everywhere."),
    ]);

const EXCLUDE_CURRENT: Filter = Filter {
    name: "exclude_current",
    doc: "Excludes yourself.",
    schema: bool::schema,
    condition: |cx, text| {
        let mut sql = Sql::raw("t.id <> ");
        sql.bind(cx.authority.rights.user());
        Ok(if boolean(text)? { sql } else { Sql::raw("1 = 1") })
    },
};

/// A group that the caller may not see excludes nobody, so that asking does not reveal its members.
const EXCLUDE_USER_GROUPS: Filter = Filter {
    name: "exclude_user_groups",
    doc: "Excludes members of these groups.",
    schema: Vec::<Uuid>::schema,
    condition: |cx, text| {
        let id = |part: &str| part.trim().parse().map_err(|_| format!("“{}” is not a valid UUID.", part.trim()));
        let groups: Vec<Uuid> = text.split(',').map(id).collect::<Result<_, String>>()?;
        let mut sql = Sql::raw(
            "not exists (select 1 from users_user_groups l join user_groups g on g.id = l.target \
             where l.source = t.id and ",
        );
        sql.append(among("g.id", &groups, cx.dialect)).push(" and ").append(cx.visible("user-groups", "g")).push(")");
        Ok(sql)
    },
};

const IS_APPLIED_CONTROL_OWNER: Filter = Filter {
    name: "is_applied_control_owner",
    doc: "Whether the user owns a control you have access to.",
    schema: bool::schema,
    condition: |cx, text| {
        let mut sql = Sql::raw(if boolean(text)? { "exists" } else { "not exists" });
        sql.push(
            " (select 1 from applied_controls_owner l join actors a on a.id = l.target \
             join applied_controls c on c.id = l.source where a.\"user\" = t.id and ",
        );
        sql.append(cx.visible("applied-controls", "c")).push(")");
        Ok(sql)
    },
};

async fn is_superuser(cx: &mut Cx, users: &[User]) -> Result<Vec<bool>> {
    Ok(users.iter().map(|user| cx.facts().is_administrator(user.id.uuid())).collect())
}

async fn date_joined(cx: &mut Cx, users: &[User]) -> Result<Vec<Timestamp>> {
    let ids = users.iter().map(|user| user.id.uuid()).collect();
    let mut sql = Sql::raw(format!("select id, created_at from {} where id", User::def().table));
    sql.any(cx.conn.dialect(), Value::Uuids(ids));
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Time]).await?;
    let joined: HashMap<Uuid, Timestamp> =
        rows.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_time()?))).collect();
    Ok(users.iter().map(|user| joined.get(&user.id.uuid()).copied().unwrap_or(cx.now)).collect())
}

async fn is_local(_: &mut Cx, users: &[User]) -> Result<Vec<bool>> {
    // Without single sign-on every account is a local one.
    Ok(users.iter().map(|_| true).collect())
}

pub struct UserRules;

impl Rules for UserRules {
    type Record = User;

    async fn before_write(cx: &mut Cx, old: Option<&User>, new: &mut User) -> Result<()> {
        new.folder = Ref::new(cx.root_folder());
        if new.is_service_account {
            return behind_service_account(cx, new);
        }
        // Whether a group may be deleted, with its permissions, is up to the rules of groups.
        if cx.authority.caller.is_trusted() || cx.is_detaching() {
            return Ok(());
        }
        let before = old.map(|old| old.user_groups.uuids()).unwrap_or_default();
        let after = new.user_groups.uuids();
        let touched =
            before.iter().filter(|id| !after.contains(id)).chain(after.iter().filter(|id| !before.contains(id)));
        for group in touched {
            if !cx.authority.snapshot.may_grant_group(&cx.authority.rights, *group) {
                return Err(Error::Forbidden(
                    "You can only add people to or remove them from groups whose permissions you have yourself.".into(),
                ));
            }
        }
        // Whoever can set an address or a password can act as that person.
        if let Some(old) = old
            && changes_account(old, new)
            && !cx.authority.snapshot.covers_user(&cx.authority.rights, new.id.uuid())
        {
            return Err(Error::Forbidden(
                "This user has permissions that you do not have, so you cannot change their account.".into(),
            ));
        }
        Ok(())
    }

    async fn after_write(cx: &mut Cx, old: Option<&User>, new: &User) -> Result<()> {
        // A program owns nothing and is assigned nothing.
        if !new.is_service_account {
            keep_actor(cx, new).await?;
        }
        let Some(old) = old else { return Ok(()) };
        if old.password != new.password || old.email != new.email || works(cx, old) != works(cx, new) {
            password_link::end(cx, new.id.uuid()).await?;
        }
        if works(cx, old) != works(cx, new) {
            // What was open before must not work again by itself.
            session::end_all(cx, new.id.uuid(), None).await?;
            if !new.keep_tokens {
                auth_token::revoke_all(cx, new.id.uuid()).await?;
            }
        }
        keep_an_administrator(cx)
    }

    async fn before_delete(cx: &mut Cx, old: &User) -> Result<()> {
        let is_decided = cx.judges_deletion().is_none();
        if old.is_service_account && !is_decided {
            return Err(belongs_to_service_account());
        }
        if is_decided || cx.authority.snapshot.covers_user(&cx.authority.rights, old.id.uuid()) {
            Ok(())
        } else {
            Err(Error::Forbidden(
                "This user has permissions that you do not have, so you cannot delete their account.".into(),
            ))
        }
    }

    async fn after_delete(cx: &mut Cx, _: &User) -> Result<()> {
        keep_an_administrator(cx)
    }
}

/// The actor of a person, as an owner of objects: created and renamed with them.
async fn keep_actor(cx: &mut Cx, new: &User) -> Result<()> {
    let actors: Vec<Actor> = cx
        .list_all(|select| {
            select.equals("user", new.id);
        })
        .await?;
    let named = format!("{} {}", new.first_name, new.last_name);
    let name = if named.trim().is_empty() { new.email.clone() } else { named.trim().to_owned() };
    if let Some(actor) = actors.first() {
        let follow = |actor: &mut Actor| {
            (actor.folder, actor.name, actor.email) = (new.folder, name, Some(new.email.clone()));
            Ok(())
        };
        cx.modify(actor.id.uuid(), follow).await?;
        return Ok(());
    }
    let actor = Actor {
        id: cx.new_id(),
        folder: new.folder,
        r#type: ActorType::User,
        user: Some(Ref::new(new.id.uuid())),
        team: None,
        name,
        email: Some(new.email.clone()),
    };
    cx.create(actor).await
}

/// The account behind a service account follows it, and can never be signed in to or be a member of a group.
fn behind_service_account(cx: &Cx, new: &User) -> Result<()> {
    let is_bare = new.password.is_none() && new.user_groups.is_empty() && !new.is_third_party && !new.keep_local_login;
    if cx.is_consequence() && is_bare { Ok(()) } else { Err(belongs_to_service_account()) }
}

pub(super) fn belongs_to_service_account() -> Error {
    Error::Forbidden("This account belongs to a service account. Change the service account instead.".into())
}

/// Whether the account works.
fn works(cx: &Cx, user: &User) -> bool {
    user.is_active && !session::expired(user.expiry_date, cx.today())
}

/// Whether a person can sign in with the account. Nobody ever can with those behind service accounts.
pub fn is_open(cx: &Cx, user: &User) -> bool {
    works(cx, user) && !user.is_service_account
}

/// An account that the caller may change and gains no permissions by acting on.
pub async fn covered(cx: &mut Cx, id: Uuid) -> Result<User> {
    let user: User = cx.get_for(id, Verb::Change).await?;
    if cx.authority.caller.is_trusted() || cx.authority.snapshot.covers_user(&cx.authority.rights, id) {
        return Ok(user);
    }
    Err(Error::Forbidden("This user has permissions that you do not have, so you cannot change their account.".into()))
}

/// Number of sessions ended.
#[derive(Serialize, Describe)]
pub struct EndedSessions {
    pub ended: u64,
}

async fn end_sessions(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<EndedSessions> {
    let user = covered(cx, id).await?;
    let ended = session::end_all(cx, id, None).await?;
    let about = About::object(User::PATH, id, &user.email);
    journal::note(cx, LogKind::SignedOut, Some(about), json!({ "sessions": ended })).await?;
    Ok(EndedSessions { ended })
}

fn changes_account(old: &User, new: &User) -> bool {
    old.email != new.email
        || old.password != new.password
        || old.is_active != new.is_active
        || old.is_third_party != new.is_third_party
        || old.expiry_date != new.expiry_date
        || old.keep_local_login != new.keep_local_login
}
