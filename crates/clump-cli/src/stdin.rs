//! Standard input, which only the binary may open: replaces `-` among the inputs by a stream.

use clump::Job;
use clump::io::{Input, Stream};

/// Replaces every `-` by standard input.
pub fn connect(inputs: &mut [Input]) {
    Input::connect(inputs, &Stream::standard_input(std::io::stdin()));
}

/// The same for the inputs of a job.
pub fn connected(mut job: Job) -> Job {
    connect(&mut job.input.files);
    job
}
