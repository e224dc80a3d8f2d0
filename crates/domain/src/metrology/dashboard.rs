//! Dashboards: pages of charts for the people of a domain.

use cairn_access::Verb;
use cairn_engine::language::Translated;
use cairn_engine::query::{self, PageRequest};
use cairn_engine::{Cx, Entry, Module, Object, Resource, Result, action, computed, write};
use cairn_model::{Describe, Value};
use cairn_resources::metrology::{Dashboard, DashboardWidget, TimeRange};
use cairn_store::Sql;
use serde::Serialize;
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use super::show::{DataQuery, WidgetData, show};
use crate::work::applied_control::{Duplicate, Duplicated};
use crate::work::sight::visible;

pub const ENTRY: Entry = Entry::of::<Dashboard>()
    .module(Module::Overview, "layout-dashboard")
    .rank(40)
    .roles("vacd vacd vacd v v - - -")
    .computed(&[computed!(widget_count: i64, "Number of widgets.", sql widget_count)])
    .actions(&[
        action!(
            GET "data", item, View, data: DataQuery => DashboardData,
            "What all its widgets show, limited to what you have access to."
        ),
        action!(
            POST "duplicate", item, View, duplicate: Duplicate => Duplicated,
            "Creates a copy with its widgets, with a new name, in the same domain or another."
        ),
    ]);

fn widget_count(cx: &Cx) -> Sql {
    query::referring(cx, cx.resource::<DashboardWidget>(), "dashboard", "count(*)")
}

/// What a dashboard shows.
#[derive(Debug, Serialize, Describe)]
pub struct DashboardData {
    pub dashboard: Uuid,
    /// The domain that everything is limited to.
    pub folder: Option<Uuid>,
    /// The time range of all widgets, if they have the same.
    pub time_range: Option<TimeRange>,
    /// From the top left to the bottom right.
    pub widgets: Vec<WidgetData>,
}

async fn data(cx: &mut Cx, id: Uuid, query: DataQuery) -> Result<DashboardData> {
    let dashboard: Dashboard = cx.get(id).await?;
    query.check(cx)?;
    let query = query.or_range(dashboard.dashboard_definition.0.time_range);
    let found: Vec<DashboardWidget> = cx
        .list(|select| {
            select.equals("dashboard", id).order_by("t.position_y, t.position_x, t.id");
        })
        .await?;
    let mut widgets = Vec::with_capacity(found.len());
    for widget in &found {
        widgets.push(show(cx, widget, &query).await?);
    }
    Ok(DashboardData { dashboard: id, folder: query.folder, time_range: query.time_range, widgets })
}

/// The copy is created as if the caller had typed it, with their own permissions, from what they may see, in their
/// language.
async fn duplicate(cx: &mut Cx, id: Uuid, input: Duplicate) -> Result<Duplicated> {
    let dashboards = cx.resource::<Dashboard>();
    let page = query::item(cx, dashboards, id).await?;
    let original = &page.objects[0];
    let folder = input.folder.unwrap_or_else(|| original.folder());
    cx.require(dashboards, Verb::Add, folder)?;
    let mut body = typed(cx, dashboards, original);
    body.insert("name".to_owned(), input.name.into());
    body.insert("folder".to_owned(), folder.to_string().into());
    let copy = write::create(cx, dashboards, &Json::Object(body)).await?;
    let widgets = cx.resource::<DashboardWidget>();
    let mut select = visible(cx, widgets);
    select.equals("dashboard", id);
    let page = query::load_page(cx, widgets, select, PageRequest { limit: 1000, offset: 0 }).await?;
    for widget in &page.objects {
        let shows = ["metric_instance", "target_object_id", "text_content"];
        // What the caller may not see they cannot show to others.
        if shows.iter().all(|field| *widget.get(field) == Value::Null) {
            continue;
        }
        let mut body = typed(cx, widgets, widget);
        body.insert("dashboard".to_owned(), copy.id().to_string().into());
        write::create(cx, widgets, &Json::Object(body)).await?;
    }
    Ok(Duplicated { id: copy.id(), name: copy.name() })
}

/// What someone would type to make the same, in the language in which they read it.
fn typed(cx: &Cx, resource: &'static Resource, original: &Object) -> Map<String, Json> {
    let translated = Translated::of(cx, resource, original);
    let fields = resource.def.fields.iter().enumerate();
    let fields = fields.filter(|(_, field)| field.writable() && field.name != "translations");
    let value = |position: usize, name: &str| {
        translated.text(name).map_or_else(|| original.values[position].to_json(), Json::from)
    };
    fields.map(|(position, field)| (field.name.to_owned(), value(position, field.name))).collect()
}
