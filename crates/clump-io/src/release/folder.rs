//! Releases that are folders of Parquet files, as clusters write them.
//!
//! Programs that read a folder also read files that Spark did not write: files in subfolders, `.PARQUET`,
//! `.parq`. So a folder may contain only the entries of this list, and its certificate covers all of them:
//!
//! | entry | allowed content |
//! |---|---|
//! | `part-00000-<uuid>-c000.snappy.parquet` | a part of the release; its hash is in the certificate |
//! | `_certificate.json` | the certificate |
//! | `_certificate.json.sig` | its signature, of 64 bytes |
//! | `_SUCCESS` | an empty file |
//! | `.NAME.crc` | the checksums that Hadoop writes for the file `NAME` above, and they must be right |
//!
//! Links and folders are not allowed.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::error::ReadError;
use crate::input::Input;
use crate::spelling::EscapedText;

const CERTIFICATE: &str = "_certificate.json";
const SIGNATURE: &str = "_certificate.json.sig";
const SUCCESS: &str = "_SUCCESS";

const SIGNATURE_BYTES: u64 = 64;

const CHUNK: usize = 512;

/// The Parquet files of the release in the folder at `path`, sorted by name, which is the order of reading.
///
/// # Errors
/// When the folder cannot be read, has no Parquet file, or contains anything that is no part of a release.
pub fn release_files(path: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let folder = Input::from(path);
    let failed = |source| folder.io(source);
    let mut parts = Vec::new();
    for entry in path.read_dir().map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name();
        let what = match name.to_str() {
            Some(name) if entry.file_type().map_err(failed)?.is_file() => {
                what_is_wrong(path, name).map_err(failed)?
            }
            _ => Some("only files are allowed, neither folders nor links"),
        };
        if let Some(what) = what {
            let entry = EscapedText(&name.to_string_lossy()).to_string();
            return Err(ReadError::StrayEntry { file: folder, entry, what });
        }
        if name.to_str().is_some_and(is_part) {
            parts.push(entry.path());
        }
    }
    parts.sort();
    if parts.is_empty() { Err(ReadError::Directory { file: folder }) } else { Ok(parts) }
}

/// Checks that the folder at `path` has only files called `names`, a certificate and its signature.
///
/// # Errors
/// When the folder cannot be read, lacks one of the files, or contains anything else.
pub fn only_files(path: &Path, names: &[&str]) -> Result<(), ReadError> {
    let folder = Input::from(path);
    let failed = |source| folder.io(source);
    let mut left: Vec<&str> = names.to_vec();
    for entry in path.read_dir().map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name();
        let is_file = entry.file_type().map_err(failed)?.is_file();
        match name.to_str() {
            Some(CERTIFICATE | SIGNATURE) if is_file => {}
            Some(name) if is_file && left.contains(&name) => left.retain(|&other| other != name),
            _ => {
                let entry = EscapedText(&name.to_string_lossy()).to_string();
                let what = "the certificate does not list it";
                return Err(ReadError::StrayEntry { file: folder, entry, what });
            }
        }
    }
    match left.first() {
        Some(missing) => Err(Input::from(path.join(missing)).io(io::ErrorKind::NotFound.into())),
        None => Ok(()),
    }
}

/// The reason why the file `name` in the folder at `path` does not belong to a release; `None` if it does.
fn what_is_wrong(path: &Path, name: &str) -> io::Result<Option<&'static str>> {
    let length = || fs::metadata(path.join(name)).map(|file| file.len());
    Ok(match name {
        CERTIFICATE => None,
        SIGNATURE => (length()? != SIGNATURE_BYTES).then_some("a signature has 64 bytes"),
        SUCCESS => (length()? != 0).then_some("it must be empty, as Spark writes it"),
        _ if is_part(name) => None,
        _ => match name.strip_prefix('.').and_then(|name| name.strip_suffix(".crc")) {
            Some(of) if is_part(of) || [CERTIFICATE, SUCCESS].contains(&of) => {
                (!is_checksum(&path.join(name), &path.join(of))?)
                    .then_some("its checksums do not match its file")
            }
            _ => Some("the certificate does not list it"),
        },
    })
}

