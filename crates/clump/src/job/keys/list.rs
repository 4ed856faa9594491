//! The list of all keys, by group. What stands above a key is its help on the command line and its text in the schema.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clump_core::anonymize::Form;
use clump_core::taxonomy::PricedIn;
use clump_io::release::{ReleaseFormat, ReleaseLayout};
use clump_io::taxonomy::{Repair, TaxonomyFormat};
use clump_io::{Cells, Delimiter, Layout, Matching, Separator, TimeFormat, Unknown};
use clump_report::{Date, Noun, Title};

use super::flags;
use super::group::key_group;
use crate::job::{ByteSize, Scope, UnitName};
use crate::methods::MethodName;

key_group! {
    /// What is read, and what an owner and a transaction are.
    #[command(next_help_heading = "Input")]
    #[read_by(Transactions)]
    pub struct InputKeys {
        /// Layout of the input; by default its first bytes, header or extension decide
        #[arg(long, value_name = "LAYOUT", value_parser = flags::words::<Layout>(), hide_short_help = true)]
        pub from: Option<Layout>,
        /// In a table: the column that says whose row it is
        ///
        /// A table needs this or `--owner-per-row`: it is never guessed.
        #[arg(long, value_name = "COLUMN")]
        pub owner: Option<String>,
        /// In a table: each row is an owner of its own, and nobody has two
        #[arg(long, hide_short_help = true)]
        pub owner_per_row: bool,
        /// Owners who differ only in spelling (case, Unicode form, spaces, `7` and `07`) are different people; without this
        /// or `--fold-owners` they end the run
        #[arg(long, hide_short_help = true)]
        #[read_by(All)]
        pub owners_as_they_are: bool,
        /// Owners who differ only in spelling are the same people: they are counted as one
        #[arg(long, hide_short_help = true)]
        #[read_by(All)]
        pub fold_owners: bool,
        /// In a table: the column that says which rows of an owner are one transaction, like a basket or a visit; k counts
        /// owners all the same
        #[arg(long, value_name = "COLUMN", conflicts_with = "unit", hide_short_help = true)]
        pub transaction: Option<String>,
        /// In a table: the columns of the items; `*` is any text [default: items or item]. Everywhere: `words` for items as
        /// they were typed, each a leaf below the node that it leads to, or `senses` for the nodes themselves, the paper's way
        /// [default: words, and senses with `--matching paper`]
        #[arg(long, value_name = "COLUMN,...|words|senses", value_delimiter = ',', hide_short_help = true)]
        #[read_by(Words)]
        pub items: Vec<String>,
        /// In a table: the column with the text of a query, instead of items [default: query]
        #[arg(long, value_name = "COLUMN", hide_short_help = true)]
        pub query: Option<String>,
        /// In a table: the column of the time, for sessions and for methods on lines [default: time]
        #[arg(long, value_name = "COLUMN", hide_short_help = true)]
        pub time: Option<String>,
        /// How times are written, like `%d/%m/%Y %H:%M:%S`: for times that do not tell by themselves, such as dates with
        /// slashes. ISO times, 01.03.2006 07:17, and seconds to nanoseconds since 1970 are read without it
        #[arg(long, value_name = "FORMAT", hide_short_help = true)]
        pub time_format: Option<TimeFormat>,
        /// In a CSV file: what separates its columns; by default its first lines decide. For items within a cell or a basket
        /// see `--separator`
        #[arg(long, value_name = "NAME", value_parser = flags::words::<Delimiter>(), hide_short_help = true)]
        pub delimiter: Option<Delimiter>,
        /// In a table: its cells are items, or say how often the row has the item that the column is called; then all columns
        /// but owner, time and query are items unless `--items` names some [default: items]
        #[arg(long, value_name = "WHAT", value_parser = flags::words::<Cells>(), hide_short_help = true)]
        pub cells: Option<Cells>,
        /// What separates the items of a basket; by default the extension or the first line decides. In a table: what
        /// separates items in one cell; by default a cell is one item, or a list
        #[arg(long, value_name = "NAME", value_parser = flags::words::<Separator>(), hide_short_help = true)]
        pub separator: Option<Separator>,
        /// What one transaction is: all of an owner, a session, a query, or what the column `--transaction` says (called
        /// `transaction` if it is not named). k counts owners in each case [default: query with
        /// `pieces` of a log, else owner]
        #[arg(long, value_name = "UNIT", value_parser = flags::words::<UnitName>(), hide_short_help = true)]
        pub unit: Option<UnitName>,
        /// The pause that ends a session [default: 30m]
        #[arg(long, value_name = "TIME", hide_short_help = true)]
        pub gap: Option<String>,
        /// Keeps repeated items of a transaction
        #[arg(long, hide_short_help = true)]
        pub keep_repeats: bool,
        /// Counts malformed lines and goes on
        #[arg(long, hide_short_help = true)]
        pub skip_bad_lines: bool,
        /// The folder for what does not fit in memory; the files there have no names and vanish with the program
        /// [default: that of the system]
        #[arg(long, value_name = "FOLDER", hide_short_help = true)]
        pub temp: Option<PathBuf>,
    }
}

