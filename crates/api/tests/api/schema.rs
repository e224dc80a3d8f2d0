//! A migrated database is what the definitions say.

use cairn_engine::schema::{draft, inspect, tables};
use cairn_testkit::both;

both!(async fn a_migrated_database_equals_the_definitions(app) {
    let mut conn = app.engine.db.read().await.expect("a connection");
    let dialect = conn.dialect();
    let found = inspect(&mut conn).await.expect("the tables are read");
    for table in tables(app.engine.registry, dialect) {
        let existing = found.get(&table.name).unwrap_or_else(|| panic!("there is no table {}", table.name));
        let mut wanted: Vec<(String, String, bool)> =
            table.columns.iter().map(|one| (one.name.clone(), one.sql_type.to_owned(), one.nullable)).collect();
        let mut columns = existing.columns.clone();
        wanted.sort();
        columns.sort();
        assert_eq!(columns, wanted, "columns of {}", table.name);
        for (index, _) in &table.indexes {
            assert!(existing.indexes.contains(index), "{} has no index {index}", table.name);
        }
        for index in &existing.indexes {
            let known = table.indexes.iter().any(|(name, _)| name == index) || index.ends_with("_pkey");
            let by_hand = [
                "iam_auth_tokens_digest_key",
                "jobs_due_idx",
                "jobs_lease_idx",
                "metrology_custom_metric_samples_latest_idx",
                "notifications_mail_idx",
                "webhooks_deliveries_due_idx",
    "webhooks_deliveries_fresh_idx",
                "webhooks_deliveries_next_idx",
                "webhooks_deliveries_leased_idx",
                "webhooks_deliveries_message_idx",
            ];
            let by_hand = by_hand.contains(&index.as_str());
            assert!(known || by_hand, "no definition asks for the index {index}");
        }
    }
    assert_eq!(draft(app.engine.registry, &found, dialect), "", "there is nothing left to migrate");
});
