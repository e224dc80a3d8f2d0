//! The dashboards that every instance has: for management, for security officers and for auditors. They are about the
//! whole organisation, and show each reader what they have access to.

use std::collections::{BTreeMap, HashSet};

use cairn_engine::{Cx, Result};
use cairn_model::{AnyRef, Id, Json, Many, Markdown, Ref, Translations};
use cairn_resources::metrology::{
    Aggregation, ChartType, Dashboard, DashboardDefinition, DashboardWidget, MetricModel, TimeRange,
};

use crate::setup::stable_id;

/// A dashboard: its name and description in English and French, and its widgets.
struct Included {
    key: &'static str,
    name: (&'static str, &'static str),
    description: (&'static str, &'static str),
    widgets: &'static [Place],
}

/// A number, how it is drawn, and where: column, row, width, height.
type Place = (&'static str, ChartType, TimeRange, [i64; 4]);

use ChartType::{Area, Bar, Donut, KpiCard, Line};
use TimeRange::{LastMonth, LastQuarter, LastYear};

const ALL: &[Included] = &[
    Included {
        key: "management",
        name: ("Management", "Direction"),
        description: (
            "Whether risks, controls and audits are on track, for the whole organisation.",
            "L’état des risques, des mesures et des audits dans toute l’organisation.",
        ),
        widgets: &[
            ("risks_intolerable", KpiCard, LastQuarter, [0, 0, 3, 2]),
            ("controls_overdue", KpiCard, LastQuarter, [3, 0, 3, 2]),
            ("incidents_open", KpiCard, LastQuarter, [6, 0, 3, 2]),
            ("objectives_overdue", KpiCard, LastQuarter, [9, 0, 3, 2]),
            ("controls_status_breakdown", Area, LastQuarter, [0, 2, 8, 4]),
            ("scenarios_treatment_breakdown", Donut, LastMonth, [8, 2, 4, 4]),
            ("requirements_result_breakdown", Donut, LastMonth, [0, 6, 4, 4]),
            ("audits_status_breakdown", Bar, LastMonth, [4, 6, 4, 4]),
            ("exceptions_status_breakdown", Bar, LastMonth, [8, 6, 4, 4]),
        ],
    },
    Included {
        key: "security-officer",
        name: ("Security officer", "Responsable de la sécurité"),
        description: (
            "What needs attention now: late controls, open findings, vulnerabilities and incidents.",
            "Ce qui demande de l’attention : mesures en retard, constats ouverts, vulnérabilités et incidents.",
        ),
        widgets: &[
            ("controls_overdue", KpiCard, LastMonth, [0, 0, 3, 2]),
            ("findings_critical", KpiCard, LastMonth, [3, 0, 3, 2]),
            ("vulnerabilities_overdue", KpiCard, LastMonth, [6, 0, 3, 2]),
            ("tasks_overdue", KpiCard, LastMonth, [9, 0, 3, 2]),
            ("findings_severity_breakdown", Donut, LastMonth, [0, 2, 4, 4]),
            ("vulnerabilities_severity_breakdown", Bar, LastMonth, [4, 2, 4, 4]),
            ("incidents_status_breakdown", Bar, LastMonth, [8, 2, 4, 4]),
            ("findings_open", Line, LastQuarter, [0, 6, 6, 4]),
            ("controls_csf_function_breakdown", Donut, LastMonth, [6, 6, 6, 4]),
        ],
    },
    Included {
        key: "auditor",
        name: ("Auditor", "Auditeur"),
        description: (
            "How far audits are, and whether the evidence behind them still holds.",
            "L’avancement des audits, et si leurs preuves sont encore valables.",
        ),
        widgets: &[
            ("requirements_stale", KpiCard, LastMonth, [0, 0, 3, 2]),
            ("evidence_gaps", KpiCard, LastMonth, [3, 0, 3, 2]),
            ("evidence_expiring", KpiCard, LastMonth, [6, 0, 3, 2]),
            ("findings_overdue", KpiCard, LastMonth, [9, 0, 3, 2]),
            ("requirements_result_breakdown", Area, LastYear, [0, 2, 8, 4]),
            ("audits_status_breakdown", Donut, LastMonth, [8, 2, 4, 4]),
            ("evidence_status_breakdown", Donut, LastMonth, [0, 6, 4, 4]),
            ("findings_status_breakdown", Bar, LastMonth, [4, 6, 4, 4]),
            ("controls_status_breakdown", Bar, LastMonth, [8, 6, 4, 4]),
        ],
    },
];

/// Creates the missing ones.
pub async fn seed(cx: &mut Cx) -> Result<()> {
    let known: Vec<Dashboard> = cx
        .list_all(|select| {
            select.equals("builtin", true);
        })
        .await?;
    let known: HashSet<Id<Dashboard>> = known.iter().map(|dashboard| dashboard.id).collect();
    let root = cx.root_folder();
    let (mut dashboards, mut widgets) = (Vec::new(), Vec::new());
    for one in ALL {
        let id: Id<Dashboard> = Id::new(stable_id("dashboard", one.key));
        if known.contains(&id) {
            continue;
        }
        dashboards.push(Dashboard {
            id,
            folder: Ref::new(root),
            name: one.name.0.to_owned(),
            description: Some(Markdown(one.description.0.to_owned())),
            ref_id: None,
            dashboard_definition: Json(DashboardDefinition::default()),
            filtering_labels: Many::default(),
            builtin: true,
            is_published: true,
            translations: Some(in_french(&[("name", one.name.1), ("description", one.description.1)])),
        });
        widgets.extend(one.widgets.iter().map(|place| widget(root, id, one.key, place)));
    }
    cx.create_many(dashboards).await?;
    cx.create_many(widgets).await
}

fn widget(root: uuid::Uuid, dashboard: Id<Dashboard>, key: &str, place: &Place) -> DashboardWidget {
    let (metric, chart_type, time_range, [position_x, position_y, width, height]) = *place;
    DashboardWidget {
        id: Id::new(stable_id("widget", &format!("{key} {metric}"))),
        folder: Ref::new(root),
        dashboard: Ref::new(dashboard.uuid()),
        // The name of the number, in the language of the reader.
        title: None,
        chart_type,
        metric_instance: None,
        target_object_id: Some(AnyRef(root)),
        target_model: Some(MetricModel::Folder),
        metric_key: Some(metric.to_owned()),
        text_content: None,
        time_range,
        aggregation: Aggregation::None,
        show_target: true,
        show_legend: true,
        position_x,
        position_y,
        width,
        height,
        widget_config: Json::default(),
        builtin: true,
        is_published: true,
        translations: None,
    }
}

fn in_french(texts: &[(&str, &str)]) -> Translations {
    let texts = texts.iter().map(|(field, text)| ((*field).to_owned(), (*text).to_owned())).collect();
    Translations(BTreeMap::from([("fr".to_owned(), texts)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing overlaps, and a number appears once: it makes the id of its widget.
    #[test]
    fn widgets_fit_the_grid() {
        for one in ALL {
            let mut taken = HashSet::new();
            for (metric, _, _, [x, y, width, height]) in one.widgets {
                for place in (*x..x + width).flat_map(|x| (*y..y + height).map(move |y| (x, y))) {
                    assert!(place.0 < 12 && taken.insert(place), "{} {metric}", one.key);
                }
            }
            let metrics: HashSet<&str> = one.widgets.iter().map(|(metric, ..)| *metric).collect();
            assert_eq!(metrics.len(), one.widgets.len());
        }
    }
}
