//! The list of all keys, by group. The comment above a key is its help on the command line and its text in
//! the schema.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clump_core::anonymize::Form;
use clump_core::tasks::Purpose;
use clump_core::taxonomy::PricedIn;
use clump_io::release::{ReleaseFormat, ReleaseLayout};
use clump_io::taxonomy::Repair;
use clump_io::{Cells, Delimiter, Gap, Layout, Matching, Separator, Spellings, TimeFormat, Unknown};
use clump_report::{Date, Noun, Title};

use super::flags;
use super::group::key_group;
use crate::job::{ByteSize, Scope, UnitName};
use crate::methods::MethodName;

key_group! {
    /// Keys that say how the input is read, and what an owner and a transaction are.
    #[command(next_help_heading = "Input")]
    #[read_by(Transactions)]
    pub struct InputKeys {
        /// Layout of the input, for example `--from csv` [default: detected from the file]
        ///
        /// clump looks at the first bytes, the header and the extension of the file.
        #[arg(long, value_name = "LAYOUT", value_parser = flags::words::<Layout>(), hide_short_help = true)]
        pub from: Option<Layout>,
        /// Column that names the person of each row, for example `--owner user_id`
        ///
        /// A table needs this flag or `--owner-per-row`: clump does not guess.
        #[arg(long, value_name = "COLUMN")]
        pub owner: Option<String>,
        /// Treats each row of a table as a different person
        ///
        /// Use it only if no person has two rows: otherwise k counts rows instead of people.
        #[arg(long, hide_short_help = true)]
        pub owner_per_row: bool,
        /// Treatment of owners who differ only in spelling, for example `--spelling fold` [default: refuse]
        ///
        /// Spelling means case (`Anna` and `anna`), Unicode form, spaces and leading zeros (`7` and `07`).
        /// `refuse` stops the run at such owners. `fold` counts them as one person, and `as-they-are` as
        /// different people.
        #[arg(long, value_name = "HOW", value_parser = flags::words::<Spellings>(), hide_short_help = true)]
        #[read_by(All)]
        pub spelling: Option<Spellings>,
        /// Column that divides a person's rows into transactions, for example `--transaction basket`
        ///
        /// Rows of a table with the same person and the same value are one transaction, such as a basket or a
        /// visit. k still counts people.
        #[arg(long, value_name = "COLUMN", conflicts_with = "unit", hide_short_help = true)]
        pub transaction: Option<String>,
        /// Item columns of a table, for example `--items product,brand` [default: items or item]
        ///
        /// `*` stands for any text in a column name. Any layout takes `words` or `senses` instead. `words`
        /// keeps each item as it was written, as a leaf below its category. `senses` uses the categories
        /// themselves, as the paper does. The default is `words`, or `senses` with `--matching paper`.
        #[arg(long, value_name = "COLUMN,...|words|senses", value_delimiter = ',', hide_short_help = true)]
        #[read_by(Words)]
        pub items: Vec<String>,
        /// Column of a table with the text of a query, for example `--query search` [default: query]
        ///
        /// A table has either such a column or columns of items.
        #[arg(long, value_name = "COLUMN", hide_short_help = true)]
        pub query: Option<String>,
        /// Column of a table with the time of each row, for example `--time created` [default: time]
        ///
        /// Sessions and methods on the lines of a log read it.
        #[arg(long, value_name = "COLUMN", hide_short_help = true)]
        pub time: Option<String>,
        /// Column of a table with the address that was clicked, for example `--url clicked_url` [default: url]
        ///
        /// Tables of clicks and methods on the lines of a log read it.
        #[arg(long, value_name = "COLUMN", hide_short_help = true)]
        pub url: Option<String>,
        /// Format of the times, for example `--time-format '%d/%m/%Y %H:%M:%S'`
        ///
        /// Dates with slashes need it, because their order is ambiguous. clump reads ISO times, `01.03.2006
        /// 07:17`, and seconds to nanoseconds since 1970 without it.
        #[arg(long, value_name = "FORMAT", hide_short_help = true)]
        pub time_format: Option<TimeFormat>,
        /// Character between CSV columns, for example `--delimiter pipe` [default: detected]
        ///
        /// clump looks at the first lines. For items within a cell or a basket see `--separator`.
        #[arg(long, value_name = "NAME", value_parser = flags::words::<Delimiter>(), hide_short_help = true)]
        pub delimiter: Option<Delimiter>,
        /// Content of the item columns of a table, for example `--cells counts` [default: items]
        ///
        /// With `counts`, each column is an item, and a cell says how often the row has it. Then all columns
        /// except owner, time and query are items, unless `--items` names some.
        #[arg(long, value_name = "WHAT", value_parser = flags::words::<Cells>(), hide_short_help = true)]
        pub cells: Option<Cells>,
        /// Character between items of a basket, for example `--separator comma` [default: detected]
        ///
        /// For baskets, the extension or the first line decides. In a table, it separates the items of one
        /// cell. Without this flag, such a cell has one item or a list.
        #[arg(long, value_name = "NAME", value_parser = flags::words::<Separator>(), hide_short_help = true)]
        pub separator: Option<Separator>,
        /// Data that are one transaction, for example `--unit session` [default: owner]
        ///
        /// The default for `pieces` of a query log is `query`. `owner` takes all data of a person.
        /// `transaction` takes the rows with the same value in the column of `--transaction`, by default the
        /// column `transaction`. k counts people in each case.
        #[arg(long, value_name = "UNIT", value_parser = flags::words::<UnitName>(), hide_short_help = true)]
        pub unit: Option<UnitName>,
        /// Length of the pause that ends a session, for example `--gap 1h` [default: 30m]
        #[arg(long, value_name = "TIME", hide_short_help = true)]
        pub gap: Option<Gap>,
        /// Keeps items that occur several times in a transaction, instead of counting them once
        #[arg(long, hide_short_help = true)]
        pub keep_repeats: bool,
        /// Skips malformed lines and reports their number, instead of stopping
        #[arg(long, hide_short_help = true)]
        pub skip_bad_lines: bool,
        /// Folder for data that do not fit in memory, for example `--temp /mnt/tmp`
        ///
        /// By default the folder of the system. The files have no names, and disappear when the program ends.
        #[arg(long, value_name = "FOLDER", hide_short_help = true)]
        pub temp: Option<PathBuf>,
    }
}

