use cairn_model::choice;

choice! {
    /// What becomes of scores when a framework changes its scale.
    pub enum ScoreStrategy {
        Clamp = "clamp" ("Keep scores, limited to the new scale"),
        Reset = "reset" ("Remove scores"),
        RuleOfThree = "rule_of_three" ("Move scores to the same place on the new scale"),
    }
}
