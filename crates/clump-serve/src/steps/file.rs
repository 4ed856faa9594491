//! The first step: preview of the file, and the owner of each row. The page marks the likely owner column,
//! but the user must confirm the choice.

use axum::Form;
use axum::response::Response;
use clump::Keys;
use clump::io::previews::{InputContent, LOG_COLUMNS, LikelyColumn, PreviewColumn, TablePreview, TimesSeen};
use clump::io::{Delimiter, Layout, Preview};
use clump::report::{count, counted};
use maud::{Markup, html};

use super::OpenDraft;
use crate::draft::Draft;
use crate::error_view::ErrorView;
use crate::form::{Fields, said, text, word};
use crate::repeat::{Repeat, Verb};
use crate::server::Shared;
use crate::shell::{Shell, Step};

/// The keys of a job that this form can set.
const SHOWS: [&str; 16] = [
    "from",
    "delimiter",
    "separator",
    "owner",
    "owner-per-row",
    "query",
    "items",
    "time",
    "time-format",
    "transaction",
    "cells",
    "unit",
    "taxonomy",
    "skip-bad-lines",
    "accept-loss",
    "spelling",
];

pub async fn show(OpenDraft(shared, draft, _): OpenDraft) -> Response {
    answer(&shared, &draft, None)
}

fn answer(shared: &Shared, draft: &Draft, error: Option<&ErrorView>) -> Response {
    let now = draft.said();
    let error = error.or(now.preview.as_ref().err());
    let repeat = now.has_owner().then(|| Repeat::of(Verb::Inspect, &now.keys, None));
    let shell = Shell::new(shared, Some(draft), Step::File, "Whose rows are these?").with(error, repeat);
    let action = shell.at(&format!("d/{}/file", draft.id));
    shell.page(&html! {
        @if let Ok(preview) = &now.preview { (looks(preview)) }
        form method="post" action=(action) {
            @if let Ok(preview) = &now.preview { (questions(preview, &now.keys)) }
            (tree(&now.keys))
            (more(&now.keys))
            div.next { button.primary name="go" value="on" { "What is in it?" } button name="go" value="look" { "Look again" } }
        }
    })
}