key_group! {
    /// Keys that say how words become items.
    #[command(next_help_heading = "Input")]
    #[read_by(Words)]
    pub struct WordKeys {
        /// Rule that turns words into items, for example `--matching paper` [default: full]
        ///
        /// `full` knows plurals, phrases and stop words. `paper` takes exact single words.
        #[arg(long, value_name = "HOW", value_parser = flags::words::<Matching>(), hide_short_help = true)]
        pub matching: Option<Matching>,
        /// File of `word<TAB>category` or `word<TAB>drop` lines, for example `--overrides words.tsv`
        ///
        /// These lines take precedence over the words of the taxonomy. `drop` leaves the word out.
        #[arg(long, value_name = "FILE", hide_short_help = true)]
        pub overrides: Option<PathBuf>,
        /// Treatment of words that are not in the taxonomy, for example `--unknown drop`
        ///
        /// `keep` adds the word below `<other word>`, or below the root. `drop` leaves it out. `error` stops
        /// the run. `as:NODE` reads it as that category or item. The default is `keep` with WordNet words,
        /// otherwise `drop`.
        #[arg(long, value_name = "keep|drop|error|as:NODE", hide_short_help = true)]
        pub unknown: Option<Unknown>,
    }
}

key_group! {
    /// Keys that limit the loss before rows are grouped.
    #[command(next_help_heading = "Input")]
    #[read_by(Transactions)]
    pub struct LossKeys {
        /// Continues although more than half of the words or of the people are lost on reading
        ///
        /// A word is lost if the taxonomy does not have it, and a person without a known item is lost.
        /// Without this flag such a run stops.
        #[arg(long, hide_short_help = true)]
        pub accept_loss: bool,
    }
}

