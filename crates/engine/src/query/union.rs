//! Several queries as one: what belongs to a page comes from many small tables, and asking for each of them costs more
//! than finding the rows.

use cairn_store::Row;

use crate::computed::Query;

/// Puts queries with the same columns together. The first column of each is the number by which [`apart`] knows its
/// rows.
pub(super) fn together(queries: impl IntoIterator<Item = Query>) -> Vec<Query> {
    let mut all: Vec<Query> = Vec::new();
    for (sql, types) in queries {
        match all.iter_mut().find(|(_, known)| *known == types) {
            Some((known, _)) => drop(known.push(" union all ").append(sql)),
            None => all.push((sql, types)),
        }
    }
    all
}

/// The rows of each query that was put together, by its number.
pub(super) fn apart(queries: usize, answers: impl IntoIterator<Item = Vec<Row>>) -> Vec<Vec<Row>> {
    let mut all: Vec<Vec<Row>> = vec![Vec::new(); queries];
    for row in answers.into_iter().flatten() {
        let number = row[0].as_int().and_then(|number| usize::try_from(number).ok());
        if let Some(rows) = number.and_then(|number| all.get_mut(number)) {
            rows.push(row);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use cairn_model::{Type, Value};
    use cairn_store::Sql;

    use super::*;

    #[test]
    fn queries_with_the_same_columns_are_one() {
        let (numbers, texts) = (vec![Type::Int, Type::Int], vec![Type::Int, Type::Text]);
        let query = |text: &str, types: &Vec<Type>| {
            let mut sql = Sql::raw(text);
            sql.bind(7);
            (sql, types.clone())
        };
        let all = together([query("a ", &numbers), query("b ", &texts), query("c ", &numbers)]);
        let text: Vec<&str> = all.iter().map(|(sql, _)| sql.text()).collect();
        assert_eq!(text, ["a $1 union all c $2", "b $1"]);
    }

    #[test]
    fn rows_go_back_to_their_query() {
        let row = |number: i64, value: i64| vec![Value::Int(number), Value::Int(value)];
        let found = apart(3, [vec![row(2, 10), row(0, 11)], vec![row(2, 12)]]);
        assert_eq!(found, [vec![row(0, 11)], vec![], vec![row(2, 10), row(2, 12)]]);
    }
}
