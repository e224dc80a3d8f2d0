//! Threats: those of libraries, and an organisation's own.

use cairn_engine::computed::schema_of;
use cairn_engine::filter::Filter;
use cairn_engine::{Entry, Module};
use cairn_resources::library::Threat;

use crate::work::sight::in_scenarios;

pub const ENTRY: Entry = Entry::of::<Threat>()
    .module(Module::Risk, "zap")
    .rank(50)
    .roles("vacd vacd vacd v v - - -")
    .by_urn()
    .filters(&[Filter {
        name: "risk_scenarios",
        doc: "Behind any of these risk scenarios.",
        schema: schema_of::<String>,
        condition: |cx, text| in_scenarios(cx, "threats", text),
    }])
    .adjustable(&["filtering_labels"]);