key_group! {
    /// Keys that choose the taxonomy of the items.
    #[command(next_help_heading = "Taxonomy")]
    #[read_by(Words)]
    pub struct TreeKeys {
        /// Taxonomy, for example `topics` or `tree.csv` [default: wordnet]
        ///
        /// Takes `wordnet`, `topics`, `flat`, `prefix` or a file. `topics` is WordNet with sensitive words
        /// below eight topics; a guard at a topic selects it. In `flat`, all items are directly below the
        /// root. In `prefix`, the ancestors of a code are its prefixes, in `prefix:1,3` only those of one and
        /// three characters. A folder of WordNet database files also works.
        #[arg(long, value_name = "NAME|FILE")]
        pub taxonomy: Option<String>,
        /// Format of the taxonomy file, for example `--taxonomy-format paths` [default: detected]
        ///
        /// clump looks at the text. `edges` has `child,parent` lines, `arx` has `leaf;parent;...;root` lines,
        /// and `paths` has `A > B > C` lines. `amnesia` takes hierarchies of Amnesia, `json` nested JSON,
        /// `outline` indented lines, and `skos` SKOS in Turtle with English labels; `skos:de` takes the German
        /// ones. `wordnet` takes a folder of database files.
        #[arg(long, value_name = "FORMAT", hide_short_help = true)]
        pub taxonomy_format: Option<String>,
        /// Repairs that make the taxonomy file one tree, for example `--repair root,drop-repeats`
        ///
        /// clump makes only the repairs that you name, and reports how many it made. `clump taxonomy check`
        /// says which ones a file needs.
        #[arg(long, value_name = "REPAIR,...", value_delimiter = ',', value_parser = flags::words::<Repair>(), hide_short_help = true)]
        pub repair: Vec<Repair>,
    }
}

key_group! {
    /// Keys that fit the taxonomy to the data.
    #[command(next_help_heading = "Taxonomy")]
    #[read_by(Transactions)]
    pub struct ScopeKeys {
        /// Part of the taxonomy that prices losses, for example `--scope full` [default: pruned]
        ///
        /// `pruned` is the part that the data use, as in the paper. With `full`, you can compare losses of
        /// different data.
        #[arg(long, value_name = "SCOPE", value_parser = flags::words::<Scope>(), hide_short_help = true)]
        pub scope: Option<Scope>,
    }
}

key_group! {
    /// Keys of the promise.
    #[command(next_help_heading = "Method")]
    #[read_by(Named)]
    pub struct PromiseKeys {
        /// Least number of people behind each published row [default: none; typical: 5]
        ///
        /// `clump methods NAME` says what a method promises with it.
        #[arg(long, short, value_parser = flags::whole_number, allow_negative_numbers = true)]
        pub k: Option<usize>,
    }
}

key_group! {
    /// Keys that choose the method, and parameters that several methods read. `clump methods NAME` lists the
    /// parameters of a method.
    #[command(next_help_heading = "Method")]
    #[read_by(Named)]
    pub struct MethodKeys {
        /// Method, see `clump methods` [default: pieces for query logs, else nearest]
        ///
        /// Query logs also get `nearest` if a flag needs whole rows: `--floor`, `--keep-root`,
        /// `--keep-repeats` or `--cost bits`. `nearest` loses least of the methods that promise k-anonymity; methods
        /// with weaker promises can lose less.
        #[arg(long, value_name = "NAME", value_parser = flags::method_names(), hide_possible_values = true)]
        pub method: Option<MethodName>,
        /// Purpose of the release, for example `--purpose rules` [default: not stated]
        ///
        /// The purpose picks the tables or the method that serve it best: `rules` is `--table item --table
        /// item,item`. Of query logs: completion, queries, words, phrases, co-occurrence, clicks, next-query,
        /// trends. Of items: prevalence, categories (of codes), pairs, rules, recommendation, lift.
        #[arg(long, value_name = "PURPOSE", value_parser = flags::words::<Purpose>(), hide_possible_values = true, hide_short_help = true)]
        pub purpose: Option<Purpose>,
        /// Number that starts the random choices, for example 7
        ///
        /// Without it, searches start with 0, and keys come from the operating system. Do not publish
        /// releases of keyed methods with a seed: a reader who guesses the seed can undo them.
        #[arg(long, value_name = "N", hide = true)]
        pub seed: Option<u64>,
        /// Form of the published rows: `bags` keep duplicates, `sets` have each item once [default: bags]
        ///
        /// The paper calls them Clump1 and Clump2.
        #[arg(long, value_name = "FORM", value_parser = flags::words::<Form>(), hide = true)]
        pub form: Option<Form>,
        /// Number of rows that are grouped at a time, for example 100000 [default: all]
        ///
        /// A cluster that uses the same number makes the same release.
        #[arg(long, value_name = "ROWS", value_parser = flags::whole_number, allow_negative_numbers = true, hide = true)]
        pub shards: Option<usize>,
        /// File with a key of 64 hexadecimal digits, for example `key.txt`
        ///
        /// By default the key is random and forgotten after the run. Releases with the same key can be
        /// linked.
        #[arg(long, value_name = "FILE", hide = true)]
        pub key: Option<PathBuf>,
    }
}

