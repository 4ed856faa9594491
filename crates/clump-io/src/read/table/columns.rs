//! Finds the columns of a table that hold the owner, time, transaction, query or items.

use crate::columns::{Cells, RowOwner, matches};
use crate::error::{ColumnList, ReadError};
use crate::input::Input;
use crate::read::records::{Form, Kind, Purpose, Request, Shape};
use crate::split::check_item;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Columns {
    pub owner: Option<usize>,
    pub time: Option<usize>,
    pub transaction: Option<usize>,
    pub url: Option<usize>,
    /// The further columns of the request.
    pub others: Vec<usize>,
    pub content: ContentColumns,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum ContentColumns {
    Query(usize),
    Items(Vec<usize>),
    Counts(Vec<usize>),
}

impl ContentColumns {
    pub(super) fn query(&self) -> Option<usize> {
        if let ContentColumns::Query(column) = self { Some(*column) } else { None }
    }
}

impl Columns {
    /// Finds the columns among the column names `names`. `owner` is the user's setting for the owner.
    pub(super) fn find(
        names: &[String],
        owner: &RowOwner,
        request: &Request<'_>,
        input: &Input,
    ) -> Result<Self, ReadError> {
        let found = Finder { names, request, input };
        let owner = match owner {
            RowOwner::Column(name) => Some(found.named(name, "owner")?),
            RowOwner::EachRow => None,
        };
        let time = found.one(&request.names.time, "time")?;
        let transaction = found.transaction()?;
        let url = found.url()?;
        let others =
            request.columns.iter().map(|name| found.named(name, "table")).collect::<Result<_, _>>()?;
        // Even if each row is its own owner, a column called `owner` does not hold items.
        let called_owner = owner.or_else(|| found.numbers(|name| name.eq_ignore_ascii_case("owner")).next());
        let content = found.content([called_owner, time, transaction])?;
        if request.options.separator.is_some() && !matches!(content, ContentColumns::Items(_)) {
            return Err(ReadError::IdleSeparator { file: input.clone() });
        }
        // The times of items are needed only for sessions and facts. Otherwise the time column is ignored, so
        // its type does not matter.
        let is_timed = matches!(request.purpose, Purpose::Sessions | Purpose::Facts)
            || matches!(content, ContentColumns::Query(_));
        Ok(Columns { owner, time: time.filter(|_| is_timed), transaction, url, others, content })
    }

    pub(super) fn shape(&self) -> Shape {
        let kind = match self.content {
            ContentColumns::Query(_) => Kind::Query,
            ContentColumns::Items(_) => Kind::Items,
            ContentColumns::Counts(_) => Kind::Counts,
        };
        let is_wide = matches!(&self.content, ContentColumns::Items(columns) if columns.len() > 1);
        let (owner, time, url) = (self.owner.is_some(), self.time.is_some(), self.url.is_some());
        Shape { form: Form::Table, owner, time, url, kind, is_wide }
    }
}

struct Finder<'a> {
    names: &'a [String],
    request: &'a Request<'a>,
    input: &'a Input,
}

