//! All routes: the fixed ones in one list, those of resources from one loop over the registry.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::middleware;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, any, delete, get, post};
use cairn_domain::platform::mail_templates::MailTemplates;
use cairn_domain::platform::settings::{FeatureFlags, General, InfraConfig, SignIn, VulnerabilitySla};
use cairn_engine::Resource;
use cairn_engine::action::{Method as ActionMethod, On};
use cairn_engine::write::Mode;
use cairn_model::kind::Kind;
use http::Method;

use crate::app::App;
use crate::body::Call;
use crate::declared::{Declared, refuse_undeclared};
use crate::problem::{Problem, ProblemType};
use crate::{
    allow_list, analytics, change_sets, changes, data_wizard, description, evidence_forms, export, feeds, health,
    history, iam, ids, journal_proof, mcp, oauth, observe, password_reset, resources, scim, search, sessions, settings,
    sign_in, task_calendar, unsubscribe, urns, web, webhooks,
};

type Routes = Router<Arc<App>>;

/// A handler of the app and the request, as a route.
macro_rules! to {
    ($handler:expr) => {
        move |State(app): State<Arc<App>>, request: Request| ($handler)(app, Call::from(request))
    };
}

/// A handler of the app, an id in the path and the request.
macro_rules! to_item {
    ($handler:expr) => {
        move |State(app): State<Arc<App>>, Path(id): Path<String>, request: Request| {
            ($handler)(app, id, Call::from(request))
        }
    };
}

/// The same for long reads: they run on separate threads.
macro_rules! apart {
    ($handler:expr) => {
        move |State(app): State<Arc<App>>, request: Request| async move {
            let work = ($handler)(app.clone(), Call::from(request));
            app.engine.apart.run(work).await.map_err(Problem::from).and_then(|answer| answer)
        }
    };
}

macro_rules! apart_item {
    ($handler:expr) => {
        move |State(app): State<Arc<App>>, Path(id): Path<String>, request: Request| async move {
            let work = ($handler)(app.clone(), id, Call::from(request));
            app.engine.apart.run(work).await.map_err(Problem::from).and_then(|answer| answer)
        }
    };
}

pub fn router(app: Arc<App>) -> Router {
    let declared = Arc::new(Declared::new());
    let refusing = middleware::from_fn_with_state((app.clone(), declared), refuse_undeclared);
    let mut routes: Routes = site().merge(fixed().route_layer(refusing));
    for resource in app.engine.registry.routed() {
        routes = of_resource(routes, resource);
    }
    let api = observed(app.clone(), routes.clone());
    let tools = |path: &str, routes: Routes| {
        let api = api.clone();
        routes.route(path, any(move |State(app): State<Arc<App>>, request| mcp::answer(app, api.clone(), request)))
    };
    observed(app, tools("/mcp", tools("/mcp/", routes)))
}

/// Around the whole router and not around each route: only there is the list of allowed methods known.
fn observed(app: Arc<App>, routes: Routes) -> Router {
    let routes: Router = routes.fallback(nowhere).with_state(app.clone());
    Router::new()
        .fallback_service(routes)
        .layer(middleware::from_fn_with_state(app.clone(), urns::to_ids))
        .layer(middleware::from_fn_with_state(app.clone(), allow_list::guard))
        .layer(middleware::from_fn_with_state(app, observe::observe))
}

/// Everything outside the API.
fn site() -> Routes {
    Router::new()
        .route("/", get(web::site))
        .route("/api/scim/v2/{*rest}", any(to_item!(scim::answer)))
        .route("/unsubscribe/{token}/", get(unsubscribe::ask).post(unsubscribe::confirm))
        .route("/metrics", get(|State(app): State<Arc<App>>| health::metrics(app)))
        .route("/feeds/{file}", get(apart_item!(feeds::calendar)))
}

