//! The words in which a requirement is judged, as the API and the library files spell them.

use serde_json::Value;

/// An enum whose variants have a spelling, and all of them in the order in which they are shown.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($variant,)+ }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|it| it.as_str() == word)
            }
        }
    };
}

words! {
    /// What an auditor says of a requirement.
    ComplianceResult {
        NotAssessed = "not_assessed",
        PartiallyCompliant = "partially_compliant",
        NonCompliant = "non_compliant",
        Compliant = "compliant",
        NotApplicable = "not_applicable",
    }
}

words! {
    /// How far the work on a requirement is.
    RowStatus {
        ToDo = "to_do",
        InProgress = "in_progress",
        InReview = "in_review",
        Done = "done",
    }
}

words! {
    /// What an auditor adds to the result.
    ExtendedResult {
        MajorNonconformity = "major_nonconformity",
        MinorNonconformity = "minor_nonconformity",
        ObservationSensitivePoint = "observation_sensitive_point",
        OpportunityForImprovement = "opportunity_for_improvement",
        GoodPractice = "good_practice",
    }
}

words! {
    /// The implementation status of an applied control.
    ControlStatus {
        ToDo = "to_do",
        InProgress = "in_progress",
        OnHold = "on_hold",
        Active = "active",
        Degraded = "degraded",
        Deprecated = "deprecated",
        Undefined = "--",
    }
}

words! {
    /// The review status of a piece of evidence.
    EvidenceStatus {
        Draft = "draft",
        Missing = "missing",
        InReview = "in_review",
        Approved = "approved",
        Rejected = "rejected",
        Expired = "expired",
    }
}

impl ComplianceResult {
    /// How bad a result is, for those that say something about compliance. The others are neutral.
    const fn severity(self) -> Option<u8> {
        match self {
            Self::Compliant => Some(0),
            Self::PartiallyCompliant => Some(1),
            Self::NonCompliant => Some(2),
            Self::NotAssessed | Self::NotApplicable => None,
        }
    }

    /// The worst of several results. "Not applicable" says nothing against the others, and stands if it is alone.
    pub fn worst(results: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut worst = None;
        for result in results {
            worst = match worst {
                None => Some(result),
                Some(before) if result.severity() > Self::severity(before) => Some(result),
                kept => kept,
            };
        }
        worst
    }

    /// What a choice's `compute_result` says. Older files have `true` and `false` for compliant and non-compliant.
    pub fn of_choice(value: &Value) -> Result<Option<Self>, String> {
        match value {
            Value::Null => Ok(None),
            Value::Bool(true) => Ok(Some(Self::Compliant)),
            Value::Bool(false) => Ok(Some(Self::NonCompliant)),
            Value::String(word) => match word.trim().to_ascii_lowercase().as_str() {
                "" => Ok(None),
                "true" => Ok(Some(Self::Compliant)),
                "false" => Ok(Some(Self::NonCompliant)),
                word => Self::parse(word).map(Some).ok_or_else(|| {
                    format!(
                        "“{word}” is not a result. Use compliant, partially_compliant, non_compliant or not_applicable."
                    )
                }),
            },
            other => Err(format!("A choice's result is a word, not {other}.")),
        }
    }
}
