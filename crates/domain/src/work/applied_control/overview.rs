//! Controls counted, and their owners.

use cairn_engine::query::Label;
use cairn_engine::{Cx, Nothing, Result};
use cairn_model::{Describe, Type};
use cairn_resources::work::Status;
use serde::Serialize;

use super::Place;
use crate::work::sight::{owners, visible};

/// Ready for charts: labels and values in the same order.
#[derive(Debug, Serialize, Describe)]
pub struct PerStatus {
    pub results: Chart,
}

#[derive(Debug, Serialize, Describe)]
pub struct Chart {
    /// Keys for translation. Existing clients rely on this spelling.
    #[serde(rename = "localLables")]
    pub local_labels: Vec<String>,
    pub labels: Vec<String>,
    pub values: Vec<Bar>,
}

#[derive(Debug, Serialize, Describe)]
pub struct Bar {
    pub value: i64,
    #[serde(rename = "itemStyle")]
    pub item_style: ItemStyle,
}

#[derive(Debug, Serialize, Describe)]
pub struct ItemStyle {
    pub color: &'static str,
}

pub async fn per_status<P: Place>(cx: &mut Cx, _: Nothing) -> Result<PerStatus> {
    let mut sql = visible(cx, P::resource(cx)).project("t.status, count(*)");
    sql.push(" group by t.status");
    let rows = cx.conn.query(&sql, &[Type::Text, Type::Int]).await?;
    let count = |status: Status| {
        let row = rows.iter().find(|row| row[0].as_str() == Some(status.key()));
        row.and_then(|row| row[1].as_int()).unwrap_or_default()
    };
    let bar = |status: &Status| Bar { value: count(*status), item_style: ItemStyle { color: color(*status) } };
    Ok(PerStatus {
        results: Chart {
            local_labels: Status::ALL.iter().map(|status| camel_case(status.key())).collect(),
            labels: Status::DEF.options.iter().map(cairn_model::choice::ChoiceOption::label).collect(),
            values: Status::ALL.iter().map(bar).collect(),
        },
    })
}

pub async fn owner<P: Place>(cx: &mut Cx, _: Nothing) -> Result<Vec<Label>> {
    owners(cx, P::resource(cx)).await
}

const fn color(status: Status) -> &'static str {
    match status {
        Status::ToDo => "#BFDBFE",
        Status::InProgress => "#392F5A",
        Status::OnHold => "#F4D06F",
        Status::Active => "#46D39A",
        Status::Degraded => "#F9A03F",
        Status::Deprecated => "#E55759",
        Status::Undefined => "#CCCCCC",
    }
}

/// `in_progress` as the key of a translation: `inProgress`.
pub fn camel_case(key: &str) -> String {
    if key == "--" {
        return "undefined".to_owned();
    }
    let mut words = key.split('_');
    let mut text = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        text.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        text.push_str(letters.as_str());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::camel_case;

    #[test]
    fn keys_become_names_of_translations() {
        assert_eq!(camel_case("in_progress"), "inProgress");
        assert_eq!(camel_case("active"), "active");
        assert_eq!(camel_case("--"), "undefined");
    }
}
