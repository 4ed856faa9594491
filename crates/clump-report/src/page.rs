//! The page of a release: one HTML file with its promise, the possible attacks and the loss. It needs no
//! network and no other file.
//!
//! There are two pages. The *public* page is drawn only from the result of `public`, so one file decides what
//! readers may see. The *private* page shows originals and says so in a red band.
//!
//! Rust code draws figures and their tables as SVG and HTML, without a script. Long lists (items, taxonomy,
//! groups) are packed columns (`columns.rs`), which the script draws one screenful at a time.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::markup::document;

mod columns;
mod input;
mod public;
#[cfg(test)]
mod tests;
mod view;

pub use input::{GroupRow, Page, PageAudience, TableSample, TreeNode};
pub use view::{SAMPLE_ROWS, Sample, SampleRow};

/// Style sheet of every page. [`DARK`] replaces its colours in the dark theme.
pub const STYLE: &str = concat!(include_str!("page/page.css"), include_str!("chart/chart.css"));
/// Style sheet with the colours of the dark theme.
pub const DARK: &str = include_str!("page/dark.css");
/// The script as one module. Its parts share their functions, and the last part starts the others.
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

/// The private views of `page` as sections for another page without a script. Leave long lists (items, tree,
/// groups) out of `page`, because only the script can show them.
pub fn sections(page: &Page) -> Markup {
    html! { @for view in &view::all(page, PageAudience::Private) { (view.section()) } }
}

fn draw(page: &Page, audience: PageAudience) -> String {
    let views = view::all(page, audience);
    let (name, mark) = match audience {
        PageAudience::Public => ("public", ""),
        PageAudience::Private => ("private", "PRIVATE: "),
    };
    // The page of a release has an extra class: it prints as one sheet that can be signed.
    let signed = if page.certificate.is_some() { " signed" } else { "" };
    document(html! {
        (DOCTYPE)
        html lang="en" class={ (name) (signed) } {
            (head(&format!("{mark}{}", page.title)))
            body {
                a.skip href="#main" { "Skip to the content" }
                header {
                    @if audience == PageAudience::Private {
                        p.band role="note" {
                            strong { "PRIVATE: do not publish." }
                            " It tells of data that are not published."
                        }
                    }
                    div.top {
                        nav aria-label="Views" { ul { @for view in &views { (view.link()) } } }
                        span.buttons {
                            button type="button" id="print" hidden { "Print to sign" }
                            button type="button" id="theme" hidden { "Dark" }
                        }
                    }
                }
                main id="main" tabindex="-1" {
                    h1 { (page.title) }
                    @for note in &page.notes { p.note { (note) } }
                    @if let Some(skipped) = &page.skipped { p.note { "Skipped " (skipped) "." } }
                    @for view in &views { (view.section()) }
                }
                footer {
                    p {
                        @if let Some(certificate) = &page.certificate {
                            "Made by " (certificate.tool) " " (certificate.version) ". "
                        }
                        "One file, no network: nothing leaves this page."
                    }
                }
                "\n"
                script type="application/json" id="data" { (PreEscaped(columns::json(page, audience))) }
                script type="module" { "\n" (PreEscaped(SCRIPT)) }
            }
        }
        "\n"
    })
}

fn head(title: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta http-equiv="Content-Security-Policy"
                content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
            meta name="referrer" content="no-referrer";
            title { (title) }
            style { "\n" (PreEscaped(STYLE)) }
            style id="dark" media="screen and (prefers-color-scheme: dark)" { "\n" (PreEscaped(DARK)) }
        }
        "\n"
    }
}
