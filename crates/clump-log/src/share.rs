//! The method `share`: a query can be read only if at least k owners asked it (E. Adar: *User 4XXXXX9:
//! Anonymizing Query Logs*, WWW 2007 workshop on query log analysis).
//!
//! The query is published encrypted. The key of the cipher is the constant term of a random polynomial of
//! degree k - 1 over a prime field. Each owner who asked the query publishes one point of that polynomial.
//! Any k points determine the polynomial and so the query. Fewer points fit every constant term equally well,
//! so they reveal nothing (Shamir). All rows of one query have the same tag.
//!
//! The method writes with the modules `secrets`, `polynomial` and `seal`; a reader opens queries with `row`,
//! `bundle`, `polynomial` and `seal`. [`decode`](decode()) and [`sealed_queries`] are such readers: they
//! import no module that knows the key.
//!
//! A query that looks like an identifier of a person is not sealed, and its lines are left out. Otherwise k
//! owners who typed one telephone number would publish it.
//!
//! # What the promise does not cover
//! - The polynomials are drawn from the [`Key`] and the cipher is ChaCha20-Poly1305. So fewer points reveal
//!   nothing to anyone who cannot break BLAKE3 or ChaCha20. The key, or the seed it was made from, opens
//!   everything.
//! - An attacker who controls k - 1 of the owners can ask a guessed query with all of them. If the query
//!   becomes readable, another owner asked it.
//! - Some data stay visible: the times of a pseudonym's queries, which of these queries others asked too and
//!   how many did, and the length of a sealed query in steps of 32 bytes. The readable queries of an owner
//!   have one pseudonym. Each of them has k owners, but all of them together may have one.
//! - Two releases with one key add up, because an owner's share of a query is the same in both. That is sound
//!   if both have the same k: k owners of both together still asked the query. Otherwise the smaller k holds
//!   for queries in both.

use clump_core::anonymize::{AnonymizeError, Method, ParameterError};
use clump_core::log::{QueryItems, QueryLog, Table};
use clump_core::progress::{Cancelled, Progress, Stage};
use clump_core::promise::{Promise, SealedQueries};
use clump_core::rewrite::{Fact, Rewriter, Rewritten};
use clump_scrub::{Text, find};
use rayon::prelude::*;

use crate::Key;
use crate::texts::NormalForms;

mod bundle;
mod decode;
mod polynomial;
mod row;
mod seal;
#[cfg(test)]
mod secrecy;
mod secrets;
mod verify;

use seal::seal;
use secrets::Secrets;

pub use decode::{Decoded, DecodedLine, decode};
pub use row::{RowError, SEALED_COLUMNS, SealedRow};
pub use verify::sealed_queries;

/// Parameters of [`SecretSharing`] before they are checked.
#[derive(Clone, Debug)]
pub struct ShareParameters {
    /// Number of owners who must have asked a query so that readers can open it.
    pub k: usize,
    /// Source of all randomness. If it is destroyed after the run, no reader knows more than any other.
    pub key: Key,
}

impl ShareParameters {
    /// Checks the parameters and makes the method.
    ///
    /// # Errors
    /// When k < 2: a polynomial of degree 0 is its own secret.
    pub fn check(self) -> Result<SecretSharing, ParameterError> {
        ParameterError::require_k(self.k)?;
        Ok(SecretSharing(self))
    }
}

/// Publishes every line of a log, with each query sealed for `k` owners. O(lines log lines + shares x k).
///
/// Queries with the same [normal form](crate::normal_form()) count as one query, and readers get the normal
/// form. An owner who asks a query again publishes the same share again. Rank and address of a clicked result
/// are not published, because an address reveals the query. A row has some 265 bytes, and a [`Table`] at most
/// 4 GiB, which is 16 million lines.
///
/// Do not use it if readers need the rare queries, or any statistics of words. In most logs most queries have
/// one owner, and readers see only their times.
#[derive(Clone, Debug)]
pub struct SecretSharing(ShareParameters);

impl Method for SecretSharing {
    fn name(&self) -> &'static str {
        "share"
    }

    fn promise(&self) -> Promise {
        SealedQueries { k: self.0.k }.into()
    }
}

/// Number of queries that are sealed in one batch: enough for all threads, but few compared with the table.
const QUERIES_AT_A_TIME: usize = 1 << 13;

