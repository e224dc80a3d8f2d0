//! Evaluates rules.

use cairn_expression::{Expression, MAX_STEPS, Variables};

use super::facts::Facts;
use crate::tree::Tree;

/// The maximum number of steps of all expressions of a framework together.
const MAX_STEPS_TOGETHER: u64 = 2_000_000;

/// A rule that could not be evaluated. Authors of frameworks see it; audits ignore the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The rule or the node, as an index.
    pub index: usize,
    pub message: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// The rules that apply, as indexes in ascending order.
    pub matched: Vec<usize>,
    pub failures: Vec<Failure>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visibility {
    /// By node of the framework.
    pub hidden: Vec<bool>,
    pub failures: Vec<Failure>,
}

/// Which nodes are hidden. `rules` has an entry per node, None for those that are always shown.
///
/// Every rule sees the whole audit. A node is hidden, with everything below it, if its rule is false. A rule that fails hides
/// nothing.
pub fn visibility(rules: &[Option<&Expression>], facts: &Facts<'_>) -> Visibility {
    let nodes = facts.requirements.len();
    if rules.iter().all(Option::is_none) {
        return Visibility { hidden: vec![false; nodes], failures: Vec::new() };
    }
    let mut budget = Budget { known: facts.known(&[]), left: MAX_STEPS_TOGETHER };
    let mut hidden = vec![false; nodes];
    let mut failures = Vec::new();
    for (node, rule) in rules.iter().enumerate().take(nodes) {
        match rule.map(|rule| budget.evaluate(rule)) {
            None | Some(Ok(true)) => {}
            Some(Ok(false)) => hidden[node] = true,
            Some(Err(message)) => failures.push(Failure { index: node, message }),
        }
    }
    let tree = Tree::new(facts.requirements.iter().map(|row| row.parent));
    for node in tree.downwards() {
        hidden[node] |= tree.parent(node).is_some_and(|parent| hidden[parent]);
    }
    Visibility { hidden, failures }
}

/// Which outcomes an audit has. Rules do not see hidden nodes, and a rule that fails does not apply.
pub fn outcomes(rules: &[&Expression], facts: &Facts<'_>, hidden: &[bool]) -> Outcomes {
    if rules.is_empty() {
        return Outcomes::default();
    }
    let mut budget = Budget { known: facts.known(hidden), left: MAX_STEPS_TOGETHER };
    let mut outcomes = Outcomes::default();
    for (index, rule) in rules.iter().enumerate() {
        match budget.evaluate(rule) {
            Ok(true) => outcomes.matched.push(index),
            Ok(false) => {}
            Err(message) => outcomes.failures.push(Failure { index, message }),
        }
    }
    outcomes
}

struct Budget {
    known: Variables,
    left: u64,
}

impl Budget {
    fn evaluate(&mut self, rule: &Expression) -> Result<bool, String> {
        let steps = self.known.cost(rule);
        if steps > MAX_STEPS.min(self.left) {
            return Err(format!(
                "The rule could take {steps} steps on this audit. The limit is {}.",
                MAX_STEPS.min(self.left)
            ));
        }
        self.left -= steps;
        self.known.holds(rule)
    }
}