key_group! {
    /// How words become items.
    #[command(next_help_heading = "Input")]
    #[read_by(Words)]
    pub struct WordKeys {
        /// How words become items: `full` knows plurals, phrases and stop words, `paper` takes exact single words [default:
        /// full]
        #[arg(long, value_name = "HOW", value_parser = flags::words::<Matching>(), hide_short_help = true)]
        pub matching: Option<Matching>,
        /// A file of `word<TAB>node` or `word<TAB>drop` lines that come before the taxonomy's own words
        #[arg(long, value_name = "FILE", hide_short_help = true)]
        pub overrides: Option<PathBuf>,
        /// What becomes of words and items that the taxonomy does not have: `keep` (a leaf below `<other word>`, or below the
        /// root), `drop`, `error`, or `as:NODE` for a node of it [default: keep with the words of WordNet, else drop]
        #[arg(long, value_name = "keep|drop|error|as:NODE", hide_short_help = true)]
        pub unknown: Option<Unknown>,
    }
}

key_group! {
    /// How much may be lost before anything is grouped.
    #[command(next_help_heading = "Input")]
    #[read_by(Transactions)]
    pub struct LossKeys {
        /// Goes on although more than half of the words, or of the owners, are gone before anything is grouped: not in the
        /// taxonomy, or without a known item
        #[arg(long, hide_short_help = true)]
        pub accept_loss: bool,
    }
}

key_group! {
    /// Which tree items are generalized in.
    #[command(next_help_heading = "Taxonomy")]
    #[read_by(Words)]
    pub struct TreeKeys {
        /// The tree: `wordnet`, `topics`, `flat`, `prefix`, or a file [default: wordnet]
        ///
        /// `topics` is WordNet with sensitive words below eight topics; a guard at a topic takes it by itself. In `flat` all
        /// items lie below one root, in `prefix` the ancestors of a code are its prefixes. A directory of WordNet database
        /// files is read, too.
        #[arg(long, value_name = "NAME|FILE")]
        pub taxonomy: Option<String>,
        /// Format of that file: `child,parent` edges, `leaf;parent;...;root` rows of ARX, `A > B > C` paths, hierarchies of
        /// Amnesia, nested JSON, indented outlines, SKOS in Turtle; by default its text decides
        #[arg(long, value_name = "FORMAT", value_parser = flags::words::<TaxonomyFormat>(), hide_short_help = true)]
        pub taxonomy_format: Option<TaxonomyFormat>,
        /// What may be done to make that file one tree: done only if asked for, and counted. `clump taxonomy check` says
        /// which are needed
        #[arg(long, value_name = "REPAIR,...", value_delimiter = ',', value_parser = flags::words::<Repair>(), hide_short_help = true)]
        pub repair: Vec<Repair>,
        /// Language of the labels of a SKOS file [default: en]
        #[arg(long, value_name = "TAG", hide_short_help = true)]
        pub language: Option<String>,
    }
}

key_group! {
    /// How the tree is fitted to the data.
    #[command(next_help_heading = "Taxonomy")]
    #[read_by(Transactions)]
    pub struct ScopeKeys {
        /// Prefix lengths that are nodes with `--taxonomy prefix`; by default all
        #[arg(long, value_name = "N,N,...", value_delimiter = ',', hide_short_help = true)]
        #[read_by(Words)]
        pub prefixes: Vec<usize>,
        /// Measure losses in the taxonomy pruned to the data, as the paper does, or in the full one [default: pruned]
        #[arg(long, value_name = "SCOPE", value_parser = flags::words::<Scope>(), hide_short_help = true)]
        pub scope: Option<Scope>,
    }
}

