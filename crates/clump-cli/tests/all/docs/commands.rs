//! Every command that a document shows is run, and prints what it says.

use std::fs;

use crate::docs::pages::{self, Page};
use crate::docs::{console, each, is_writing, none_of};

#[test]
fn every_command_prints_what_the_documents_say() {
    let has_console = |page: &Page| page.blocks().iter().any(|block| block.language == "console");
    let pages: Vec<Page> = pages::all().into_iter().filter(has_console).collect();
    assert!(pages.len() > 10, "pages with commands are missing");
    none_of(each(pages, |page| {
        let (complaints, text) = console::run(page, is_writing());
        if is_writing() && text != page.text {
            fs::write(&page.path, text).unwrap();
        }
        complaints
    }));
}
