//! The modules of the product: where people look for a resource. This is their one list; interfaces keep none.

/// A part of the product that people know by name, or a section of its settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Module {
    Overview,
    Compliance,
    Risk,
    Assets,
    Controls,
    ThirdParties,
    Privacy,
    Operations,
    Assurance,
    Access,
    Integrations,
    Catalogues,
    Instance,
}

impl Module {
    /// In the order of the navigation; the sections of the settings come last.
    pub const ALL: [Module; 13] = [
        Module::Overview,
        Module::Compliance,
        Module::Risk,
        Module::Assets,
        Module::Controls,
        Module::ThirdParties,
        Module::Privacy,
        Module::Operations,
        Module::Assurance,
        Module::Access,
        Module::Integrations,
        Module::Catalogues,
        Module::Instance,
    ];

    /// The name in the model document.
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    pub const fn label(self) -> &'static str {
        self.words().1
    }

    /// The icon, by its name in the set of the web interface (Lucide).
    pub const fn icon(self) -> &'static str {
        self.words().2
    }

    /// The letter that goes there after `g`, where there is one: the first of a word that stands for it.
    pub const fn key(self) -> Option<char> {
        self.words().3
    }

    /// Whether it is a section of the settings, which have a navigation of their own.
    pub const fn is_settings(self) -> bool {
        matches!(self, Module::Access | Module::Integrations | Module::Catalogues | Module::Instance)
    }

    const fn words(self) -> (&'static str, &'static str, &'static str, Option<char>) {
        match self {
            Module::Overview => ("overview", "Overview", "layout-dashboard", Some('v')),
            Module::Compliance => ("compliance", "Compliance", "list-checks", Some('c')),
            Module::Risk => ("risk", "Risk", "radar", Some('r')),
            Module::Assets => ("assets", "Assets", "boxes", Some('a')),
            Module::Controls => ("controls", "Controls & evidence", "shield-check", Some('e')),
            Module::ThirdParties => ("third-parties", "Third parties", "handshake", Some('t')),
            Module::Privacy => ("privacy", "Privacy", "fingerprint-pattern", Some('p')),
            Module::Operations => ("operations", "Operations", "activity", Some('o')),
            Module::Assurance => ("assurance", "Assurance", "badge-check", Some('u')),
            Module::Access => ("access", "Access", "key-round", None),
            Module::Integrations => ("integrations", "Integrations", "plug", None),
            Module::Catalogues => ("catalogues", "Catalogues", "library", None),
            Module::Instance => ("instance", "Instance", "sliders-horizontal", None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_told_apart_and_the_settings_come_last() {
        let mut names = Module::ALL.map(Module::name).to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Module::ALL.len());
        let keys: Vec<char> = Module::ALL.into_iter().filter_map(Module::key).collect();
        // Home, own work and the settings have theirs in the interface.
        assert!(keys.iter().enumerate().all(|(at, key)| !"hms".contains(*key) && !keys[..at].contains(key)));
        assert!(Module::ALL.is_sorted_by_key(|module| module.is_settings()));
    }
}
