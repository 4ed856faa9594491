//! The groups with what they were before. The public page has none. The script draws a page of them at a time.

use super::View;
use crate::page::Page;
use crate::summary::counted;

/// The groups, if there are any.
pub fn view(page: &Page) -> Option<View> {
    if page.groups.is_empty() {
        return None;
    }
    let body = format!(
        "<p>{}, each with the row that is published for it and, folded, its originals.</p>\n\
         <div class=\"controls\"><label>Groups with <input type=\"search\" id=\"groups-search\" autocomplete=\"off\" \
         spellcheck=\"false\"></label>\n<output id=\"groups-status\" for=\"groups-search\"></output>\n\
         <span class=\"pager\"><button type=\"button\" id=\"groups-back\">Back</button>\n\
         <label>Page <input type=\"number\" id=\"groups-page\" min=\"1\" value=\"1\"></label>\n\
         <button type=\"button\" id=\"groups-next\">Next</button></span></div>\n\
         <div id=\"groups-list\"></div>\n\
         <noscript><p>The groups need JavaScript; the page asks nothing of any network.</p></noscript>\n",
        counted(page.groups.len(), "group", "groups")
    );
    Some(View { id: "groups", name: "Groups", heading: "Groups".to_owned(), body })
}
