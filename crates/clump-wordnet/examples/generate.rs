//! Makes `data/words.zst` from the files of the WordNet 3.0 database.
//!
//! ```text
//! cargo run --release -p clump-wordnet --features generate --example generate -- DATABASE_DIR OUTPUT
//! ```
#![allow(clippy::print_stderr, reason = "a program speaks to its user")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use clump_wordnet::Files;
use clump_wordnet::generate::{pack, payload};

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [database, output] = arguments.as_slice() else {
        eprintln!("usage: generate DATABASE_DIR OUTPUT");
        return ExitCode::from(2);
    };
    match generate(database, output) {
        Ok((payload, packed)) => {
            eprintln!("{payload} bytes, packed {packed}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn generate(database: &Path, output: &Path) -> Result<(usize, usize), Box<dyn Error>> {
    let files = Files::read(|name| {
        let path = database.join(name);
        fs::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))
    })?;
    let payload = payload(&files)?;
    let packed = pack(&payload)?;
    fs::write(output, &packed)?;
    Ok((payload.len(), packed.len()))
}
