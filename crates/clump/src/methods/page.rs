//! A page of Markdown about all methods.

use super::{MethodFacts, MethodName, WorksOn};

/// A page of Markdown about all methods: a table, then one section for each method.
pub fn methods_page() -> String {
    let mut page = String::from(
        "# The methods\n\n\
         Made by `clump methods --markdown`. `clump methods NAME` explains one method and its flags.\n\n\
         | method | works on | promises | parameters | |\n|---|---|---|---|---|\n",
    );
    for name in MethodName::ALL {
        let MethodFacts { works_on, promise, sentence, .. } = name.facts();
        let works_on = match works_on {
            WorksOn::Transactions => "transactions",
            WorksOn::Lines => "lines of a log",
            WorksOn::Facts => "facts",
        };
        let parameters: Vec<String> = name.parameters().iter().map(|key| format!("`{key}`")).collect();
        let word = name.word();
        page.push_str(&format!(
            "| [{word}](#{word}) | {works_on} | {promise} | {} | {sentence} |\n",
            parameters.join(", ")
        ));
    }
    for name in MethodName::ALL {
        let MethodFacts { promise, sentence, explanation, reference, weakness, .. } = name.facts();
        page.push_str(&format!(
            "\n## {}\n\n{sentence} {explanation}\n\n- Promises: {promise}.\n- From: {reference}\n- Weakness: {weakness}\n",
            name.word()
        ));
    }
    page
}
