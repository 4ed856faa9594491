//! How series look: a colour and a marker each, five of them.

/// A variable of the page and what is used without it.
const PALETTE: [(&str, &str); 5] = [
    ("--series-1", "#0b6bb0"),
    ("--series-2", "#7b4bb3"),
    ("--series-3", "#c2410c"),
    ("--series-4", "#1b7a5a"),
    ("--series-5", "#8a6d00"),
];

/// The colour of the series that looks like `look`, as CSS.
pub(super) fn colour(look: usize) -> String {
    let (variable, colour) = PALETTE[look % PALETTE.len()];
    format!("var({variable},{colour})")
}

/// A disc, a square, a triangle, a diamond or a ring at x, y.
pub(super) fn marker(look: usize, x: f64, y: f64) -> String {
    let colour = colour(look);
    let fill = format!(r#"style="fill:{colour}""#);
    match look % PALETTE.len() {
        0 => format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="4.5" {fill}/>"#),
        1 => format!(r#"<rect x="{:.1}" y="{:.1}" width="8" height="8" {fill}/>"#, x - 4.0, y - 4.0),
        2 => format!(r#"<path d="M{x:.1} {:.1}l5.2 9h-10.4z" {fill}/>"#, y - 5.5),
        3 => format!(r#"<path d="M{x:.1} {:.1}l5.6 5.6l-5.6 5.6l-5.6 -5.6z" {fill}/>"#, y - 5.6),
        _ => format!(
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="4" style="fill:var(--paper,#fff);stroke:{colour};stroke-width:2"/>"#
        ),
    }
}
