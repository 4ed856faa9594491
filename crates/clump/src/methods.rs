//! What is to be known about each method before one chooses it. The one source of `clump methods` and of the page
//! about methods in the documentation.

use serde::Serialize;

use crate::MethodName;

pub mod choose;
mod facts;
pub mod name;

/// What a method works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WorksOn {
    /// Rows of items: query logs, baskets, code lists.
    Transactions,
    /// The lines of a query log.
    Lines,
}

/// A method, explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MethodFacts {
    /// Its name.
    pub name: MethodName,
    /// What it works on.
    pub works_on: WorksOn,
    /// What it promises, in a few words.
    pub promise: &'static str,
    /// The keys of a job that it reads, besides those of input and output.
    pub parameters: &'static [&'static str],
    /// What it does, in one sentence.
    pub sentence: &'static str,
    /// How it does it.
    pub explanation: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// When it is the wrong tool.
    pub weakness: &'static str,
}

impl MethodName {
    /// What is to be known about this method.
    pub fn facts(self) -> &'static MethodFacts {
        facts::FACTS.iter().find(|facts| facts.name == self).expect("every method has its facts")
    }
}

/// All methods as a page of Markdown: a table, then a section each.
pub fn methods_page() -> String {
    let mut page = String::from(
        "# The methods\n\n\
         Made by `clump methods --markdown`. `clump methods NAME` explains one on the command line.\n\n\
         | method | works on | promises | parameters | |\n|---|---|---|---|---|\n",
    );
    for name in MethodName::ALL {
        let facts = name.facts();
        let works_on = match facts.works_on {
            WorksOn::Transactions => "transactions",
            WorksOn::Lines => "lines of a log",
        };
        let parameters: Vec<String> = facts.parameters.iter().map(|key| format!("`{key}`")).collect();
        let (word, promise, sentence) = (name.word(), facts.promise, facts.sentence);
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
