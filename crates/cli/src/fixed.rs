//! The commands that don't come from the model document.

use clap::Subcommand;

use crate::api::Api;
use crate::completion::Completion;
use crate::connection::Wanted;
use crate::declare::{Apply, Export};
use crate::diff::Diff;
use crate::docs::Docs;
use crate::failure::Result;
use crate::import::Import;
use crate::login::{Login, Logout};
use crate::mcp::Mcp;
use crate::profile_command::ProfileCommand;
use crate::search::Search;
use crate::whoami::Whoami;

#[derive(Debug, Subcommand)]
pub enum Fixed {
    Login(Login),
    Logout(Logout),
    Whoami(Whoami),
    /// Manage the instances you are signed in to.
    #[command(subcommand)]
    Profile(ProfileCommand),
    Search(Search),
    Import(Import),
    Diff(Diff),
    Apply(Apply),
    Export(Export),
    Api(Api),
    Mcp(Mcp),
    Completion(Completion),
    #[command(hide = true)]
    Docs(Docs),
}

impl Fixed {
    /// `tree` is the whole command line, for those who describe it.
    pub async fn run(self, wanted: Wanted, tree: impl Fn(&cairn_client::Model) -> clap::Command) -> Result {
        match self {
            Fixed::Login(login) => login.run(wanted).await,
            Fixed::Logout(logout) => logout.run(wanted).await,
            Fixed::Whoami(whoami) => whoami.run(wanted).await,
            Fixed::Profile(profile) => profile.run(),
            Fixed::Search(search) => search.run(wanted).await,
            Fixed::Import(import) => import.run(wanted).await,
            Fixed::Diff(diff) => diff.run(wanted).await,
            Fixed::Apply(apply) => apply.run(wanted).await,
            Fixed::Export(export) => export.run(wanted).await,
            Fixed::Api(api) => api.run(wanted).await,
            Fixed::Mcp(mcp) => mcp.run(wanted).await,
            Fixed::Completion(completion) => completion.run(),
            Fixed::Docs(docs) => docs.run(wanted, tree).await,
        }
    }
}
