//! Labels that go to their parents by chance: the promise holds as before, and the certificate says what was done. The attack that it is
//! a guard against.

use clump::core::promise::Share;
use clump::io::Input;
use clump::{
    AttackError, Clump, Data, Job, JobError, MethodName, Nearest, Partition, ReleaseFile, RunError, Stated,
    attack_downcode, run,
};

use crate::common::{Desk, example};

fn share(text: &str) -> Share {
    text.parse().unwrap()
}

fn job(desk: &Desk) -> Job {
    Job::anonymize(desk.path("log.tsv"))
        .k(5)
        .method(Nearest::default())
        .output(desk.path("release.tsv"))
        .audit(desk.path("audit.tsv"))
        .force()
}

fn not_covered(desk: &Desk) -> String {
    let text = desk.read("release.tsv.certificate.json");
    let certificate: serde_json::Value = serde_json::from_str(&text).unwrap();
    certificate["not_covered"].to_string()
}

#[test]
fn the_promise_holds_and_the_certificate_says_what_is_open() {
    let desk = Desk::new(&example());
    let methods: [clump::Method; 4] = [
        Nearest::default().into(),
        Clump::default().into(),
        Partition::default().into(),
        Nearest::default().form(clump::core::anonymize::Form::Sets).into(),
    ];
    for method in methods {
        let plain = job(&desk).method(method);
        run(&plain, &()).unwrap().published.expect("the promise is kept");
        assert!(not_covered(&desk).contains("they do not all share something more exact"));
        let before = desk.read("release.tsv");
        let job = plain.clone().lift(share("0.3"));
        run(&job, &()).unwrap().published.expect("the promise is kept");
        let lifted = desk.read("release.tsv");
        assert_ne!(lifted, before);
        assert!(not_covered(&desk).contains("lifted to their parents by chance"), "{}", not_covered(&desk));
        let release = ReleaseFile::read(&desk.path("release.tsv"), None, None, None).unwrap();
        assert_eq!(release.lift(), 0.3);
        assert!(release.check(Stated::default()).unwrap().holds);
        let data = Data::read(&release.reading(plain).unwrap(), &()).unwrap();
        let checked = release.check_against(Stated::default(), &desk.path("audit.tsv"), &data).unwrap();
        assert!(checked.holds, "{checked:?}");
        // The secret is another one each time.
        run(&job, &()).unwrap();
        assert_ne!(desk.read("release.tsv"), lifted);
    }
}

#[test]
fn a_seed_makes_the_release_again_and_the_certificate_says_that_it_is_no_secret() {
    let desk = Desk::new(&example());
    let job = job(&desk).method(Nearest::default().seed(Some(7))).lift(share("0.2"));
    run(&job, &()).unwrap();
    let first = desk.read("release.tsv");
    assert!(not_covered(&desk).contains("that is no secret"));
    run(&job, &()).unwrap();
    assert_eq!(desk.read("release.tsv"), first);
    // A certificate that hides it is not believed.
    let text = desk.read("release.tsv.certificate.json");
    desk.write("release.tsv.certificate.json", &text.replace("    \"lift\": 0.2,\n", ""));
    let release = ReleaseFile::read(&desk.path("release.tsv"), None, None, None).unwrap();
    let checked = release.check(Stated::default()).unwrap();
    assert!(
        !checked.holds && checked.wrong_in_certificate.contains(&"not_covered".to_owned()),
        "{checked:?}"
    );
}

#[test]
fn only_whole_rows_are_lifted_and_never_all_or_none() {
    let desk = Desk::new(&example());
    for method in MethodName::ALL.into_iter().filter(|method| !method.parameters().contains(&"lift")) {
        let job = desk.job(method).lift(share("0.1"));
        let refused = matches!(
            run(&job, &()).unwrap_err(),
            RunError::Job(JobError::StrayKey { key, .. }) if key == "lift"
        );
        assert!(refused, "{}", method.word());
    }
    for none in ["0", "1"] {
        let refused = run(&job(&desk).lift(share(none)), &()).unwrap_err();
        assert!(matches!(refused, RunError::Job(JobError::NoLift { .. })), "{refused}");
    }
    // A log that says no method is published in whole rows.
    let open = Job::anonymize(desk.path("log.tsv")).lift(share("0.1"));
    assert_eq!(open.decided().unwrap().method.name(), MethodName::Nearest);
}

/// Cuts the example log in two: the lines of every other owner.
fn halves(desk: &Desk) {
    let log = example();
    let (header, lines) = log.split_once('\n').unwrap();
    let mut owners: Vec<&str> = lines.lines().map(|line| line.split('\t').next().unwrap()).collect();
    owners.sort_unstable();
    owners.dedup();
    for (half, name) in ["log.tsv", "others.tsv"].into_iter().enumerate() {
        let is_in = |line: &&str| {
            let owner = line.split('\t').next().unwrap();
            owners.binary_search(&owner).unwrap() % 2 == half
        };
        let lines: Vec<&str> = lines.lines().filter(is_in).collect();
        desk.write(name, &format!("{header}\n{}\n", lines.join("\n")));
    }
}

#[test]
fn who_knows_people_names_more_than_who_does_not() {
    let desk = Desk::new(&example());
    halves(&desk);
    let attack = |lift: Option<Share>| {
        let method = Nearest::default().seed(Some(7));
        let mut job = job(&desk).method(method);
        job.lift = lift;
        run(&job, &()).unwrap().published.expect("the promise is kept");
        let (release, audit) = (desk.path("release.tsv"), desk.path("audit.tsv"));
        let others = vec![Input::from(desk.path("others.tsv").as_path())];
        attack_downcode(&release, &audit, job, others, 0.9, &()).unwrap().found
    };
    let before = attack(None);
    assert_eq!(before, attack(None), "deterministic");
    let after = attack(Some(share("0.2")));
    for found in [before, after] {
        assert!(found.labels > 50 && found.by_minimality.named > 50, "{found:?}");
        assert!(found.by_minimality.there > 2 * found.control.there, "{found:?}");
    }
}

#[test]
fn pieces_are_not_downcoded() {
    let desk = Desk::new(&example());
    let job = job(&desk).method(MethodName::Pieces);
    run(&job, &()).unwrap();
    let (release, audit) = (desk.path("release.tsv"), desk.path("audit.tsv"));
    let others = vec![Input::from(desk.path("log.tsv").as_path())];
    let refused = attack_downcode(&release, &audit, job, others, 0.9, &()).unwrap_err();
    assert!(matches!(refused, AttackError::NotWholeRows { .. }), "{refused}");
}
