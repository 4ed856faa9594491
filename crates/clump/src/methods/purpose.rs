//! Purposes of publishers: each picks the kind of release that serves it.
//!
//! The choice is fixed, so a job with a purpose makes the same kind of release of any data. A test compares it with all
//! kinds on query logs, baskets and codes: it is the best for its task or within 2 % of the best.

use clump_core::tasks::Purpose;

use super::{MethodName, ParameterKeys};
use crate::JobError;
use crate::job::keys::MethodKeys;

/// Kind of release that serves a purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickedKind {
    /// These tables of `counts` together, as `--table` writes them.
    Tables(&'static [&'static str]),
    /// The release of this method with its default parameters.
    Method(MethodName),
}

/// The kind of release that serves a purpose.
///
/// ```
/// use clump::{PickedKind, Purpose, kind_for};
///
/// assert_eq!(kind_for(Purpose::Rules), PickedKind::Tables(&["item", "item,item"]));
/// ```
pub fn kind_for(purpose: Purpose) -> PickedKind {
    PickedKind::Tables(match purpose {
        // Words and pairs complete what too few people asked as a whole.
        Purpose::Completion => &["query", "word", "word,word"],
        Purpose::Queries => &["query"],
        Purpose::Words => &["word"],
        Purpose::Phrases | Purpose::CoOccurrence => &["word,word"],
        Purpose::Clicks => &["query,host"],
        Purpose::NextQuery => &["query,next"],
        Purpose::Trends => &["query:day"],
        Purpose::Prevalence => &["item"],
        // Pieces publish rare codes as their category. A table suppresses them.
        Purpose::Categories => return PickedKind::Method(MethodName::Pieces),
        Purpose::Pairs => &["item,item"],
        // A ratio needs both its numbers.
        Purpose::Rules | Purpose::Recommendation | Purpose::Lift => &["item", "item,item"],
    })
}

/// Replaces a purpose by the keys of the kind of release that serves it.
pub(super) fn pick(purpose: Purpose, keys: &mut MethodKeys, own: &mut ParameterKeys) -> Result<(), JobError> {
    let given = [("method", keys.method.is_some()), ("table", !own.counts.table.is_empty())];
    if let Some((key, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
        return Err(JobError::Contradiction { keys: ["purpose", key] });
    }
    match kind_for(purpose) {
        PickedKind::Tables(tables) => {
            own.counts.table =
                tables.iter().map(|table| table.parse().expect("a test parses all tables")).collect();
        }
        PickedKind::Method(name) => keys.method = Some(name),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clump_core::facts::TableSpec;

    use super::*;
    use crate::Job;
    use crate::methods::Method;

    #[test]
    fn every_purpose_is_a_job() {
        for purpose in Purpose::ALL {
            let given = format!("input = [\"log.tsv\"]\nk = 5\npurpose = \"{purpose}\"");
            let job: Job = toml::from_str(&given).unwrap();
            match kind_for(purpose) {
                PickedKind::Tables(tables) => {
                    let Method::Counts(counts) = &*job.method else { panic!("{purpose}") };
                    let written: Vec<String> = counts.tables().iter().map(TableSpec::to_string).collect();
                    assert_eq!(written, tables);
                }
                PickedKind::Method(method) => assert_eq!(job.method.name(), method),
            }
            for other in ["method = \"pieces\"", "table = [\"word\"]"] {
                assert!(
                    toml::from_str::<Job>(&format!("{given}\n{other}")).is_err(),
                    "{purpose} with {other}"
                );
            }
        }
    }
}