key_group! {
    /// Keys of the unit of losses.
    #[command(next_help_heading = "Method")]
    #[read_by(Named)]
    pub struct CostKeys {
        /// Unit of losses: `lm`, the paper's metric, or `bits` of information [default: lm]
        ///
        /// A label has more bits the fewer of all items are at or below it. `nearest`, `clump`, and
        /// `partition` with `--publish lcg` minimize the loss in this unit. Bits compare methods on one
        /// taxonomy, not taxonomies.
        #[arg(long, value_name = "UNIT", value_parser = flags::words::<PricedIn>(), hide_short_help = true)]
        pub cost: Option<PricedIn>,
    }
}

key_group! {
    /// Keys that name an earlier release and the people in it.
    #[command(next_help_heading = "Earlier release")]
    #[read_by(Named)]
    pub struct EarlierKeys {
        /// Earlier release, with its certificate next to it, for example `release.tsv`
        #[arg(skip)]
        pub earlier: Option<PathBuf>,
        /// Private audit of the earlier release, for example `--earlier-owners audit.tsv`
        ///
        /// The run stops if people of the earlier release are in the input: no promise covers people who are
        /// in two releases. `drop:audit.tsv` leaves these people out and reports their number. `none` states
        /// that no person of the input is in the earlier release: clump does not check this statement, and
        /// the certificate says so.
        #[arg(long, value_name = "FILE|drop:FILE|none", hide_short_help = true)]
        pub earlier_owners: Option<String>,
    }
}

key_group! {
    /// Keys that name sensitive items.
    #[command(next_help_heading = "Sensitive items")]
    #[read_by(Transactions)]
    pub struct SensitiveKeys {
        /// Items that a reader must not learn about a person, for example `--sensitive health`
        ///
        /// Takes a topic (`health`, `mental health`, `sexuality`, `drugs`, `crime`, `religion`, `politics`,
        /// `finances`), a category with everything below it, `file:PATH` with one name per line, or
        /// `share:0.2` of all items for experiments. Repeat for several. `coherence` and `--certainty`
        /// protect these items. Reports and pages show for how many people they are certain.
        #[arg(long, value_name = "TOPIC|NODE|file:PATH|share:S", hide_short_help = true)]
        pub sensitive: Vec<String>,
    }
}

key_group! {
    /// Keys that say where the release goes.
    #[command(next_help_heading = "Output")]
    #[read_by(Transactions)]
    pub struct OutputKeys {
        /// File of the release, for example `release.csv`; `-` is standard output
        ///
        /// The extension is .csv, .tsv, .jsonl, .parquet or .arrow. Text is compressed if the name ends in
        /// .gz or .zst. A release on standard output has no certificate.
        #[arg(long, short, value_name = "FILE")]
        pub output: Option<PathBuf>,
        /// Format of the release, for example `--to parquet` [default: from the extension]
        ///
        /// The default for standard output is `tsv`.
        #[arg(long, value_name = "FORMAT", value_parser = flags::words::<ReleaseFormat>(), hide_short_help = true)]
        pub to: Option<ReleaseFormat>,
        /// Layout of the release, for example `--layout groups` [default: rows]
        ///
        /// `rows` has a row for each person, `groups` a row for each group with its number of people. The
        /// default is `groups` with `pieces`, `--unit session`, `--unit query` and `--transaction`.
        #[arg(long, value_name = "LAYOUT", value_parser = flags::words::<ReleaseLayout>(), hide_short_help = true)]
        pub layout: Option<ReleaseLayout>,
        /// Writes items that were generalized to the root, instead of leaving them out
        ///
        /// They lose as much as suppressed items, but show the length of a row.
        #[arg(long, hide_short_help = true)]
        pub keep_root: bool,
        /// Replaces existing files
        #[arg(long)]
        pub force: bool,
        /// Computes the lower bound of the loss
        ///
        /// No grouping of these data loses less than this bound. The certificate then says how far from the
        /// optimum the release is at most.
        #[arg(long, hide_short_help = true)]
        #[read_by(Named)]
        pub floor: bool,
    }
}

