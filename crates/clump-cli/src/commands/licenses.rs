//! `clump --licenses`: prints the licences of all parts of this binary.

use crate::{Answer, output};

const OURS: &str = "\
clump is licensed under either of the Apache License, Version 2.0, or the MIT licence, at your option.

------------------------------------------------------------------------------------------------------------------------
MIT
------------------------------------------------------------------------------------------------------------------------
";

const APACHE: &str = "
------------------------------------------------------------------------------------------------------------------------
Apache-2.0
------------------------------------------------------------------------------------------------------------------------
";

const WORDNET: &str = "
------------------------------------------------------------------------------------------------------------------------
The built-in taxonomy is made from the nouns of WordNet 3.0
------------------------------------------------------------------------------------------------------------------------
";

const LINKED: &str = "
------------------------------------------------------------------------------------------------------------------------
What follows are the licences of the crates that are linked into this binary
";

pub fn run() -> anyhow::Result<Answer> {
    output::write(|out| {
        for text in [
            OURS,
            include_str!("../../LICENSE-MIT"),
            APACHE,
            include_str!("../../LICENSE-APACHE"),
            WORDNET,
            clump::wordnet::LICENSE,
            LINKED,
            include_str!("../../NOTICES.txt"),
        ] {
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    })?;
    Ok(Answer::Yes)
}
