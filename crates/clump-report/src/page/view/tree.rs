//! The taxonomy with its items before and after. The script draws a branch when it is opened.

use super::View;
use crate::page::{Page, PageAudience};
use crate::summary::count;

/// The browser of the taxonomy, if there is one.
pub fn view(page: &Page, audience: PageAudience) -> Option<View> {
    if page.tree.is_empty() {
        return None;
    }
    let (legend, said) = match audience {
        PageAudience::Private => (
            "<li><span class=\"swatch before\"></span>in the data</li><li><span class=\"swatch after\"></span>in the \
             release</li>",
            "Items at or below each node, before and after",
        ),
        PageAudience::Public => (
            "<li><span class=\"swatch after\"></span>in the release</li>",
            "Published nodes, each below its nearest published ancestor, with the published items at or below it",
        ),
    };
    let body = format!(
        "<p>{said}; {} nodes. Bars are to the scale of the largest among siblings. Arrow keys walk and open.</p>\n\
         <ul class=\"legend\">{legend}</ul>\n\
         <ul role=\"tree\" id=\"tree\" aria-labelledby=\"taxonomy-heading\"></ul>\n\
         <noscript><p>The tree needs JavaScript; the page asks nothing of any network.</p></noscript>\n",
        count(page.tree.len())
    );
    Some(View { id: "taxonomy", name: "Taxonomy", heading: "Taxonomy".to_owned(), body })
}
