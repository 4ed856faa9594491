//! The page around every step: links to the steps, the texts that repeat the step, style and script. Also
//! sends the response.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use clump::report::markup::document;
use clump::report::number;
use clump::report::page::{DARK, STYLE};
use maud::{DOCTYPE, Markup, html};

use crate::draft::Draft;
use crate::error_view::ErrorView;
use crate::repeat::Repeat;
use crate::server::Shared;
use crate::work::{Standing, Task};

/// A step on the way from a file to a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    File,
    Contents,
    Purpose,
    Compare,
    Run,
    Result,
}

/// The steps in order, each with its part of the address and its heading.
const STEPS: [(Step, &str, &str); 6] = [
    (Step::File, "file", "File"),
    (Step::Contents, "contents", "What is in it"),
    (Step::Purpose, "purpose", "What for"),
    (Step::Compare, "compare", "Compare"),
    (Step::Run, "run", "Run"),
    (Step::Result, "result", "Result"),
];

/// Everything around the body of a step's page.
pub struct Shell<'s> {
    /// The secret token of the server, the first part of every path.
    token: &'s str,
    /// The draft of the step; `None` before the user opens a file.
    draft: Option<&'s Draft>,
    step: Step,
    heading: &'s str,
    error: Option<&'s ErrorView>,
    /// Command line, TOML and Python that repeat the step, if it can be repeated.
    repeat: Option<Repeat>,
}

impl<'s> Shell<'s> {
    pub fn new(shared: &'s Shared, draft: Option<&'s Draft>, step: Step, heading: &'s str) -> Shell<'s> {
        Shell { token: &shared.token, draft, step, heading, error: None, repeat: None }
    }

    /// The page with an error, if any, and with the texts that repeat its step.
    pub fn with(self, error: Option<&'s ErrorView>, repeat: Option<Repeat>) -> Shell<'s> {
        Shell { error, repeat, ..self }
    }

    /// The address of `path` on this server, with the token in front.
    pub fn at(&self, path: &str) -> String {
        format!("/{}/{path}", self.token)
    }

    /// The complete response: `body` with everything around it.
    pub fn page(&self, body: &Markup) -> Response {
        let title = match self.draft {
            Some(draft) => format!("{}: {} - clump", draft.name, self.heading),
            None => format!("{} - clump", self.heading),
        };
        let page = document(html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (title) }
                    link rel="stylesheet" href=(self.at("style.css"));
                    link rel="icon" href="data:,";
                    script type="module" src=(self.at("script.js")) {}
                }
                body {
                    a.skip href="#main" { "Skip to the content" }
                    header { div.top { (self.steps()) (self.leave()) } }
                    main id="main" tabindex="-1" {
                        h1 { (self.heading) }
                        @if let Some(draft) = self.draft { p.note { (draft.name) } }
                        div id="gone" role="alert" hidden {
                            p { strong { "The server has ended." } " Start " code { "clump serve" } " again; what was not saved is gone." }
                        }
                        @if let Some(error) = self.error { (error) }
                        (body)
                        @if let Some(repeat) = &self.repeat { (repeated(repeat, self.draft)) }
                    }
                    footer { p { "Everything stays on this machine; nothing is kept after the end but what you save." } }
                }
            }
        });
        let status = if self.error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
        (status, [(CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
    }

    fn steps(&self) -> Markup {
        html! {
            nav aria-label="Steps" {
                ol.steps {
                    @for (step, word, name) in STEPS {
                        li aria-current=[(step == self.step).then_some("step")] {
                            @match self.draft {
                                Some(draft) if self.can_go_to(draft, step) => {
                                    a href=(self.at(&format!("d/{}/{word}", draft.id))) { (name) }
                                },
                                _ => span { (name) },
                            }
                        }
                    }
                }
            }
        }
    }

    /// True if the draft has all settings that `step` needs.
    fn can_go_to(&self, draft: &Draft, step: Step) -> bool {
        let said = draft.said();
        match step {
            Step::File => true,
            Step::Contents | Step::Purpose => said.preview.is_ok() && said.has_owner(),
            Step::Compare | Step::Run => said.has_owner() && said.keys.promise.k.is_some(),
            // The list of runs links to each result instead.
            Step::Result => false,
        }
    }

    fn leave(&self) -> Markup {
        html! {
            div.buttons {
                a.button href=(self.at("")) { "Files" }
                form method="post" action=(self.at("end")) { button { "End" } }
            }
        }
    }
}

/// The texts that repeat a step on the command line, in TOML and in Python, folded.
fn repeated(repeat: &Repeat, draft: Option<&Draft>) -> Markup {
    let languages = [
        ("Command line".to_owned(), &repeat.command),
        (format!("TOML, for {}", repeat.config), &repeat.toml),
        ("Python".to_owned(), &repeat.python),
    ];
    html! {
        section.repeat aria-labelledby="repeat-heading" {
            h2 id="repeat-heading" { "The same without this page" }
            @if draft.is_some_and(|draft| draft.is_dropped) {
                p.note { "The file was dropped here, so its path is not known: put it in the place of its name." }
            }
            @for (name, text) in languages {
                div.language {
                    h3 { (name) }
                    button type="button" data-copy { "Copy" }
                    pre tabindex="0" { code { (text) } }
                }
            }
        }
    }
}

/// Progress bar of running work, with a button to cancel it. The script polls `at`, and reloads the page when
/// the work ends.
pub fn under_way(task: &Task, name: &str, at: &str) -> Markup {
    let Standing { stage, done, total, .. } = task.standing();
    html! {
        div.work data-work={ (at) "/work" } {
            p role="status" aria-live="polite" { (name) ": " span data-stage { (stage) } }
            progress aria-label=(name) max=[(total > 0).then_some(total)] value=[(total > 0).then_some(done.min(total))] {}
            form method="post" action={ (at) "/cancel" } { button { "Cancel" } }
            noscript { p { "Without a script, load this page again to see how far it is." } }
        }
    }
}

/// Seconds that the work took so far, for display.
pub fn seconds(task: &Task) -> String {
    format!("{} s", number(task.time().as_secs_f64(), 1))
}

/// Response for an address that does not exist.
pub fn nothing(shared: &Shared) -> Response {
    let told = ErrorView::new(
        "Nothing was found at this address: the file may have been closed.",
        "Continue at `Files`.",
    );
    let shell = Shell::new(shared, None, Step::File, "Nothing here").with(Some(&told), None);
    (StatusCode::NOT_FOUND, shell.page(&html! {})).into_response()
}

const OWN_STYLE: &str = include_str!("assets/serve.css");
const SCRIPT: &str = include_str!("assets/serve.js");

/// The style sheet: that of the pages of a release, with the rules for these pages added.
pub async fn style() -> Response {
    let dark = format!("@media screen and (prefers-color-scheme: dark) {{\n{DARK}}}\n");
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], format!("{STYLE}\n{dark}\n{OWN_STYLE}")).into_response()
}

pub async fn script() -> Response {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT).into_response()
}
