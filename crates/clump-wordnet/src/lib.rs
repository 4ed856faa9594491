//! The embedded noun taxonomy of WordNet 3.0: a tree of meanings for most words of English queries.
//!
//! `WordNet::load` unpacks it, once per process, into a [`Taxonomy`] and tables of words. A node is a synset,
//! which is a meaning with all words for it. The parent of a node is its first hypernym, of a class or an
//! instance; the root is `<entity>`. The paper's experiments use the same tree.
//!
//! # Names
//! The name of a node is its first word, in the case of the database and in angle brackets: `<New York>`,
//! `<real property>`. If the most frequent meaning of that word is another node, the name has a sense number:
//! `<bank.n.03>`. All names differ, even if case is ignored. The word of a name without number leads to the
//! node of that name.
//!
//! # Differences from WordNet
//! Names are published, so 116 of the 82,115 synsets are skipped: the 47 that WordNet marks as slurs,
//! disparagement or obscenities, and 69 more on our own list. Their children move below the nearest ancestor
//! that is not skipped. Their words lead to their next sense that is not skipped (`taco` to the dish), else
//! to that ancestor. Glosses and all relations except the first hypernym and the links below are left out.
//!
//! # Words that are not nouns
//! Adjectives, verbs and adverbs have no tree, but WordNet links them to nouns. [`WordNet::linked`] leads
//! `pulmonary` to `<lung>`, `pregnant` to `<pregnancy>` and `baked` to `<baking.n.02>`. Each word has one
//! place; `database/links.rs` describes the choice, and [`Link`] the kinds of links. The last column is the
//! share of the words of the 4,501 Excite queries, without stop words, that get a place only through a link.
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
//! For comparison: 62.8 % of those words are nouns or plurals, and 9.2 % have a sense of the web. A link of
//! more than one step gives a place and not a definition: `nationwide` is below `<comprehensiveness>`,
//! `hardcore` below `<loyalty>`.
//!
//! # Senses of the web
//! First senses mislead if the web means something else: `java` is an island and `apple` a fruit. The 569
//! lines of `data/web_senses.tsv` state what people search for instead, and give places to names that WordNet
//! lacks (`ebay`, `home depot`): see [`WordNet::web_sense`]. We wrote them by judgement. They do not change
//! the results of the other methods.
//!
//! # Limits
//! Exact matches come first, so a plural that is itself a lemma keeps its own meaning: `men` is a work force.
//! A tokeniser that splits at hyphens or full stops does not find lemmas that contain them: 3,914 contain a
//! hyphen and 390 a full stop.
//!
//! # Figures
//! 81,999 nodes at 20 levels; 117,798 lemmas, of which 57,506 are single words; 21,728 words that are not
//! nouns. The artifact has 2.24 MB, compressed 0.73 MB. `cargo run --release -p clump-wordnet --example
//! measure -- QUERIES` measures what loading and looking up cost.
//!
//! # Licence
//! WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. The [`LICENSE`] allows use,
//! change and redistribution for any purpose, and asks that its text go with every copy; programs that embed
//! this crate must be able to show it. The code of the crate has the licence of the workspace.
//!
//! # Making the artifact
//! The feature `generate` enables the generator: see `examples/generate.rs`.
//! [`WordNet::from_database`] reads such files without an artifact, and gives the same tree for the same files.
//!
//! # Literature
//! - C. Fellbaum (ed.): *WordNet: An Electronic Lexical Database*, MIT Press 1998. Definitions of synset and
//!   hypernym.
//! - *wndb(5)* and *morphy(7)* of WordNet 3.0. The files, and the rules for inflected forms; ours are
//!   stricter, see [`WordNet::noun`].
//!
//! [`Taxonomy`]: clump_core::taxonomy::Taxonomy

#[cfg(feature = "generate")]
pub mod generate;

mod database;
mod format;
mod function_words;
mod inflection;
mod link;
mod stop_words;
mod table;
mod topics;
mod web_senses;
mod wordnet;

pub use database::{DatabaseError, Files};
pub use function_words::{Languages, function_word_in};
pub use link::{Link, Linked};
pub use stop_words::is_stop_word;
pub use topics::{Topic, is_topic, longest_topic_phrase, topic_of, topics};
pub use wordnet::WordNet;

/// The licence of WordNet 3.0, in full. It must go with every copy, also of a program that embeds this crate.
pub const LICENSE: &str = include_str!("../LICENSE-WORDNET");