key_group! {
    /// What is promised.
    #[command(next_help_heading = "Method")]
    #[read_by(Named)]
    pub struct PromiseKeys {
        /// Least number of owners that the promise speaks of; 5 to 10 is usual
        #[arg(long, short, value_parser = flags::whole_number, allow_negative_numbers = true)]
        pub k: Option<usize>,
    }
}

key_group! {
    /// The method, and parameters that several methods read. `clump methods NAME` says which of them a method reads.
    #[command(next_help_heading = "Method")]
    #[read_by(Named)]
    pub struct MethodKeys {
        /// What is done; `clump methods` lists all with what they promise [default: pieces for logs of queries, unless
        /// something is asked that only whole rows have; else nearest]
        ///
        /// `nearest` loses least of those that promise k-anonymity; weaker promises may lose less.
        #[arg(long, value_name = "NAME", value_parser = flags::method_names(), hide_possible_values = true)]
        pub method: Option<MethodName>,
        /// Seed of whatever is random: searches take 0, and keys come from the operating system unless it is given
        #[arg(long, value_name = "N", hide = true)]
        pub seed: Option<u64>,
        /// With `nearest` and `clump`: publish bags with duplicates (the paper's Clump1) or sets without (Clump2)
        /// [default: bags]
        #[arg(long, value_name = "FORM", value_parser = flags::words::<Form>(), hide = true)]
        pub form: Option<Form>,
        /// With `nearest` and `pieces`: in shards of about this many rows, as a cluster does: the same release as one with the
        /// same number [default: all rows at once]
        #[arg(long, value_name = "ROWS", value_parser = flags::whole_number, allow_negative_numbers = true, hide = true)]
        pub shards: Option<usize>,
        /// With keyed methods: a file with a key of 64 hexadecimal digits, for releases that can be linked; by default the
        /// key comes from the operating system and is forgotten
        #[arg(long, value_name = "FILE", hide = true)]
        pub key: Option<PathBuf>,
    }
}

key_group! {
    /// What losses are counted in.
    #[command(next_help_heading = "Method")]
    #[read_by(Named)]
    pub struct CostKeys {
        /// What losses are counted in: `lm`, the paper's loss metric, or `bits`: the fewer of all items are at or below a
        /// label, the more it tells. `nearest`, `clump` and `partition` with `--publish lcg` then lose as few bits as they
        /// can. Bits compare methods on one taxonomy, never taxonomies [default: lm]
        #[arg(long, value_name = "UNIT", value_parser = flags::words::<PricedIn>(), hide_short_help = true)]
        pub cost: Option<PricedIn>,
    }
}

key_group! {
    /// The earlier release that is applied, and who is in both.
    #[command(next_help_heading = "Earlier release")]
    #[read_by(Named)]
    pub struct EarlierKeys {
        /// The earlier release, with its certificate beside it
        #[arg(skip)]
        pub earlier: Option<PathBuf>,
        /// The private audit of the earlier release: owners who are in it are refused, since no promise covers people who
        /// are in two releases
        #[arg(long, value_name = "FILE", hide_short_help = true)]
        pub earlier_audit: Option<PathBuf>,
        /// Leaves these owners out and says how many they were
        #[arg(long, hide_short_help = true)]
        pub drop_known_owners: bool,
        /// Instead of the audit: you know that no owner is in the earlier release. The certificate says that this was not
        /// checked
        #[arg(long, conflicts_with = "earlier_audit", hide_short_help = true)]
        pub new_owners_only: bool,
    }
}

key_group! {
    /// What nobody should learn.
    #[command(next_help_heading = "Sensitive items")]
    #[read_by(Transactions)]
    pub struct SensitiveKeys {
        /// What nobody should learn of an owner: a topic (`health`, `mental health`, `sexuality`, `drugs`, `crime`, `religion`,
        /// `politics`, `finances`), a node with everything below it, `file:PATH` with one name per line, or `share:0.2` of all
        /// items for experiments; repeat for several. `coherence` protects it; reports and pages say of how many owners it
        /// is certain
        #[arg(long, value_name = "TOPIC|NODE|file:PATH|share:S", hide_short_help = true)]
        pub sensitive: Vec<String>,
    }
}

