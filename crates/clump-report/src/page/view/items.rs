//! What was lost, item by item; on the public page, what is published, item by item. The script fills the table.

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
    let counts: String = columns
        .iter()
        .map(|name| format!("<th scope=\"col\"><button type=\"button\">{name}</button></th>"))
        .collect();
    let fate = match audience {
        PageAudience::Private => {
            "<th scope=\"col\" class=\"fate\">Share</th><th scope=\"col\" class=\"became\">Became</th>"
        }
        PageAudience::Public => "",
    };
    let body = format!(
        "<p>{said_items} {said}</p>\n\
         <div class=\"controls\"><label>Search <input type=\"search\" id=\"items-search\" autocomplete=\"off\" \
         spellcheck=\"false\"></label>\n<output id=\"items-status\" for=\"items-search\"></output>\n\
         <button type=\"button\" id=\"items-csv\">Download items.csv</button></div>\n\
         <div class=\"rows\" id=\"items-rows\" tabindex=\"0\" role=\"region\" aria-label=\"{heading}\">\
         <table><thead><tr><th scope=\"col\" class=\"name\"><button type=\"button\">Item</button></th>{counts}{fate}\
         </tr></thead><tbody></tbody></table></div>\n\
         <noscript><p>The list needs JavaScript; the page asks nothing of any network.</p></noscript>\n",
        said_items = counted(items, "item", "items"),
    );
    Some(View { id: "items", name: "Items", heading: heading.to_owned(), body })
}
