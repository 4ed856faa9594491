//! The page around every step: links to the other steps, the texts that repeat the step, the response, the
//! style and the script.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Redirect, Response};
use clump::report::markup::document;
use clump::report::number;
use clump::report::page::{DARK, STYLE};
use maud::{DOCTYPE, Markup, html};

use crate::draft::Draft;
use crate::error_view::ErrorView;
use crate::repeat::Repeat;
use crate::work::AnyWork;

/// A step from a file to a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    File,
    Contents,
    Purpose,
    Compare,
    Run,
    Result,
}

impl Step {
    const ALL: [Step; 6] =
        [Step::File, Step::Contents, Step::Purpose, Step::Compare, Step::Run, Step::Result];

    /// Its name in an address.
    pub fn word(self) -> &'static str {
        match self {
            Step::File => "file",
            Step::Contents => "contents",
            Step::Purpose => "purpose",
            Step::Compare => "compare",
            Step::Run => "run",
            Step::Result => "result",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Step::File => "File",
            Step::Contents => "What is in it",
            Step::Purpose => "What for",
            Step::Compare => "Compare",
            Step::Run => "Run",
            Step::Result => "Result",
        }
    }
}

/// A page of a step.
pub struct Shell<'s> {
    /// The token, the first part of every path.
    pub token: &'s str,
    /// The draft; `None` before one is opened.
    pub draft: Option<&'s Draft>,
    /// The step of this page.
    pub step: Step,
    /// Its heading.
    pub heading: &'s str,
    /// The error to show, if any.
    pub error: Option<&'s ErrorView>,
    /// The texts that repeat this step.
    pub repeat: Option<Repeat>,
}

impl Shell<'_> {
    /// The address of `path` under the token.
    pub fn at(&self, path: &str) -> String {
        format!("/{}/{path}", self.token)
    }

    /// The page around `body`.
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
        let current = Step::ALL.iter().position(|&step| step == self.step).unwrap_or_default();
        html! {
            nav aria-label="Steps" {
                ol.steps {
                    @for (place, step) in Step::ALL.into_iter().enumerate() {
                        li aria-current=[(place == current).then_some("step")] {
                            @match self.draft {
                                Some(draft) if self.can_go_to(draft, step) => {
                                    a href=(self.at(&format!("d/{}/{}", draft.id, step.word()))) { (step.name()) }
                                },
                                _ => span { (step.name()) },
                            }
                        }
                    }
                }
            }
        }
    }

    /// True if the draft has the settings that a step needs.
    fn can_go_to(&self, draft: &Draft, step: Step) -> bool {
        let said = draft.said();
        match step {
            Step::File => true,
            Step::Contents | Step::Purpose => said.preview.is_ok() && said.has_owner(),
            Step::Compare | Step::Run => said.has_owner() && said.keys.promise.k.is_some(),
            // Each run links to its own result.
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

/// The command line, TOML and Python texts, folded.
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

/// Running work: its progress bar and the button that cancels it. The script updates it, and reloads the page
/// at the end.
pub fn under_way(work: &dyn AnyWork, name: &str, at: &str, cancel: &str) -> Markup {
    let reached = work.reached();
    let total = reached.as_ref().map_or(0, |reached| reached.total);
    let done = reached.as_ref().map_or(0, |reached| reached.done);
    let stage = reached.as_ref().map_or("beginning", |reached| reached.stage.word());
    html! {
        div.work data-work=(at) {
            p role="status" aria-live="polite" { (name) ": " span data-stage { (stage) } }
            progress aria-label=(name) max=[(total > 0).then_some(total)] value=[(total > 0).then_some(done.min(total))] {}
            form method="post" action=(cancel) { button { "Cancel" } }
            noscript { p { "Without a script, load this page again to see how far it is." } }
        }
    }
}

/// The progress of work as JSON, for the script.
pub fn standing(work: &dyn AnyWork) -> Response {
    let json = serde_json::to_string(&work.standing()).unwrap_or_default();
    ([(CONTENT_TYPE, "application/json")], json).into_response()
}

/// The time of work in seconds, for display.
pub fn seconds(work: &dyn AnyWork) -> String {
    format!("{} s", number(work.time().as_secs_f64(), 1))
}

/// Redirects to another page of this server.
pub fn go_to(token: &str, path: &str) -> Response {
    Redirect::to(&format!("/{token}/{path}")).into_response()
}

/// Response for an address without content.
pub fn nothing(token: &str) -> Response {
    let told = ErrorView::new(
        "Nothing was found at this address: the file may have been closed.",
        "Continue at `Files`.",
    );
    let shell = Shell {
        token,
        draft: None,
        step: Step::File,
        heading: "Nothing here",
        error: Some(&told),
        repeat: None,
    };
    let mut response = shell.page(&html! {});
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

const OWN_STYLE: &str = include_str!("assets/serve.css");
const SCRIPT: &str = include_str!("assets/serve.js");

/// The style of the pages of a release, with the rules for these pages added.
pub async fn style() -> Response {
    let dark = format!("@media screen and (prefers-color-scheme: dark) {{\n{DARK}}}\n");
    typed("text/css; charset=utf-8", format!("{STYLE}\n{dark}\n{OWN_STYLE}"))
}

/// The script.
pub async fn script() -> Response {
    typed("text/javascript; charset=utf-8", SCRIPT.to_owned())
}

/// A response with its content type.
fn typed(kind: &'static str, text: String) -> Response {
    ([(CONTENT_TYPE, kind)], text).into_response()
}
