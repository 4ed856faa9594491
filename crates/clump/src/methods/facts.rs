//! The facts themselves.

use super::{MethodFacts, WorksOn};
use crate::MethodName;

/// One entry a method.
pub const FACTS: [MethodFacts; 16] = [
    MethodFacts {
        name: MethodName::Nearest,
        works_on: WorksOn::Transactions,
        promise: "k-anonymity",
        parameters: &["k", "effort", "form", "seed"],
        sentence: "Groups like rows, k owners or more to a group, and publishes what each group has in common.",
        explanation: "Rows are sorted and cut into groups by dynamic programming, groups are grown from the heaviest rows, and a \
                      large-neighbourhood search improves the better of the two. Each group is published as its least common \
                      generalization in the taxonomy.",
        reference: "This project; the definitions are those of Milani Fard and Wang, 2010.",
        weakness: "Loses least of the methods that promise k-anonymity; `apriori` promises less and may lose less. Rows that have nothing \
                   in common below the root are published empty; homogeneous groups tell what all of their owners share.",
    },
    MethodFacts {
        name: MethodName::Clump,
        works_on: WorksOn::Transactions,
        promise: "k-anonymity",
        parameters: &["k", "r", "order", "form", "lcg", "seed"],
        sentence: "The paper's Algorithm 1: each row joins the one of r open groups that loses least by it.",
        explanation: "Rows are taken by length. Every k-th opens a group; each other is tried against the first r groups that still \
                      lack members. Groups are published as their least common generalization, with duplicates (Clump1) or \
                      without (Clump2).",
        reference: "A. Milani Fard, K. Wang: An Effective Clustering Approach to Web Query Log Anonymization, SECRYPT 2010.",
        weakness: "Loses about twice as much as `nearest` does: short rows are preferred whatever they hold, and a larger r makes \
                   that worse.",
    },
    MethodFacts {
        name: MethodName::Partition,
        works_on: WorksOn::Transactions,
        promise: "k-anonymity",
        parameters: &["k", "publish"],
        sentence: "Starts with all rows at the root and splits them top-down by the children that cover their items.",
        explanation: "The node of the cut whose expansion gains most information is expanded; rows with the same set of children go \
                      together; what is left below k owners stays at the parent's cut. With `publish = \"lcg\"` the groups are \
                      published as their least common generalization, which loses far less.",
        reference: "Y. He, J. F. Naughton: Anonymization of Set-Valued Data via Top-Down, Local Generalization, VLDB 2009.",
        weakness: "Published as sets, and one row of another kind holds back all that share its cut: rows of many items stay near \
                   the root.",
    },
    MethodFacts {
        name: MethodName::Apriori,
        works_on: WorksOn::Transactions,
        promise: "k^m-anonymity",
        parameters: &["k", "m", "recoding", "parts"],
        sentence: "Replaces items by ancestors until any m items that an attacker knows match k owners or none.",
        explanation: "One cut of the taxonomy for all rows (`recoding = \"global\"`: AA), one a chunk of like rows (`local`: LRA), or found \
                      for groups of items first and repaired then (`vertical`: VPA). Sets of 1, 2, ... m items are made frequent \
                      one size after the other, each by the generalization that loses least.",
        reference: "M. Terrovitis, N. Mamoulis, P. Kalnis: Privacy-preserving Anonymization of Set-valued Data, VLDB 2008; Local and \
                    Global Recoding Methods for Anonymizing Set-valued Data, VLDB Journal 2011.",
        weakness: "Who knows more than m items may find one row. With a global cut, a rare item right below the root takes everything to \
                   the root, and only then a local one may keep more: at k = 5 it lost 57.7 against 21.0 % on FoodMart, 78.5 against \
                   57.7 % on Excite and 67.0 against 2.5 % on msweb.",
    },
    MethodFacts {
        name: MethodName::Coherence,
        works_on: WorksOn::Transactions,
        promise: "(h,k,p)-coherence",
        parameters: &["h", "k", "p", "sensitive", "seed"],
        sentence: "Suppresses public items until p known ones match k owners or none, and reveal no sensitive item of more than a share h.",
        explanation: "Items are public or sensitive. Sets of at most p public items that too few owners share, or whose rows share a \
                      sensitive item too often, are broken up by suppressing everywhere the item that breaks most of them and \
                      occurs least.",
        reference: "Y. Xu, K. Wang, A. W.-C. Fu, P. S. Yu: Anonymizing Transaction Databases for Publication, KDD 2008.",
        weakness: "Nothing is generalized, so sparse data lose most public items; sensitive items are published as they are.",
    },
    MethodFacts {
        name: MethodName::Apply,
        works_on: WorksOn::Transactions,
        promise: "what the earlier release promises",
        parameters: &["k", "earlier", "earlier-audit", "drop-known-owners", "new-owners-only"],
        sentence: "Publishes new rows of new owners as an earlier release published others.",
        explanation: "Under k-anonymity a row becomes the earlier row that keeps most of it and that k new owners share; under \
                      k^m-anonymity and coherence an item becomes the earlier label that stands for it. What fits nowhere is \
                      suppressed.",
        reference: "This project.",
        weakness: "Loses more than a fresh grouping of the new rows, and says nothing of owners who are in both releases.",
    },
    MethodFacts {
        name: MethodName::Hash,
        works_on: WorksOn::Lines,
        promise: "nothing",
        parameters: &["key", "seed"],
        sentence: "Replaces every word of a query, every owner and every address by a keyed hash.",
        explanation: "BLAKE3 with a key that comes from the operating system and is forgotten, or is read from a file so that releases \
                      can be linked. Times and ranks stay.",
        reference: "R. Kumar, J. Novak, B. Pang, A. Tomkins: On Anonymizing Query Logs via Token-based Hashing, WWW 2007.",
        weakness: "Frequency and company betray words: somebody with the other half of a log of 53,058 generated owners reads 45 % of all \
                   that is hashed. `clump attack hash` says how much of yours.",
    },
    MethodFacts {
        name: MethodName::Share,
        works_on: WorksOn::Lines,
        promise: "a query can be read only with the shares of k owners who asked it",
        parameters: &["k", "key", "seed"],
        sentence: "Encrypts each query and gives every owner who asked it a share of the key; k shares open it.",
        explanation: "Shamir's secret sharing over a prime field: a polynomial of degree k - 1 for each query, one point of it for each \
                      owner. Tags are keyed, so that the dictionary does not help. `clump decode` opens what k owners asked.",
        reference: "E. Adar: User 4XXXXX9: Anonymizing Query Logs, Query Log Analysis Workshop at WWW 2007; A. Shamir: How to Share a \
                    Secret, CACM 1979.",
        weakness: "What opens is published in lower case and stays linked by owner; rare queries are lost whole, but for their time and \
                   length.",
    },
    MethodFacts {
        name: MethodName::Split,
        works_on: WorksOn::Lines,
        promise: "nothing",
        parameters: &["interests", "level", "key", "seed"],
        sentence: "Cuts each owner's queries into interests and gives each interest a name of its own.",
        explanation: "Interests are the subtrees of the taxonomy at a level (`subtree`), or queries that share words (`similar`). The run \
                      reports how many parts an attacker links again by words, hosts and half hours.",
        reference: "E. Adar: User 4XXXXX9: Anonymizing Query Logs, Query Log Analysis Workshop at WWW 2007.",
        weakness: "Queries stay as they were typed, and parts of one owner are linked again by what they share.",
    },
    MethodFacts {
        name: MethodName::DropAll,
        works_on: WorksOn::Lines,
        promise: "nothing",
        parameters: &[],
        sentence: "Publishes no line.",
        explanation: "The habit of deleting logs. Here so that every comparison has its end of the scale.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "Nothing is left to use.",
    },
    MethodFacts {
        name: MethodName::HashQueries,
        works_on: WorksOn::Lines,
        promise: "nothing",
        parameters: &["key", "seed"],
        sentence: "Replaces each query as a whole, and each address, by a keyed hash.",
        explanation: "Equal queries stay equal, up to case and white space. Owners, times and ranks stay.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "Frequent queries are told by their frequency; owners and times are published.",
    },
    MethodFacts {
        name: MethodName::DropIds,
        works_on: WorksOn::Lines,
        promise: "nothing",
        parameters: &[],
        sentence: "Removes the owner of each line.",
        explanation: "The owner column becomes `-`, and lines are sorted so that their order does not tell whose they are.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "Queries stay as they were typed; times and words link lines again.",
    },
    MethodFacts {
        name: MethodName::Scrub,
        works_on: WorksOn::Lines,
        promise: "nothing",
        parameters: &[],
        sentence: "Replaces card numbers, social security numbers, phones, e-mails, street addresses and user names in addresses.",
        explanation: "Card numbers must pass Luhn's check. What is found is replaced by its kind in brackets; everything else stays. On the \
                      4,501 lines of the Excite log one reader found 13 identifiers of these kinds: 6 e-mail addresses, which are all \
                      replaced, and 7 bare user names, which are not; nothing is replaced wrongly.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "Names, places and everything that identifies without a pattern stay; so do owners.",
    },
    MethodFacts {
        name: MethodName::HashIds,
        works_on: WorksOn::Lines,
        promise: "nothing",
        parameters: &["key", "seed"],
        sentence: "Replaces each owner by a keyed hash.",
        explanation: "All lines of an owner stay linked under the new name. With a key from a file, releases can be linked too.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "This is what AOL did in 2006: people were found by what they had asked.",
    },
    MethodFacts {
        name: MethodName::ShortSessions,
        works_on: WorksOn::Lines,
        promise: "nothing",
        parameters: &["period", "key", "seed"],
        sentence: "Gives each owner a new name every period.",
        explanation: "The name depends on the owner and on the number of the period since 1970. Lines of one period stay linked.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "A single session may identify; habits link sessions of one owner again.",
    },
    MethodFacts {
        name: MethodName::DropRare,
        works_on: WorksOn::Lines,
        promise: "every published query, and every clicked address beside one, is that of at least k owners",
        parameters: &["k", "link-owners"],
        sentence: "Publishes the queries that at least k owners asked, once for each of them, and nothing that links them.",
        explanation: "Queries are compared and published in lower case with single spaces. Each owner gives one line for each such query, \
                      and one more for each address clicked after it that k owners clicked after the same query; so equal lines count \
                      owners. Owners are called `-`, times and ranks are emptied. `link-owners` gives each owner a number instead.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "Most queries have one owner and are lost, and so is what belongs together. With `link-owners`, an owner's frequent \
                   queries together may be unique.",
    },
];
