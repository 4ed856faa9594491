//! The last step: the verdict with its limits, rows of the release, the originals next to them, and the
//! pages.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use clump::Checked;
use clump::core::promise::Promised;
use clump::report::counted;
use clump::report::page::sections;
use maud::{Markup, html};

use super::{OpenRun, save};
use crate::error_view::ErrorView;
use crate::repeat::{Repeat, Verb};
use crate::run::{Ready, Run};
use crate::server::Shared;
use crate::shell::{Shell, Step, under_way};

pub async fn show(OpenRun(shared, run, _): OpenRun) -> Response {
    answer(&shared, &run, None)
}

/// The page of a run, with the error of the last request, if any.
pub fn answer(shared: &Shared, run: &Run, error: Option<&ErrorView>) -> Response {
    let draft = shared.desk.draft(run.draft);
    let saved = run.saved();
    let keys = saved.iter().rev().find_map(|work| work.done()).map_or(&run.keys, |saved| &saved.keys);
    let shell = Shell::new(shared, draft.as_deref(), Step::Result, "Result")
        .with(error.or(run.work.failed()), Some(Repeat::of(Verb::Anonymize, keys, None)));
    let body = match run.work.outcome() {
        None => under_way(&run.work.task, &run.name, &shell.at(&format!("r/{}", run.id))),
        Some(Err(_)) => {
            html! { div.next { a.button href=(shell.at(&format!("d/{}/run", run.draft))) { "Back to the runs" } } }
        }
        Some(Ok(ready)) => result(&shell, run, ready),
    };
    shell.page(&body)
}

fn result(shell: &Shell<'_>, run: &Run, ready: &Ready) -> Markup {
    let at = |path: &str| shell.at(&format!("r/{}{path}", run.id));
    let Some(published) = &ready.outcome.published else { return broken(&ready.outcome.checked) };
    let pages = run.pages();
    // Includes risk and use once they were assessed.
    let assessed = pages.as_ref().and_then(|pages| pages.done()?.published.as_ref());
    let page = &assessed.unwrap_or(published).shown;
    let has_rows = ready.made.job().method.name().facts().works_on == clump::WorksOn::Transactions;
    html! {
        p { strong { (run.name) } }
        (sections(page))
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
            @match pages.as_ref().map(|pages| (pages, pages.outcome())) {
                None => form method="post" action=(at("/pages")) { button { "Make the pages" } },
                Some((pages, None)) => (under_way(&pages.task, "Making the pages", &at("/pages"))),
                Some((_, Some(Err(told)))) => { (told) form method="post" action=(at("/pages")) { button { "Try again" } } },
                Some((_, Some(Ok(_)))) => div.next {
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

pub async fn make_pages(OpenRun(shared, run, _): OpenRun) -> Response {
    run.make_pages();
    shared.go_to(&format!("r/{}#pages-heading", run.id))
}

/// Content security policy of a self-contained page. The sandbox gives it no origin, so it can request
/// nothing from this server.
const ALONE: &str = "sandbox allow-scripts allow-downloads allow-modals; default-src 'none'; style-src 'unsafe-inline'; \
                     script-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/// A file of a run, by name.
pub async fn show_file(OpenRun(_, run, _): OpenRun, Path((_, file)): Path<(u32, String)>) -> Response {
    let found = tokio::task::spawn_blocking(move || self::file(&run, &file)).await;
    found
        .ok()
        .flatten()
        .unwrap_or_else(|| (StatusCode::NOT_FOUND, "This run has no such file.\n").into_response())
}

/// The file; `None` if the run has no such file.
fn file(run: &Run, file: &str) -> Option<Response> {
    let page = |place: usize| {
        let pages = run.pages()?;
        let page = pages.done()?.published.as_ref()?.pages.as_ref()?[place].clone();
        let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, ALONE)];
        Some((headers, page).into_response())
    };
    let published = || run.work.done()?.outcome.published.as_ref();
    let bytes = match file {
        "page.html" => return page(0),
        "page.private.html" => return page(1),
        "release.csv.certificate.json" | "release.tsv.certificate.json" => {
            published()?.certificate.to_bytes()
        }
        "release.csv" | "release.tsv" => published()?.release.as_ref()?.to_bytes().ok()?,
        _ => return None,
    };
    let disposition = format!("attachment; filename=\"{file}\"");
    let headers = [(CONTENT_TYPE, "application/octet-stream"), (CONTENT_DISPOSITION, disposition.as_str())];
    Some((headers, bytes).into_response())
}