impl Rewriter for SecretSharing {
    fn rewrite(
        &self,
        log: &QueryLog,
        _: Option<&QueryItems>,
        progress: &dyn Progress,
    ) -> Result<Rewritten, AnonymizeError> {
        let ShareParameters { k, ref key } = self.0;
        let owners = log.owners.len();
        if owners < k {
            // A release of fewer owners would keep the promise, but no reader could ever open a query.
            return Err(AnonymizeError::TooFewOwners { owners, k });
        }
        let secrets = Secrets::new(key, k);
        progress.go_on()?;
        let pseudonyms: Vec<String> = log.owners.iter().map(|owner| secrets.pseudonym(owner)).collect();
        let normal_forms = NormalForms::of(&log.queries);
        let query_of = |line: u32| normal_forms.number(log.lines[line as usize].query);
        let owner_of = |line: u32| log.lines[line as usize].owner;

        let mut order: Vec<u32> =
            (0..u32::try_from(log.lines.len()).expect("fewer than 2^32 lines")).collect();
        let queries_read = normal_forms.len();
        let is_identifier: Vec<bool> = (0..queries_read as u32)
            .into_par_iter()
            .map(|query| find(normal_forms.text(query), Text::Query).is_some())
            .collect();
        order.retain(|&line| !is_identifier[query_of(line) as usize]);
        order.par_sort_unstable_by_key(|&line| (query_of(line), owner_of(line), line));
        let queries: Vec<&[u32]> = order.chunk_by(|&a, &b| query_of(a) == query_of(b)).collect();

        progress.begin(Stage::Group, log.lines.len() as u64);
        let mut table = Table::new(SEALED_COLUMNS);
        let mut readable = Readable::default();
        for queries in queries.chunks(QUERIES_AT_A_TIME) {
            let sealed: Vec<SealedQuery> = queries
                .par_iter()
                .map(|lines| {
                    progress.go_on()?;
                    let owners = lines.chunk_by(|&a, &b| owner_of(a) == owner_of(b));
                    let owners = owners.map(|lines| (log.owner(&log.lines[lines[0] as usize]), lines));
                    Ok(SealedQuery::new(&secrets, k, normal_forms.text(query_of(lines[0])), owners))
                })
                .collect::<Result<_, Cancelled>>()?;
            for (query, lines) in sealed.iter().zip(queries) {
                readable.count(query.shares.len() >= k, lines.len());
                for share in &query.shares {
                    for line in share.lines.iter().map(|&line| log.lines[line as usize]) {
                        let owner = pseudonyms[line.owner as usize].as_str();
                        table.push([
                            owner,
                            log.text(line.time),
                            &query.tag,
                            &share.x,
                            &share.y,
                            &query.sealed,
                        ]);
                    }
                }
                progress.advance(lines.len() as u64);
            }
        }
        progress.end();
        let facts = readable.facts(queries.len(), queries_read - queries.len());
        // `order` lists the lines of the log in the order in which they were published.
        Ok(Rewritten { table, origin: order, facts })
    }
}

/// The cells that the rows of one query have in common, and its shares.
struct SealedQuery<'a> {
    tag: String,
    sealed: String,
    shares: Vec<PublishedShare<'a>>,
}

/// The share that one owner has of a query, and the lines of the log that publish it.
struct PublishedShare<'a> {
    lines: &'a [u32],
    x: String,
    y: String,
}

impl<'a> SealedQuery<'a> {
    /// Seals `text` for `k` owners and gives each of its `owners` a share.
    fn new<'o>(
        secrets: &Secrets,
        k: usize,
        text: &str,
        owners: impl Iterator<Item = (&'o str, &'a [u32])>,
    ) -> SealedQuery<'a> {
        let secret = secrets.of_query(text);
        let shares = owners
            .map(|(owner, lines)| {
                let (x, y) = secret.share(owner);
                PublishedShare { lines, x: row::x_cell(x), y: row::y_cell(&y) }
            })
            .collect();
        let sealed = seal(&secret.polynomial.constant(), &secret.tag, k, text);
        SealedQuery { tag: row::hex(&secret.tag), sealed: row::hex(&sealed), shares }
    }
}

/// Counts the queries and lines that readers will be able to open.
#[derive(Default)]
struct Readable {
    queries: u64,
    lines: u64,
}

impl Readable {
    fn count(&mut self, is_readable: bool, lines: usize) {
        if is_readable {
            self.queries += 1;
            self.lines += lines as u64;
        }
    }

    /// The facts that a run reports: of `queries` sealed queries, and `excluded` ones with an identifier.
    fn facts(&self, queries: usize, excluded: usize) -> Vec<Fact> {
        vec![
            Fact { name: "queries that can be read", count: self.queries },
            Fact { name: "queries that stay sealed", count: queries as u64 - self.queries },
            Fact { name: "lines that can be read", count: self.lines },
            Fact { name: "queries with an identifier", count: excluded as u64 },
        ]
    }
}
