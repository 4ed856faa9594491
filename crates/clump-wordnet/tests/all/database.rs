//! A database small enough to read: how words that are no nouns find theirs, and what is refused.

use clump_wordnet::{DatabaseError, Files, Link, WordNet};

/// All that lives, all that happens, and a pen. No line of ours may be missing from `index.noun`.
const NOUNS: &str = "\
00000001 03 n 01 entity 0 000 | all  \n\
00000002 03 n 01 living_thing 0 001 @ 00000001 n 0000 | lives  \n\
00000003 03 n 01 event 0 001 @ 00000001 n 0000 | happens  \n\
00000004 03 n 01 writer 0 001 @ 00000002 n 0000 | writes  \n\
00000005 03 n 01 writing 0 001 @ 00000003 n 0000 | what a writer does  \n\
00000006 03 n 01 pen 0 001 @ 00000001 n 0000 | for writing  \n";

const NOUN_INDEX: &str = "\
entity n 1 0 1 0 00000001  \nevent n 1 0 1 0 00000003  \nliving_thing n 1 0 1 0 00000002  \n\
pen n 1 0 1 0 00000006  \nwriter n 1 0 1 0 00000004  \nwriting n 1 0 1 0 00000005  \n";

/// `write` is derived from all three, the writer first; `scrawl` has no noun but a more general verb.
const VERBS: &str = "\
00000001 29 v 02 write 0 pen_down 0 003 + 00000004 n 0101 + 00000006 n 0101 + 00000005 n 0101 01 + 01 00 | set down  \n\
00000002 29 v 01 scrawl 0 001 @ 00000001 v 0000 01 + 01 00 | write badly  \n";

const VERB_INDEX: &str = "scrawl v 1 1 @ 1 0 00000002  \nwrite v 1 1 + 1 0 00000001  \n";

const ADJECTIVES: &str = "\
00000001 00 a 01 penlike(p) 0 001 \\ 00000006 n 0101 | of a pen  \n\
00000002 00 s 01 written 0 000 | set down  \n\
00000003 00 s 01 pointed 0 001 & 00000001 a 0000 | as a pen is  \n\
00000004 00 a 02 inky 0 penly 0 001 = 00000006 n 0000 | as a pen is  \n";

const ADJECTIVE_INDEX: &str = "\
inky a 1 0 1 0 00000004  \npenlike a 1 0 1 0 00000001  \npointed a 1 0 1 0 00000003  \nwritten a 1 0 1 0 00000002  \n";

const ADVERBS: &str = "00000001 02 r 01 penlikely 0 001 \\ 00000001 a 0101 | as a pen  \n";

/// The database with some files replaced.
fn database(replaced: &[(&str, &str)]) -> Result<WordNet, DatabaseError> {
    let files = Files::read(|name| {
        if let Some((_, text)) = replaced.iter().find(|(other, _)| *other == name) {
            return Ok(text.as_bytes().to_vec());
        }
        let text = match name {
            "data.noun" => NOUNS,
            "index.noun" => NOUN_INDEX,
            "data.verb" => VERBS,
            "index.verb" => VERB_INDEX,
            "verb.exc" => "wrote write\nwritten write\n",
            "data.adj" => ADJECTIVES,
            "index.adj" => ADJECTIVE_INDEX,
            "data.adv" => ADVERBS,
            "index.adv" => "penlikely r 1 1 \\ 1 0 00000001  \n",
            _ => "",
        };
        Ok::<_, DatabaseError>(text.into())
    })?;
    WordNet::from_database(&files)
}

/// The name of the node that a word is linked to, and how.
fn place(wordnet: &WordNet, word: &str) -> Option<(String, Link)> {
    wordnet.linked(word).map(|linked| (wordnet.taxonomy().name(linked.node).to_owned(), linked.link))
}

#[test]
fn each_word_has_one_place() {
    let wordnet = database(&[]).unwrap();
    for (word, node, link) in [
        ("write", "<writing>", Link::Derived),
        ("wrote", "<writing>", Link::Derived),
        ("written", "<writing>", Link::Verb),
        ("scrawled", "<writing>", Link::Hypernym),
        ("penlike", "<pen>", Link::Pertainym),
        ("penlikely", "<pen>", Link::Pertainym),
        ("inky", "<pen>", Link::Attribute),
        ("pointed", "<pen>", Link::Similar),
    ] {
        assert_eq!(place(&wordnet, word), Some((node.to_owned(), link)), "{word}");
    }
    assert_eq!(place(&wordnet, "pen down"), None, "single words only");
    assert_eq!(place(&wordnet, "pen"), None, "a noun");
}

#[test]
fn a_part_of_speech_without_files_is_passed_over() {
    let wordnet = database(&[("data.adj", ""), ("index.adj", "")]).unwrap();
    assert_eq!(place(&wordnet, "write"), Some(("<writing>".to_owned(), Link::Derived)));
    assert_eq!(place(&wordnet, "penlikely"), None, "its adjective is not there");
}

#[test]
fn a_reference_to_nowhere_is_refused() {
    assert!(matches!(
        database(&[("data.adj", "")]),
        Err(DatabaseError::UnknownSynset { file: "index.adj", line: 1, offset: 4 })
    ));
    assert!(matches!(
        database(&[("data.verb", &VERBS.replace("00000005 n", "00000009 n"))]),
        Err(DatabaseError::UnknownSynset { file: "data.verb", line: 1, offset: 9 })
    ));
    assert!(matches!(
        database(&[("data.verb", &VERBS.replace("@ 00000001 v", "@ 00000001 x"))]),
        Err(DatabaseError::Field { file: "data.verb", line: 2, .. })
    ));
}

#[test]
fn files_without_a_noun_are_no_tree() {
    let empty = database(&[("data.noun", ""), ("index.noun", "")]).err();
    assert!(matches!(empty, Some(DatabaseError::NotATree { synsets: 0, .. })), "{empty:?}");
}
