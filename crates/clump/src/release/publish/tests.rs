use std::os::unix::fs::PermissionsExt;

use super::*;

const NAMES: [&str; 3] = ["audit.tsv", "release.tsv.certificate.json", "release.tsv"];

/// A staged file that contains `text` and will be published as `target`.
fn staged(target: &Path, text: &str) -> StagedFile {
    let mut staged = StagedFile::new(&Staging::of(&()), target, Audience::Public).unwrap();
    staged.write(|out| out.write_all(text.as_bytes())).unwrap();
    staged
}

/// Staged files for all of [`NAMES`] in `folder`, each with the content `text`.
fn run(folder: &Path, text: &str) -> Vec<StagedFile> {
    NAMES.map(|name| staged(&folder.join(name), text)).into()
}

/// Content of the files in `folder`, by file name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entry = |path: PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).unwrap())
    };
    folder.read_dir().unwrap().map(|file| entry(file.unwrap().path())).collect()
}

fn all(text: &str) -> BTreeMap<String, String> {
    NAMES.map(|name| (name.to_owned(), text.to_owned())).into()
}

/// Does `steps` steps of [`publish_all`] and stops, as if killed. True if these were all steps.
fn publish_until(steps: usize, files: Vec<StagedFile>, existing: Existing) -> bool {
    let publication = Publication::prepare(files, existing, &Cancel::new()).unwrap();
    let all = publication.steps();
    all.iter().take(steps).for_each(|&step| publication.take(step).unwrap());
    steps >= all.len()
}

/// Number of steps of a run that publishes all of [`NAMES`] in one folder.
const STEPS: usize = 2 + 2 * NAMES.len();

#[test]
fn a_file_that_is_not_published_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("release.tsv");
    let staged = staged(&target, "fruit\n");
    assert_eq!(fs::read_to_string(staged.path()).unwrap(), "fruit\n");
    assert!(!target.exists());
    drop(staged);
    assert!(files(folder.path()).is_empty());
}

#[test]
fn an_existing_target_is_kept_unless_it_may_be_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("release.tsv");
    fs::write(&target, "old").unwrap();
    assert!(matches!(check_target(&target, Existing::Keep), Err(PublishError::Exists { .. })));
    let kept = publish_all(vec![staged(&target, "new")], Existing::Keep);
    assert!(matches!(kept, Err(PublishError::Exists { .. })));
    assert_eq!(fs::read_to_string(&target).unwrap(), "old");
    let private = StagedFile::new(&Staging::of(&()), &target, Audience::Private).unwrap();
    publish_all(vec![private], Existing::Replace).unwrap();
    assert_eq!(fs::read_to_string(&target).unwrap(), "");
    assert_eq!(target.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_public_file_has_what_the_umask_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let [published, plain] = ["published", "plain"].map(|name| folder.path().join(name));
    publish_all(vec![staged(&published, "")], Existing::Keep).unwrap();
    fs::write(&plain, "").unwrap();
    assert_eq!(published.metadata().unwrap().permissions(), plain.metadata().unwrap().permissions());
}

#[test]
fn what_a_killed_run_replaced_is_back_after_the_next_look() {
    for steps in 0..=STEPS {
        let folder = tempfile::tempdir().unwrap();
        publish_all(run(folder.path(), "old"), Existing::Keep).unwrap();
        let is_committed = publish_until(steps, run(folder.path(), "new"), Existing::Replace);
        clear_leftovers(folder.path()).unwrap();
        assert_eq!(is_committed, steps == STEPS);
        let expected = if is_committed { "new" } else { "old" };
        assert_eq!(files(folder.path()), all(expected), "{steps}");
    }
}

#[test]
fn what_a_killed_run_had_named_is_gone_after_the_next_look() {
    for steps in 0..=STEPS {
        let folder = tempfile::tempdir().unwrap();
        let is_committed = publish_until(steps, run(folder.path(), "new"), Existing::Keep);
        clear_leftovers(folder.path()).unwrap();
        let expected = if is_committed { all("new") } else { BTreeMap::new() };
        assert_eq!(files(folder.path()), expected, "{steps}");
    }
}

/// Two folders, in the order in which every run locks them.
fn two_folders() -> [tempfile::TempDir; 2] {
    let mut folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    folders.sort_by_key(|folder| FolderId::of(folder.path()).unwrap());
    folders
}

