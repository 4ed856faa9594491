//! Standard input, which only the binary may open: replaces `-` among the inputs by a stream.

use clump::Job;
use clump::io::{Input, Stream};

use crate::failure;

/// Replaces every `-` by standard input.
pub fn connect(inputs: &mut [Input]) {
    Input::connect(inputs, &Stream::standard_input(std::io::stdin()));
}

/// The job with standard input in place of `-`. Errors from here on use its word for an owner.
pub fn connected(mut job: Job) -> Job {
    connect(&mut job.input.files);
    failure::name_owners(&job);
    job
}
