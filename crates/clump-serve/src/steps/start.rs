//! The start page: the user opens a file by path or drops it on the page. Several drafts may be open.

use std::future::poll_fn;
use std::io::{Seek, Write};
use std::path::Path as FilePath;
use std::pin::Pin;
use std::sync::Arc;

use axum::Form;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use clump::io::{Input, Stream};
use maud::{Markup, html};
use serde::Deserialize;

use super::OpenDraft;
use crate::draft::Draft;
use crate::error_view::ErrorView;
use crate::form::{Fields, text};
use crate::server::Shared;
use crate::shell::{self, Shell, Step};

pub async fn show(State(shared): State<Shared>) -> Response {
    answer(&shared, None)
}

fn answer(shared: &Shared, error: Option<&ErrorView>) -> Response {
    let shell = Shell::new(shared, None, Step::File, "Which data?").with(error, None);
    shell.page(&body(&shell, shared))
}

fn body(shell: &Shell<'_>, shared: &Shared) -> Markup {
    let drafts = shared.desk.drafts();
    html! {
        p { "A query log, baskets, lists of codes: Parquet, Arrow, CSV, TSV, JSON lines, plain or compressed. Nothing leaves this machine." }
        @if !shared.desk.files.is_empty() {
            section aria-labelledby="given-heading" {
                h2 id="given-heading" { "Files you named" }
                form.choices method="post" action=(shell.at("open")) {
                    @for file in &shared.desk.files {
                        @let name = file.display().to_string();
                        button name="path" value=(name) { (name) }
                    }
                }
            }
        }
        section aria-labelledby="path-heading" {
            h2 id="path-heading" { "A file on this machine" }
            form.controls method="post" action=(shell.at("open")) {
                label { "Path, or a pattern like logs/*.gz " input.path name="path" required autocomplete="off" spellcheck="false"; }
                button.primary { "Open" }
            }
        }
        section.drop aria-labelledby="drop-heading" data-drop=(shell.at("drop")) {
            h2 id="drop-heading" { "Or drop one" }
            p { "It is copied to a temporary file of this machine that is gone in the end." }
            label { "Choose a file " input type="file" data-drop-input; }
            p role="status" data-drop-status {}
        }
        @if !drafts.is_empty() {
            section aria-labelledby="open-heading" {
                h2 id="open-heading" { "Open" }
                ul.open-drafts {
                    @for draft in drafts {
                        li {
                            a href=(shell.at(&format!("d/{}/file", draft.id))) { (draft.name) }
                            form method="post" action=(shell.at(&format!("d/{}/close", draft.id))) {
                                button aria-label={ "Close " (draft.name) } { "Close" }
                            }
                        }
                    }
                }
            }
        }
    }
}

pub async fn open(State(shared): State<Shared>, Form(fields): Form<Fields>) -> Response {
    let opened = match text(&fields, "path") {
        Some(path) => {
            let name = FilePath::new(path).file_name();
            let name = name.map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned());
            opened(&shared, name, Input::from(path.to_owned()), false).await
        }
        None => Err(ErrorView::new("The path is not given.", "Enter the path of a file, or drop a file.")),
    };
    match opened {
        Ok(draft) => shared.go_to(&format!("d/{}/file", draft.id)),
        Err(told) => answer(&shared, Some(&told)),
    }
}

/// Opens a draft of an input, on a thread that may block while it reads.
async fn opened(
    shared: &Shared,
    name: String,
    input: Input,
    is_dropped: bool,
) -> Result<Arc<Draft>, ErrorView> {
    let desk = shared.desk.clone();
    let opened = tokio::task::spawn_blocking(move || desk.open(name, vec![input], is_dropped)).await;
    opened.unwrap_or_else(|_| Err(ErrorView::new("The file could not be read.", "Try another one.")))
}

#[derive(Debug, Deserialize)]
pub struct FileName {
    name: String,
}

/// Handler for a file that the user dropped on the page. It responds with the address of the new draft.
pub async fn take_dropped(
    State(shared): State<Shared>,
    Query(FileName { name }): Query<FileName>,
    body: Body,
) -> Response {
    let name = FilePath::new(&name).file_name().map(|name| name.to_string_lossy().into_owned());
    let opened = match (name, spooled(body).await) {
        (Some(name), Ok(file)) => {
            let input = Input::from(Stream::of_file(&name, file));
            opened(&shared, name, input, true).await
        }
        _ => Err(ErrorView::new(
            "The file could not be copied.",
            "Check the free space for temporary files, or enter the path of the file.",
        )),
    };
    match opened {
        Ok(draft) => format!("/{}/d/{}/file", shared.token, draft.id).into_response(),
        // The script shows the error as one line.
        Err(ErrorView { message, remedy, .. }) => {
            let remedy = remedy.map(|remedy| format!(" What to do: {remedy}")).unwrap_or_default();
            (StatusCode::UNPROCESSABLE_ENTITY, message + &remedy).into_response()
        }
    }
}

/// Writes `body` to a file without a name. The system removes the file when the process ends, even if it is
/// killed.
async fn spooled(mut body: Body) -> std::io::Result<std::fs::File> {
    let mut file = tempfile::tempfile()?;
    while let Some(frame) =
        poll_fn(|context| axum::body::HttpBody::poll_frame(Pin::new(&mut body), context)).await
    {
        if let Ok(data) = frame.map_err(std::io::Error::other)?.into_data() {
            // This write blocks only for a few kilobytes.
            file.write_all(&data)?;
        }
    }
    file.rewind()?;
    Ok(file)
}

pub async fn close(OpenDraft(shared, draft, _): OpenDraft) -> Response {
    shared.desk.close(draft.id);
    shared.go_to("")
}

pub async fn end(State(shared): State<Shared>) -> Response {
    shared.desk.ended.notify_one();
    Html("<!DOCTYPE html><html lang=\"en\"><title>Ended - clump</title><h1>Ended</h1><p>You can close this page.</p></html>\n")
        .into_response()
}

/// Response for addresses that do not exist.
pub async fn nothing(State(shared): State<Shared>) -> Response {
    shell::nothing(&shared)
}
