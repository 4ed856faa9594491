//! The last step: the verdict with its limits, published rows next to their originals, and pages. Before it
//! saves, clump checks the written files again; all files get their names in one step.

use std::path::{Path, PathBuf};

use axum::Form;
use axum::extract;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use clump::report::counted;
use clump::report::page::sections;
use clump::{Checked, Keys, Published};
use maud::{Markup, html};

use super::OpenRun;
use crate::error_view::ErrorView;
use crate::form::{Fields, is_on, text};
use crate::repeat::{Repeat, Verb};
use crate::run::{Ready, Run, Saved};
use crate::server::Shared;
use crate::shell::{Shell, Step, under_way};

pub async fn show(OpenRun(shared, run, _): OpenRun) -> Response {
    answer(&shared, &run, None)
}

/// The page of a run. `error` is that of the last request, if it failed.
fn answer(shared: &Shared, run: &Run, error: Option<&ErrorView>) -> Response {
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
    // The page includes risk and use once the background work has assessed them.
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
        (save_form(shell, run, published))
    }
}

/// The broken properties, and remedies for the user.
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

/// Content security policy for the page of a release. The sandbox gives it no origin, so it cannot request
/// anything from this server.
const ALONE: &str = "sandbox allow-scripts allow-downloads allow-modals; default-src 'none'; style-src 'unsafe-inline'; \
                     script-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/// Handler for a file of a run, by the file name in the address.
pub async fn show_file(
    OpenRun(_, run, _): OpenRun,
    extract::Path((_, file)): extract::Path<(u32, String)>,
) -> Response {
    let found = tokio::task::spawn_blocking(move || self::file(&run, &file)).await;
    found
        .ok()
        .flatten()
        .unwrap_or_else(|| (StatusCode::NOT_FOUND, "This run has no such file.\n").into_response())
}

/// Response with the file; `None` if the run has no file of this name.
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

/// Form with the paths to save to, and the list of files that were saved last.
fn save_form(shell: &Shell<'_>, run: &Run, published: &Published) -> Markup {
    let at = |path: &str| shell.at(&format!("r/{}{path}", run.id));
    let extension = published.certificate.release.format.as_str();
    let release = format!("release.{extension}");
    let saved = run.saved();
    html! {
        section aria-labelledby="save-heading" {
            h2 id="save-heading" { "Save" }
            @if let Some(last) = saved.last() {
                @match last.outcome() {
                    None => (under_way(&last.task, "Saving", &at("/save"))),
                    Some(Err(told)) => (told),
                    Some(Ok(_)) => {},
                }
            }
            @for saved in saved.iter().filter_map(|work| work.done()) { (files(saved)) }
            form method="post" action=(at("/save")) {
                div.fields {
                    label { "Folder on this machine " input.path name="folder" required autocomplete="off" spellcheck="false"; }
                    label { "Name of the release (.csv, .tsv, .jsonl, .parquet, .arrow) " input name="name" value=(release) required spellcheck="false"; }
                }
                p { "The certificate lies beside it. Besides:" }
                label.choice { input type="checkbox" name="page"; "the pages (page.html may be published, page.private.html may not)" }
                label.choice { input type="checkbox" name="report"; "report.json with all measures: private" }
                label.choice { input type="checkbox" name="audit"; "audit.tsv, the row of each owner: private" }
                label.choice { input type="checkbox" name="force"; "Replace files that are there" }
                div.next { button.primary { "Save" } }
            }
            p { "Or let the browser keep them: "
                a href=(at(&format!("/files/{release}"))) download { (release) } ", "
                a href=(at(&format!("/files/{release}.certificate.json"))) download { "its certificate" } "." }
        }
    }
}

fn files(saved: &Saved) -> Markup {
    let list = |files: &[PathBuf]| html! { ul { @for file in files { li { code { (file.display()) } } } } };
    html! {
        div.saved role="status" {
            p { strong { "May be published:" } }
            (list(&saved.public))
            @if !saved.private.is_empty() { p { strong.warn { "Private, readable by you alone:" } } (list(&saved.private)) }
        }
    }
}

pub async fn save(OpenRun(shared, run, _): OpenRun, Form(fields): Form<Fields>) -> Response {
    match keys_with_files(&run.keys, &fields) {
        Ok(keys) => {
            run.save(keys);
            shared.go_to(&format!("r/{}#save-heading", run.id))
        }
        Err(told) => answer(&shared, &run, Some(&told)),
    }
}

/// `keys` with the output paths that the user entered in the form.
fn keys_with_files(keys: &Keys, fields: &Fields) -> Result<Keys, ErrorView> {
    let (Some(folder), Some(name)) = (text(fields, "folder"), text(fields, "name")) else {
        return Err(ErrorView::new(
            "The folder or the name is not given.",
            "Enter the folder and the name of the release.",
        ));
    };
    let folder = Path::new(folder);
    if !folder.is_absolute() || !folder.is_dir() {
        return Err(ErrorView::new(
            "The folder does not exist.",
            "Enter the full path of a folder that exists.",
        ));
    }
    if name.contains(['/', '\\']) {
        return Err(ErrorView::new(
            "The name contains a slash.",
            "Enter the folder above, and only the name here.",
        ));
    }
    let beside = |box_name: &str, file: &str| is_on(fields, box_name).then(|| folder.join(file));
    let mut keys = keys.clone();
    (keys.output.output, keys.output.force) = (Some(folder.join(name)), is_on(fields, "force"));
    keys.report.page = beside("page", "page.html");
    keys.report.report = beside("report", "report.json");
    keys.report.audit = beside("audit", "audit.tsv");
    Ok(keys)
}