key_group! {
    /// The word for a person in all texts.
    #[command(next_help_heading = "Report (private)")]
    #[read_by(Transactions)]
    pub struct NounKeys {
        /// Word for a person on pages and terminal, for example `--noun patient` [default: owner]
        ///
        /// For an irregular plural, give both words: `--noun person/people`.
        #[arg(long, value_name = "WORD", hide_short_help = true)]
        pub noun: Option<Noun>,
    }
}

key_group! {
    /// Keys of files that stay with the publisher, and of the pages.
    #[command(next_help_heading = "Report (private)")]
    #[read_by(Transactions)]
    pub struct ReportKeys {
        /// Public page with verdict, risk, use and loss, for example `page.html`
        ///
        /// For methods on transactions and on facts. Printed, it is one sheet to sign. clump writes a private
        /// page next to it (`page.private.html` for `page.html`, mode 0600), which also shows originals and
        /// the loss at other k.
        #[arg(long, value_name = "FILE")]
        #[read_by(Tables)]
        pub page: Option<PathBuf>,
        /// Heading of the pages, for example `--title 'Searches in 2025'` [default: the promise]
        #[arg(long, value_name = "TEXT", hide_short_help = true)]
        #[read_by(Tables)]
        pub title: Option<Title>,
        /// Date on the pages, for example `--date 2026-01-31` [default: today, in UTC]
        #[arg(long, value_name = "DATE", hide_short_help = true)]
        #[read_by(Tables)]
        pub date: Option<Date>,
        /// JSON file with all measures, for example `--report report.json`
        ///
        /// It also has the complete job and the unknown words. Private: only you can read the file (mode
        /// 0600).
        #[arg(long, value_name = "FILE", hide_short_help = true)]
        pub report: Option<PathBuf>,
        /// File for each owner and the released row, for example `--audit audit.tsv`
        ///
        /// Private: only you can read the file (mode 0600). `clump verify` needs it to count people.
        #[arg(long, value_name = "FILE", hide_short_help = true)]
        pub audit: Option<PathBuf>,
    }
}

key_group! {
    /// Keys of further assessments for the report and the pages.
    #[command(next_help_heading = "Report (private)")]
    #[read_by(Transactions)]
    pub struct AssessKeys {
        /// Log of the population that the people come from, for example `--population city.tsv`
        ///
        /// It measures attackers who do not know which people of the population are in the data.
        #[arg(long, value_name = "LOG", hide_short_help = true)]
        pub population: Option<PathBuf>,
        /// File of `owner<TAB>label` lines for a classification test, for example `--labels a.tsv`
        #[arg(long, value_name = "FILE", hide_short_help = true)]
        pub labels: Option<PathBuf>,
    }
}

key_group! {
    /// Keys of the threads.
    #[command(next_help_heading = "Resources")]
    #[read_by(All)]
    pub struct ThreadKeys {
        /// Number of threads, for example `--threads 4` [default: all cores]
        ///
        /// It does not change the release.
        #[arg(long, value_name = "N", value_parser = flags::at_least_one, hide_short_help = true)]
        pub threads: Option<NonZeroUsize>,
    }
}

key_group! {
    /// Keys of the memory.
    #[command(next_help_heading = "Resources")]
    #[read_by(All)]
    pub struct MemoryKeys {
        /// Most memory that the run may use, for example `--memory 2GiB`
        ///
        /// A run that needs more is refused before it starts. It does not change the release.
        #[arg(long, value_name = "SIZE", hide_short_help = true)]
        pub memory: Option<ByteSize>,
    }
}
