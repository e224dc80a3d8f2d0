//! Results and statuses, as the API and library files spell them.

use serde_json::Value;

/// An enum with a spelling for each variant, in display order.
#[macro_export]
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $name { $(#[serde(rename = $word)] $variant,)+ }

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
    /// The result of assessing a requirement.
    ComplianceResult {
        NotAssessed = "not_assessed",
        PartiallyCompliant = "partially_compliant",
        NonCompliant = "non_compliant",
        Compliant = "compliant",
        NotApplicable = "not_applicable",
    }
}

words! {
    /// The progress of the work on a requirement.
    RowStatus {
        ToDo = "to_do",
        InProgress = "in_progress",
        InReview = "in_review",
        Done = "done",
    }
}

words! {
    /// A finer classification of the result.
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
    /// How bad a result is. Results that say nothing about compliance have no severity.
    const fn severity(self) -> Option<u8> {
        match self {
            Self::Compliant => Some(0),
            Self::PartiallyCompliant => Some(1),
            Self::NonCompliant => Some(2),
            Self::NotAssessed | Self::NotApplicable => None,
        }
    }

    /// The worst of several results. "Not applicable" is neutral and only wins if it is alone.
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

    /// Reads a choice's `compute_result`. Older files use `true` and `false` for compliant and non-compliant.
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