impl Finder<'_> {
    /// Column whose name the user gave as `named`, or else is `key`; `None` if there is no such column.
    fn one(&self, named: &Option<String>, key: &'static str) -> Result<Option<usize>, ReadError> {
        match named {
            Some(name) => self.named(name, key).map(Some),
            None => self.only(|name| name.eq_ignore_ascii_case(key), key),
        }
    }

    fn named(&self, name: &str, key: &'static str) -> Result<usize, ReadError> {
        self.only(|other| other == name, name)?.ok_or_else(|| self.missing(key, name))
    }

    /// Index of the only column that matches; `None` if none does. Several matches are an error.
    fn only(&self, is_meant: impl Fn(&str) -> bool, name: &str) -> Result<Option<usize>, ReadError> {
        let mut found = self.numbers(is_meant);
        match (found.next(), found.next()) {
            (Some(_), Some(_)) => {
                Err(ReadError::RepeatedColumn { file: self.input.clone(), name: name.to_owned() })
            }
            (first, _) => Ok(first),
        }
    }

    fn url(&self) -> Result<Option<usize>, ReadError> {
        match self.request.purpose {
            Purpose::Facts | Purpose::Lines => match self.one(&self.request.names.url, "url")? {
                None => self.one(&None, "clickurl"),
                url => Ok(url),
            },
            _ => Ok(None),
        }
    }

    fn transaction(&self) -> Result<Option<usize>, ReadError> {
        let named = &self.request.names.transaction;
        if self.request.purpose != Purpose::NamedTransactions {
            return Ok(None);
        }
        match self.one(named, "transaction")? {
            None => Err(ReadError::NoTransactions { file: self.input.clone() }),
            found => Ok(found),
        }
    }

    fn content(&self, taken: [Option<usize>; 3]) -> Result<ContentColumns, ReadError> {
        let wanted = self.request.names;
        let two = || ReadError::TwoContents { file: self.input.clone() };
        if wanted.query.is_some() && (!wanted.items.is_empty() || wanted.cells == Cells::Counts) {
            return Err(two());
        }
        let query = self.one(&wanted.query, "query")?;
        if wanted.cells == Cells::Counts {
            let others = taken.into_iter().chain([query]).flatten().collect::<Vec<_>>();
            let items = if wanted.items.is_empty() {
                self.numbers(is_item).filter(|column| !others.contains(column)).collect()
            } else {
                self.named_items(&others)?
            };
            return self.counts(items);
        }
        if !wanted.items.is_empty() {
            let others = taken.into_iter().flatten().collect::<Vec<_>>();
            return Ok(ContentColumns::Items(self.named_items(&others)?));
        }
        let items = match self.one(&None, "items")? {
            None => self.one(&None, "item")?,
            items => items,
        };
        match (query, items) {
            (Some(_), Some(_)) if wanted.query.is_none() && self.request.purpose != Purpose::Lines => {
                Err(two())
            }
            (Some(query), _) => Ok(ContentColumns::Query(query)),
            (None, Some(items)) => Ok(ContentColumns::Items(vec![items])),
            // Facts about columns alone need no queries and no items.
            (None, None) => match self.request.columns.first() {
                Some(column) => Ok(ContentColumns::Items(vec![self.named(column, "table")?])),
                None => Err(self.no_content()),
            },
        }
    }

    /// Checks that a release can contain the names of these columns, because these names are the items.
    fn counts(&self, items: Vec<usize>) -> Result<ContentColumns, ReadError> {
        if let Some(column) =
            items.iter().find(|&&column| check_item(&self.names[column], column + 1).is_err())
        {
            return Err(ReadError::ColumnLabel { file: self.input.clone(), column: column + 1 });
        }
        if items.is_empty() { Err(self.no_content()) } else { Ok(ContentColumns::Counts(items)) }
    }

    /// Columns of items that the user gave, in the table's order. A pattern with `*` never selects `others`.
    fn named_items(&self, others: &[usize]) -> Result<Vec<usize>, ReadError> {
        let mut items = Vec::new();
        for pattern in &self.request.names.items {
            let before = items.len();
            let is_other = |column| pattern.contains('*') && others.contains(&column);
            items.extend(self.numbers(|name| matches(pattern, name)).filter(|&column| !is_other(column)));
            if items.len() == before {
                return Err(self.missing("items", pattern));
            }
        }
        items.sort_unstable();
        items.dedup();
        Ok(items)
    }

    fn numbers(&self, is_meant: impl Fn(&str) -> bool) -> impl Iterator<Item = usize> {
        let names = self.names.iter().enumerate();
        names.filter(move |(_, name)| is_meant(name)).map(|(column, _)| column)
    }

    fn missing(&self, key: &'static str, name: &str) -> ReadError {
        let (file, columns) = (self.input.clone(), ColumnList::new(self.names, self.request.names));
        ReadError::NoColumn { file, columns, key, name: name.into() }
    }

    fn no_content(&self) -> ReadError {
        ReadError::NoContent {
            file: self.input.clone(),
            columns: ColumnList::new(self.names, self.request.names),
        }
    }
}

