//! The taxonomy with its items before and after. The script draws a branch when it is opened.

use maud::html;

use super::View;
use crate::page::{Page, PageAudience};
use crate::summary::count;

/// The browser of the taxonomy, if there is one.
pub fn view(page: &Page, audience: PageAudience) -> Option<View> {
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
