//! Saving: clump checks the written files once more and gives them their names in one step. The page lists
//! public and private files separately.

use std::path::{Path as FilePath, PathBuf};

use axum::Form;
use axum::extract::{Path, State};
use axum::response::Response;
use clump::Published;
use maud::{Markup, html};

use super::result::answer;
use super::{found, run_of};
use crate::error_view::ErrorView;
use crate::form::{Fields, is_on, text};
use crate::run::{Run, Saved, Saving};
use crate::server::Shared;
use crate::shell::{Shell, go_to, nothing, standing, under_way};
use crate::work::{AnyWork, State as WorkState};

/// The form for the paths to save to, with the files saved last.
pub fn form(shell: &Shell<'_>, run: &Run, published: &Published) -> Markup {
    let at = |path: &str| shell.at(&format!("r/{}{path}", run.id));
    let extension = published.certificate.release.format.as_str();
    let release = format!("release.{extension}");
    let saved = run.saved();
    html! {
        section aria-labelledby="save-heading" {
            h2 id="save-heading" { "Save" }
            @if let Some(last) = saved.last() {
                @match last.state() {
                    WorkState::Running => (under_way(&**last, "Saving", &at("/save/work"), &at("/save/cancel"))),
                    WorkState::Failed(told) => (told),
                    WorkState::Done(_) => {},
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

/// Starts to save.
pub async fn save(State(shared): State<Shared>, Path(id): Path<u32>, Form(fields): Form<Fields>) -> Response {
    let run = found!(run_of(&shared, id));
    let (Some(folder), Some(name)) = (text(&fields, "folder"), text(&fields, "name")) else {
        return answer(
            &shared,
            &run,
            Some(&ErrorView::new(
                "The folder or the name is not given.",
                "Enter the folder and the name of the release.",
            )),
        );
    };
    let folder = FilePath::new(folder);
    if !folder.is_absolute() || !folder.is_dir() {
        let told =
            ErrorView::new("The folder does not exist.", "Enter the full path of a folder that exists.");
        return answer(&shared, &run, Some(&told));
    }
    if name.contains(['/', '\\']) {
        return answer(
            &shared,
            &run,
            Some(&ErrorView::new(
                "The name contains a slash.",
                "Enter the folder above, and only the name here.",
            )),
        );
    }
    let beside = |box_name: &str, file: &str| is_on(&fields, box_name).then(|| folder.join(file));
    run.save(Saving {
        release: folder.join(name),
        page: beside("page", "page.html"),
        report: beside("report", "report.json"),
        audit: beside("audit", "audit.tsv"),
        force: is_on(&fields, "force"),
    });
    go_to(&shared.token, &format!("r/{id}#save-heading"))
}

/// Progress of saving, for the script.
pub async fn work(State(shared): State<Shared>, Path(id): Path<u32>) -> Response {
    match found!(run_of(&shared, id)).saved().last() {
        Some(saved) => standing(&**saved),
        None => nothing(&shared.token),
    }
}

/// Cancels saving.
pub async fn cancel(State(shared): State<Shared>, Path(id): Path<u32>) -> Response {
    found!(run_of(&shared, id)).saved().iter().for_each(|saved| saved.token().cancel());
    go_to(&shared.token, &format!("r/{id}#save-heading"))
}
