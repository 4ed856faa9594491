//! What a run made, for the browser to show or to keep.

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::result::has_none;
use super::{found, run_of};
use crate::run::Run;
use crate::server::Shared;

/// The policy of a page that is a file of its own. In a sandbox it is nobody's page: it can ask this server for nothing.
const ALONE: &str = "sandbox allow-scripts allow-downloads allow-modals; default-src 'none'; style-src 'unsafe-inline'; \
                     script-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/// A file of a run, by name.
pub async fn show(State(shared): State<Shared>, Path((id, file)): Path<(u32, String)>) -> Response {
    let run = found!(run_of(&shared, id));
    tokio::task::spawn_blocking(move || answer(&run, &file)).await.unwrap_or_else(|_| has_none())
}

fn answer(run: &Run, file: &str) -> Response {
    match file {
        "page.html" | "page.private.html" => {
            let pages = run.pages();
            let page = pages.as_ref().and_then(|pages| pages.done()).map(|pages| match file {
                "page.html" => pages.public.clone(),
                _ => pages.private.clone(),
            });
            match page {
                Some(page) => {
                    ([(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, ALONE)], page)
                        .into_response()
                }
                None => has_none(),
            }
        }
        file => {
            let Some(published) = run.work.done().and_then(|ready| ready.outcome.published.as_ref()) else {
                return has_none();
            };
            let bytes = match file {
                "release.csv.certificate.json" | "release.tsv.certificate.json" => {
                    Ok(published.certificate.to_bytes())
                }
                "release.csv" | "release.tsv" => match &published.release {
                    Some(release) => release.to_bytes(),
                    None => return has_none(),
                },
                _ => return has_none(),
            };
            match bytes {
                Ok(bytes) => {
                    let kept = format!("attachment; filename=\"{file}\"");
                    (
                        [(CONTENT_TYPE, "application/octet-stream".to_owned()), (CONTENT_DISPOSITION, kept)],
                        bytes,
                    )
                        .into_response()
                }
                Err(_) => has_none(),
            }
        }
    }
}
