//! A certificate says what the release shows: every field of a true one is altered, and `verify` must say no, or name the field
//! as not checked.

use clump::core::facts::{By, FactKind, ShownCounts, TableSpec};
use clump::core::promise::Privacy;
use clump::core::taxonomy::PricedIn;
use clump::io::release::ReleaseLayout;
use clump::io::{Items, Unit};
use clump::report::Certificate;
use clump::{CheckError, Checked, Counts, Data, Job, MethodName, ReleaseFile, Stated, run};
use serde_json::{Value, json};

use crate::common::{self, Desk, SESSION, example, on_transactions};

const CERTIFICATE: &str = "release.tsv.certificate.json";

/// Puts `certificate` beside the release, written as one is written if it can be.
fn put(desk: &Desk, certificate: &Value) {
    let as_written = serde_json::from_value::<Certificate>(certificate.clone())
        .ok()
        .filter(|read| serde_json::to_value(read).unwrap() == *certificate)
        .map(|read| String::from_utf8(read.to_bytes()).unwrap());
    desk.write(CERTIFICATE, &as_written.unwrap_or_else(|| certificate.to_string()));
}

/// What `verify` finds with `certificate` beside the release.
fn checked_with(desk: &Desk, certificate: &Value) -> Result<Checked, CheckError> {
    put(desk, certificate);
    ReleaseFile::read(&desk.path("release.tsv"), None, None, None)?.check(Stated::default())
}

/// Asserts that the certificate is not believed: it is none, it is of other bytes, or some field of it is wrong.
#[track_caller]
fn refused(desk: &Desk, certificate: &Value, what: &str) {
    if let Ok(checked) = checked_with(desk, certificate) {
        assert!(!checked.holds, "{what}");
        let is_wrong = checked.certified == Some(false) || !checked.wrong_in_certificate.is_empty();
        assert!(is_wrong, "{what}: {checked:?}");
    }
}

/// Every place in `value`, as JSON pointers; objects and arrays too.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| places(value, &format!("{at}/{key}"), all)),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, value)| places(value, &format!("{at}/{index}"), all));
        }
        _ => {}
    }
}

/// The same value, altered.
fn altered(value: &Value) -> Value {
    match value {
        Value::Null => json!(1),
        Value::Bool(yes) => json!(!yes),
        Value::Number(number) => match number.as_u64() {
            Some(number) => json!(number + 1),
            None => json!(number.as_f64().unwrap() + 1.5),
        },
        Value::String(text) => json!(format!("{text}x")),
        Value::Array(list) => json!([list.clone(), vec![json!("another")]].concat()),
        Value::Object(map) if map.is_empty() => json!([]),
        Value::Object(_) => json!({}),
    }
}

/// Settings whose every value can be true: the release does not show them.
fn is_free_setting(place: &str) -> bool {
    let setting = place.strip_prefix("/parameters/");
    setting.is_some_and(|key| !["k", "m", "h", "p", "certainty", "key", "earlier"].contains(&key))
}

/// A log over a small tree, so that the many checks take little time.
fn small() -> Desk {
    let words = ["guitar", "violin", "trumpet", "poodle", "spaniel", "terrier", "bread", "cheese"];
    let desk = Desk::with_queries(30, |owner| {
        [owner, owner / 2, owner / 5].map(|word| words[word % words.len()].to_owned()).to_vec()
    });
    desk.write_tree(&words);
    desk
}

/// Every method but `apply`, which needs an earlier release; a floor, the other units, and once WordNet.
fn jobs(desk: &Desk) -> Vec<Job> {
    let job = |method| {
        let job = desk.job(method);
        if on_transactions(method) || method == MethodName::Split {
            common::with_tree(job, &desk.path("tree.csv"))
        } else {
            job
        }
    };
    let methods = MethodName::ALL.into_iter().filter(|&method| method != MethodName::Apply);
    let mut jobs: Vec<Job> = methods.map(job).collect();
    jobs.push(job(MethodName::Nearest).floor());
    jobs.push(job(MethodName::Nearest).cost(PricedIn::Bits).floor());
    jobs.push(job(MethodName::Nearest).unit(Unit::Query));
    jobs.push(job(MethodName::Apriori).unit(SESSION).layout(ReleaseLayout::Rows));
    let words = Counts::of([FactKind::Word]);
    let by_day = Counts::of([TableSpec::of(FactKind::Word).by(By::Day)]);
    jobs.push(job(MethodName::Counts).method(by_day.k_cell(2).times(true).rest(true)));
    jobs.push(job(MethodName::Counts).method(words.clone().numbers(ShownCounts::Rounded(2))));
    let privacy = Privacy::new(8.0, 0.001, 2).unwrap();
    for shown in [words.clone(), words.clone().numbers(ShownCounts::Rounded(2)), words.clone().seed(1)] {
        jobs.push(job(MethodName::Counts).method(shown.noise(privacy)));
    }
    jobs.push(desk.job(MethodName::Nearest));
    jobs.push(desk.job(MethodName::Nearest).sensitive(["dog"]));
    // Two properties.
    let promised = desk.job(MethodName::Nearest).k(15).sensitive(["bread", "cheese"]);
    jobs.push(promised.certainty("0.9".parse().unwrap()));
    jobs
}

