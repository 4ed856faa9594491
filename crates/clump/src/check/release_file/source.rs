//! Finds the taxonomy tree for the labels of a release. The reader may give it; otherwise it is the one that
//! the certificate states.

use clump_core::promise::{Promise, PropertyName};
use clump_io::taxonomy::TaxonomySource;
use clump_report::Certificate;

use super::{Content, ReleaseFile};
use crate::check::ceiling::Places;
use crate::check::certificate::job;
use crate::check::claim::Claim;
use crate::check::facts::texts;
use crate::data::{Data, lacks_nodes};
use crate::job::Job;
use crate::{CheckError, taxonomy};

impl ReleaseFile {
    /// Tree for the ceiling and certainty of `claim`; `None` if it has neither or the tree is unknown.
    pub(super) fn places(&self, claim: &Claim) -> Result<Option<Places<'static>>, CheckError> {
        if claim.named_nodes().next().is_none() {
            return Ok(None);
        }
        let Some(mut job) = self.labelling() else { return Ok(None) };
        job.taxonomy.add_topics(claim.promise.properties().iter().flat_map(|property| property.nodes()));
        job = guarding(job, &claim.promise);
        let places = match &self.content {
            Content::Rows(_, released) => Places::of_labels(&job, released.labels().iter())?,
            Content::Facts(_, tables) => Places::of_labels(&job, tables.iter().flat_map(texts))?,
            Content::Lines(..) => return Ok(None),
        };
        match claim.named_nodes().find(|(names, _)| places.lacks(names)) {
            Some((_, unknown)) => Err(unknown.into()),
            None => Ok(Some(places)),
        }
    }

    /// As [`Self::places`], if the originals are known: then the tree of the data has all labels.
    pub(super) fn places_in<'d>(
        &self,
        claim: &Claim,
        data: &'d Data,
    ) -> Result<Option<Places<'d>>, CheckError> {
        if let Some(job) = &self.source {
            for (names, unknown) in claim.named_nodes() {
                if lacks_nodes(names, &data.taxonomy, job)? {
                    return Err(unknown.into());
                }
            }
        }
        match &self.source {
            Some(job) if claim.promise.has(PropertyName::Ceiling) => {
                Ok(Some(Places::of_data(&data.taxonomy, job)?))
            }
            _ => Ok(Some(Places::in_tree(&data.taxonomy))),
        }
    }

    /// The job whose settings put labels into a tree. The certificate states the settings and a built-in
    /// tree. Trees and overrides in files must come from the reader. `None` if they are missing or differ
    /// from the certificate.
    fn labelling(&self) -> Option<Job> {
        let Some(certificate) = self.certificate() else { return self.source.clone() };
        let mut labelling = job(certificate)?;
        let facts = certificate.taxonomy.as_ref()?;
        if facts.overrides {
            labelling.words.overrides = Some(self.source.as_ref()?.words.overrides.clone()?);
        }
        labelling.taxonomy.source = match facts.source.as_str() {
            "file" => self.source.as_ref()?.taxonomy.source.clone(),
            source => source.into(),
        };
        let tree = labelling.taxonomy.source.given(labelling.words.items()).ok()?;
        let is_same = facts.blake3.as_ref().is_none_or(|blake3| taxonomy::fingerprint(&tree) == *blake3);
        is_same.then_some(labelling)
    }

    /// True if the reader's taxonomy file is that of the certificate; `None` if they cannot be compared.
    pub(super) fn is_stated_tree(&self, certificate: &Certificate) -> Option<bool> {
        let source = self.source.as_ref().map(|job| &job.taxonomy.source);
        let source = source.filter(|source| matches!(source, TaxonomySource::File(_)))?;
        let stated = certificate.taxonomy.as_ref().filter(|facts| facts.source == "file")?;
        let tree = source.given(job(certificate)?.words.items()).ok()?;
        stated.blake3.as_ref().map(|blake3| taxonomy::fingerprint(&tree) == *blake3)
    }

    /// Gives `job` the tree of the certificate, if that tree is in no file and `job` has the default tree.
    pub(super) fn with_tree(&self, mut job: Job) -> Job {
        let taxonomy = self.certificate().and_then(|certificate| certificate.taxonomy.as_ref());
        if let (TaxonomySource::WordNet, Some(stated)) = (&job.taxonomy.source, taxonomy)
            && stated.source != "file"
        {
            job.taxonomy.source = stated.source.as_str().into();
        }
        guarding(job, &self.certified_promise())
    }
}

/// Reads words that the tree lacks as the run did: they are put below the nodes of the promise's guards.
fn guarding(mut job: Job, promise: &Promise) -> Job {
    job.words.guarded = promise.properties().iter().flat_map(|property| property.nodes()).cloned().collect();
    job
}
