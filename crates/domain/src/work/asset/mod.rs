//! Assets: things of value, and what supports them.

mod around;
mod batch;
mod graph;
mod lineage;
mod objectives;
mod reality;
pub mod scale;

use std::collections::HashMap;

use cairn_engine::computed::schema_of;
use cairn_engine::filter::{Filter, FilterCx, boolean};
use cairn_engine::query::Label;
use cairn_engine::query::within::within_condition;
use cairn_engine::watch::{Check, Concern, Fix};
use cairn_engine::{Cx, Entry, Error, Module, Nothing, Result, Rules, action, computed};
use cairn_model::{Describe, FieldType, Type};
use cairn_resources::work::{Asset, AssetType};
use cairn_store::Sql;
use serde::Deserialize;
use uuid::Uuid;

use self::around::Lineage;
use self::batch::{BatchCreate, BatchCreated, batch_create};
use self::graph::{Graph, GraphWanted, graph};
use self::objectives::{Comparison, Expected};
use crate::catalogue::asset_class::{ClassNode, counted_tree};
use crate::work::security_exception::refuse_widening;
use crate::work::sight::{in_scenarios, visible};

pub const ENTRY: Entry = Entry::of::<Asset>()
    .module(Module::Assets, "server")
    .rank(10)
    .roles("vacd vacd vacd v v - - v")
    .rules::<AssetRules>()
    .computed(&[
        computed!(is_primary: bool, "Whether it is a primary asset.", is_primary),
        computed!(children_assets: Vec<Label>, "Everything that supports it, directly or indirectly.", lineage::children_assets)
            .from::<Lineage>()
            .detail_only(),
        computed!(
            security_objectives_comparison: Vec<Comparison>,
            "Security objectives, own or inherited, compared with what the asset and its supporting assets provide.",
            objectives::security_comparison
        )
        .from::<Lineage>()
        .detail_only(),
        computed!(
            recovery_objectives_comparison: Vec<Comparison>,
            "Recovery objectives in seconds, compared with what the asset and its supporting assets provide.",
            objectives::recovery_comparison
        )
        .from::<Lineage>()
        .detail_only(),
    ])
    .filters(&[
        Filter {
            name: "exclude_children",
            doc: "Excludes these assets and everything that supports them.",
            schema: schema_of::<String>,
            condition: lineage::exclude_children,
        },
        Filter {
            name: "exclude_parents",
            doc: "Excludes these assets and everything they support.",
            schema: schema_of::<String>,
            condition: lineage::exclude_parents,
        },
        Filter {
            name: "is_primary",
            doc: "Only primary assets, or only the others.",
            schema: schema_of::<bool>,
            condition: filter_is_primary,
        },
        Filter {
            name: "risk_scenarios",
            doc: "At risk in any of these risk scenarios.",
            schema: schema_of::<String>,
            condition: |cx, text| in_scenarios(cx, "assets", text),
        },
    ])
    .checks(&[
        Check {
            name: "nobody_answers",
            doc: "It has no owner.",
            severity: Concern::Info,
            query: &[("owner__isnull", "true")],
            fix: Fix::Edit { label: "Assign an owner", field: "owner" },
        },
        Check {
            name: "primary_without_control",
            doc: "Primary asset without a control of its own.",
            severity: Concern::Warning,
            query: &[("is_primary", "true"), ("applied_controls__isnull", "true")],
            fix: Fix::Edit { label: "Add a control", field: "applied_controls" },
        },
    ])
    .actions(&[
        action!(GET "graph", collection, View, graph: GraphWanted => Graph, "Domains and assets as a graph."),
        action!(
            GET "class-tree", collection, View, class_tree: ClassesWanted => Vec<ClassNode>,
            "The asset class tree with the number of assets in each class."
        ),
        action!(
            GET "security_objectives", collection, View,
            objectives::security_objectives: Nothing => Vec<Expected>,
            "The security objectives of each asset, own and inherited."
        ),
        action!(
            GET "disaster_recovery_objectives", collection, View,
            objectives::disaster_recovery_objectives: Nothing => Vec<Expected>,
            "The recovery objectives of each asset in seconds, own and inherited."
        ),
        action!(
            POST "batch-create", collection, Add, batch_create: BatchCreate => BatchCreated,
            "Creates several assets from a list of names, one per line. Creates all of them or none."
        ),
    ]);

pub struct AssetRules;

impl Rules for AssetRules {
    type Record = Asset;

    async fn before_write(cx: &mut Cx, old: Option<&Asset>, new: &mut Asset) -> Result<()> {
        objectives::check(new)?;
        check_activity(new)?;
        refuse_widening(cx, old.map(|old| &old.security_exceptions), &new.security_exceptions).await?;
        lineage::refuse_cycle(cx, old, new).await
    }
}

/// A code from the EBA's list of licensed activities: the list grows with the law, the format stays.
fn check_activity(asset: &Asset) -> Result<()> {
    let Some(code) = &asset.dora_licenced_activity else { return Ok(()) };
    let number = code.strip_prefix("eba_TA:").unwrap_or_default();
    if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Ok(());
    }
    Err(Error::field(
        "dora_licenced_activity",
        "Enter a code from the EBA list of licensed activities, such as eba_TA:x185.",
    ))
}

async fn is_primary(_: &mut Cx, rows: &[Asset]) -> Result<Vec<bool>> {
    Ok(rows.iter().map(|asset| asset.r#type == AssetType::Primary).collect())
}

fn filter_is_primary(_: &FilterCx<'_>, text: &str) -> Result<Sql, String> {
    let mut sql = Sql::raw(if boolean(text)? { "t.\"type\" = " } else { "t.\"type\" <> " });
    sql.bind(AssetType::Primary.into_value());
    Ok(sql)
}

#[derive(Debug, Deserialize, Describe)]
#[serde(deny_unknown_fields)]
pub struct ClassesWanted {
    /// A domain id. Counts only assets in that domain and its subdomains.
    #[serde(default)]
    pub folder: Option<Uuid>,
}

async fn class_tree(cx: &mut Cx, wanted: ClassesWanted) -> Result<Vec<ClassNode>> {
    counted_tree(cx, wanted.folder, false).await
}

/// How many assets of each class the caller may see, in a domain and below it or everywhere.
pub async fn count_by_class(cx: &mut Cx, folder: Option<Uuid>) -> Result<HashMap<Uuid, i64>> {
    let mut select = visible(cx, cx.resource::<Asset>());
    if let Some(folder) = folder {
        select.condition(within_condition(cx, "t.folder", folder));
    }
    let mut sql = select.project("t.asset_class, count(*)");
    sql.push(" group by t.asset_class");
    let rows = cx.conn.query(&sql, &[Type::Uuid, Type::Int]).await?;
    Ok(rows.iter().filter_map(|row| Some((row[0].as_uuid()?, row[1].as_int()?))).collect())
}
