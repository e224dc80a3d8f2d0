//! `docs/API.md` is true: its exchanges are run, and it names every kind of problem.

use cairn_api::ProblemType;
use cairn_testkit::both;
use http::Method;
use serde_json::Value as Json;

const GUIDE: &str = include_str!("../../../../docs/API.md");

/// An exchange of the guide: the request, its headers and body, the status and what is shown of the answer.
struct Exchange {
    method: Method,
    path: String,
    headers: Vec<(String, String)>,
    body: Json,
    status: u16,
    shown: String,
}

fn exchanges() -> Vec<Exchange> {
    GUIDE.split("```http\n").skip(1).map(|rest| read(rest.split("\n```").next().unwrap_or(rest))).collect()
}

fn read(text: &str) -> Exchange {
    let (asked, answered) = text.split_once("\n→ ").expect("an exchange has an answer");
    let mut lines = asked.lines();
    let (method, path) =
        lines.next().and_then(|line| line.split_once(' ')).expect("an exchange begins with its method");
    let mut exchange = Exchange {
        method: method.parse().expect("a method"),
        path: path.to_owned(),
        headers: Vec::new(),
        body: Json::Null,
        status: answered[..3].parse().expect("a status"),
        shown: answered[3..].to_owned(),
    };
    for line in lines {
        match line.split_once(": ").filter(|_| !line.starts_with('{')) {
            Some((name, value)) => exchange.headers.push((name.to_owned(), value.to_owned())),
            None => exchange.body = serde_json::from_str(line).expect("a JSON body in one line"),
        }
    }
    exchange
}

both!(async fn the_exchanges_of_the_guide_go_as_it_says(app) {
    let domain = app.domain("Sales").await;
    let (mut asset, mut etag) = (String::new(), String::new());
    let all = exchanges();
    assert!(all.len() >= 8, "the guide has exchanges");
    for exchange in all {
        let fill = |text: &str| {
            text.replace("{domain}", &domain.to_string()).replace("{asset}", &asset).replace("{etag}", &etag)
        };
        let client = exchange.headers.iter().fold(app.admin.clone(), |client, (name, value)| client.with(name, &fill(value)));
        let answer = if exchange.body.is_null() {
            client.send(exchange.method.clone(), &fill(&exchange.path), axum::body::Body::empty(), None).await
        } else {
            let body: Json = serde_json::from_str(&fill(&exchange.body.to_string())).expect("a body");
            client.json(exchange.method.clone(), &fill(&exchange.path), &body).await
        };
        let answer = answer.is(exchange.status);
        if exchange.status == 201 {
            asset = answer.id().to_string();
            answer.header("etag").expect("an ETag").clone_into(&mut etag);
        }
        if let Ok(shown) = serde_json::from_str::<Json>(exchange.shown.trim()) {
            alike(&shown, &answer.body());
        }
    }
});

/// What is shown is in the answer; an ellipsis stands for anything.
fn alike(shown: &Json, answer: &Json) {
    match (shown, answer) {
        (Json::Object(shown), Json::Object(answer)) => {
            for (name, value) in shown {
                alike(value, answer.get(name).unwrap_or_else(|| panic!("the answer has no {name}: {answer:?}")));
            }
        }
        (Json::Array(shown), Json::Array(answer)) => {
            assert_eq!(shown.len(), answer.len());
            shown.iter().zip(answer).for_each(|(shown, answer)| alike(shown, answer));
        }
        (Json::String(shown), Json::String(answer)) => {
            let begins = shown.split('…').next().unwrap_or_default();
            assert!(
                shown == answer || (shown.contains('…') && answer.starts_with(begins)),
                "{shown} is shown for {answer}"
            );
        }
        _ => assert_eq!(shown, answer),
    }
}

#[test]
fn the_guide_names_every_kind_of_problem() {
    for kind in ProblemType::ALL {
        let (name, _, status) = kind.describe();
        assert!(GUIDE.contains(&format!("| `{name}` | {} |", status.as_u16())), "docs/API.md does not name {name}");
    }
}
