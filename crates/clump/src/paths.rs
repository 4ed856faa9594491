//! Names of files that follow from other names, and a test if two names mean one file.

use std::path::{Path, PathBuf};

/// Path of the private page: `page.html` has `page.private.html` beside it.
pub fn private_page(page: &Path) -> PathBuf {
    page.with_extension(match page.extension().and_then(|extension| extension.to_str()) {
        Some(extension) => format!("private.{extension}"),
        None => "private".to_owned(),
    })
}

/// Path of the certificate of a release: beside a file, and in a folder.
pub fn certificate_path(release: &Path) -> PathBuf {
    if release.is_dir() {
        return release.join("_certificate.json");
    }
    let mut name = release.as_os_str().to_owned();
    name.push(".certificate.json");
    PathBuf::from(name)
}

/// True if two paths name one file, which may not exist yet: the folder counts, not its spelling.
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    let resolved = |path: &Path| match path.canonicalize() {
        Ok(path) => Some(path),
        Err(_) => Some(folder(path).canonicalize().ok()?.join(path.file_name()?)),
    };
    a == b || resolved(a).is_some_and(|a| resolved(b) == Some(a))
}

/// The folder of a file.
pub fn folder(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
