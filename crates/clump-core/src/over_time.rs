//! The rule for releases over time: no two numbers that clump published about the same thing differ by 1 to k - 1
//! people.
//!
//! A *row* of a release has an *identity* (a query, a pair of words, a query on a day) and a number of people. F(r) is
//! the set of people whom the data of the release have in row r. P(r) is the set of people whom the release counts
//! there, and N(r) is their number. A release leaves people out if it must, so P(r) is a part of F(r).
//!
//! Two rows are *linked* if one has all attributes of the other: `query q` of January, and `query q` or
//! `query q, day d` of another release. Linked rows are *nested* if P of one is a part of F of the other. Release A is
//! *inside* release B if all rows of A are nested in the rows of B with the same identity, as a month is inside its
//! year. The *parts* of B are the releases inside B that are inside no other of these; or those that have no other
//! inside. The *cells* of a row are the rows below it in a table of the same facts, such as `query q, day d` below
//! `query q`. Each release keeps three rules against all earlier ones:
//!
//! 1. *Differences.* If rows a and b are nested, |N(a) - N(b)| is 0 or at least k.
//! 2. *Sums.* If row b is in a release with parts, and T is the sum of N over the rows of the parts with the identity
//!    of b, |N(b) - T| is 0 or at least k.
//! 3. *Totals.* If T is the sum of N over the cells of row b in one table, of those that are nested in it, |N(b) - T|
//!    is 0 or at least k.
//!
//! **Theorem.** Assume that an attacker knows the periods of all releases, and subtracts from the number of a row the
//! number of any linked row whose period and attributes are inside, or the sum of the parts or of the cells that are
//! inside. For sums, assume too that nothing is nested by chance, without being inside. Every result that is not 0 is
//! at least k in size. So no result counts 1 to k - 1 people, and none counts at least one person while its
//! size limits them to fewer than k.
//!
//! *Proof.* Let a be inside b by period and attributes. Whoever is in the data of a is in the data of b, so F(a) is a
//! part of F(b). P(a) is a part of F(a), so a and b are nested, and rule 1 is about them. The same holds for each row
//! of a release inside another. So the attacker's releases inside B are inside B here too. If nothing else is, rules 2
//! and 3 are about the same sums. Let a result count people: each person adds 0 or more to it. If it is 0, nobody adds to it.
//! Otherwise it is at least k. ∎
//!
//! The rules look at sets, not at periods, because many logs have no times. Sets can be nested by chance. This costs
//! a few people. It can hide a sum from rules 2 and 3 only if all common rows of two releases are nested by chance, or
//! a cell of another period is. The theorem is not about results that add up other selections of releases, for
//! example a year minus ten of its twelve months, nor about overlaps of several releases with those of others. It is
//! not about what people did in both periods either: two equal numbers say that the same people came again.
//!
//! **The least cost.** For each row, [`OverTime::judge`] publishes the largest number that the rules allow, see
//! [`largest_safe`].

mod judge;
mod past;
mod safe_number;
mod sums;

pub use judge::{Judgement, NewRow, OverTime, is_settled, settle};
pub use past::{NamedRow, Past, PastRow, TakenOverTime};
pub use safe_number::largest_safe;