/// The detected layout, and the first rows.
fn looks(preview: &Preview) -> Markup {
    let (what, columns, rows): (String, Vec<&str>, &Vec<Vec<String>>) = match &preview.found {
        InputContent::Log(rows) => ("A query log, as AOL wrote them".to_owned(), LOG_COLUMNS.to_vec(), rows),
        InputContent::Baskets(separator, rows) => {
            let what = format!("Baskets: one owner per line, items separated by {}s", word(separator));
            (what, Vec::new(), rows)
        }
        InputContent::Table(table, delimiter) => {
            let separated =
                delimiter.map(|delimiter| format!(", columns separated by {delimiter}s")).unwrap_or_default();
            let seen = if table.is_whole { "" } else { "the first " };
            let rows = counted(usize::try_from(table.rows).unwrap_or(usize::MAX), "row", "rows");
            let what = format!("A table ({}{separated}): {seen}{rows} looked at", preview.layout);
            (what, table.columns.iter().map(|column| column.name.as_str()).collect(), &table.first)
        }
    };
    html! {
        section aria-labelledby="looks-heading" {
            h2 id="looks-heading" { "How it looks" }
            p { (what) ". The first " (rows.len()) ", shown on this machine only:" }
            @if matches!(&preview.found, InputContent::Table(table, _) if table.may_lack_header) {
                p.caution { "The first line should have the names of the columns, but it looks like a row. If the names are missing, add a line with them." }
            }
            div.wide.preview tabindex="0" role="region" aria-label="The first rows" {
                table {
                    @if !columns.is_empty() { thead { tr { @for column in &columns { th.text scope="col" { (column) } } } } }
                    tbody {
                        @for row in rows {
                            tr {
                                @if columns.is_empty() { td.text { (row.join(" | ")) } }
                                @for (place, _) in columns.iter().enumerate() {
                                    td.text { (row.get(place).map_or("", String::as_str)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Form fields for the columns that the user must choose.
fn questions(preview: &Preview, keys: &Keys) -> Markup {
    match &preview.found {
        InputContent::Log(_) => html! {
            p { "An owner is who the column " code { "AnonID" } " names: everybody with the same one is one person." }
            (units(keys))
        },
        InputContent::Baskets(..) => html! {
            label { "Items are separated by a " (separators(keys, "as found")) }
            p { "Each line is all that one owner has. If one person has several lines, this is not the right form: make a table with a column of persons." }
        },
        InputContent::Table(table, _) => html! { (owner(table, keys)) (columns(table, keys)) (units(keys)) },
    }
}

fn owner(table: &TablePreview, keys: &Keys) -> Markup {
    html! {
        fieldset {
            legend { "Whose row is it?" }
            p.note { "k counts these. A wrong answer here makes a promise that is false, so nothing is chosen for you." }
            @for column in &table.columns {
                label.choice {
                    input type="radio" name="whose" value={ "column:" (column.name) } checked[keys.read.owner.as_ref() == Some(&column.name)];
                    span {
                        strong { (column.name) }
                        @if column.distinct > 0 {
                            " " (count(column.distinct)) " distinct in "
                            (counted(usize::try_from(table.rows).unwrap_or(usize::MAX), "row", "rows"))
                        }
                        @if column.likely == Some(LikelyColumn::Owner) { " " em.likely { "likely" } }
                    }
                }
            }
            label.choice {
                input type="radio" name="whose" value="row" checked[keys.read.owner_per_row];
                span { "Each row is a different person: no two rows belong to the same person" }
            }
        }
    }
}

fn columns(table: &TablePreview, keys: &Keys) -> Markup {
    let likely =
        |what| table.columns.iter().find(|column| column.likely == Some(what)).map(|column| &column.name);
    let is_said = keys.read.query.is_some() || !keys.read.items.is_empty();
    let query = keys.read.query.as_ref().or_else(|| likely(LikelyColumn::Query).filter(|_| !is_said));
    let one = |name: &str, label: &str, chosen: Option<&String>, none: &str| {
        let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        let chosen = chosen.map(String::as_str).unwrap_or_default();
        html! { label { (label) " " (select(name, chosen, plainly(none, &names))) } }
    };
    let is_items = |column: &PreviewColumn| {
        if is_said {
            keys.read.items.contains(&column.name)
        } else {
            query.is_none() && column.likely == Some(LikelyColumn::Items)
        }
    };
    html! {
        fieldset {
            legend { "What does a row hold?" }
            div.fields {
                (one("query", "Text of a query", query, "no text"))
                (one("time", "Time", keys.read.time.as_ref(), "not needed"))
                (one("transaction", "What belongs together, like a visit", keys.read.transaction.as_ref(), "all of an owner"))
            }
            @if let Some(column) = table.columns.iter().find(|column| column.times == TimesSeen::Unclear) {
                p.caution { "Times in " code { (column.name) } " have slashes, so either the day or the month may come first. Set the form under "
                    em { "More" } ", as in " code { "%d/%m/%Y" } "." }
            }
            p { "Or items, one column or several:" }
            div.fields {
                @for column in &table.columns {
                    label.choice { input type="checkbox" name="items" value=(column.name) checked[is_items(column)]; (column.name) }
                }
                label.choice {
                    input type="checkbox" name="cells" value="counts" checked[keys.read.cells == Some(clump::io::Cells::Counts)];
                    "Cells say how often the row has the item that the column is called"
                }
                label { "Several items in one cell are separated by a " (separators(keys, "nothing: a cell is one item")) }
            }
        }
    }
}

fn units(keys: &Keys) -> Markup {
    let words = [
        ("", "decide by the method"),
        ("owner", "everything of an owner"),
        ("session", "a session, until a pause of 30 minutes"),
        ("query", "one query"),
    ];
    html! {
        fieldset {
            legend { "What is one transaction?" }
            label { "k counts owners in any case. " (select("unit", &word(&keys.read.unit), words)) }
        }
    }
}

/// A drop-down field: pairs of a value and the text that is shown for it.
fn select<'w>(name: &str, chosen: &str, words: impl IntoIterator<Item = (&'w str, &'w str)>) -> Markup {
    html! {
        select name=(name) {
            @for (word, shown) in words { option value=(word) selected[word == chosen] { (shown) } }
        }
    }
}

/// Options for a drop-down field: `none` for no choice, then each word as value and text.
fn plainly<'w>(none: &'w str, words: &[&'w str]) -> Vec<(&'w str, &'w str)> {
    [("", none)].into_iter().chain(words.iter().map(|&word| (word, word))).collect()
}

fn tree(keys: &Keys) -> Markup {
    let chosen = keys.tree.taxonomy.as_deref().unwrap_or("wordnet");
    let chosen = if chosen.starts_with("prefix:") { "prefix" } else { chosen };
    let words = [
        ("wordnet", "WordNet, for words of English"),
        ("topics", "Words of English, with sensitive topics: health, drugs, religion and five more"),
        ("prefix", "Prefixes, for codes like 250.1"),
        ("flat", "None: items that differ have nothing in common"),
    ];
    let is_file = words.iter().all(|(word, _)| *word != chosen);
    html! {
        fieldset {
            legend { "What is an item a kind of?" }
            @for (word, name) in words {
                label.choice { input type="radio" name="tree" value=(word) checked[word == chosen]; (name) }
            }
            label.choice { input type="radio" name="tree" value="file" checked[is_file]; "A taxonomy of your own:" }
            label { "Its path " input.path name="tree-file" value=[is_file.then_some(chosen)] autocomplete="off" spellcheck="false"; }
        }
    }
}

/// Drop-down field for the separator of items in a cell or a line.
fn separators(keys: &Keys, none: &str) -> Markup {
    let words = plainly(none, &["space", "comma", "tab", "semicolon", "pipe"]);
    select("separator", &word(&keys.read.separator), words)
}

/// Folded form fields for rare settings.
fn more(keys: &Keys) -> Markup {
    let read = &keys.read;
    let layouts = plainly("as found", &["aol", "basket", "csv", "tsv", "jsonl", "parquet", "arrow"]);
    let layout = read.from.map(|layout| layout.to_string()).unwrap_or_default();
    let delimiters = plainly("as found", &Delimiter::ALL.map(Delimiter::word));
    let delimiter = read.delimiter.map(Delimiter::word).unwrap_or_default();
    let boxes = [
        ("skip-bad-lines", "Leave malformed lines out, and count them", read.skip_bad_lines),
        (
            "accept-loss",
            "Go on although more than half of the words or owners are gone before grouping",
            keys.loss.accept_loss,
        ),
    ];
    let spellings =
        [("", "end the run"), ("fold", "are one person"), ("as-they-are", "are different people")];
    let lengths = keys.tree.taxonomy.as_deref().and_then(|taxonomy| taxonomy.strip_prefix("prefix:"));
    html! {
        details {
            summary { "More" }
            div.fields {
                label { "Layout " (select("from", &layout, layouts)) }
                label { "Columns of a CSV file are separated by a " (select("delimiter", delimiter, delimiters)) }
                label { "How times are written " input name="time-format" placeholder="%d/%m/%Y %H:%M"
                    value=[Some(word(&read.time_format)).filter(|format| !format.is_empty())]; }
                label { "Lengths of prefixes " input name="prefixes" placeholder="1,3,5" value=[lengths]; }
                label { "Owners who differ only in spelling " (select("spelling", &word(&read.spelling), spellings)) }
            }
            @for (name, label, is_on) in boxes {
                label.choice { input type="checkbox" name=(name) checked[is_on]; (label) }
            }
        }
    }
}

/// Stores the form in the draft, and starts to read the data.
pub async fn say(OpenDraft(shared, draft, _): OpenDraft, Form(fields): Form<Fields>) -> Response {
    let goes_on = text(&fields, "go") != Some("look");
    let taker = draft.clone();
    let told = tokio::task::spawn_blocking(move || take(&taker, fields, goes_on)).await;
    match told.unwrap_or_else(|_| Err(ErrorView::new("The file could not be read.", "Try another one."))) {
        Err(told) => answer(&shared, &draft, Some(&told)),
        Ok(()) if goes_on => shared.go_to(&format!("d/{}/contents", draft.id)),
        Ok(()) => answer(&shared, &draft, None),
    }
}

fn take(draft: &Draft, mut fields: Fields, goes_on: bool) -> Result<(), ErrorView> {
    let chosen = |name: &str| text(&fields, name).map(str::to_owned);
    let (whose, tree, tree_file) = (chosen("whose"), chosen("tree"), chosen("tree-file"));
    let lengths = chosen("prefixes").map(|lengths| format!(":{lengths}")).unwrap_or_default();
    match whose.as_deref() {
        Some("row") => fields.push(("owner-per-row".to_owned(), "on".to_owned())),
        Some(column) => {
            let column = column.strip_prefix("column:").unwrap_or(column).to_owned();
            fields.push(("owner".to_owned(), column));
        }
        None => {}
    }
    match tree.as_deref() {
        Some("file") => fields.extend(tree_file.map(|file| ("taxonomy".to_owned(), file))),
        // WordNet is the default, so it needs no field.
        Some("wordnet") | None => {}
        Some("prefix") => fields.push(("taxonomy".to_owned(), format!("prefix{lengths}"))),
        Some(tree) => fields.push(("taxonomy".to_owned(), tree.to_owned())),
    }
    let now = draft.said();
    draft.say(stating_layout(said(&now.keys, &fields, &SHOWS)?, now.preview.as_deref().ok()));
    if !goes_on {
        return Ok(());
    }
    if !draft.said().has_owner() {
        return Err(ErrorView::new(
            "The owner of each row is not stated.",
            "Choose the column of the owner above, or choose that each row is a different person.",
        ));
    }
    draft.inspect()
}

/// Confirms the layout of a file that only looks like a table, once the user named its columns.
fn stating_layout(mut keys: Keys, preview: Option<&Preview>) -> Keys {
    let layout = preview.filter(|preview| preview.only_looks_like_table).map(|preview| preview.layout);
    if keys.read.from.is_none() && layout.is_some_and(|layout| layout != Layout::Basket) {
        keys.read.from = layout;
    }
    keys
}
