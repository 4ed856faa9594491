//! Fields of a form as keys of a job. A field has the name of its key. The type of the key decides how the
//! text is parsed, so this file has no list of types.

use std::collections::BTreeMap;

use clump::Keys;
use serde_json::{Map, Value};

use crate::error_view::ErrorView;

/// Form fields that a browser sent: names and texts, in order. A name may occur several times.
pub type Fields = Vec<(String, String)>;

/// The first text of the field `name`, trimmed; `None` if it is empty.
pub fn text<'f>(fields: &'f Fields, name: &str) -> Option<&'f str> {
    let found = fields.iter().find(|(field, _)| field == name);
    found.map(|(_, text)| text.trim()).filter(|text| !text.is_empty())
}

/// True if the check box `name` is ticked.
pub fn is_on(fields: &Fields, name: &str) -> bool {
    text(fields, name).is_some()
}

/// A value as the word that forms and TOML files use; empty if the value is not such a word.
pub fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}

/// `keys` with the values that the user entered in a form. The form has the fields `shows`; a field without
/// text removes its key.
pub fn said(keys: &Keys, fields: &Fields, shows: &[&str]) -> Result<Keys, ErrorView> {
    let mut map = map_of(keys);
    let mut given: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, text) in fields {
        if shows.contains(&name.as_str()) && !text.trim().is_empty() {
            given.entry(name).or_default().push(text.trim());
        }
    }
    for &key in shows {
        match given.get(key) {
            Some(texts) => drop(map.insert(key.to_owned(), value(key, texts)?)),
            None => drop(map.remove(key)),
        }
    }
    of_map(keys, map)
}

/// `keys` with `others` added or replaced; these are JSON values.
pub fn with(keys: &Keys, others: &BTreeMap<String, Value>) -> Result<Keys, ErrorView> {
    let mut map = map_of(keys);
    map.extend(others.clone());
    of_map(keys, map)
}

/// The keys as a map of JSON values.
pub fn map_of(keys: &Keys) -> Map<String, Value> {
    match serde_json::to_value(keys) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// Keys from JSON values. Inputs come from `keys`, because a dropped file has no path to write as JSON.
fn of_map(keys: &Keys, mut map: Map<String, Value>) -> Result<Keys, ErrorView> {
    map.remove("input");
    let read: Keys = serde_json::from_value(Value::Object(map)).map_err(|error| {
        ErrorView::new(format!("The settings are not valid: {error}"), "Change them, or go back.")
    })?;
    Ok(Keys { input: keys.input.clone(), ..read })
}

/// Parses `texts` as a value of `key`. Tries text, number, list and other types, and returns the first that
/// the key accepts.
fn value(key: &str, texts: &[&str]) -> Result<Value, ErrorView> {
    let word = |text: &str| Value::from(text);
    let number =
        |text: &str| text.parse::<u64>().map(Value::from).or_else(|_| text.parse::<f64>().map(Value::from));
    let list = |parts: Vec<&str>| -> Vec<Value> {
        parts.into_iter().map(|part| number(part.trim()).unwrap_or_else(|_| word(part.trim()))).collect()
    };
    let mut readings: Vec<Value> = Vec::new();
    match texts {
        [text] => {
            readings.push(word(text));
            readings.extend(number(text).ok());
            readings.extend((*text == "on").then_some(Value::Bool(true)));
            readings.push(list(text.split(',').collect()).into());
        }
        texts => {
            readings.push(texts.iter().copied().map(word).collect());
            readings.push(list(texts.to_vec()).into());
        }
    }
    let mut error = None;
    for reading in readings {
        let one = Value::Object(Map::from_iter([(key.to_owned(), reading.clone())]));
        match serde_json::from_value::<Keys>(one) {
            Ok(_) => return Ok(reading),
            // The first attempt is the text as typed, so its error is the most useful.
            Err(found) => drop(error.get_or_insert(found)),
        }
    }
    let error = error.map(|error| error.to_string()).unwrap_or_default();
    Err(ErrorView::new(format!("`{key}` cannot have this value: {error}"), format!("Change `{key}`.")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(pairs: &[(&str, &str)]) -> Fields {
        pairs.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect()
    }

    #[test]
    fn types_of_keys_decide_what_a_text_means() {
        let keys = Keys { input: vec!["log.csv".into()], ..Keys::default() };
        let form = fields(&[
            ("owner", "7"),
            ("k", " 5 "),
            ("certainty", "0.5"),
            ("owner-per-row", "on"),
            ("sensitive", "illness"),
            ("sensitive", "drug"),
            ("items", "1,3"),
            ("time", ""),
        ]);
        let shows = ["owner", "k", "certainty", "owner-per-row", "sensitive", "items", "time"];
        let said = said(&keys, &form, &shows).unwrap();
        assert_eq!(said.read.owner.as_deref(), Some("7"), "a name stays a name");
        assert_eq!((said.promise.k, said.read.owner_per_row), (Some(5), true));
        assert_eq!(said.guards.certainty.certainty, Some("0.5".parse().unwrap()));
        assert_eq!((said.sensitive.sensitive.len(), said.read.items), (2, vec!["1,3".to_owned()]));
        assert_eq!(said.input.len(), 1);
    }

    #[test]
    fn what_is_shown_and_empty_is_not_given_any_more_and_the_rest_stays() {
        let keys: Keys = serde_json::from_str(r#"{ "k": 5, "owner": "user", "method": "nearest" }"#).unwrap();
        let said = said(&keys, &fields(&[("k", "10"), ("method", "clump")]), &["k", "owner"]).unwrap();
        assert_eq!((said.promise.k, said.read.owner.as_deref()), (Some(10), None));
        assert_eq!(said.method.method.unwrap().word(), "nearest", "a field that is not shown is not heard");
    }

    #[test]
    fn what_is_no_value_is_refused_with_the_name_of_its_field() {
        let told = said(&Keys::default(), &fields(&[("k", "many")]), &["k"]).unwrap_err();
        assert!(told.message.starts_with("`k` cannot have this value"), "{told:?}");
    }
}
