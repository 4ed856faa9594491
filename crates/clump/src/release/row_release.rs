//! The release that a method makes of transactions, as whole rows or as pieces. The code that writes, checks
//! and measures gets from here the transactions behind each line.

use clump_core::anonymize::apply::Applied;
use clump_core::anonymize::{AnonymizeError, Anonymizer, Cutter, Method as Promising};
use clump_core::cut::{Cut, Parts};
use clump_core::fate::{Fate, fates};
use clump_core::measure::{Measures, measure};
use clump_core::progress::Progress;
use clump_core::release::{Release, RootItems};
use clump_core::risk::{Risk, RiskParameters, risk_after};
use clump_core::sensitive::Sensitive;
use clump_core::taxonomy::{Node, PricedIn};
use clump_core::transactions::Transactions;
use clump_io::release::ReleaseColumns;

use crate::data::Data;
use crate::methods::AnyMethod;

#[derive(Clone, Copy)]
pub(crate) enum RowMethod<'m> {
    /// A method that makes one row of each transaction.
    Whole(&'m dyn Anonymizer),
    /// A method that cuts transactions into pieces and makes one row of each piece.
    Pieces(&'m dyn Cutter),
}

impl<'m> RowMethod<'m> {
    pub fn of(method: &'m AnyMethod) -> Option<RowMethod<'m>> {
        match method {
            AnyMethod::Transactions(method) => Some(RowMethod::Whole(method.as_ref())),
            AnyMethod::Pieces(method) => Some(RowMethod::Pieces(method.as_ref())),
            AnyMethod::Lines(_) | AnyMethod::Facts(_) => None,
        }
    }

    /// The interface that all methods share: name and promise.
    pub fn method(self) -> &'m dyn Promising {
        match self {
            RowMethod::Whole(method) => method,
            RowMethod::Pieces(method) => method,
        }
    }

    /// Items that the promise treats as sensitive; `None` if it has no sensitive items.
    pub fn sensitive(self) -> Option<&'m Sensitive> {
        match self {
            RowMethod::Whole(method) => method.sensitive(),
            RowMethod::Pieces(_) => None,
        }
    }

    /// Makes a release of `data`. Methods that minimise a loss use the unit `cost`. Items below a ceiling are
    /// passed to the method as the ceiling's node, and the result is mapped back to the original items.
    pub fn make(
        self,
        data: &Data,
        cost: PricedIn,
        progress: &dyn Progress,
    ) -> Result<RowRelease, AnonymizeError> {
        let transactions = data.lifted();
        match self {
            RowMethod::Whole(method) => {
                method.anonymize(&transactions, &data.priced_in(cost), progress).map(RowRelease::Whole)
            }
            RowMethod::Pieces(method) => {
                // Queries of fewer than k owners cannot be published, so the method does not get them.
                let k = method.promise().k().unwrap_or(1);
                let queries = data.queries.of_owners(&data.transactions, k);
                if data.ceilings.is_empty() {
                    return method
                        .cut(&transactions, &queries, &data.taxonomy, progress)
                        .map(|cut| RowRelease::Pieces(Box::new(cut)));
                }
                let queries = data.ceilings.lift_queries(&queries, &data.taxonomy);
                let cut = method.cut(&transactions, &queries, &data.taxonomy, progress)?;
                Ok(RowRelease::Pieces(Box::new(data.ceilings.restore(
                    cut,
                    &data.transactions,
                    &data.taxonomy,
                ))))
            }
        }
    }

    /// The part of an earlier release that the release `made` uses; `None` if the method applies none.
    pub fn applied(self, data: &Data, made: &RowRelease) -> Option<Applied> {
        match self {
            RowMethod::Whole(method) => {
                method.applied(&data.transactions, &data.taxonomy, made.release(data).1)
            }
            RowMethod::Pieces(_) => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum RowRelease {
    /// One row for each transaction.
    Whole(Release),
    /// One row for each piece of a transaction.
    Pieces(Box<Cut>),
}

impl RowRelease {
    /// Converts the release to the form and order in which it is published.
    pub(crate) fn canonical(self, data: &Data, root_items: RootItems) -> RowRelease {
        match self {
            RowRelease::Whole(release) => RowRelease::Whole(release.canonical(&data.taxonomy, root_items)),
            RowRelease::Pieces(cut) => {
                RowRelease::Pieces(Box::new(cut.canonical(&data.taxonomy, &data.queries.texts)))
            }
        }
    }

    /// The transactions (or parts of transactions) behind the lines, with the release made of them.
    pub fn release<'a>(&'a self, data: &'a Data) -> (&'a Transactions, &'a Release) {
        match self {
            RowRelease::Whole(release) => (&data.transactions, release),
            RowRelease::Pieces(cut) => (&cut.parts, &cut.release),
        }
    }

    /// The release if it has whole rows; `None` if it has pieces.
    pub fn whole(&self) -> Option<&Release> {
        match self {
            RowRelease::Whole(release) => Some(release),
            RowRelease::Pieces(_) => None,
        }
    }

    /// The pieces of the release; `None` if it has whole rows.
    pub fn cut(&self) -> Option<&Cut> {
        match self {
            RowRelease::Whole(_) => None,
            RowRelease::Pieces(cut) => Some(cut),
        }
    }

    /// The release as rows with their transactions or parts of transactions.
    pub fn parts(&self) -> Parts<'_> {
        match self {
            RowRelease::Whole(release) => Parts::from(release),
            RowRelease::Pieces(cut) => Parts::from(cut.as_ref()),
        }
    }

    pub fn columns(&self) -> ReleaseColumns {
        match self {
            RowRelease::Whole(_) => ReleaseColumns::Rows,
            RowRelease::Pieces(_) => ReleaseColumns::Pieces,
        }
    }

    /// The query text of a bag; `None` if the bag is not a whole query.
    pub fn text<'d>(&self, data: &'d Data, bag: usize) -> Option<&'d str> {
        let query = self.cut()?.query[bag]?;
        Some(data.queries.texts.get(query as usize))
    }

    /// Name of the owner of row `row`.
    pub fn owner<'d>(&self, data: &'d Data, row: usize) -> &'d str {
        let transaction = self.cut().map_or(row, |cut| cut.of[row] as usize);
        data.owner_names.get(data.transactions.owner(transaction) as usize)
    }

    pub fn measure(&self, data: &Data) -> Measures {
        match self {
            RowRelease::Whole(release) => measure(&data.transactions, &data.taxonomy, release),
            RowRelease::Pieces(cut) => cut.measure(&data.transactions, &data.taxonomy),
        }
    }

    /// Success rates of an attacker who has the release and knows some of the original data.
    pub fn risk(
        &self,
        data: &Data,
        sensitive: &[Node],
        population: Option<&Transactions>,
        parameters: RiskParameters,
    ) -> Risk {
        risk_after(&data.transactions, &data.taxonomy, self.parts(), sensitive, population, parameters)
    }

    pub fn fates(&self, data: &Data) -> Vec<Fate> {
        match self {
            RowRelease::Whole(release) => fates(&data.transactions, &data.taxonomy, release),
            RowRelease::Pieces(cut) => {
                let (by_owner, united) = cut.united(&data.transactions);
                fates(&by_owner, &data.taxonomy, &united)
            }
        }
    }
}
