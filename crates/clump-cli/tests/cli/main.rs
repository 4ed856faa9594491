//! stub
#[test]
fn stub() {
    insta::assert_snapshot!("a", @"a");
    let _ = tempfile::tempdir();
}
