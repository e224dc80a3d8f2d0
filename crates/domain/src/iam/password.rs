//! The one rule for new passwords, whoever sets them and however.

use cairn_auth::password;
use cairn_engine::{Cx, FieldErrors, Result};
use cairn_resources::iam::User;

use crate::platform::settings::{self, SignIn};

/// What is wrong with a new password, a sentence each. Names and address are those of the account.
pub async fn faults(cx: &mut Cx, new: &str, email: &str, names: &[&str]) -> Result<Vec<String>> {
    let policy: SignIn = settings::get(cx).await?;
    let least = usize::try_from(policy.password_min_length).unwrap_or(password::DEFAULT_LENGTH);
    Ok(password::check(new, email, names, least).err().unwrap_or_default())
}

/// Refuses a new password of a user that is not good enough, or not the one that was repeated.
pub async fn check(cx: &mut Cx, user: &User, new: &str, confirmed: Option<&str>) -> Result<()> {
    let mut errors = FieldErrors::default();
    if confirmed.is_some_and(|confirmed| confirmed != new) {
        errors.add("confirm_new_password", "The passwords do not match.");
    }
    for fault in faults(cx, new, &user.email, &[&user.first_name, &user.last_name]).await? {
        errors.add("new_password", fault);
    }
    errors.into_result()
}
