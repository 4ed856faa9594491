//! What a fact is about, and a log may not have.

use clump_core::remedy::Remedy;

/// What a fact needs of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FactNeed {
    /// Addresses of results.
    #[error("no line says which result was clicked")]
    Clicks,
    /// Queries.
    #[error("has items and no queries")]
    Queries,
    /// Items.
    #[error("has queries and no items")]
    Items,
    /// Times.
    #[error("has no column of times")]
    Times,
    /// Named columns, of which one divides the owners of a fact.
    #[error("has no column to count by")]
    Columns,
    /// Facts that are not divided: two items stand in one basket, and its rows may be in several cells.
    #[error("pairs of items cannot be divided")]
    WholeOwners,
    /// An owner of several queries.
    #[error("no column says who asked a query")]
    Owners,
}

impl FactNeed {
    /// What the user can do.
    pub fn remedy(self) -> Remedy {
        Remedy::of(match self {
            FactNeed::Clicks => {
                "count {fact=query}; or give a log whose fifth column, or a table whose column `url`, has the clicked address"
            }
            FactNeed::Queries => {
                "count {fact=item} or {fact=item,item}; or name the column of queries with {query}"
            }
            FactNeed::Items => {
                "count {fact=word} or {fact=word,word}; or name the columns of items with {items}"
            }
            FactNeed::Times => {
                "name the column of times with {time}, or leave out what needs times: {by} and {fact=query,next}"
            }
            FactNeed::Columns => {
                "leave out {by}, or count {by=day}, {by=week} or {by=month}; columns have tables of queries or of single items"
            }
            FactNeed::WholeOwners => "leave out {by}, or count {fact=item}",
            FactNeed::Owners => "name the column of the owner with {owner}",
        })
    }
}
