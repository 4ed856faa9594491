//! `clump serve`: a local page that leads from a file to a release.

use std::path::PathBuf;

use clap::Args;
use clump_serve::{ServeError, Serving, serve};

use crate::failure::Refused;
use crate::{Answer, interrupt, say};

/// Opens a local page that leads from a file to a release, step by step.
///
/// It listens on this machine alone (127.0.0.1), at an address with a random token: whoever has the address may come in, so keep
/// it to yourself. Each step shows the command line, the TOML file and the Python line that do the same. Nothing is kept
/// after the end but what you save. Ctrl-C ends it.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  clump serve examples/queries.tsv")]
pub struct Serve {
    /// Files to choose from, or patterns like 'logs/*.gz'; others can be opened on the page
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The port to listen to [default: one that is free]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
}

pub fn run(command: Serve) -> anyhow::Result<Answer> {
    let serving = Serving { files: command.files, port: command.port, cancel: interrupt::token().clone() };
    let served = serve(serving, |address| {
        say!("Open      {address}");
        say!("          Ctrl-C ends it; nothing is kept but what you save");
    });
    served.map_err(|error| match error {
        ServeError::Port { ref source, .. } => Refused::new(
            format!("{error}: {source}"),
            "choose another `--port`, or none: then one is taken that is free",
        )
        .into(),
        error => anyhow::Error::from(error),
    })?;
    say!("Ended     nothing was kept but what was saved");
    Ok(Answer::Yes)
}