/// True if a column without a setting by the user may hold counts of an item.
fn is_item(name: &str) -> bool {
    let is_row_number = name.starts_with("__index_level_") && name.ends_with("__");
    !name.is_empty() && !is_row_number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::ColumnNames;
    use crate::options::ReadOptions;

    fn find(header: &str, names: &ColumnNames, purpose: Purpose) -> Result<Columns, ReadError> {
        let header: Vec<String> = header.split(',').map(str::to_owned).collect();
        let options = ReadOptions { columns: names.clone(), ..ReadOptions::default() };
        let owner = names.owner.clone().unwrap_or(RowOwner::EachRow);
        Columns::find(&header, &owner, &Request::new(&options, purpose, &()), &Input::Stdin)
    }

    fn content(header: &str, names: &ColumnNames) -> Result<ContentColumns, ReadError> {
        find(header, names, Purpose::Transactions).map(|columns| columns.content)
    }

    fn items(patterns: &[&str], cells: Cells) -> ColumnNames {
        ColumnNames {
            items: patterns.iter().map(|&text| text.to_owned()).collect(),
            cells,
            ..ColumnNames::default()
        }
    }

    #[test]
    fn usual_names_are_found_in_any_case_but_never_that_of_the_owner() {
        let none = ColumnNames::default();
        let columns = find("TIME,x,Owner,Query", &none, Purpose::Transactions).unwrap();
        let expected = Columns {
            owner: None,
            time: Some(0),
            transaction: None,
            url: None,
            others: Vec::new(),
            content: ContentColumns::Query(3),
        };
        assert_eq!(columns, expected);
        assert_eq!(content("item,items", &none).unwrap(), ContentColumns::Items(vec![1]));
        assert_eq!(content("a,ITEM", &none).unwrap(), ContentColumns::Items(vec![1]));
        assert!(matches!(content("owner,a", &none), Err(ReadError::NoContent { .. })));
        assert!(matches!(content("query,items", &none), Err(ReadError::TwoContents { .. })));
        assert!(matches!(content("owner,item,Item", &none), Err(ReadError::RepeatedColumn { .. })));
        assert_eq!(find("query,items", &none, Purpose::Lines).unwrap().content, ContentColumns::Query(0));
    }

    #[test]
    fn times_are_for_sessions_and_queries() {
        let time = |header, purpose| find(header, &ColumnNames::default(), purpose).unwrap().time;
        assert_eq!(time("time,item", Purpose::Transactions), None);
        assert_eq!(time("time,item", Purpose::Sessions), Some(0));
        assert_eq!(time("time,query", Purpose::Transactions), Some(0));
    }

    #[test]
    fn transactions_are_named_by_a_column_only_where_that_is_asked_for() {
        let named = ColumnNames { transaction: Some("visit".to_owned()), ..items(&["*"], Cells::Items) };
        let found = |names: &ColumnNames, purpose| {
            let columns = find("owner,visit,Transaction,tea", names, purpose).unwrap();
            (columns.transaction, columns.content)
        };
        assert_eq!(found(&named, Purpose::NamedTransactions), (Some(1), ContentColumns::Items(vec![2, 3])));
        let usual = items(&["*"], Cells::Items);
        assert_eq!(found(&usual, Purpose::NamedTransactions), (Some(2), ContentColumns::Items(vec![1, 3])));
        assert_eq!(found(&usual, Purpose::Transactions), (None, ContentColumns::Items(vec![1, 2, 3])));
        let counts = ColumnNames { cells: Cells::Counts, items: Vec::new(), ..named.clone() };
        assert_eq!(found(&counts, Purpose::NamedTransactions), (Some(1), ContentColumns::Counts(vec![2, 3])));
        let none = find("owner,item", &ColumnNames::default(), Purpose::NamedTransactions);
        assert!(matches!(none, Err(ReadError::NoTransactions { .. })));
        let missing = find("owner,item", &named, Purpose::NamedTransactions);
        assert!(matches!(missing, Err(ReadError::NoColumn { key: "transaction", .. })));
    }

    #[test]
    fn named_columns_are_spelled_as_in_the_table() {
        assert_eq!(
            content("owner,item1,item2,price", &items(&["item*"], Cells::Items)).unwrap(),
            ContentColumns::Items(vec![1, 2])
        );
        assert_eq!(
            content("a,owner,b", &items(&["*", "b"], Cells::Items)).unwrap(),
            ContentColumns::Items(vec![0, 2])
        );
        let missing = content("owner,item", &items(&["Item"], Cells::Items)).unwrap_err();
        assert!(matches!(missing, ReadError::NoColumn { key: "items", .. }));
        let owner = |name: &str| {
            let owner = Some(RowOwner::Column(name.to_owned()));
            ColumnNames { owner, ..ColumnNames::default() }
        };
        assert!(matches!(
            content("owner,item", &owner("who")),
            Err(ReadError::NoColumn { key: "owner", .. })
        ));
        assert!(matches!(content("who,who,item", &owner("who")), Err(ReadError::RepeatedColumn { .. })));
        assert_eq!(find("who,item", &owner("who"), Purpose::Lines).unwrap().owner, Some(0));
    }

    #[test]
    fn all_other_columns_are_counts() {
        assert_eq!(
            content(",owner,milk,time,query,tea,__index_level_0__", &items(&[], Cells::Counts)).unwrap(),
            ContentColumns::Counts(vec![2, 5])
        );
        assert_eq!(
            content("owner,milk,tea", &items(&["tea"], Cells::Counts)).unwrap(),
            ContentColumns::Counts(vec![2])
        );
        assert!(matches!(content("owner", &items(&[], Cells::Counts)), Err(ReadError::NoContent { .. })));
    }
}
