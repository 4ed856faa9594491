//! The server: its socket on 127.0.0.1, its routes, and its shutdown.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use clump::core::progress::Cancel;
use tokio::net::TcpListener;

use crate::desk::Desk;
use crate::door::{Door, guard};
use crate::{shell, steps};

/// Settings of a server.
#[derive(Clone, Debug, Default)]
pub struct Serving {
    /// Files that the start page offers.
    pub files: Vec<PathBuf>,
    /// The port; `None` for any free port.
    pub port: Option<u16>,
    /// Cancel this to end the server.
    pub cancel: Cancel,
}

/// Errors of the server.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The port is in use, or the user may not use it.
    #[error("the server cannot use port {port} of 127.0.0.1")]
    Port {
        /// The port that was asked for; 0 for any free port.
        port: u16,
        /// The error that the system reported.
        source: io::Error,
    },
    /// The system gave no random bytes for the token.
    #[error("the operating system gave no random bytes for the address")]
    NoRandomness(#[from] getrandom::Error),
    /// The system reported another error while the server ran.
    #[error("the server failed")]
    Io(#[from] io::Error),
}

/// The state that handlers share.
#[derive(Clone)]
pub struct Shared {
    /// The open drafts and runs.
    pub desk: Arc<Desk>,
    /// The secret token, the first part of every path.
    pub token: Arc<str>,
}

impl Shared {
    /// Redirects to `path` on this server.
    pub fn go_to(&self, path: &str) -> Response {
        Redirect::to(&format!("/{}/{path}", self.token)).into_response()
    }
}

/// Maximum size of a form in bytes.
const MOST_FORM: usize = 1 << 20;

/// Interval between two checks for cancellation.
const LOOK: Duration = Duration::from_millis(50);

/// Time that cancelled work gets to end before the server ends anyway.
const PATIENCE: Duration = Duration::from_millis(600);

/// Runs the server until `cancel` is cancelled or the user ends it on the page. Calls `ready` with the
/// address. The address contains the token, so it gives access to the page.
///
/// # Errors
/// When the server cannot listen to the port.
pub fn serve(serving: Serving, ready: impl FnOnce(&str)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    runtime.block_on(async {
        let port = serving.port.unwrap_or(0);
        let listener = TcpListener::bind(("127.0.0.1", port))
            .await
            .map_err(|source| ServeError::Port { port, source })?;
        let port = listener.local_addr()?.port();
        let door = Door::new(port)?;
        let desk = Arc::new(Desk::new(serving.files));
        let shared = Shared { desk: Arc::clone(&desk), token: door.token().into() };
        ready(&format!("http://127.0.0.1:{port}/{}/", door.token()));
        let ended = async {
            tokio::select! {
                () = desk.ended.notified() => {
                    // Leaves time to send the response to the request that ended the server.
                    tokio::time::sleep(LOOK).await;
                }
                () = cancelled(&serving.cancel) => {}
            }
        };
        tokio::select! {
            served = axum::serve(listener, routes(shared, door)) => served?,
            () = ended => {}
        }
        end_work(&desk).await;
        Ok(())
    })
}

/// Waits until `cancel` is cancelled.
async fn cancelled(cancel: &Cancel) {
    while !cancel.is_cancelled() {
        tokio::time::sleep(LOOK).await;
    }
}

/// Cancels all work, waits a short time for it to end, and undoes unfinished publications.
async fn end_work(desk: &Desk) {
    desk.tokens().iter().for_each(Cancel::cancel);
    let mut waited = Duration::ZERO;
    while !desk.tokens().is_empty() && waited < PATIENCE {
        tokio::time::sleep(LOOK).await;
        waited += LOOK;
    }
    desk.tokens().iter().for_each(Cancel::abandon);
}

fn routes(shared: Shared, door: Door) -> Router {
    let pages = Router::new()
        .route("/", get(steps::start::show))
        .route("/open", post(steps::start::open))
        .route("/end", post(steps::start::end))
        .route("/style.css", get(shell::style))
        .route("/script.js", get(shell::script))
        .route("/d/{draft}/close", post(steps::start::close))
        .route("/d/{draft}/file", get(steps::file::show).post(steps::file::say))
        .route("/d/{draft}/contents", get(steps::contents::show))
        .route("/d/{draft}/purpose", get(steps::purpose::show).post(steps::purpose::say))
        .route("/d/{draft}/tree", get(steps::tree::show))
        .route("/d/{draft}/compare", get(steps::compare::show).post(steps::compare::choose))
        .route("/d/{draft}/compare/begin", post(steps::compare::begin))
        .route("/d/{draft}/run", get(steps::run::show).post(steps::run::begin))
        .route("/d/{draft}/run/toml", post(steps::run::say_toml))
        .route("/d/{draft}/{step}/work", get(steps::work_of_draft))
        .route("/d/{draft}/{step}/cancel", post(steps::cancel_in_draft))
        .route("/r/{run}", get(steps::result::show))
        .route("/r/{run}/discard", post(steps::run::discard))
        .route("/r/{run}/rows", get(steps::screens::rows))
        .route("/r/{run}/items", get(steps::screens::items))
        .route("/r/{run}/pages", post(steps::result::make_pages))
        .route("/r/{run}/save", post(steps::result::save))
        .route("/r/{run}/files/{file}", get(steps::result::show_file))
        .route("/r/{run}/work", get(steps::work_of_run))
        .route("/r/{run}/cancel", post(steps::cancel_in_run))
        .route("/r/{run}/{step}/work", get(steps::work_of_run))
        .route("/r/{run}/{step}/cancel", post(steps::cancel_in_run))
        .layer(DefaultBodyLimit::max(MOST_FORM))
        .route("/drop", post(steps::start::take_dropped).layer(DefaultBodyLimit::disable()))
        .fallback(steps::start::nothing)
        .with_state(shared.clone());
    let root = format!("/{}", shared.token);
    Router::new()
        // The start page needs its own route: nested routes do not match the slash at the end of the address.
        .route(&format!("{root}/"), get(steps::start::show).with_state(shared))
        .nest(&root, pages)
        .layer(from_fn_with_state(Arc::new(door), guard))
}
