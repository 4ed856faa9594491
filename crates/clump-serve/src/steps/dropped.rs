//! A file that was dropped on the page: its bytes go to a file without a name, which is gone with the process however that
//! ends.

use std::io::{Seek, Write};

use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use clump::io::{Input, Stream};
use serde::Deserialize;

use crate::server::Shared;
use crate::told::Told;

/// What it is called.
#[derive(Debug, Deserialize)]
pub struct Named {
    name: String,
}

/// Takes the bytes, and answers with where to go on.
pub async fn take(State(shared): State<Shared>, Query(Named { name }): Query<Named>, body: Body) -> Response {
    let name = std::path::Path::new(&name).file_name().map(|name| name.to_string_lossy().into_owned());
    let opened = match (name, spooled(body).await) {
        (Some(name), Ok(file)) => {
            let input = Input::from(Stream::of_file(&name, file));
            let desk = shared.desk.clone();
            tokio::task::spawn_blocking(move || desk.open(name, vec![input], true))
                .await
                .unwrap_or_else(|_| Err(lost()))
        }
        _ => Err(lost()),
    };
    match opened {
        Ok(draft) => format!("/{}/d/{}/file", shared.token, draft.id).into_response(),
        Err(told) => (StatusCode::UNPROCESSABLE_ENTITY, sentence(&told)).into_response(),
    }
}

/// The bytes in a file without a name.
async fn spooled(body: Body) -> std::io::Result<std::fs::File> {
    use std::future::poll_fn;
    use std::pin::Pin;

    let mut file = tempfile::tempfile()?;
    let mut body = body;
    while let Some(frame) =
        poll_fn(|context| axum::body::HttpBody::poll_frame(Pin::new(&mut body), context)).await
    {
        if let Ok(data) = frame.map_err(std::io::Error::other)?.into_data() {
            // A few kilobytes at a time, from this machine to its disk.
            file.write_all(&data)?;
        }
    }
    file.rewind()?;
    Ok(file)
}

fn lost() -> Told {
    Told::new(
        "The file could not be copied.",
        "Look whether there is room for temporary files, or type its path.",
    )
}

/// An error in one line, for the script.
fn sentence(told: &Told) -> String {
    let remedy = told.remedy.as_deref().map(|remedy| format!(" What to do: {remedy}")).unwrap_or_default();
    format!("{}{remedy}", told.message)
}
