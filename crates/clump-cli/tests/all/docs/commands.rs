//! Every command that a document shows is run, and prints what it says.

use std::fs;
use std::sync::Mutex;
use std::thread;

use crate::docs::pages::{self, Page};
use crate::docs::{console, is_writing, none_of};

#[test]
fn every_command_prints_what_the_documents_say() {
    let has_console = |page: &Page| page.blocks().iter().any(|block| block.language == "console");
    let pages: Vec<Page> = pages::all().into_iter().filter(has_console).collect();
    assert!(pages.len() > 10, "pages with commands are missing");
    let (waiting, complaints) = (Mutex::new(pages), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(page) = { waiting.lock().unwrap().pop() } {
                    let (found, text) = console::run(&page, is_writing());
                    if is_writing() && text != page.text {
                        fs::write(&page.path, text).unwrap();
                    }
                    complaints.lock().unwrap().extend(found);
                }
            });
        }
    });
    let mut complaints = complaints.into_inner().unwrap();
    complaints.sort();
    if !complaints.is_empty() {
        complaints.push(
            "`CLUMP_DOCS=write cargo test -p clump-cli --test all docs` writes down what they print"
                .to_owned(),
        );
    }
    none_of(complaints);
}