#[test]
fn a_release_of_a_killed_run_is_in_its_ledger_whatever_folder_is_looked_at_next() {
    for (is_ledger_first, is_new, is_ledger_looked_at) in [false, true]
        .map(|a| [false, true].map(|b| [false, true].map(|c| (a, b, c))))
        .as_flattened()
        .as_flattened()
    {
        for steps in 0.. {
            let mut folders = two_folders();
            if !is_ledger_first {
                folders.reverse();
            }
            let [private, public] = folders.each_ref().map(|folder| folder.path());
            let [ledger, release] = [private.join("ledger.json"), public.join("release.tsv")];
            let both = |text: &str| {
                let following = staged(&ledger, text).following(Identity::at(&ledger));
                // The ledger is passed last, because the order of the files must not matter.
                vec![staged(&private.join("audit.tsv"), text), staged(&release, text), following]
            };
            if !is_new {
                publish_all(both("old"), Existing::Keep).unwrap();
            }
            let is_committed = publish_until(steps, both("new"), Existing::Replace);
            let text = |path: &Path| fs::read_to_string(path).ok();
            let is_published = text(&release).as_deref() == Some("new");
            if *is_ledger_looked_at {
                clear_leftovers(private).unwrap();
            }
            if is_published {
                assert_eq!(text(&ledger).as_deref(), Some("new"), "{steps} steps, first: {is_ledger_first}");
            }
            clear_leftovers(private).unwrap();
            clear_leftovers(public).unwrap();
            assert!(files(private).len() <= 2 && files(public).len() <= 1, "nothing is left over");
            assert_eq!(text(&release).as_deref() == Some("new"), is_committed);
            if is_committed {
                assert_eq!(text(&ledger).as_deref(), Some("new"));
                break;
            }
        }
    }
}

#[test]
fn a_run_that_fails_takes_its_ledger_back() {
    for folders in [two_folders(), {
        let mut folders = two_folders();
        folders.reverse();
        folders
    }] {
        let [private, public] = folders.each_ref().map(|folder| folder.path());
        let ledger = private.join("ledger.json");
        let files_of = |text: &str| {
            let following = staged(&ledger, text).following(Identity::at(&ledger));
            vec![following, staged(&public.join("release.tsv"), text)]
        };
        publish_all(files_of("old"), Existing::Keep).unwrap();
        let publication = Publication::prepare(files_of("new"), Existing::Replace, &Cancel::new()).unwrap();
        // A folder with the hidden name of the release makes this step fail.
        for step in publication.steps() {
            if let Step::SetAside(1) = step {
                let (journal, folder) = publication.journal(publication.files[1].plan);
                fs::create_dir(journal.new_name(&folder.path, 0)).unwrap();
                publication.take(step).unwrap_err();
                fs::remove_dir(journal.new_name(&folder.path, 0)).unwrap();
                break;
            }
            publication.take(step).unwrap();
        }
        assert_eq!(fs::read_to_string(&ledger).unwrap(), "new");
        publication.take_back();
        assert_eq!(files(private), BTreeMap::from([("ledger.json".to_owned(), "old".to_owned())]));
        assert_eq!(files(public), BTreeMap::from([("release.tsv".to_owned(), "old".to_owned())]));
    }
}

#[test]
fn what_others_put_there_after_the_kill_stays() {
    let folder = tempfile::tempdir().unwrap();
    publish_all(run(folder.path(), "old"), Existing::Keep).unwrap();
    publish_until(1 + NAMES.len() + 2, run(folder.path(), "new"), Existing::Replace);
    fs::write(folder.path().join(NAMES[0]), "mine").unwrap();
    clear_leftovers(folder.path()).unwrap();
    let mut expected = all("old");
    expected.insert(NAMES[0].to_owned(), "mine".to_owned());
    assert_eq!(files(folder.path()), expected);
}

#[test]
fn the_next_run_replaces_all_that_a_killed_one_left() {
    for steps in 0..=STEPS {
        let folder = tempfile::tempdir().unwrap();
        publish_all(run(folder.path(), "old"), Existing::Keep).unwrap();
        publish_until(steps, run(folder.path(), "new"), Existing::Replace);
        publish_all(run(folder.path(), "newer"), Existing::Replace).unwrap();
        assert_eq!(files(folder.path()), all("newer"), "{steps}");
    }
}