/// True if `name` has the form that Spark gives to a part: `part-`, numbers, an ID, and the compression. A
/// name of another form could contain private text.
fn is_part(name: &str) -> bool {
    let Some(stem) = name.strip_prefix("part-").and_then(|name| name.strip_suffix(".parquet")) else {
        return false;
    };
    let (stem, packing) = stem.split_once('.').unwrap_or((stem, "zstd"));
    let is_known = ["snappy", "gz", "zstd", "lz4", "lz4raw", "lz4hadoop", "br", "lzo"].contains(&packing);
    let mut words = stem.split('-').peekable();
    let number = words.next().unwrap_or_default();
    let is_of = |text: &str, is: fn(&u8) -> bool| !text.is_empty() && text.bytes().all(|byte| is(&byte));
    let is_number = is_of(number, u8::is_ascii_digit);
    let id: Vec<&str> = words.collect();
    let (id, copy) = match id.split_last() {
        Some((last, id)) if last.starts_with('c') && last.len() == 4 => (id, &last[1..]),
        _ => (&id[..], "000"),
    };
    let is_id = id.is_empty()
        || id.iter().map(|word| word.len()).eq([8, 4, 4, 4, 12])
            && id.iter().all(|word| is_of(word, |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')));
    is_known && is_number && is_id && is_of(copy, u8::is_ascii_digit)
}

fn is_checksum(path: &Path, of: &Path) -> io::Result<bool> {
    let mut expected = b"crc\0".to_vec();
    expected.extend((CHUNK as u32).to_be_bytes());
    let mut file = match File::open(of) {
        Ok(file) => BufReader::with_capacity(1 << 16, file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let length = file.get_ref().metadata()?.len();
    if fs::metadata(path)?.len() != 8 + 4 * length.div_ceil(CHUNK as u64) {
        return Ok(false);
    }
    let mut chunk = Vec::with_capacity(CHUNK);
    loop {
        chunk.clear();
        if file.by_ref().take(CHUNK as u64).read_to_end(&mut chunk)? == 0 {
            return Ok(fs::read(path)? == expected);
        }
        let mut crc = flate2::Crc::new();
        crc.update(&chunk);
        expected.extend(crc.sum().to_be_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    const PART: &str = "part-00000-7bb2c66c-5a51-4d3c-9fd5-aa0bb1ae3b09-c000.snappy.parquet";

    #[test]
    fn names_of_parts_carry_no_text() {
        for name in [PART, "part-1.parquet", "part-00017.zstd.parquet", "part-00000-c000.parquet"] {
            assert!(is_part(name), "{name}");
        }
        for name in [
            "part-3.PARQUET",
            "part-4.parq",
            "part-ann.parquet",
            "part-1-ann.parquet",
            "part-1.ann.parquet",
            "part-1-c0n0.parquet",
            "part-1-7bb2c66c-5a51-4d3c-9fd5-annhasxhiv09-c000.parquet",
            "ann.parquet",
            ".part-1.parquet",
            "_part-1.parquet",
            "part-.parquet",
            "PART-1.parquet",
        ] {
            assert!(!is_part(name), "{name}");
        }
    }

    #[test]
    fn a_folder_holds_nothing_but_the_release() {
        let desk = tempfile::tempdir().unwrap();
        let folder = desk.path().join("release");
        let at = |name: &str| folder.join(name);
        let write = |name: &str, bytes: &[u8]| fs::write(at(name), bytes).unwrap();
        fs::create_dir(&folder).unwrap();
        assert!(matches!(release_files(&folder), Err(ReadError::Directory { .. })));
        write(PART, b"123456789");
        write("part-00001.parquet", b"");
        write("_certificate.json", b"{}");
        write("_certificate.json.sig", &[7; 64]);
        write("_SUCCESS", b"");
        // Descriptions of CRCs give this CRC for the text 123456789.
        write(&format!(".{PART}.crc"), b"crc\0\x00\x00\x02\x00\xcb\xf4\x39\x26");
        write("._SUCCESS.crc", b"crc\0\x00\x00\x02\x00");
        assert_eq!(release_files(&folder).unwrap(), [at(PART), at("part-00001.parquet")]);

        let stray = |name: &str, make: &dyn Fn(&Path)| {
            make(&at(name));
            let error = release_files(&folder).unwrap_err();
            assert!(matches!(&error, ReadError::StrayEntry { entry, .. } if entry == name), "{name} {error}");
            if at(name).is_dir() { fs::remove_dir_all(at(name)) } else { fs::remove_file(at(name)) }.unwrap();
        };
        for name in [
            "part-3.PARQUET",
            "part-4.parq",
            "notes.txt",
            ".hidden",
            "_metadata",
            "part-00009.parquet.gz",
            ".notes.crc",
            ".part-00007.parquet.crc",
        ] {
            stray(name, &|path| fs::write(path, "ann hiv").unwrap());
        }
        stray("_delta_log", &|path| fs::create_dir(path).unwrap());
        stray("day=1", &|path| {
            fs::create_dir(path).unwrap();
            fs::write(path.join("part-00000.parquet"), "ann hiv").unwrap();
        });
        stray("part-00005.parquet", &|path| symlink(at(PART), path).unwrap());
        stray("part-00006.parquet", &|path| symlink(desk.path(), path).unwrap());
        stray("._SUCCESS.crc", &|path| fs::write(path, b"crc\0\x00\x00\x02\x00ann hiv!").unwrap());
        stray("_SUCCESS", &|path| fs::write(path, "ann hiv").unwrap());
        stray("_certificate.json.sig", &|path| fs::write(path, "ann hiv").unwrap());
        stray(&format!(".{PART}.crc"), &|path| fs::write(path, b"crc\0\x00\x00\x02\x00ann!").unwrap());
        assert_eq!(release_files(&folder).unwrap().len(), 2);
    }
}
