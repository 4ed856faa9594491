//! Standard input, which only the binary may open: `-` among the inputs becomes a stream here.

use clump::Job;
use clump::io::{Input, Stream};

/// Puts standard input in the place of every `-`.
pub fn connect(inputs: &mut [Input]) {
    Input::connect(inputs, &Stream::standard_input(std::io::stdin()));
}

/// The same for the inputs of a job.
pub fn connected(mut job: Job) -> Job {
    connect(&mut job.input.files);
    job
}
