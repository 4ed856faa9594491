//! The steps, one file for each, with its page and the handler of its form.

pub mod compare;
pub mod contents;
pub mod file;
pub mod purpose;
pub mod result;
pub mod run;
pub mod screens;
pub mod start;
pub mod tree;

use std::sync::Arc;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};

use serde::Deserialize;

use crate::draft::Draft;
use crate::run::Run;
use crate::server::Shared;
use crate::shell::nothing;
use crate::work::Task;

/// The draft whose number is in the address, and the step if the address has one. Else the response is 404.
pub struct OpenDraft(pub Shared, pub Arc<Draft>, String);

/// The run whose number is in the address, and its step, by default `run`. Else the response is 404.
pub struct OpenRun(pub Shared, pub Arc<Run>, String);

/// Query parameters of an address that shows a part of a list. Each list uses some of them.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    /// Index of the first entry to show, from 0.
    from: usize,
    /// Search text: a part of the name of an entry.
    called: String,
    /// Order in which the list is sorted.
    by: String,
    /// Number of the node whose children are shown.
    below: u32,
}

/// The path parameter `name` of the address.
async fn part(parts: &mut Parts, shared: &Shared, name: &str) -> Option<String> {
    let all = RawPathParams::from_request_parts(parts, shared).await.ok()?;
    all.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
}

impl FromRequestParts<Shared> for OpenDraft {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, shared: &Shared) -> Result<OpenDraft, Response> {
        let id = part(parts, shared, "draft").await.and_then(|id| id.parse().ok());
        let draft = id.and_then(|id| shared.desk.draft(id)).ok_or_else(|| nothing(shared))?;
        Ok(OpenDraft(shared.clone(), draft, part(parts, shared, "step").await.unwrap_or_default()))
    }
}

impl FromRequestParts<Shared> for OpenRun {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, shared: &Shared) -> Result<OpenRun, Response> {
        let id = part(parts, shared, "run").await.and_then(|id| id.parse().ok());
        let run = id.and_then(|id| shared.desk.found_run(id)).ok_or_else(|| nothing(shared))?;
        Ok(OpenRun(
            shared.clone(),
            run,
            part(parts, shared, "step").await.unwrap_or_else(|| "run".to_owned()),
        ))
    }
}

fn standing(shared: &Shared, task: Option<Arc<Task>>) -> Response {
    let Some(task) = task else { return nothing(shared) };
    let json = serde_json::to_string(&task.standing()).unwrap_or_default();
    ([(CONTENT_TYPE, "application/json")], json).into_response()
}

/// Progress of a draft's work for a step, as JSON for the script.
pub async fn work_of_draft(OpenDraft(shared, draft, step): OpenDraft) -> Response {
    standing(&shared, draft.task(&step))
}

pub async fn cancel_in_draft(OpenDraft(shared, draft, step): OpenDraft) -> Response {
    draft.task(&step).iter().for_each(|task| task.token().cancel());
    let before = if step == "compare" { "purpose" } else { "file" };
    shared.go_to(&format!("d/{}/{before}", draft.id))
}

/// Progress of a run's latest work for a step, as JSON for the script.
pub async fn work_of_run(OpenRun(shared, run, step): OpenRun) -> Response {
    standing(&shared, run.tasks_of(&step).pop())
}

pub async fn cancel_in_run(OpenRun(shared, run, step): OpenRun) -> Response {
    run.tasks_of(&step).iter().for_each(|task| task.token().cancel());
    match step.as_str() {
        "run" => shared.go_to(&format!("d/{}/run", run.draft)),
        step => shared.go_to(&format!("r/{}#{step}-heading", run.id)),
    }
}