#[test]
fn every_altered_field_is_refused() {
    let desk = small();
    for job in jobs(&desk) {
        let outcome = run(&job, &()).unwrap();
        let is_kept = !outcome.checked.properties.is_empty();
        assert!(outcome.published.is_some(), "{:?}", outcome.checked);
        let true_one: Value = serde_json::from_str(&desk.read(CERTIFICATE)).unwrap();
        let name = format!("{} by {}", job.method.name().word(), true_one["parameters"]["unit"]);
        let checked = checked_with(&desk, &true_one).unwrap();
        assert_eq!((checked.holds, checked.certified), (is_kept, Some(true)), "{name}");
        assert_eq!(checked.wrong_in_certificate, [""; 0], "{name}");

        let mut all = Vec::new();
        places(&true_one, "", &mut all);
        let is_shown = |place: &str| !place.is_empty() && !is_free_setting(place);
        for place in all.iter().filter(|place| is_shown(place)) {
            let mut certificate = true_one.clone();
            let value = certificate.pointer_mut(place).unwrap();
            *value = altered(value);
            // Which column has the owners, a release does not show either.
            if place == "/owner_is" {
                *certificate.pointer_mut(place).unwrap() = json!("whoever");
            }
            refused(&desk, &certificate, &format!("{name}: {place} altered"));
            // A certificate may state any number; none of them ends the check.
            if true_one.pointer(place).is_some_and(Value::is_u64) {
                *certificate.pointer_mut(place).unwrap() = json!(u64::MAX);
                refused(&desk, &certificate, &format!("{name}: {place} as large as can be"));
            }
        }
        for place in &all {
            let mut certificate = true_one.clone();
            if let Value::Object(map) = certificate.pointer_mut(place).unwrap() {
                map.insert("note".to_owned(), json!("row 7 is somebody"));
                refused(&desk, &certificate, &format!("{name}: a key more in {place}"));
            }
            let parent = place.rsplit_once('/').map(|(parent, _)| parent);
            // Whether somebody looked for what is certain, no release shows.
            let is_optional = place == "/certain";
            if let Some(parent) = parent.filter(|_| !is_optional && !is_free_setting(place)) {
                let mut certificate = true_one.clone();
                let key = place.rsplit('/').next().unwrap();
                if let Value::Object(map) = certificate.pointer_mut(parent).unwrap() {
                    map.remove(key);
                    refused(&desk, &certificate, &format!("{name}: without {place}"));
                }
            }
        }
    }
}

/// In any tree: with the originals at hand, the groups that show something sensitive are counted again.
#[test]
fn what_is_certain_is_counted_again_with_the_originals() {
    let desk = small();
    let audit = desk.path("audit.tsv");
    let job = common::with_tree(desk.job(MethodName::Nearest), &desk.path("tree.csv"));
    let job = job.audit(&audit).sensitive(["dog"]);
    run(&job, &()).unwrap();
    let mut certificate: Value = serde_json::from_str(&desk.read(CERTIFICATE)).unwrap();
    let groups = certificate["certain"]["groups"].as_u64().unwrap();
    assert!((2..certificate["groups"].as_u64().unwrap()).contains(&groups), "{groups}");
    let wrong = |certificate: &Value| {
        put(&desk, certificate);
        let data = Data::read(&job, &()).unwrap();
        let release = ReleaseFile::read(&desk.path("release.tsv"), None, None, None).unwrap();
        let checked = release.check_against(Stated::default(), &audit, &data).unwrap();
        (checked.holds, checked.wrong_in_certificate)
    };
    assert_eq!(wrong(&certificate), (true, Vec::new()));
    certificate["certain"]["groups"] = json!(groups - 1);
    assert_eq!(wrong(&certificate), (false, vec!["certain".to_owned()]));
}

