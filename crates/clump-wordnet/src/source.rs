//! Where the nouns come from, and on which terms.

/// The licence of WordNet 3.0, in full. It must go with every copy, also of a program that embeds this crate.
pub const LICENSE: &str = include_str!("../LICENSE-WORDNET");

/// A file of the WordNet database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputFile {
    /// Its name within the database directory.
    pub name: &'static str,
    /// The SHA-256 of its bytes, in lower-case hexadecimal digits.
    pub sha256: &'static str,
}

/// What the artifact was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name and version of the database.
    pub version: &'static str,
    /// A package that carries exactly these files.
    pub package: &'static str,
    /// The files read.
    pub files: [InputFile; 3],
}

/// What the embedded artifact was made from. The artifact repeats the hashes, and a test compares them.
pub const SOURCE: Source = Source {
    version: "WordNet 3.0",
    package: "Debian wordnet-base 1:3.0-37",
    files: [
        InputFile {
            name: "data.noun",
            sha256: "fea17d2f9656611334eac790e5d69e47645fa180c4aa481fb4cd9b3520754ca2",
        },
        InputFile {
            name: "index.noun",
            sha256: "a490d99d93d017bf4822fe2f0ffa51fd73911ce271dc7535fade21f8814b5a04",
        },
        InputFile {
            name: "noun.exc",
            sha256: "2b5d675c380b39ecf595af9fa9d4e7feb1d58c643b0bff08c40ed5bfe41fab7a",
        },
    ],
};

#[cfg(all(test, feature = "embedded"))]
mod tests {
    use super::*;
    use crate::format::{Artifact, unpack};
    use crate::wordnet::EMBEDDED;

    #[test]
    fn the_artifact_says_the_same() {
        let payload = unpack(EMBEDDED).unwrap();
        let artifact = Artifact::parse(&payload).unwrap();
        assert_eq!(artifact.licence, LICENSE);
        let hex = |hash: [u8; 32]| hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let inputs: Vec<(&str, String)> =
            artifact.inputs.iter().map(|&(name, hash)| (name, hex(hash))).collect();
        assert_eq!(inputs, SOURCE.files.map(|file| (file.name, file.sha256.to_owned())));
    }
}
