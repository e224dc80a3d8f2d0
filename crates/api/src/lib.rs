//! Cairn over HTTP.
//!
//! Handlers are short: find the caller, make one call to the engine, respond. The differences between resources are in
//! their definitions, so resource routes come from one loop over the registry.

mod again;
mod allow_list;
mod analytics;
mod analytics_operations;
mod app;
mod authentication;
mod body;
mod change_set_operations;
mod change_sets;
mod changes;
mod config;
mod data_wizard;
mod declared;
mod description;
mod download;
mod evidence_forms;
mod export;
mod feeds;
mod form;
pub mod health;
mod history;
mod iam;
mod idempotency;
mod ids;
mod incoming;
mod journal_proof;
mod language;
mod links;
mod mcp;
mod models;
mod oauth;
mod observe;
mod operations;
mod password_reset;
mod past;
mod problem;
mod refusals;
mod resources;
mod router;
mod scim;
mod search;
mod sessions;
mod settings;
mod sign_in;
mod strict_json;
mod task_calendar;
mod turns;
mod unsubscribe;
mod urns;
mod web;
mod webhooks;

pub use app::App;
pub use config::{Config, Deployment, Edition, Limits};
pub use description::golden_files;
pub use operations::fixed_operations;
pub use problem::{Problem, ProblemType};
pub use router::router;