fn fixed() -> Routes {
    Router::new()
        .route("/api/health/", get(|State(app): State<Arc<App>>| health::health(app)))
        .route("/api/build/", get(to!(health::build)))
        .route("/api/schema/", get(to!(description::schema)))
        .route("/api/schema/swagger/", get(to!(description::swagger)))
        .route("/api/schema/redoc/", get(to!(description::redoc)))
        .route("/api/schema/assets/{file}", get(to_item!(description::asset)))
        .route("/api/model/", get(to!(description::model)))
        .route("/api/search/", get(apart!(search::everywhere)))
        .route("/api/diff/", get(apart!(history::between)))
        .route("/api/change-sets/", upload(post(to!(change_sets::apply))))
        .route("/api/iam/login/", post(to!(sign_in::login)))
        .route("/api/iam/logout/", post(to!(sign_in::logout)))
        .route("/api/iam/logoutall/", post(to!(sessions::end_all)))
        .route("/api/iam/sessions/", get(to!(sessions::list)))
        .route("/api/iam/sessions/{id}/", delete(to_item!(sessions::end)))
        .route("/api/iam/revoke-sessions/", post(to!(sessions::end_others)))
        .route("/api/iam/current-user/", get(to!(iam::read_current_user)))
        .route("/api/iam/change-password/", post(to!(iam::change_password)))
        .route("/api/iam/set-password/", post(to!(iam::set_password)))
        .route("/api/iam/password-reset/", post(to!(password_reset::request)))
        .route("/api/iam/password-reset/check/", post(to!(password_reset::check)))
        .route("/api/iam/password-reset/confirm/", post(to!(password_reset::confirm)))
        .route("/api/iam/password-strength/", post(to!(password_reset::strength)))
        .route("/api/iam/auth-tokens/", get(to!(iam::list_tokens)).post(to!(iam::create_token)))
        .route("/api/iam/auth-tokens/{id}/", delete(to_item!(iam::revoke_token)))
        .route("/api/identity/o/api/token", post(to!(oauth::token)))
        .route("/api/identity/o/api/token/", post(to!(oauth::token)))
        .route("/api/iam/scim-token/", scim_token())
        .route("/api/user-preferences/", preferences())
        .route("/api/settings/general/", of_settings::<General>())
        .route("/api/settings/general/object/", get(to!(settings::read::<General>)))
        .route("/api/settings/vulnerability-sla/", of_settings::<VulnerabilitySla>())
        .route("/api/settings/feature-flags/", of_settings::<FeatureFlags>())
        .route("/api/settings/feature-flags/defaults/", get(to!(settings::defaults::<FeatureFlags>)))
        .route("/api/settings/sign-in/", of_settings::<SignIn>())
        .route("/api/settings/infra-config/", infra_settings())
        .route("/api/settings/mail/", mail_settings())
        .route("/api/settings/mail/test/", post(to!(settings::test_mail)))
        .route("/api/settings/mail-templates/", of_settings::<MailTemplates>())
        .route("/api/settings/mail-templates/included/", get(to!(settings::included_templates)))
        .route("/api/settings/mail-templates/preview/", post(to!(settings::preview_mail)))
        .route("/api/journal/head/", get(to!(journal_proof::head)))
        .route("/api/journal/heads/", get(to!(journal_proof::heads)))
        .route("/api/journal/keys/", get(to!(journal_proof::keys)))
        .route("/api/journal/proof/", get(apart!(journal_proof::proof)))
        .route("/api/task-templates/calendar/{start}/{end}/", get(calendar_between))
        .route("/api/get_counters/", get(apart!(analytics::counters)))
        .route("/api/get_metrics/", get(apart!(analytics::metrics)))
        .route("/api/get_audits_metrics/", get(apart!(analytics::audits_metrics)))
        .route("/api/get_combined_assessments_status/", get(apart!(analytics::combined_statuses)))
        .route("/api/get_governance_calendar_data/", get(apart!(analytics::calendar_days)))
        .route("/api/webhooks/event-types/", get(to!(webhooks::event_types)))
        .route("/api/webhooks/endpoints/{id}/test/", post(to_item!(webhooks::test)))
        .route("/api/data-wizard/load-file/", upload(post(to!(data_wizard::load_file))))
        .route("/api/data-wizard/read-file/", upload(post(to!(data_wizard::read_file))))
        .route("/api/data-wizard/templates/", get(to!(data_wizard::templates)))
        .route("/api/data-wizard/templates/{type}/", get(to_item!(data_wizard::template)))
}

/// A calendar may show thousands of occurrences, so it is read on a separate thread.
async fn calendar_between(
    State(app): State<Arc<App>>,
    Path(days): Path<(String, String)>,
    request: Request,
) -> Response {
    let work = Box::pin(task_calendar::between(app.clone(), days, Call::from(request)));
    let answer = app.engine.apart.run(work).await.map_err(Problem::from).and_then(|answer| answer);
    answer.into_response()
}

/// Code that reads a body counts its bytes against its own limit; axum would stop a form at 2 MB.
fn upload(route: MethodRouter<Arc<App>>) -> MethodRouter<Arc<App>> {
    route.layer(DefaultBodyLimit::disable())
}

fn preferences() -> MethodRouter<Arc<App>> {
    get(to!(iam::read_preferences)).patch(to!(iam::change_preferences)).put(to!(iam::change_preferences))
}

fn scim_token() -> MethodRouter<Arc<App>> {
    get(to!(iam::read_scim_token)).post(to!(iam::create_scim_token)).delete(to!(iam::revoke_scim_token))
}

fn infra_settings() -> MethodRouter<Arc<App>> {
    get(to!(settings::read::<InfraConfig>)).patch(to!(settings::change_infra)).put(to!(settings::change_infra))
}

fn mail_settings() -> MethodRouter<Arc<App>> {
    get(to!(settings::read_mail)).patch(to!(settings::change_mail)).put(to!(settings::change_mail))
}

fn of_settings<G: cairn_domain::platform::settings::Group + Send>() -> MethodRouter<Arc<App>> {
    get(to!(settings::read::<G>)).patch(to!(settings::change::<G>)).put(to!(settings::change::<G>))
}

