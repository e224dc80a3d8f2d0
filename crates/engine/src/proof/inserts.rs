//! Many rows in few statements.

use cairn_model::Value;
use cairn_store::Sql;

/// Rows in one statement at most: both databases are near their best speed from here on.
const MOST: usize = 128;

/// The statements that insert these rows. Each has a power of two of them, so that there are only
/// a handful of different texts, which the databases keep prepared.
pub fn inserts<const N: usize>(into: &str, rows: Vec<[Value; N]>) -> Vec<Sql> {
    let mut statements = Vec::new();
    let mut left = rows.len();
    let mut rows = rows.into_iter();
    while left > 0 {
        let some = MOST.min(1 << left.ilog2());
        let mut sql = Sql::raw(format!("insert into {into} values "));
        for (at, row) in rows.by_ref().take(some).enumerate() {
            sql.push(if at > 0 { ", (" } else { "(" });
            for (column, value) in row.into_iter().enumerate() {
                sql.push(if column > 0 { ", " } else { "" }).bind(value);
            }
            sql.push(")");
        }
        statements.push(sql);
        left -= some;
    }
    statements
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_rows_takes_few_texts() {
        let texts: std::collections::BTreeSet<String> = (0..1000)
            .flat_map(|count| inserts("t (a, b)", vec![[Value::Int(1), Value::Null]; count]))
            .map(|sql| sql.text().to_owned())
            .collect();
        assert_eq!(texts.len(), 8);
        let rows: usize = inserts("t (a)", vec![[Value::Null]; 777]).iter().map(|sql| sql.binds().len()).sum();
        assert_eq!(rows, 777);
    }
}
