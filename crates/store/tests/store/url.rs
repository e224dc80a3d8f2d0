use std::path::PathBuf;

use cairn_store::{DatabaseUrl, StoreError};

#[test]
fn addresses_are_understood() {
    for (text, path) in [
        ("sqlite:data/cairn.db", "data/cairn.db"),
        ("sqlite://data/cairn.db", "data/cairn.db"),
        ("sqlite:/var/lib/cairn.db", "/var/lib/cairn.db"),
        ("sqlite:///var/lib/cairn.db", "/var/lib/cairn.db"),
    ] {
        assert_eq!(text.parse(), Ok(DatabaseUrl::Sqlite(PathBuf::from(path))), "{text}");
    }
    for text in [
        "postgres://cairn@db.example/cairn",
        "postgresql:///cairn?host=/run/postgresql&sslmode=disable",
        "postgres://db/cairn?sslmode=require",
        "postgres://db/cairn?sslmode=verify-full&sslrootcert=/etc/ca.pem",
    ] {
        assert_eq!(text.parse(), Ok(DatabaseUrl::Postgres(text.into())), "{text}");
    }
}

#[test]
fn what_is_not_supported_is_said_without_the_password() {
    for (text, hint) in [
        ("", "sqlite:PATH"),
        ("cairn.db", "sqlite:PATH"),
        ("mysql://root:hunter2@db/cairn", "mysql"),
        ("sqlite:", "needs the path"),
        ("sqlite::memory:", ":memory:"),
        ("postgres://cairn:hunter2@db/cairn?sslrootcert=ca.pem", "verify-full"),
        ("postgres://cairn:hunter2@db/cairn?sslmode=always", "sslmode"),
        ("postgres://cairn:hunter2@db:port/cairn", "port"),
    ] {
        let Err(StoreError::InvalidUrl(reason)) = text.parse::<DatabaseUrl>() else { panic!("{text}") };
        assert!(reason.contains(hint), "{text}: {reason}");
        assert!(!reason.contains("hunter2"), "{reason}");
    }
}

#[test]
fn passwords_are_never_shown() {
    for (text, shown) in [
        ("postgres://cairn:hunter2@db/cairn", "postgres://cairn:***@db/cairn"),
        ("postgres://cairn@db/cairn", "postgres://cairn@db/cairn"),
        ("postgres://db/cairn?user=cairn&password=hunter2", "postgres://db/cairn?user=cairn&password=***"),
        ("postgres://db/cairn?pass%77ord=hunter2", "postgres://db/cairn?pass%77ord=***"),
        ("postgres://cairn:hunter2/@?@db/cairn?connect_timeout=3", "postgres://cairn:***@db/cairn?connect_timeout=3"),
    ] {
        let url = DatabaseUrl::Postgres(text.into());
        assert_eq!(url.to_string(), shown);
        assert_eq!(format!("{url:?}"), shown);
    }
}