key_group! {
    /// Where the release goes.
    #[command(next_help_heading = "Output")]
    #[read_by(Transactions)]
    pub struct OutputKeys {
        /// The release: .csv, .tsv, .jsonl, .parquet or .arrow; `-` for standard output
        ///
        /// Text is compressed if the name ends in .gz or .zst. A release on standard output has no certificate.
        #[arg(long, short, value_name = "FILE")]
        pub output: Option<PathBuf>,
        /// Format of the release; by default its extension decides, and tsv goes to standard output
        #[arg(long, value_name = "FORMAT", value_parser = flags::words::<ReleaseFormat>(), hide_short_help = true)]
        pub to: Option<ReleaseFormat>,
        /// A row for every owner of a group, or one for every group with its number of owners [default: rows; groups with
        /// `pieces`, `--unit session`, `--unit query` or `--transaction`]
        #[arg(long, value_name = "LAYOUT", value_parser = flags::words::<ReleaseLayout>(), hide_short_help = true)]
        pub layout: Option<ReleaseLayout>,
        /// Writes items that were generalized to the root; they cost what suppression costs and tell a length
        #[arg(long, hide_short_help = true)]
        pub keep_root: bool,
        /// Replaces existing files
        #[arg(long)]
        pub force: bool,
        /// Computes a proved floor under the loss of any grouping, and certifies how far from the optimum this one is at
        /// most
        #[arg(long, hide_short_help = true)]
        #[read_by(Named)]
        pub floor: bool,
    }
}

key_group! {
    /// What stays with the publisher.
    #[command(next_help_heading = "Report (private)")]
    #[read_by(Transactions)]
    pub struct ReportKeys {
        /// A page that shows verdict, risk, use and loss, and may be published
        ///
        /// With methods on transactions and on facts. Printed, it is one sheet to sign. The private one beside it (`page.private.html` for
        /// `page.html`, mode 0600) shows originals too, and what other k would lose.
        #[arg(long, value_name = "FILE")]
        #[read_by(Tables)]
        pub page: Option<PathBuf>,
        /// The heading of the pages [default: says what is promised]
        #[arg(long, value_name = "TEXT", hide_short_help = true)]
        #[read_by(Tables)]
        pub title: Option<Title>,
        /// What owners are called on the pages and on the terminal: `patient`, or one and several: `person/people`
        /// [default: owner]
        #[arg(long, value_name = "WORD", hide_short_help = true)]
        pub noun: Option<Noun>,
        /// The day that stands on the pages, as `2026-01-31` [default: today, in UTC]
        #[arg(long, value_name = "DATE", hide_short_help = true)]
        #[read_by(Tables)]
        pub date: Option<Date>,
        /// All measures, the resolved job and the unknown words, as JSON; mode 0600
        #[arg(long, value_name = "FILE", hide_short_help = true)]
        pub report: Option<PathBuf>,
        /// Each owner and its released row; mode 0600
        #[arg(long, value_name = "FILE", hide_short_help = true)]
        pub audit: Option<PathBuf>,
    }
}

key_group! {
    /// What is assessed besides the loss, for the report and the pages.
    #[command(next_help_heading = "Report (private)")]
    #[read_by(Transactions)]
    pub struct AssessKeys {
        /// A log of the people whom the owners come from, for attackers who do not know who is in the data
        #[arg(long, value_name = "LOG", hide_short_help = true)]
        pub population: Option<PathBuf>,
        /// `owner<TAB>label` lines, for the classification metric
        #[arg(long, value_name = "FILE", hide_short_help = true)]
        pub labels: Option<PathBuf>,
    }
}

key_group! {
    /// How many threads.
    #[command(next_help_heading = "Resources")]
    #[read_by(All)]
    pub struct ThreadKeys {
        /// How many threads to use; changes no byte of the release [default: all cores]
        #[arg(long, value_name = "N", value_parser = flags::at_least_one, hide_short_help = true)]
        pub threads: Option<NonZeroUsize>,
    }
}

key_group! {
    /// How much memory.
    #[command(next_help_heading = "Resources")]
    #[read_by(All)]
    pub struct MemoryKeys {
        /// The most memory that the run may need, like `2GiB`: a run that needs more is refused before it begins; changes no
        /// byte of the release
        #[arg(long, value_name = "SIZE", hide_short_help = true)]
        pub memory: Option<ByteSize>,
    }
}
