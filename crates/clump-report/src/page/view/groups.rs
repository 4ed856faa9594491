//! The groups with what they were before. The public page has none. The script draws a page of them at a time.

use maud::html;

use super::View;
use crate::page::Page;
use crate::summary::counted;

/// The groups, if there are any.
pub fn view(page: &Page) -> Option<View> {
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
