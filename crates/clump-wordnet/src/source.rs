//! Source and licence of the words.

/// The licence of WordNet 3.0, in full. It must go with every copy, also of a program that embeds this crate.
pub const LICENSE: &str = include_str!("../LICENSE-WORDNET");

/// Source files of the artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name and version of the database.
    pub version: &'static str,
    /// A package that carries exactly these files.
    pub package: &'static str,
    /// The names of the files read within the database directory, each with the SHA-256 of its bytes in
    /// lower-case hexadecimal digits.
    pub files: [(&'static str, &'static str); 12],
}

/// Source files of the embedded artifact. The artifact repeats the hashes, and a test compares them.
pub const SOURCE: Source = Source {
    version: "WordNet 3.0",
    package: "Debian wordnet-base 1:3.0-37",
    files: [
        ("data.noun", "fea17d2f9656611334eac790e5d69e47645fa180c4aa481fb4cd9b3520754ca2"),
        ("index.noun", "a490d99d93d017bf4822fe2f0ffa51fd73911ce271dc7535fade21f8814b5a04"),
        ("noun.exc", "2b5d675c380b39ecf595af9fa9d4e7feb1d58c643b0bff08c40ed5bfe41fab7a"),
        ("data.adj", "c89120dfc1f046ddff4a631bf9b7e9fa1a36b5e86565a23bf82dbe14f30b88a7"),
        ("index.adj", "c9865d7b4d1f805bdef82ccdcea5282436e23083e6f6f1b33e716327c4eda810"),
        ("adj.exc", "8824cc24bbedd797b9702316b27f07cd4c2b76b629539f0a1276f03926758016"),
        ("data.verb", "adcf43e35b581e8036d8b5a52d63d9cd3d3b4870b2720d3c03c799df44777bc2"),
        ("index.verb", "e2ac24816c3a8289dcb72aaa9cf8db81fdf25ec34d792bfc96ac5b7a20c8b4ae"),
        ("verb.exc", "dbbcf9a601b2d77e934e413b91d90e88ec7f933a8b77cfc00602a923b891b42c"),
        ("data.adv", "444a63bf3955080ab7524f5079cfc07ff9bc682cb98bdb1db73b0fb9829f1139"),
        ("index.adv", "6f5465ed5758fe9c8a2f7ec17b1300f3aa875756c70ff7cba162f7e71bcf88ea"),
        ("adv.exc", "e7291461b629abfe63301bbe1998cee09fd575ed7107abd7ea9763adb05bf0a8"),
    ],
};

#[cfg(test)]
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
        assert_eq!(inputs, SOURCE.files.map(|(name, sha256)| (name, sha256.to_owned())));
    }
}
