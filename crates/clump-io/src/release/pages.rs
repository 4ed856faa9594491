//! Checks all bytes before the footer of a Parquet file that another program wrote.
//!
//! Readers show more of a file than its rows: dictionaries with entries that no row has, bounds of pages, and
//! bytes that belong to no part. So chunks of columns, indexes and footer must together cover the file, and
//! pages must cover their chunk. Every text of page headers, column indexes and dictionaries must be a value
//! of some row. Zeros between chunks are allowed, because Hadoop aligns row groups with them.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use parquet::basic::Type;
use parquet::column::page::{Page, PageReader};
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};
use parquet::file::serialized_reader::SerializedPageReader;

use super::footer::{COLUMN_INDEX, OFFSET_INDEX, PAGE_HEADER, walk};

const HEADER: u64 = 1 << 14;

const DICTIONARY: i64 = 2;

/// The kind of forbidden metadata, in the words of [`StrayMetadata`](crate::ReadError::StrayMetadata).
type Stray = &'static str;
const FIELDS: Stray = "fields";
const BYTES: Stray = "bytes";

/// The texts of pages and indexes, which must all be values of rows; or the kind of forbidden metadata.
pub(super) fn texts(
    file: File,
    metadata: &ParquetMetaData,
    footer: u64,
) -> io::Result<Result<Vec<Vec<u8>>, Stray>> {
    let mut pages = Pages { file, texts: Vec::new() };
    Ok(pages.read(metadata, footer)?.map(|()| pages.texts))
}

struct Pages {
    file: File,
    texts: Vec<Vec<u8>>,
}

impl Pages {
    fn read(&mut self, metadata: &ParquetMetaData, footer: u64) -> io::Result<Result<(), Stray>> {
        if self.bytes(0, 4)? != b"PAR1" {
            return Ok(Err(BYTES));
        }
        let mut parts = Vec::new();
        for column in metadata.row_groups().iter().flat_map(|group| group.columns()) {
            let Some((start, end)) = chunk(column).filter(|&(_, end)| end <= footer) else {
                return Ok(Err(BYTES));
            };
            parts.push((start, end));
            if let Err(stray) = self.chunk(column, start, end)? {
                return Ok(Err(stray));
            }
            for (range, kind) in
                [(column.column_index_range(), &COLUMN_INDEX), (column.offset_index_range(), &OFFSET_INDEX)]
            {
                let Some(range) = range else { continue };
                if range.end > footer || range.end < range.start {
                    return Ok(Err(BYTES));
                }
                parts.push((range.start, range.end));
                let bytes = self.bytes(range.start, range.end - range.start)?;
                match walk(&bytes, kind) {
                    Some(found) if found.rest == 0 => self.texts.extend(found.texts),
                    _ => return Ok(Err(FIELDS)),
                }
            }
        }
        parts.push((footer, footer));
        parts.sort_unstable();
        let mut end = 4;
        for part in parts {
            if part.0 < end || !self.is_zero(end, part.0)? {
                return Ok(Err(BYTES));
            }
            end = part.1;
        }
        Ok(Ok(()))
    }

    fn chunk(&mut self, column: &ColumnChunkMetaData, start: u64, end: u64) -> io::Result<Result<(), Stray>> {
        let mut at = start;
        while at < end {
            let mut bytes = self.bytes(at, HEADER.min(end - at))?;
            let mut header = walk(&bytes, &PAGE_HEADER);
            if header.is_none() && bytes.len() as u64 == HEADER {
                bytes = self.bytes(at, end - at)?;
                header = walk(&bytes, &PAGE_HEADER);
            }
            let Some(header) = header else { return Ok(Err(FIELDS)) };
            let (&[kind, size], length) = (&header.numbers[..], (bytes.len() - header.rest) as u64) else {
                return Ok(Err(FIELDS));
            };
            let Ok(size) = u64::try_from(size) else { return Ok(Err(FIELDS)) };
            self.texts.extend(header.texts);
            if kind == DICTIONARY {
                let entries = if at == start { self.dictionary(column)? } else { None };
                let Some(entries) = entries else { return Ok(Err("a dictionary")) };
                self.texts.extend(entries);
            }
            at = at.saturating_add(length).saturating_add(size);
        }
        Ok(if at == end { Ok(()) } else { Err(BYTES) })
    }

    /// The entries of the dictionary at the start of a chunk; `None` if there are other bytes in it.
    fn dictionary(&self, column: &ColumnChunkMetaData) -> io::Result<Option<Vec<Vec<u8>>>> {
        let rows = usize::try_from(column.num_values()).unwrap_or(0);
        let page = SerializedPageReader::new(Arc::new(self.file.try_clone()?), column, rows, None)
            .and_then(|mut pages| pages.get_next_page());
        let Ok(Some(Page::DictionaryPage { buf, num_values, .. })) = page else { return Ok(None) };
        let mut rest = &buf[..];
        let mut entries = Vec::new();
        for _ in 0..num_values {
            let length = match column.column_type() {
                Type::INT32 => 4,
                Type::INT64 => 8,
                Type::BYTE_ARRAY => {
                    let Some((length, text)) = rest.split_first_chunk::<4>() else { return Ok(None) };
                    rest = text;
                    u32::from_le_bytes(*length) as usize
                }
                _ => return Ok(None),
            };
            let Some((entry, more)) = rest.split_at_checked(length) else { return Ok(None) };
            entries.push(entry.to_vec());
            rest = more;
        }
        Ok(rest.is_empty().then_some(entries))
    }

    fn bytes(&mut self, start: u64, length: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(start))?;
        (&mut self.file).take(length).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// True if all bytes from offset `start` to before offset `end` are zero.
    fn is_zero(&mut self, mut start: u64, end: u64) -> io::Result<bool> {
        while start < end {
            let bytes = self.bytes(start, (end - start).min(1 << 16))?;
            if bytes.is_empty() || bytes.iter().any(|&byte| byte != 0) {
                return Ok(false);
            }
            start += bytes.len() as u64;
        }
        Ok(true)
    }
}

fn chunk(column: &ColumnChunkMetaData) -> Option<(u64, u64)> {
    let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
    let start = u64::try_from(start).ok()?;
    Some((start, start.checked_add(u64::try_from(column.compressed_size()).ok()?)?))
}
