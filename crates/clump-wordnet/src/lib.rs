//! The noun taxonomy of WordNet 3.0, embedded: a tree of meanings that most words of English queries lead into.
//!
//! `WordNet::load` unpacks it, once a process, into a [`Taxonomy`] and tables of words. A node is a synset, a meaning with the words
//! for it; its parent is its first hypernym, of classes and instances alike; the root is `<entity>`. The paper's
//! experiments stand on the same tree.
//!
//! # Names
//! A node is called by its first word, in the case of the database, with blanks, and in the angle brackets that mark a
//! node: `<New York>`, `<real property>`. Where that word leads elsewhere, its most frequent meaning being another, the
//! name shows the sense: `<bank.n.03>`. All names differ, also without regard to case, and the word of a name without
//! a sense leads to the node it names.
//!
//! # What was changed
//! Names are published, so 116 of the 82,115 synsets are skipped: the 47 that WordNet marks as slurs, disparagement
//! or obscenities, and 69 more on a list of ours. Their children hang below the nearest ancestor that stays. Their
//! words lead to their next decent sense (`taco` to the dish), or, having none, to that ancestor. Glosses are left out,
//! and all relations but the first hypernym and the links below.
//!
//! # Words that are no nouns
//! Adjectives, verbs and adverbs have no tree, but WordNet links them to nouns: [`WordNet::linked`] leads `pulmonary` to
//! `<lung>`, `pregnant` to `<pregnancy>` and `baked` to `<baking.n.02>`. One word has one place; `database/links.rs` says
//! how it is chosen, and [`Link`] what the links are. The last column is the share of the words of the 4,501 Excite
//! queries, without stop words, that get a place only so.
//!
//! | link | words | Excite |
//! |---|---|---|
//! | [`Link::Pertainym`] | 5,160 | 0.8 % |
//! | [`Link::Derived`] | 5,998 | 2.7 % |
//! | [`Link::Attribute`] | 183 | 0.1 % |
//! | [`Link::Verb`] | 2,654 | 0.5 % |
//! | [`Link::Synonym`] | 3,189 | 0.3 % |
//! | [`Link::Similar`] | 3,640 | 0.5 % |
//! | [`Link::Hypernym`] | 904 | 0.2 % |
//! | all | 21,728 | 5.0 % |
//!
//! For comparison: 62.8 % of those words are nouns or plurals, and 9.2 % have a sense of the web. A link of one step
//! more is a place and not a definition: `nationwide` is below `<comprehensiveness>`, `hardcore` below `<loyalty>`.
//!
//! # Senses of the web
//! First senses mislead where the web means something else: `java` is an island and `apple` a fruit. The 569 lines of
//! `data/web_senses.tsv` say what people search for instead, and where names belong that WordNet lacks (`ebay`, `home
//! depot`): see [`WordNet::web_sense`]. They are ours, written by judgement, and change nothing that the other methods
//! answer.
//!
//! # Limits
//! Exact comes first, so a plural that is a lemma of its own stays one: `men` is a work force. 3,914 lemmas contain a
//! hyphen and 390 a full stop; a tokeniser that splits there does not find them.
//!
//! # Figures
//! | | |
//! |---|---|
//! | nodes, levels | 81,999, 20 |
//! | lemmas | 117,798, of them 57,506 of one word |
//! | words that are no nouns | 21,728 |
//! | artifact | 2.24 MB, packed 0.73 MB |
//! | load | 21 ms |
//! | look-up of a known word, an unknown one | 22 ns, 21 ns |
//! | look-up of a plural | 112 ns |
//! | look-up of a linked word, of one of its forms, of an unknown word | 38 ns, 226 ns, 55 ns |
//! | look-up of a sense of the web, of a function word | 12 ns, 13 ns |
//! | longest match over the 4,501 Excite queries of 1997 | 91 ns a word, 0.42 phrases tried a word |
//!
//! Measured with `cargo run --release -p clump-wordnet --example measure -- QUERIES`, best of 25 rounds, on two cores.
//!
//! # Licence
//! WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. The [`LICENSE`] allows use, change and
//! redistribution for any purpose, and asks that its text go with every copy; programs that embed this crate must
//! be able to show it. The code of the crate has the licence of the workspace.
//!
//! # Making the artifact
//! The feature `generate` has the generator: see `examples/generate.rs`. [`SOURCE`] names the files it read.
//! [`WordNet::from_database`] reads such files too, into the same tree for the same files, without an artifact.
//!
//! # Literature
//! - C. Fellbaum (ed.): *WordNet: An Electronic Lexical Database*, MIT Press 1998. What a synset and a hypernym are.
//! - *wndb(5)* and *morphy(7)* of WordNet 3.0. The files, and the rules for inflected forms; for where ours are stricter
//!   see [`WordNet::noun`].
//!
//! [`Taxonomy`]: clump_core::taxonomy::Taxonomy

#[cfg(feature = "generate")]
pub mod generate;

mod database;
mod format;
mod function_words;
mod inflection;
mod link;
mod scan;
mod source;
mod stop_words;
mod table;
mod topics;
mod web_senses;
mod wordnet;

pub use database::{DatabaseError, Files};
pub use format::FormatError;
pub use function_words::{Languages, function_word_in};
pub use link::{Link, Linked};
pub use source::{LICENSE, SOURCE, Source};
pub use stop_words::is_stop_word;
pub use topics::{Topic, is_topic, longest_topic_phrase, topic_of, topics};
pub use wordnet::WordNet;
