//! Usual names of columns. They help to tell a header from a row, and let an error suggest a column. They are
//! only guesses for messages: the user decides which column is used.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Usual {
    /// Columns that identify people: `user_id`, `Customer`, `cookie`.
    Owner,
    /// Columns that may identify people: `session`, `id`.
    MaybeOwner,
    /// Columns that join rows without identifying a person: `order_id`, `basket`.
    Transaction,
    Items,
    Query,
    Time,
    /// Columns of numbers that are neither items nor times, such as prices, counts and ranks.
    Amount,
}

/// Words in names of columns, by the content that they suggest. The first match decides: `customer_order_id`
/// is an order, `item_id` is an item.
const WORDS: [(Usual, &str); 7] = [
    (Usual::Transaction, "order basket transaction invoice receipt visit bestellung bon trip"),
    (
        Usual::Owner,
        "owner user username userid uid customer customerid cust client clientid patient patientid subject participant \
         respondent person member memberid subscriber account visitor visitorid cookie cookieid device deviceid household \
         anonid anon email login ip student employee reader borrower cardholder msisdn imsi ssn mrn kunde kundennr nutzer \
         benutzer cliente usuario utilisateur",
    ),
    (
        Usual::Items,
        "item items itemid product products productid article articles sku code codes icd diagnosis diagnoses drug \
         medication procedure movie movieid film song track artist book isbn title page url clickurl category artikel \
         produkt tag tags genre",
    ),
    (
        Usual::Query,
        "query queries q search searchterm searchterms searchphrase term terms keyword keywords text suche",
    ),
    (Usual::Time, "date time timestamp ts datetime querytime day month year hour created datum zeit fecha"),
    (Usual::Amount, "price quantity qty amount count total rating score rank itemrank preis menge"),
    (Usual::MaybeOwner, "session sessionid id key hash guid uuid nr number"),
];

pub(crate) fn usual(name: &str) -> Option<Usual> {
    let words = words(name);
    let is_one_of = |known: &str| known.split(' ').any(|known| words.iter().any(|word| word == known));
    WORDS.iter().find(|(_, known)| is_one_of(known)).map(|&(what, _)| what)
}

/// True if `name` is that of a column of IDs, unlike any item: `customer_id`, `orderNo`, `userid`.
pub(crate) fn is_of_ids(name: &str) -> bool {
    let words = words(name);
    let is_id = |word: &String| ["id", "ids", "nr", "no", "uuid", "guid"].contains(&word.as_str());
    match &words[..] {
        [word] => word.ends_with("id") && usual(word).is_some() && word != "id",
        words => !name.contains(char::is_whitespace) && words.iter().any(is_id),
    }
}

/// Column names that the reader itself looks for. A value of the data is rarely equal to one of them.
const OWN: [&str; 6] = ["owner", "item", "items", "query", "transaction", "url"];

/// True if `names` are the names of columns, not values. One of them must be a name that the reader looks for
/// or a name of IDs, or they must suggest two kinds of content. One usual word is not enough: `drug` and
/// `book` are also items.
pub(crate) fn are_names(names: &[String]) -> bool {
    let is_own = |name: &String| OWN.iter().any(|own| name.eq_ignore_ascii_case(own)) || is_of_ids(name);
    let mut kinds = names.iter().filter_map(|name| usual(name));
    let first = kinds.next();
    names.iter().any(is_own) || kinds.any(|kind| Some(kind) != first)
}

const BESIDE: [&str; 22] = [
    "asked", "at", "bought", "clicked", "code", "end", "first", "ids", "in", "is", "last", "list", "name",
    "no", "num", "of", "per", "raw", "start", "the", "type", "value",
];

/// Words that are usual as the whole name of a column and are hardly ever values.
const ALONE: [&str; 4] = ["name", "what", "when", "who"];

/// True if all words of `name` are usual in names of columns. This is rarely true for a value of the data.
pub(crate) fn is_usual_name(name: &str) -> bool {
    if ALONE.contains(&name) {
        return true;
    }
    let words = words(name);
    let bare = || words.iter().map(|word| word.trim_end_matches(|char: char| char.is_ascii_digit()));
    let is_beside = |word: &str| word.is_empty() || BESIDE.contains(&word);
    bare().any(|word| usual(word).is_some()) && bare().all(|word| usual(word).is_some() || is_beside(word))
}

/// Words of a column name in lower case. The name is cut at characters that are not alphanumeric, and before
/// a capital: `user_id`, `UserID` and `user ID` have the same words.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for char in name.chars() {
        let is_cut = !char.is_alphanumeric() || (char.is_uppercase() && before.is_lowercase());
        if is_cut {
            words.push(String::new());
        }
        if char.is_alphanumeric() {
            words.last_mut().expect("one word at least").extend(char.to_lowercase());
        }
        before = char;
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_however_they_are_written() {
        for name in
            ["user_id", "UserID", "USER ID", "Customer", "cookie", "patient-no", "AnonID", "customer_id"]
        {
            assert_eq!(usual(name), Some(Usual::Owner), "{name}");
        }
        assert_eq!(usual("item_id"), Some(Usual::Items));
        assert_eq!(usual("session_id"), Some(Usual::MaybeOwner));
        assert_eq!(usual("customer_order_id"), Some(Usual::Transaction));
        assert_eq!((usual("QueryTime"), usual("milk")), (Some(Usual::Query), None));
    }

    #[test]
    fn a_value_with_a_usual_word_is_no_usual_name() {
        for name in ["user_id", "clicked_url", "QueryTime", "item1", "account number", "Owner"] {
            assert!(is_usual_name(name), "{name}");
        }
        for value in ["ann smith", "jo-no", "hiv", "ann drug", "song of ann", "7"] {
            assert!(!is_usual_name(value), "{value}");
        }
    }

    #[test]
    fn names_of_ids_are_no_items() {
        for name in ["customer_id", "userId", "order_no", "AnonID", "userid", "haushalt-nr"] {
            assert!(is_of_ids(name), "{name}");
        }
        for name in ["user", "id", "item_1", "Big Time Low Fat Waffles", "book_club", "no sugar", "", "covid"]
        {
            assert!(!is_of_ids(name), "{name}");
        }
    }
}