#[test]
fn the_wrong_fields_are_named() {
    let desk = Desk::new(&example());
    desk.run(MethodName::Nearest).unwrap();
    let true_one: Value = serde_json::from_str(&desk.read(CERTIFICATE)).unwrap();
    let wrong = |place: &str, value: Value| {
        let mut certificate = true_one.clone();
        *certificate.pointer_mut(place).unwrap() = value;
        checked_with(&desk, &certificate).unwrap().wrong_in_certificate
    };
    for field in ["rows", "groups", "smallest_group"] {
        assert_eq!(wrong(&format!("/{field}"), json!(77)), [field]);
    }
    assert_eq!(wrong("/mean_length", json!(77.5)), ["mean_length"]);
    assert_eq!(wrong("/promise/0/meaning", json!("All is well.")), ["meaning"]);
    assert_eq!(wrong("/not_covered/0", json!("Nothing.")), ["not_covered"]);
    assert_eq!(wrong("/promise/0/verdict/sets", json!(3)), ["verdict"]);
    assert_eq!(wrong("/tool", json!("dump")), ["tool"]);
    assert_eq!(wrong("/version", json!("one")), ["version"]);

    let mut certificate = true_one.clone();
    certificate["release"]["comment"] = json!("a mark");
    assert_eq!(checked_with(&desk, &certificate).unwrap().wrong_in_certificate, ["unknown key"]);
    desk.write(CERTIFICATE, &serde_json::to_string(&true_one).unwrap());
    let file = ReleaseFile::read(&desk.path("release.tsv"), None, None, None).unwrap();
    assert_eq!(file.check(Stated::default()).unwrap().wrong_in_certificate, ["spelling"]);
}

/// A field that the release does not show is named as not checked, until something at hand shows it.
#[test]
fn what_nothing_at_hand_shows_is_named_as_not_checked() {
    let desk = small();
    let audit = desk.path("audit.tsv");
    let tree = desk.path("tree.csv");
    let job = common::with_tree(desk.job(MethodName::Nearest), &tree).sensitive(["dog"]).audit(&audit);
    run(&job, &()).unwrap();
    let data = Data::read(&job, &()).unwrap();
    let true_one: Value = serde_json::from_str(&desk.read(CERTIFICATE)).unwrap();
    let read = |certificate: &Value| {
        put(&desk, certificate);
        ReleaseFile::read(&desk.path("release.tsv"), None, None, None).unwrap()
    };
    let found = |checked: Checked| (checked.wrong_in_certificate, checked.unchecked_in_certificate);
    let alone = |certificate: &Value| found(read(certificate).check(Stated::default()).unwrap());
    let with_tree = |certificate: &Value| {
        let source = common::with_tree(Job::anonymize(desk.path("log.tsv")), &tree);
        found(read(certificate).with_source(source).check(Stated::default()).unwrap())
    };
    let with_originals = |certificate: &Value| {
        found(read(certificate).check_against(Stated::default(), &audit, &data).unwrap())
    };
    let none: Vec<String> = Vec::new();
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<String>>();
    let open = names(&["version", "owner_is", "parameters", "taxonomy", "certain"]);
    assert_eq!(alone(&true_one), (none.clone(), open.clone()));
    assert_eq!(with_tree(&true_one).1, names(&["version", "owner_is", "parameters", "certain"]));
    assert_eq!(with_originals(&true_one), (none.clone(), names(&["version", "parameters"])));

    let changes = [
        ("/version", json!("9.9.9"), "version"),
        ("/owner_is", json!("column somebody"), "owner_is"),
        ("/taxonomy/blake3", json!("0".repeat(64)), "taxonomy"),
    ];
    for (place, value, field) in changes {
        let mut certificate = true_one.clone();
        *certificate.pointer_mut(place).unwrap() = value;
        assert!(alone(&certificate).1.contains(&field.to_owned()), "{field}");
        let (wrong, unchecked) = with_originals(&certificate);
        assert!(wrong.contains(&field.to_owned()) != unchecked.contains(&field.to_owned()), "{field}");
        assert_eq!(wrong.is_empty(), field == "version");
        assert_eq!(with_tree(&certificate).0.is_empty(), field != "taxonomy", "{field}");
    }
}

