//! What every random object is made of.

use cairn_library::Urn;
use cairn_library::types::Translations;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

/// Texts that are hard on a writer of YAML: what looks like something else, blanks, line ends, any character.
pub fn text() -> BoxedStrategy<String> {
    prop_oneof![
        "[a-zA-Z][a-zA-Z0-9 _.,:'-]{0,20}",
        "[ -~]{1,30}",
        "([a-z :#-]{0,8}\n){0,3}[a-z \n]{1,8}",
        "\\PC{1,12}",
        "[^\u{0}]{1,12}",
        select(vec![
            "no", "~", "null", "1.10", "0x1F", "1e5", "true", "- a", "a: b", "a #b", "? x", "<<", "%", "@", "|", ">"
        ])
        .prop_map(str::to_owned),
    ]
    .boxed()
}

pub fn translations() -> BoxedStrategy<Translations> {
    let texts = prop::collection::btree_map(prop_oneof!["[a-z]{2,6}".boxed(), text().boxed()], text(), 1..3);
    prop::collection::btree_map("[a-z]{2}", texts, 0..2).boxed()
}

pub fn urn(kind: &'static str) -> impl Fn(usize) -> Urn {
    move |at| Urn::new(&format!("urn:acme:risk:{kind}:x:{at}"))
}

/// A list of objects, each with a URN of its own.
pub fn numbered<T: std::fmt::Debug + 'static>(
    kind: &'static str,
    one: BoxedStrategy<T>,
    set: fn(&mut T, Urn),
) -> BoxedStrategy<Vec<T>> {
    prop::collection::vec(one, 0..3)
        .prop_map(move |mut all| {
            all.iter_mut().enumerate().for_each(|(at, one)| set(one, urn(kind)(at)));
            all
        })
        .boxed()
}

pub type About = (Option<String>, Option<String>, Option<String>, Option<String>, Translations);

pub fn about() -> BoxedStrategy<About> {
    (of(text()), of(text()), of(text()), of(text()), translations()).boxed()
}

/// Anything that JSON can say.
pub fn value() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_filter("JSON has no other numbers", |number| number.is_finite()).prop_map(Value::from),
        text().prop_map(Value::from),
        Just(Value::from("")),
    ];
    leaf.prop_recursive(4, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(text(), inner, 0..4).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
    .boxed()
}
