//! The senses of the web in the embedded taxonomy: each leads somewhere, and elsewhere than WordNet.

use clump_wordnet::WordNet;

#[test]
fn every_line_resolves_and_differs_from_what_wordnet_says() {
    let wordnet = WordNet::load();
    assert_eq!(wordnet.web_senses().len(), 569);
    let mut nouns = 0;
    for (text, node) in wordnet.web_senses() {
        assert_eq!(wordnet.web_sense(text), Some(node));
        assert_ne!(wordnet.exact(text), Some(node), "{text}: WordNet says so already");
        nouns += usize::from(wordnet.exact(text).is_some());
    }
    assert_eq!(nouns, 265, "the others are names that WordNet lacks");
}

#[test]
fn what_everybody_types() {
    let wordnet = WordNet::load();
    for (text, expected) in [
        ("yahoo", "<web site>"),
        ("amazon", "<web site>"),
        ("myspace", "<web site>"),
        ("craigslist", "<web site>"),
        ("ebay", "<web site>"),
        ("java", "<programming language>"),
        ("apple", "<electronics company>"),
        ("windows", "<operating system>"),
        ("target", "<mercantile establishment>"),
        ("orange", "<telephone company>"),
        ("subway", "<restaurant>"),
        ("pubmed", "<database>"),
        ("bank", "<depository financial institution>"),
        ("john", "<first name>"),
        ("delta", "<airline.n.02>"),
        ("home depot", "<hardware store>"),
        ("best buy", "<mercantile establishment>"),
    ] {
        let node = wordnet.web_sense(text).unwrap_or_else(|| panic!("{text} is not on the list"));
        assert_eq!(wordnet.taxonomy().name(node), expected, "{text}");
    }
    assert_eq!(wordnet.longest_web_phrase("bank"), 3, "bank of america");
    for nothing in ["dog", "", "Yahoo", "home", "beetle", "linux"] {
        assert_eq!(wordnet.web_sense(nothing), None, "{nothing}");
    }
}
