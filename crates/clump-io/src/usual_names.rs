//! What columns are usually called, so that a header can be told from a row, and an error can say which column is likely
//! meant. It only ever guesses for a message: what a column is, the user says.

/// What a column of a usual name holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Usual {
    /// People: `user_id`, `Customer`, `cookie`.
    Owner,
    /// Something that may stand for people: `session`, `id`.
    MaybeOwner,
    /// What belongs together, but to whom is not said: `order_id`, `basket`.
    Transaction,
    Items,
    Query,
    Time,
    /// Prices, counts, ranks.
    Amount,
}

/// Words by what they name, in order of precedence: `customer_order_id` is an order, `item_id` is an item.
const WORDS: [(Usual, &[&str]); 7] = [
    (
        Usual::Transaction,
        &["order", "basket", "transaction", "invoice", "receipt", "visit", "bestellung", "bon", "trip"],
    ),
    (
        Usual::Owner,
        &[
            "owner",
            "user",
            "username",
            "userid",
            "uid",
            "customer",
            "customerid",
            "cust",
            "client",
            "clientid",
            "patient",
            "patientid",
            "subject",
            "participant",
            "respondent",
            "person",
            "member",
            "memberid",
            "subscriber",
            "account",
            "visitor",
            "visitorid",
            "cookie",
            "cookieid",
            "device",
            "deviceid",
            "household",
            "anonid",
            "anon",
            "email",
            "login",
            "ip",
            "student",
            "employee",
            "reader",
            "borrower",
            "cardholder",
            "msisdn",
            "imsi",
            "ssn",
            "mrn",
            "kunde",
            "kundennr",
            "nutzer",
            "benutzer",
            "cliente",
            "usuario",
            "utilisateur",
        ],
    ),
    (
        Usual::Items,
        &[
            "item",
            "items",
            "itemid",
            "product",
            "products",
            "productid",
            "article",
            "articles",
            "sku",
            "code",
            "codes",
            "icd",
            "diagnosis",
            "diagnoses",
            "drug",
            "medication",
            "procedure",
            "movie",
            "movieid",
            "film",
            "song",
            "track",
            "artist",
            "book",
            "isbn",
            "title",
            "page",
            "url",
            "clickurl",
            "category",
            "artikel",
            "produkt",
            "tag",
            "tags",
            "genre",
        ],
    ),
    (
        Usual::Query,
        &["query", "queries", "search", "searchterm", "searchphrase", "keyword", "keywords", "text", "suche"],
    ),
    (
        Usual::Time,
        &[
            "date",
            "time",
            "timestamp",
            "datetime",
            "querytime",
            "day",
            "month",
            "year",
            "hour",
            "created",
            "datum",
            "zeit",
            "fecha",
        ],
    ),
    (
        Usual::Amount,
        &[
            "price", "quantity", "qty", "amount", "count", "total", "rating", "score", "rank", "itemrank",
            "preis", "menge",
        ],
    ),
    (Usual::MaybeOwner, &["session", "sessionid", "id", "key", "hash", "guid", "uuid", "nr", "number"]),
];

/// What a column called `name` usually holds.
pub(crate) fn usual(name: &str) -> Option<Usual> {
    let words = words(name);
    WORDS
        .iter()
        .find(|(_, known)| words.iter().any(|word| known.contains(&word.as_str())))
        .map(|&(what, _)| what)
}

/// Whether `name` is that of a column of ids, which no item and no word of a query looks like: `customer_id`, `orderNo`,
/// `userid`.
pub(crate) fn is_of_ids(name: &str) -> bool {
    let words = words(name);
    let is_id = |word: &String| ["id", "ids", "nr", "no", "uuid", "guid"].contains(&word.as_str());
    match &words[..] {
        [word] => word.ends_with("id") && usual(word).is_some() && word != "id",
        words => !name.contains(char::is_whitespace) && words.iter().any(is_id),
    }
}

/// The words of a name in lower case, cut where it is not alphanumeric and before a capital: `user_id`, `UserID` and
/// `user ID` have the same ones.
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