#[test]
fn files_in_several_folders_are_published_together() {
    let [folder, other] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [audit, release] = [other.path().join("audit.tsv"), folder.path().join("release.tsv")];
    // A folder is locked only once, even if two paths to it are spelled differently.
    let again = other.path().join("../").join(other.path().file_name().unwrap()).join("page.html");
    let both = |text| vec![staged(&audit, text), staged(&release, text), staged(&again, text)];
    publish_all(both("old"), Existing::Keep).unwrap();
    fs::remove_file(&audit).unwrap();
    // If one existing file must be kept, no other file is published either.
    assert!(publish_all(both("new"), Existing::Keep).is_err());
    assert!(!audit.exists());
    publish_all(both("new"), Existing::Replace).unwrap();
    assert_eq!([&audit, &release].map(|path| fs::read_to_string(path).unwrap()), ["new", "new"]);
    assert_eq!((files(folder.path()).len(), files(other.path()).len()), (1, 2));
}

#[test]
fn runs_that_publish_at_the_same_time_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..20 {
        std::thread::scope(|scope| {
            for text in ["five", "seven", "nine"] {
                let files = run(folder.path(), text);
                scope.spawn(|| publish_all(files, Existing::Replace).unwrap());
            }
        });
        let found = files(folder.path());
        assert!(["five", "seven", "nine"].iter().any(|text| found == all(text)), "{found:?}");
    }
}

#[test]
fn nothing_of_a_run_comes_after_it_was_abandoned() {
    let folder = tempfile::tempdir().unwrap();
    let tokens = [Cancel::new(), Cancel::new()];
    let [first, second] = ["first.tsv", "second.tsv"].map(|name| folder.path().join(name));
    let [ours, others] = tokens.each_ref().map(|token| Staging::of(token));
    let mut abandoned = StagedFile::new(&ours, &first, Audience::Public).unwrap();
    abandoned.write(|out| out.write_all(b"fruit\n")).unwrap();
    let mut whole = StagedFile::new(&others, &second, Audience::Public).unwrap();
    whole.write(|out| out.write_all(b"fruit\n")).unwrap();
    tokens[0].abandon();
    assert!(matches!(abandoned.write(|out| out.write_all(b"more")), Err(PublishError::Cancelled(_))));
    assert!(matches!(publish_all(vec![abandoned], Existing::Keep), Err(PublishError::Cancelled(_))));
    assert!(matches!(StagedFile::new(&ours, &first, Audience::Public), Err(PublishError::Cancelled(_))));
    publish_all(vec![whole], Existing::Keep).unwrap();
    assert_eq!(files(folder.path()).into_keys().collect::<Vec<_>>(), ["second.tsv"]);
}

#[test]
fn of_two_runs_that_read_one_file_the_second_is_told_to_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("ledger.json");
    let following = |text: &str, was| staged(&ledger, text).following(was);
    // Both runs found no ledger, and the first has published one since.
    let [first, second] =
        ["first", "second"].map(|text| vec![following(text, None), staged(&folder.path().join(text), text)]);
    publish_all(first, Existing::Keep).unwrap();
    let refused = publish_all(second, Existing::Keep).unwrap_err();
    assert!(matches!(refused, PublishError::Changed { .. }), "{refused}");
    // Both runs found the ledger of the first run.
    let was = Identity::at(&ledger);
    let [third, fourth] =
        ["third", "fourth"].map(|text| vec![following(text, was), staged(&folder.path().join(text), text)]);
    publish_all(fourth, Existing::Keep).unwrap();
    assert!(matches!(publish_all(third, Existing::Keep), Err(PublishError::Changed { .. })));
    let there = files(folder.path());
    assert_eq!(there.keys().collect::<Vec<_>>(), ["first", "fourth", "ledger.json"]);
    assert_eq!(there["ledger.json"], "fourth");
    // The ledger got a hard link after it was read. Under that name, the old ledger would stay.
    let fifth = vec![following("fifth", Identity::at(&ledger))];
    fs::hard_link(&ledger, folder.path().join("copy")).unwrap();
    assert!(matches!(publish_all(fifth, Existing::Keep), Err(PublishError::Changed { .. })));
    assert_eq!(files(folder.path())["ledger.json"], "fourth");
}
