//! Makes the certificate, the public statement about a release, from the job and the figures of the run.

use std::collections::BTreeMap;

use clump_core::promise::Promise;
use clump_core::verify::Verdict;
use clump_io::OwnerIs;
use clump_report::{
    Certificate, CertifiedPromise, CertifiedProperty, Figures, ReleaseFacts, TaxonomyFacts, not_covered,
};

use crate::RunError;
use crate::check::certificate::public_smallest;
use crate::job::Job;
use crate::job::settings::settings;
use crate::methods::{Apply, Method};
use crate::release::certificate_file::fingerprint;

/// The certificate of the `release` that `method` made for `job`. Sensitive items are added later.
pub(crate) fn certificate_of(
    job: &Job,
    method: &str,
    promise: CertifiedPromise,
    owner_is: &OwnerIs,
    figures: &Figures,
    release: ReleaseFacts,
    taxonomy: Option<&TaxonomyFacts>,
) -> Result<Certificate, RunError> {
    let promise = public_promise(&promise, job);
    let promised = promise.promise();
    let parameters = parameters(job, &promised)?;
    let not_covered = not_covered(&promised, job.rows_of_an_owner(), &parameters);
    Ok(Certificate {
        tool: "clump".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        promise,
        sensitive_items: Vec::new(),
        owner_is: owner_is.to_string(),
        certain: None,
        method: method.to_owned(),
        published: figures.into(),
        release,
        taxonomy: taxonomy.cloned(),
        parameters,
        not_covered: not_covered.into_iter().map(str::to_owned).collect(),
    })
}

/// Removes numbers that the release does not show from the verdicts of `promise`.
fn public_promise(promise: &CertifiedPromise, job: &Job) -> CertifiedPromise {
    let public = |certified: &CertifiedProperty| {
        let CertifiedProperty { property, verdict, .. } = certified;
        let smallest = public_smallest(property, job.rows_of_an_owner(), verdict.smallest);
        CertifiedProperty { verdict: Verdict { smallest, ..verdict.clone() }, ..certified.clone() }
    };
    let properties: Vec<CertifiedProperty> = promise.properties().iter().map(public).collect();
    properties.try_into().expect("these are the properties of a promise")
}

/// Settings that shaped the release and reveal nothing about its input, and the origins of a key and of an
/// earlier release. Also states that a list of excluded terms was used, but not its content or size: they are
/// the publisher's secret.
fn parameters(job: &Job, promise: &Promise) -> Result<BTreeMap<String, serde_json::Value>, RunError> {
    let mut public = settings(job, promise);
    if let Some(key) = job.method.key() {
        public.insert("key".to_owned(), key.origin().into());
    }
    if let Method::Apply(Apply { earlier: Some(earlier), .. }) = &*job.method {
        public.insert("earlier".to_owned(), fingerprint(earlier)?.into());
    }
    if job.guards.never.list.is_some() {
        public.insert("never".to_owned(), true.into());
    }
    Ok(public)
}
