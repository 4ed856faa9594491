//! A run whose method minimises bits: what it reports, what its floor is, and who refuses it.

use clump::core::anonymize::partition::Published;
use clump::core::taxonomy::PricedIn;
use clump::io::Unit;
use clump::report::{ComparedRun, Report};
use clump::{
    CompareParameters, Data, Floors, Job, JobError, Least, Method, MethodName, Partition, ReleaseFile,
    RunError, Scope, Stated, bound, compare, run,
};

use crate::common::{Desk, example};

/// The methods that minimise bits when they are asked to.
fn minimising(desk: &Desk) -> [Job; 3] {
    let methods: [Method; 3] = [
        MethodName::Nearest.into(),
        MethodName::Clump.into(),
        Partition::default().publish(Published::Lcg).into(),
    ];
    methods.map(|method| desk.job(MethodName::Nearest).method(method).cost(PricedIn::Bits))
}

fn report(job: &Job) -> Report {
    let outcome = run(job, &()).unwrap();
    assert!(outcome.checked.holds);
    outcome.published.unwrap().report
}

#[test]
fn bits_stand_beside_the_loss_and_above_their_own_floor() {
    let desk = Desk::new(&example());
    for job in minimising(&desk) {
        let in_bits = report(&job.clone().floor());
        let (bits, measures) = (in_bits.figures.bits().unwrap(), in_bits.figures.measures().unwrap().clone());
        let floor = bits.floor_bits.unwrap();
        assert!(
            0.0 < floor.loss_bits && floor.loss_bits <= bits.loss_bits && bits.loss_bits < bits.bits_grouped
        );
        assert_eq!(floor.times_optimum, Some(bits.loss_bits / floor.loss_bits));
        assert_eq!(in_bits.figures.floor(), None, "the floor of a run in bits is in bits");
        // What is called loss is the paper's, whatever was minimised.
        let data = Data::read(&job, &()).unwrap();
        assert_eq!(data.worth(PricedIn::Lm), measures.items as f64);
        assert!(data.floor(3, PricedIn::Lm, &()).unwrap().loss <= measures.loss);

        let by_lm = report(&job.cost(PricedIn::Lm).floor());
        assert_eq!((by_lm.figures.bits(), by_lm.figures.floor().is_some()), (None, true));
    }
}

/// Most nodes of the full tree have nothing of the data below them.
#[test]
fn the_full_tree_takes_bits_too() {
    let desk = Desk::new(&example());
    let job = desk.job(MethodName::Nearest).cost(PricedIn::Bits);
    let [pruned, full] = [Scope::Pruned, Scope::Full].map(|scope| {
        let bits = report(&job.clone().scope(scope)).figures.bits().unwrap();
        (bits.loss_bits, bits.bits_grouped)
    });
    // Bits know the data and not the leaves, so what is pruned makes no difference.
    assert_eq!(pruned, full);
}

#[test]
fn a_certificate_states_that_bits_were_minimised_and_no_loss() {
    let desk = Desk::new(&example());
    let job = desk.job(MethodName::Nearest).cost(PricedIn::Bits).floor().audit(desk.path("audit.tsv"));
    assert!(report(&job).figures.bits().unwrap().floor_bits.is_some());
    let text = desk.read("release.tsv.certificate.json");
    assert!(text.contains("\"cost\": \"bits\"") && !text.contains("loss"));
    let release = ReleaseFile::read(&desk.path("release.tsv"), None, None, None).unwrap();
    let data = Data::read(&job, &()).unwrap();
    let checked = release.check_against(Stated::default(), &desk.path("audit.tsv"), &data).unwrap();
    assert!(checked.holds && checked.wrong_in_certificate.is_empty());
}

#[test]
fn methods_that_minimise_no_loss_refuse_it() {
    let desk = Desk::new(&example());
    for name in MethodName::ALL {
        let job = desk.job(name).cost(PricedIn::Bits);
        let keys = format!(r#"{{ "input": "log.tsv", "k": 3, "method": "{}", "cost": "lm" }}"#, name.word());
        let read: Result<Job, _> = serde_json::from_str(&keys);
        match name {
            MethodName::Nearest | MethodName::Clump => {
                assert!(read.is_ok());
                job.ready_method().unwrap();
            }
            // Its cuts are not chosen by what they lose.
            MethodName::Partition => {
                assert!(read.is_err());
                let error = job.ready_method().unwrap_err();
                assert!(matches!(error, RunError::Job(JobError::IdleKey { key }) if key == "cost"));
            }
            _ => {
                assert!(read.is_err(), "{name:?}");
                let error = job.ready_method().unwrap_err();
                assert!(matches!(error, RunError::Job(JobError::StrayKey { key, .. }) if key == "cost"));
            }
        }
    }
}

#[test]
fn a_bound_is_the_floor_of_the_run() {
    let desk = Desk::new(&example());
    let job = desk.job(MethodName::Nearest).cost(PricedIn::Bits);
    let (_, bound) = bound(&job, &()).unwrap();
    let bits = report(&job.floor()).figures.bits().unwrap();
    let Least::Bits { bits_grouped, floor_bits, floor_bits_share } = bound.least else { panic!("in bits") };
    assert_eq!((bits_grouped, floor_bits), (bits.bits_grouped, bits.floor_bits.unwrap().loss_bits));
    assert_eq!(floor_bits_share, floor_bits / bits_grouped);
}

#[test]
fn every_method_is_compared_in_bits() {
    let desk = Desk::new(&example());
    let methods = Some(vec![MethodName::Nearest, MethodName::Partition, MethodName::Apriori]);
    let job = Job::anonymize(desk.path("log.tsv")).unit(Unit::Owner);
    let of = |cost| CompareParameters {
        job: job.clone().cost(cost),
        ks: vec![3],
        methods: methods.clone(),
        presets: Vec::new(),
        by: None,
        floor: Floors::Always,
        sample: None,
    };
    let runs = |cost| compare(&of(cost), &()).unwrap().runs;
    let (in_bits, by_lm) = (runs(PricedIn::Bits), runs(PricedIn::Lm));
    let floor = in_bits.floors[0].loss_bits_share.unwrap();
    assert_eq!((in_bits.floors[0].loss_per_item, by_lm.floors[0].loss_bits_share), (None, None));
    for (cell, other) in in_bits.cells.iter().zip(&by_lm.cells) {
        let (cost, other) = (cell.cost.as_ref().unwrap(), other.cost.as_ref().unwrap());
        let lost = cost.loss_bits_share.unwrap();
        // `apriori` promises less, so no floor is under it.
        assert!(lost <= 1.0 && (cell.method == "apriori" || floor <= lost), "{}", cell.method);
        assert_eq!(other.loss_bits_share, None);
    }
    // All but the first, `nearest`, do as they always do.
    for (cell, other) in in_bits.cells.iter().zip(&by_lm.cells).skip(1) {
        let loss = |cell: &ComparedRun| cell.cost.as_ref().unwrap().loss_per_item;
        assert_eq!(loss(cell), loss(other), "{}", cell.method);
    }
}
