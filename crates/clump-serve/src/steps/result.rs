//! The last step: the verdict with its limits, rows of the release, the originals next to them, and the
//! pages.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use clump::Checked;
use clump::report::counted;
use clump::report::page::{PageAudience, sections};
use maud::{Markup, html};

use super::{found, run_of, save};
use crate::error_view::ErrorView;
use crate::repeat::{Repeat, Verb};
use crate::run::{Ready, Run};
use crate::server::Shared;
use crate::shell::{Shell, Step, go_to, nothing, standing, under_way};
use crate::work::{AnyWork, State as WorkState};

/// The result of a run.
pub async fn show(State(shared): State<Shared>, Path(id): Path<u32>) -> Response {
    let run = found!(run_of(&shared, id));
    answer(&shared, &run, None)
}

/// The page of a run, with the error of the last request, if any.
pub fn answer(shared: &Shared, run: &Run, error: Option<&ErrorView>) -> Response {
    let draft = shared.desk.draft(run.draft);
    let saved = run.saved();
    let keys = saved.iter().rev().find_map(|work| work.done()).map_or(&run.keys, |saved| &saved.keys);
    let shell = Shell {
        token: &shared.token,
        draft: draft.as_deref(),
        step: Step::Result,
        heading: "Result",
        error: error.or(run.work.failed()),
        repeat: Some(Repeat::of(Verb::Anonymize, keys, None)),
    };
    let at = |path: &str| shell.at(&format!("r/{}{path}", run.id));
    let body = match run.work.state() {
        WorkState::Running => under_way(&*run.work, &run.name, &at("/work"), &at("/cancel")),
        WorkState::Failed(_) => {
            html! { div.next { a.button href=(shell.at(&format!("d/{}/run", run.draft))) { "Back to the runs" } } }
        }
        WorkState::Done(ready) => result(&shell, run, ready),
    };
    shell.page(&body)
}

fn result(shell: &Shell<'_>, run: &Run, ready: &Ready) -> Markup {
    let at = |path: &str| shell.at(&format!("r/{}{path}", run.id));
    let Some(published) = &ready.outcome.published else { return broken(&ready.outcome.checked) };
    let pages = run.pages();
    // Includes risk and use once they were assessed.
    let assessed =
        pages.as_ref().and_then(|pages| pages.done()).and_then(|pages| pages.outcome.published.as_ref());
    let page = &assessed.unwrap_or(published).shown;
    let has_rows = ready.made.job().method.name().facts().works_on == clump::WorksOn::Transactions;
    html! {
        p { strong { (run.name) } }
        (sections(page, PageAudience::Private))
        @if has_rows {
            section.private-view aria-labelledby="beside-heading" {
                h2 id="beside-heading" { "What it was before" }
                p.caution { "Private: these show the data as they are. They stay on this screen." }
                div.next {
                    a.button href=(at("/rows")) { "Rows beside their originals" }
                    a.button href=(at("/items")) { "What became of each item" }
                }
            }
        }
        section aria-labelledby="pages-heading" {
            h2 id="pages-heading" { "Pages for others" }
            p { "The public page is for readers, and printed, one sheet for the officer to sign. The private one shows originals too, with risk, use and other k." }
            @match pages.as_ref().map(|pages| (pages, pages.state())) {
                None => form method="post" action=(at("/pages")) { button { "Make the pages" } },
                Some((pages, WorkState::Running)) => (under_way(&**pages, "Making the pages", &at("/pages/work"), &at("/pages/cancel"))),
                Some((_, WorkState::Failed(told))) => { (told) form method="post" action=(at("/pages")) { button { "Try again" } } },
                Some((_, WorkState::Done(_))) => div.next {
                    a.button href=(at("/files/page.html")) target="_blank" rel="noopener" { "The public page" }
                    a.button href=(at("/files/page.private.html")) target="_blank" rel="noopener" { "The private page" }
                },
            }
        }
        (save::form(shell, run, published))
    }
}

/// The broken properties, and what the user can do about them.
fn broken(checked: &Checked) -> Markup {
    let is_listed = checked.listed.as_ref().is_some_and(|listed| !listed.holds);
    html! {
        div.stamp.broken {
            span aria-hidden="true" { "✕" }
            div {
                p.said { "The release does not keep its promise, so it is not published." }
                @if is_listed { p { "It contains a term of the list of excluded words. Add the words that lead to this term to the list." } }
                @for broken in checked.broken() {
                    @let [one, many] = broken.property.looked_at();
                    p {
                        (broken.property) " does not hold"
                        @if broken.verdict().is_some_and(|verdict| verdict.sets == 0) {
                            ": nothing is shared by so many owners, so no row can be published"
                        }
                        @else if let Some(verdict) = broken.verdict() {
                            ": " (verdict.violations) " of " (counted(verdict.sets, one, many)) " break it"
                        }
                        ". " (clump::report::markup::with_code(broken.property.remedy()))
                    }
                }
            }
        }
    }
}

/// Starts to make the pages.
pub async fn make_pages(State(shared): State<Shared>, Path(id): Path<u32>) -> Response {
    found!(run_of(&shared, id)).make_pages();
    go_to(&shared.token, &format!("r/{id}#pages-heading"))
}

/// Progress of the pages, for the script.
pub async fn pages_work(State(shared): State<Shared>, Path(id): Path<u32>) -> Response {
    match found!(run_of(&shared, id)).pages() {
        Some(pages) => standing(&*pages),
        None => nothing(&shared.token),
    }
}

/// Cancels the pages.
pub async fn cancel_pages(State(shared): State<Shared>, Path(id): Path<u32>) -> Response {
    found!(run_of(&shared, id)).pages().iter().for_each(|pages| pages.token().cancel());
    go_to(&shared.token, &format!("r/{id}#pages-heading"))
}

/// Content security policy of a self-contained page. The sandbox gives it no origin, so it can request
/// nothing from this server.
const ALONE: &str = "sandbox allow-scripts allow-downloads allow-modals; default-src 'none'; style-src 'unsafe-inline'; \
                     script-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/// A file of a run, by name.
pub async fn show_file(State(shared): State<Shared>, Path((id, file)): Path<(u32, String)>) -> Response {
    let run = found!(run_of(&shared, id));
    tokio::task::spawn_blocking(move || self::file(&run, &file)).await.unwrap_or_else(|_| has_none())
}

fn file(run: &Run, file: &str) -> Response {
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

/// Response for a run without this file.
fn has_none() -> Response {
    (StatusCode::NOT_FOUND, "This run has no such file.\n").into_response()
}
