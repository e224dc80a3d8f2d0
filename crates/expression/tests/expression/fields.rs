//! Which fields an expression reads, and which texts it compares them with.

use cairn_expression::Expression;

/// The paths of `object`, with dots.
fn fields(source: &str) -> Vec<String> {
    let expression = Expression::parse_over_records(source).unwrap_or_else(|error| panic!("{source}: {error}"));
    expression.fields("object").into_iter().map(|path| path.join(".")).collect()
}

#[test]
fn only_what_is_read_is_named() {
    let cases: [(&str, &[&str]); 17] = [
        ("true", &[]),
        ("today == '2026-01-01'", &[]),
        ("object.status == 'active' && object.status != object.name", &["name", "status"]),
        ("object.evidences.exists(e, e.status == 'x')", &["evidences.status"]),
        ("!object.evidences.all(e, days_since(e.updated_at) < 90)", &["evidences.updated_at"]),
        ("size(object.evidences) == 0", &["evidences"]),
        ("object.evidences.size() > 0 && object.evidences.exists(e, e.name == '')", &["evidences.name"]),
        ("has(object.eta) || has(object.provider.name)", &["eta", "provider.name"]),
        ("object['status'] == 'x' && object.links[0].name == ''", &["links.name", "status"]),
        ("object.a.filter(x, x.n > 1).exists(y, y.m == 2)", &["a.m", "a.n"]),
        ("object.a.map(x, x.link).exists(y, y.m == 2)", &["a.link.m"]),
        ("(object.a + object.b).exists(y, y.m == 2)", &["a.m", "b.m"]),
        ("(object.x == 1 ? object.a : object.b).name == ''", &["a.name", "b.name", "x"]),
        ("[object.a, object.b].exists(y, y.m == 2)", &["a.m", "b.m"]),
        ("object.a.exists(x, object.b.exists(y, x.m == y.n))", &["a.m", "b.n"]),
        ("object.a.exists(x, x.b.exists(x, x.c == 1) && x.d)", &["a.b.c", "a.d"]),
        ("{'high': 3, 'low': 1}[object.severity] > object.level", &["level", "severity"]),
    ];
    for (source, paths) in cases {
        assert_eq!(fields(source), paths, "{source}");
    }
}

#[test]
fn any_variable_can_be_asked_for() {
    let expression = Expression::parse("a.b.all(k, a.b[k].c == d.e) && size(d) == 1").unwrap();
    assert_eq!(expression.fields("a"), [["b", "c"]]);
    assert_eq!(expression.fields("d"), [vec![], vec!["e".to_owned()]]);
    assert!(expression.fields("k").is_empty());
}

#[test]
fn texts_that_should_be_choices_are_found() {
    let source = "object.status == 'aktive' && 'p1' != object.priority && object.kind in ['a', 'b', object.name]
        && object.evidences.exists(e, e.status == 'ok') && 'x' in object.labels && object.name.contains('text')";
    let expression = Expression::parse_over_records(source).unwrap();
    let compared: Vec<(String, String)> =
        expression.compared("object").into_iter().map(|one| (one.path.join("."), one.text)).collect();
    let expected = [
        ("evidences.status", "ok"),
        ("kind", "a"),
        ("kind", "b"),
        ("labels", "x"),
        ("priority", "p1"),
        ("status", "aktive"),
    ];
    assert_eq!(compared, expected.map(|(path, text)| (path.to_owned(), text.to_owned())));
}
