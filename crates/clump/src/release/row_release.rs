//! The release that a method makes of transactions, in canonical form: whole rows, or pieces. Writing,
//! checking and measuring get the transactions of its lines from here.

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
    /// A row for each transaction.
    Whole(&'m dyn Anonymizer),
    /// A row for each piece of a transaction.
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

    /// The part of the method that all methods have.
    pub fn method(self) -> &'m dyn Promising {
        match self {
            RowMethod::Whole(method) => method,
            RowMethod::Pieces(method) => method,
        }
    }

    /// Items that the promise treats as sensitive.
    pub fn sensitive(self) -> Option<&'m Sensitive> {
        match self {
            RowMethod::Whole(method) => method.sensitive(),
            RowMethod::Pieces(_) => None,
        }
    }

    /// Makes a release of `data`, priced in `cost` where that is minimised. The method sees the ceiling
    /// instead of what is below it. The result is expressed in the original items.
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
                // Rare queries, which a comparison has, are not published and change nothing.
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

    /// Share of an earlier release that is in what this method `made`.
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
    /// A row for each transaction.
    Whole(Release),
    /// A row for each piece.
    Pieces(Box<Cut>),
}

impl RowRelease {
    /// The release in the form and order in which it is published.
    pub(crate) fn canonical(self, data: &Data, root_items: RootItems) -> RowRelease {
        match self {
            RowRelease::Whole(release) => RowRelease::Whole(release.canonical(&data.taxonomy, root_items)),
            RowRelease::Pieces(cut) => {
                RowRelease::Pieces(Box::new(cut.canonical(&data.taxonomy, &data.queries.texts)))
            }
        }
    }

    /// The transactions of lines, and the release of these.
    pub fn release<'a>(&'a self, data: &'a Data) -> (&'a Transactions, &'a Release) {
        match self {
            RowRelease::Whole(release) => (&data.transactions, release),
            RowRelease::Pieces(cut) => (&cut.parts, &cut.release),
        }
    }

    /// The release, if it is in whole rows.
    pub fn whole(&self) -> Option<&Release> {
        match self {
            RowRelease::Whole(release) => Some(release),
            RowRelease::Pieces(_) => None,
        }
    }

    /// The pieces, if it is in pieces.
    pub fn cut(&self) -> Option<&Cut> {
        match self {
            RowRelease::Whole(_) => None,
            RowRelease::Pieces(cut) => Some(cut),
        }
    }

    /// The release as its readers see it.
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

    /// The text of each bag of the release that is a whole query.
    pub fn text<'d>(&self, data: &'d Data, bag: usize) -> Option<&'d str> {
        let query = self.cut()?.query[bag]?;
        Some(data.queries.texts.get(query as usize))
    }

    /// Name of the owner of each row of a line.
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

    /// Success of an attacker who has the rows and knows something of the data.
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