/// Everything that is counted in the input stands in the report alone.
#[test]
fn a_certificate_has_no_figure_that_the_release_does_not_show() {
    let desk = Desk::new(&example());
    let public =
        ["rows", "groups", "smallest_group", "mean_length", "whole_queries", "lines", "fact_rows", "facts"];
    let described = ["tool", "version", "promise", "owner_is", "sensitive_items", "certain", "method"];
    let described = [&described[..], &["parameters", "release", "taxonomy", "not_covered"]].concat();
    for method in MethodName::ALL.into_iter().filter(|&method| method != MethodName::Apply) {
        let mut job = desk.job(method);
        job.output.floor = method == MethodName::Nearest;
        let published = run(&job, &()).unwrap().published.unwrap();
        let report = serde_json::to_value(&published.report).unwrap();
        assert_eq!(report["private"], true);
        assert!(report["owners_read"].is_u64(), "{method:?}");
        let certificate: Value = serde_json::from_str(&desk.read(CERTIFICATE)).unwrap();
        for field in certificate.as_object().unwrap().keys() {
            assert!(
                public.contains(&field.as_str()) || described.contains(&field.as_str()),
                "{method:?} {field}"
            );
        }
    }
}

/// A file of another shape is told by its line, never by what stands there; and what cannot be read is no failure to write.
#[test]
fn a_certificate_that_is_none_is_told_without_a_value() {
    let desk = Desk::new(&example());
    desk.run(MethodName::Nearest).unwrap();
    let error = || ReleaseFile::read(&desk.path("release.tsv"), None, None, None).unwrap_err();
    let text = desk.read(CERTIFICATE).replace("\"rows\": ", "\"rows\": \"somebody\", \"was\": ");
    desk.write(CERTIFICATE, &text);
    let told = error();
    let causes = std::iter::successors(Some(&told as &dyn std::error::Error), |error| error.source());
    assert!(causes.map(ToString::to_string).all(|text| !text.contains("somebody")), "{told}");
    assert!(matches!(told, CheckError::Certificate { .. }));
    std::fs::remove_file(desk.path(CERTIFICATE)).unwrap();
    std::fs::create_dir(desk.path(CERTIFICATE)).unwrap();
    assert!(matches!(error(), CheckError::Unreadable(path, _) if path == desk.path(CERTIFICATE)));
}

/// A release shows what is too certain: a row with a named node, or with one below it in the tree that is at hand.
#[test]
fn a_cap_that_the_rows_refute_is_broken() {
    let desk = small();
    let job = desk.job(MethodName::Nearest).k(15).certainty("0.9".parse().unwrap()).sensitive(["cheese"]);
    assert!(run(&job, &()).unwrap().published.is_some());
    let true_one: Value = serde_json::from_str(&desk.read(CERTIFICATE)).unwrap();
    let release = desk.read("release.tsv");
    let labels = release.lines().skip(1).flat_map(|line| line.split_once('\t').unwrap().1.split('|'));
    let label = labels.clone().find(|label| !label.is_empty()).unwrap();
    let wordnet = clump::wordnet::WordNet::load().taxonomy();
    let above = wordnet.name(wordnet.parent(wordnet.find(label).unwrap()));
    assert!(labels.clone().all(|label| label != above));
    for (node, is_unbroken) in [("cheese", true), (label, false), (above, false)] {
        let mut certificate = true_one.clone();
        certificate["promise"][1]["nodes"] = json!([node]);
        let meaning = true_one["promise"][1]["meaning"].as_str().unwrap().replace("cheese", node);
        certificate["promise"][1]["meaning"] = json!(meaning);
        let checked = checked_with(&desk, &certificate).unwrap();
        assert_eq!(checked.wrong_in_certificate, [""; 0], "{node}");
        let holding: Vec<bool> = checked.properties.iter().map(clump::CheckedProperty::holds).collect();
        assert_eq!((checked.holds, holding), (is_unbroken, vec![true, is_unbroken]), "{node}");
    }
    // Somebody may have typed what is misspelt, but no sense is called so.
    for items in [Items::Words, Items::Senses] {
        run(&job.clone().items(items), &()).unwrap();
        let true_one: Value = serde_json::from_str(&desk.read(CERTIFICATE)).unwrap();
        let mut certificate = true_one.clone();
        certificate["promise"][1]["nodes"] = json!(["cheeese"]);
        let meaning = true_one["promise"][1]["meaning"].as_str().unwrap().replace("cheese", "cheeese");
        certificate["promise"][1]["meaning"] = json!(meaning);
        match (items, checked_with(&desk, &certificate)) {
            (Items::Words, Ok(checked)) => assert_eq!(checked.wrong_in_certificate, [""; 0]),
            (Items::Senses, Err(error)) => assert!(error.to_string().contains("certainty"), "{error}"),
            (items, other) => panic!("{items:?}: {other:?}"),
        }
    }
}