/// The endpoints that every resource has, and its own actions.
fn of_resource(mut routes: Routes, resource: &'static Resource) -> Routes {
    let base = format!("/api/{}/", resource.path);
    let item = format!("{base}{{id}}/");
    // A log is long, and a search in it may find nothing until the end.
    let mut collection = if resource.entry.log {
        get(apart!(move |app, request| resources::list(app, resource, request)))
    } else {
        get(to!(move |app, request| resources::list(app, resource, request)))
    };
    let mut one = get(to_item!(move |app, id, request| resources::retrieve(app, resource, id, request)));
    if resource.is_creatable() {
        collection = if resource.entry.files {
            upload(collection.post(to!(move |app, request| evidence_forms::create(app, resource, request))))
        } else {
            collection.post(to!(move |app, request| changes::create(app, resource, request)))
        };
    }
    if resource.is_writable() {
        one = one
            .put(to_item!(move |app, id, request| changes::update(app, resource, id, Mode::Put, request)))
            .patch(to_item!(move |app, id, request| changes::update(app, resource, id, Mode::Patch, request)));
        let batch = post(to!(move |app, request| changes::batch_action(app, resource, request)));
        routes = routes.route(&format!("{base}batch-action/"), batch);
        let restore = post(to_item!(move |app, id, request| changes::restore(app, resource, id, request)));
        routes = routes.route(&format!("{item}restore/"), restore);
    }
    if resource.is_deletable() {
        one = one.delete(to_item!(move |app, id, request| changes::delete(app, resource, id, request)));
    }
    if !resource.entry.log {
        let history = get(apart_item!(move |app, id, request| history::history(app, resource, id, request)));
        routes = routes.route(&format!("{item}history/"), history);
    }
    routes = routes
        .route(&base, collection)
        .route(&item, one)
        .route(
            &format!("{item}object/"),
            get(to_item!(move |app, id, request| resources::object(app, resource, id, request))),
        )
        .route(
            &format!("{item}cascade-info/"),
            get(apart_item!(move |app, id, request| resources::cascade_info(app, resource, id, request))),
        )
        .route(
            &format!("{base}cascade-info/"),
            get(apart!(move |app, request| resources::cascade_info_of_list(app, resource, request))),
        )
        .route(&format!("{base}groups/"), get(apart!(move |app, request| resources::groups(app, resource, request))))
        .route(&format!("{base}ids/"), get(apart!(move |app, request| ids::ids(app, resource, request))))
        .route(
            &format!("{base}autocomplete/"),
            get(to!(move |app, request| resources::autocomplete(app, resource, request))),
        );
    for format in cairn_export::Format::ALL {
        let handler = get(apart!(move |app, request| export::export(app, resource, format, request)));
        routes = routes.route(&format!("{base}export_{}/", format.ending()), handler);
    }
    for field in resource.def.fields.iter().filter(|field| matches!(field.kind, Kind::Choice(_))) {
        let handler = get(to!(move |app, request| resources::choices(app, field, request)));
        routes = routes.route(&format!("{base}{}/", field.name), handler);
    }
    for action in resource.actions() {
        // Read-only actions may read a lot: trees, graphs, reports.
        let (path, handler) = match (action.on, action.method) {
            (On::Collection, ActionMethod::Get) => {
                let run = apart!(move |app, request| changes::run_action(app, resource, action, None, request));
                (format!("{base}{}/", action.name), get(run))
            }
            (On::Collection, ActionMethod::Post) => {
                let run = to!(move |app, request| changes::run_action(app, resource, action, None, request));
                (format!("{base}{}/", action.name), upload(post(run)))
            }
            (On::Item, ActionMethod::Get) => {
                let run = apart_item!(move |app, id, request| {
                    changes::run_action(app, resource, action, Some(id), request)
                });
                (format!("{item}{}/", action.name), get(run))
            }
            (On::Item, ActionMethod::Post) => {
                let run =
                    to_item!(move |app, id, request| { changes::run_action(app, resource, action, Some(id), request) });
                (format!("{item}{}/", action.name), upload(post(run)))
            }
        };
        routes = routes.route(&path, handler);
    }
    routes
}

/// Every path of the API ends with a slash: reads are redirected, anything else is told so. Everything else belongs to
/// the web interface.
async fn nowhere(request: Request) -> Response {
    let uri = request.uri();
    let is_ours = uri.path() == "/api" || uri.path().starts_with("/api/");
    if !is_ours {
        return web::site(request).await;
    }
    if uri.path().ends_with('/') {
        return Problem::not_found().into_response();
    }
    let with_slash = match uri.query() {
        Some(query) => format!("{}/?{query}", uri.path()),
        None => format!("{}/", uri.path()),
    };
    if *request.method() == Method::GET || *request.method() == Method::HEAD {
        return Redirect::permanent(&with_slash).into_response();
    }
    let detail = format!("Paths end with a slash. Use {}/ instead.", uri.path());
    Problem::new(ProblemType::NotFound, detail).into_response()
}
