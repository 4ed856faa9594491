//! All targets for libFuzzer, in one program: the environment variable `CLUMP_TARGET` names the one to run. See `run`.

#![no_main]

use std::sync::OnceLock;

use clump_fuzz::TARGETS;

static TARGET: OnceLock<fn(&[u8]) -> bool> = OnceLock::new();

libfuzzer_sys::fuzz_target!(
    init: {
        let name = std::env::var("CLUMP_TARGET").unwrap_or_default();
        let found = TARGETS.into_iter().find(|target| target.0 == name);
        let (_, target) = found.unwrap_or_else(|| panic!("CLUMP_TARGET names none of the targets: {name:?}"));
        TARGET.get_or_init(|| target);
        // Decoders of Parquet and Arrow panic on files that lie, and the product makes errors of that.
        let abort = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !clump::io::is_decoding() {
                abort(panic);
            }
        }));
    },
    |bytes: &[u8]| {
        TARGET.get().expect("it is found before the first input")(bytes);
    }
);
