//! Saving: clump checks the written files once more and gives them their names in one step. The page lists
//! public and private files separately.

use std::path::{Path, PathBuf};

use axum::Form;
use axum::response::Response;
use clump::{Keys, Published};
use maud::{Markup, html};

use super::OpenRun;
use super::result::answer;
use crate::error_view::ErrorView;
use crate::form::{Fields, is_on, text};
use crate::run::{Run, Saved};
use crate::shell::{Shell, under_way};

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

/// `keys` with the files that the form names.
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
