//! One HTML file that shows a release: what is promised, what an attacker can still do, what is lost. It needs no network
//! and no other file.
//!
//! There are two of them. The *public* page is drawn from what `public` leaves of a [`Page`], and from nothing else, so
//! what it can tell is decided in that one file. The *private* page shows originals and says so in a red band.
//!
//! Figures and their tables are drawn here, as SVG and HTML that need no script. The lists that can be long (items,
//! taxonomy, groups) travel as packed columns (`columns.rs`) and are drawn by the script, a screenful at a time.

use crate::markup::escape;

mod chart;
mod columns;
mod input;
mod numbers;
mod pack;
mod public;
mod table;
#[cfg(test)]
mod tests;
mod view;

pub use input::{
    Comparison, ComparisonCell, ComparisonFloor, GroupRow, Page, PageAudience, RiskPair, TreeNode,
};

pub(crate) use numbers::percent;
use view::View;

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const DARK: &str = include_str!("page/dark.css");
/// One module: the parts see each other's functions, and the last one starts them.
const SCRIPT: &str = concat!(
    include_str!("page/script/unpack.js"),
    include_str!("page/script/csv.js"),
    include_str!("page/script/items.js"),
    include_str!("page/script/tree.js"),
    include_str!("page/script/groups.js"),
    include_str!("page/script/start.js"),
);

/// The page for `audience` as one HTML document. The same input gives the same bytes.
///
/// Linear in the size of `page`: the private page of 53,058 owners with 1.1 million items takes 3 MB.
pub fn html(page: &Page, audience: PageAudience) -> String {
    match audience {
        PageAudience::Public => draw(&public::public(page), audience),
        PageAudience::Private => draw(page, audience),
    }
}

fn draw(page: &Page, audience: PageAudience) -> String {
    let views = view::all(page, audience);
    let (name, mark, band) = match audience {
        PageAudience::Public => ("public", "", ""),
        PageAudience::Private => ("private", "PRIVATE: ", PRIVATE_BAND),
    };
    fill(TEMPLATE, |place| match place {
        // A release can be signed: printed, it is one sheet.
        "audience" if page.certificate.is_some() => format!("{name} signed"),
        "audience" => name.to_owned(),
        "mark" => mark.to_owned(),
        "band" => band.to_owned(),
        "title" => escape(&page.title),
        "notes" => {
            page.notes.iter().map(|note| format!("<p class=\"note\">{}</p>\n", escape(note))).collect()
        }
        "style" => STYLE.to_owned(),
        "dark" => DARK.to_owned(),
        "navigation" => views.iter().map(View::link).collect(),
        "views" => views.iter().map(View::section).collect(),
        "maker" => page.certificate.as_ref().map_or_else(String::new, |certificate| {
            format!("Made by {} {}. ", escape(&certificate.tool), escape(&certificate.version))
        }),
        "data" => columns::json(page, audience),
        "script" => SCRIPT.to_owned(),
        other => unreachable!("the template has no place `{other}`"),
    })
}

const PRIVATE_BAND: &str = "<p class=\"band\" role=\"note\"><strong>PRIVATE: do not publish.</strong> \
                            It tells of data that are not published.</p>\n";

/// `template` with each `{{place}}` replaced. What is put in is not looked at again, so no name can act as a place.
fn fill(template: &str, text: impl Fn(&str) -> String) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (place, after) = after.split_once("}}").expect("every place of the template ends");
        filled.push_str(before);
        filled.push_str(&text(place));
        rest = after;
    }
    filled.push_str(rest);
    filled
}
