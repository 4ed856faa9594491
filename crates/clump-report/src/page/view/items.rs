//! Loss, item by item; on the public page, what is published, item by item. The script fills the table.

use maud::html;

use super::View;
use crate::page::{Page, PageAudience};
use crate::summary::counted;

/// The table of items, if there are any.
pub fn view(page: &Page, audience: PageAudience) -> Option<View> {
    let (items, heading, said, columns): (_, _, _, &[&str]) = match audience {
        PageAudience::Private => (
            page.fates.len(),
            "What was lost, item by item",
            "of the data. Occurrences published as they are, as an ancestor, and not at all.",
            &["In the data", "Exact", "Generalized", "Suppressed"],
        ),
        PageAudience::Public => (
            page.tree.iter().filter(|node| node.after > 0).count(),
            "What is published, item by item",
            "in the release, each with its occurrences there.",
            &["Published"],
        ),
    };
    if items == 0 {
        return None;
    }
    let body = html! {
        p { (counted(items, "item", "items")) " " (said) }
        div.controls {
            label { "Search " input type="search" id="items-search" autocomplete="off" spellcheck="false"; }
            output id="items-status" for="items-search" {}
            button type="button" id="items-csv" { "Download items.csv" }
        }
        div.rows id="items-rows" tabindex="0" role="region" aria-label=(heading) {
            table {
                thead {
                    tr {
                        th.name scope="col" { button type="button" { "Item" } }
                        @for name in columns { th scope="col" { button type="button" { (name) } } }
                        @if audience == PageAudience::Private {
                            th.fate scope="col" { "Share" }
                            th.became scope="col" { "Became" }
                        }
                    }
                }
                tbody {}
            }
        }
        noscript { p { "The list needs JavaScript; the page asks nothing of any network." } }
    };
    Some(View { id: "items", name: "Items", heading: heading.to_owned(), body })
}
