//! The long lists: items, taxonomy, groups. The script draws one screenful of each at a time, and a branch
//! when it is opened.

use maud::html;

use super::View;
use crate::number::{count, counted};
use crate::page::{Page, PageAudience};

/// Loss item by item; on the public page, the published items. `None` without items.
pub fn items(page: &Page, audience: PageAudience) -> Option<View> {
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

/// The taxonomy with its items before and after, if there is one.
pub fn tree(page: &Page, audience: PageAudience) -> Option<View> {
    if page.tree.is_empty() {
        return None;
    }
    let said = match audience {
        PageAudience::Private => "Items at or below each node, before and after",
        PageAudience::Public => {
            "Published nodes, each below its nearest published ancestor, with the published items at or below it"
        }
    };
    let body = html! {
        p {
            (said) "; " (count(page.tree.len()))
            " nodes. Bars are to the scale of the largest among siblings. Arrow keys walk and open."
        }
        ul.legend {
            @if audience == PageAudience::Private { li { span class="swatch before" {} "in the data" } }
            li { span class="swatch after" {} "in the release" }
        }
        ul role="tree" id="tree" aria-labelledby="taxonomy-heading" {}
        noscript { p { "The tree needs JavaScript; the page asks nothing of any network." } }
    };
    Some(View { id: "taxonomy", name: "Taxonomy", heading: "Taxonomy".to_owned(), body })
}

/// The groups with their originals, if there are any. The public page has none.
pub fn groups(page: &Page) -> Option<View> {
    if page.groups.is_empty() {
        return None;
    }
    let said = counted(page.groups.len(), "group", "groups");
    let body = html! {
        p { (said) ", each with the row that is published for it and, folded, its originals." }
        div.controls {
            label { "Groups with " input type="search" id="groups-search" autocomplete="off" spellcheck="false"; }
            output id="groups-status" for="groups-search" {}
            span.pager {
                button type="button" id="groups-back" { "Back" }
                label { "Page " input type="number" id="groups-page" min="1" value="1"; }
                button type="button" id="groups-next" { "Next" }
            }
        }
        div id="groups-list" {}
        noscript { p { "The groups need JavaScript; the page asks nothing of any network." } }
    };
    Some(View { id: "groups", name: "Groups", heading: "Groups".to_owned(), body })
}
