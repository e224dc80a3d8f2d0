//! What differs between two versions of a framework, requirement by requirement. Other questions are a change of the
//! requirement that asks them.

use cairn_library::{Difference, Entry, FrameworkChanges};

/// A requirement that differs, and in which fields.
#[derive(Debug)]
pub struct Changed {
    pub entry: Entry,
    pub fields: Vec<String>,
}

#[derive(Debug, Default)]
pub struct Lists {
    pub added: Vec<Changed>,
    pub changed: Vec<Changed>,
    pub removed: Vec<Changed>,
    pub moved: Vec<Changed>,
}

pub fn of(change: &FrameworkChanges) -> Lists {
    let nodes = &change.requirement_nodes;
    let mut changed: Vec<Changed> = nodes
        .changed
        .iter()
        .map(|one| Changed {
            entry: one.entry.clone(),
            fields: one.fields.iter().map(|field| field.field.clone()).collect(),
        })
        .collect();
    for urn in asked_differently(change) {
        match changed.iter_mut().find(|one| one.entry.urn == urn) {
            Some(one) => one.fields.push("questions".to_owned()),
            None => {
                let entry = Entry { urn, within: None, ref_id: None, name: None };
                changed.push(Changed { entry, fields: vec!["questions".to_owned()] });
            }
        }
    }
    Lists {
        added: nodes.added.iter().map(whole).collect(),
        changed,
        removed: nodes.removed.iter().map(whole).collect(),
        moved: nodes.moved.iter().map(|one| whole(&one.entry)).collect(),
    }
}

fn whole(entry: &Entry) -> Changed {
    Changed { entry: entry.clone(), fields: Vec::new() }
}

/// The requirements, new ones aside, whose questions or choices differ.
fn asked_differently(change: &FrameworkChanges) -> Vec<String> {
    let nodes = &change.requirement_nodes;
    let questions = &change.questions;
    let entries = |list: &'_ Difference| -> Vec<Entry> {
        let moved = list.moved.iter().map(|one| one.entry.clone());
        let changed = list.changed.iter().map(|one| one.entry.clone());
        list.added.iter().chain(&list.removed).cloned().chain(moved).chain(changed).collect()
    };
    let of_questions = entries(questions).into_iter().filter_map(|entry| entry.within);
    // The URN of a question begins with that of its requirement.
    let of_choices = entries(&change.choices).into_iter().filter_map(|entry| {
        let question = entry.within?;
        question.split_once(":question:").map(|(node, _)| node.to_owned())
    });
    let mut all: Vec<String> = of_questions.chain(of_choices).collect();
    all.sort();
    all.dedup();
    let is_whole = |urn: &String| nodes.added.iter().chain(&nodes.removed).any(|entry| entry.urn == *urn);
    all.retain(|urn| !is_whole(urn));
    all
}
