//! The artifact: all data of this crate, in the order in which they are read, as one zstd frame.
//!
//! | part | bytes |
//! |---|---|
//! | magic | `CLUMPTAX` |
//! | version | u32, 2 |
//! | licence | u32 length, text |
//! | inputs | u32 count; for each a u32 length, its name, and its SHA-256 |
//! | depths | u32 count, then for each node in preorder its distance from the root |
//! | senses | for each node the sense number in its name, or 0 for a name without number |
//! | nodes | u32 length, then for each node a line `name` or `name\|lemma\|lemma\|linked\|linked` |
//! | exceptions | u32 length, then lines `plural\|base\|base` |
//! | forms | u32 length, then lines `inflected\|base\|base` of linked words |
//!
//! Numbers are little-endian. A name keeps the case of the database; lemmas are lower case. A name without
//! sense number is itself a lemma in lower case, and is not repeated. A linked word begins with the symbol of
//! its link, which no lemma does, and the digit of its endings: `+1write`. The layout has columns and not
//! records, because similar data compress better together.

/// The first bytes of the artifact.
const MAGIC: &[u8] = b"CLUMPTAX";
/// The only format version that this crate reads. Version 1 had nouns only.
const VERSION: u32 = 2;

/// The parts of an artifact, unpacked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Artifact {
    pub(crate) licence: String,
    /// Name and SHA-256 of each file that the artifact was made from.
    pub(crate) inputs: Vec<(String, [u8; 32])>,
    pub(crate) depths: Vec<u8>,
    pub(crate) senses: Vec<u8>,
    pub(crate) nodes: String,
    pub(crate) exceptions: String,
    pub(crate) forms: String,
}

/// Decompresses the zstd frame.
pub(crate) fn unpack(packed: &[u8]) -> Vec<u8> {
    zstd::decode_all(packed).expect("an artifact is a whole zstd frame")
}

impl Artifact {
    /// Splits an unpacked artifact into its parts.
    ///
    /// # Panics
    /// When [`Artifact::write`] did not make `bytes`. The only artifact is compiled into the program.
    pub(crate) fn parse(bytes: &[u8]) -> Artifact {
        let mut rest = Rest(bytes);
        assert_eq!(rest.take(MAGIC.len()), MAGIC, "an artifact begins with its magic");
        assert_eq!(rest.number(), VERSION, "the version of the artifact is the one that is read");
        let licence = rest.text();
        let inputs = (0..rest.number()).map(|_| (rest.text(), rest.array())).collect();
        let nodes = rest.number() as usize;
        let artifact = Artifact {
            licence,
            inputs,
            depths: rest.take(nodes).to_vec(),
            senses: rest.take(nodes).to_vec(),
            nodes: rest.text(),
            exceptions: rest.text(),
            forms: rest.text(),
        };
        assert!(rest.0.is_empty(), "nothing follows the last part");
        artifact
    }

    /// Writes the parts as bytes; the inverse of [`Artifact::parse`].
    #[cfg(any(test, feature = "generate"))]
    pub(crate) fn write(&self) -> Vec<u8> {
        let number = |count: usize| u32::try_from(count).expect("parts are shorter than 4 GiB").to_le_bytes();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        let text = |bytes: &mut Vec<u8>, text: &str| {
            bytes.extend(number(text.len()));
            bytes.extend(text.as_bytes());
        };
        text(&mut bytes, &self.licence);
        bytes.extend(number(self.inputs.len()));
        for (name, hash) in &self.inputs {
            text(&mut bytes, name);
            bytes.extend(hash);
        }
        bytes.extend(number(self.depths.len()));
        bytes.extend(&self.depths);
        bytes.extend(&self.senses);
        text(&mut bytes, &self.nodes);
        text(&mut bytes, &self.exceptions);
        text(&mut bytes, &self.forms);
        bytes
    }
}

/// The rest of an artifact: bytes that have not been read so far.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        *self.take(N).first_chunk().expect("so many bytes were taken")
    }

    fn number(&mut self) -> u32 {
        u32::from_le_bytes(self.array())
    }

    fn text(&mut self) -> String {
        let length = self.number() as usize;
        String::from_utf8(self.take(length).to_vec()).expect("the parts of an artifact are text")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LICENSE;
    use crate::wordnet::EMBEDDED;

    #[test]
    fn the_embedded_artifact_has_its_licence_and_is_written_as_it_was_read() {
        let bytes = unpack(EMBEDDED);
        let artifact = Artifact::parse(&bytes);
        assert_eq!(artifact.licence, LICENSE);
        assert_eq!(artifact.inputs.len(), 12);
        assert!(artifact.write() == bytes);
    }
}
