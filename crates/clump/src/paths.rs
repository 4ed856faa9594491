//! Names of files that are derived from other names, and a test whether two paths are the same file.

use std::path::{Path, PathBuf};

/// Path of the private page next to a public one: `page.private.html` for `page.html`.
pub fn private_page(page: &Path) -> PathBuf {
    page.with_extension(match page.extension().and_then(|extension| extension.to_str()) {
        Some(extension) => format!("private.{extension}"),
        None => "private".to_owned(),
    })
}

/// Name of the certificate in a folder.
pub const FOLDER_CERTIFICATE: &str = "_certificate.json";

/// Path of the certificate: `NAME.certificate.json` next to a file, or `_certificate.json` inside a folder.
pub fn certificate_path(release: &Path) -> PathBuf {
    if release.is_dir() {
        return release.join(FOLDER_CERTIFICATE);
    }
    let mut name = release.as_os_str().to_owned();
    name.push(".certificate.json");
    PathBuf::from(name)
}

/// True if two paths lead to the same file, which need not exist yet. Links and `..` are resolved.
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    let resolved = |path: &Path| match path.canonicalize() {
        Ok(path) => Some(path),
        Err(_) => Some(folder(path).canonicalize().ok()?.join(path.file_name()?)),
    };
    a == b || resolved(a).is_some_and(|a| resolved(b) == Some(a))
}

/// The folder of a file; `.` if the path has none.
pub fn folder(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
