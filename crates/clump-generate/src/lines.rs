//! Writes queries as lines of the AOL layout. About half the lines have a click on a host that cannot exist,
//! since `.example` is reserved (RFC 2606).

use std::io::{self, Write};

use super::calendar::{Before, Calendar};
use super::chance::Chance;
use super::owner::Asker;
use super::vocabulary::Vocabulary;

const HEADER: &[u8] = b"AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n";

/// Share of lines with a click.
const CLICK: f64 = 0.5;

/// Share of hosts whose names consist of two words.
const TWO_WORDS: f64 = 0.5;

/// Maximum rank of a clicked result.
const MAX_RANK: u64 = 100;

/// Number of bytes in the buffer at which it is written out.
const FULL: usize = 1 << 16;

/// Writes lines of the log through a buffer, and counts them.
pub(super) struct Lines<'o> {
    out: &'o mut dyn Write,
    buffer: Vec<u8>,
    count: usize,
    bytes: usize,
    calendar: Calendar,
    /// Share of lines that are followed by the same query once more.
    again: f64,
}

impl<'o> Lines<'o> {
    /// Writes the header, before any line.
    pub(super) fn new(out: &'o mut dyn Write, again: f64) -> io::Result<Lines<'o>> {
        out.write_all(HEADER)?;
        let buffer = Vec::with_capacity(FULL + 1024);
        Ok(Lines { out, buffer, count: 0, bytes: HEADER.len(), calendar: Calendar::new(), again })
    }

    /// Writes the lines of one owner, whose queries `asker` has just generated.
    pub(super) fn write(
        &mut self,
        anon_id: u64,
        asker: &Asker<'_>,
        vocabulary: &Vocabulary<'_>,
        chance: &mut Chance,
    ) -> io::Result<()> {
        self.calendar.restart(asker.queries().count(), chance);
        let mut before = Before::Nothing;
        for (query, last_word) in asker.queries() {
            self.calendar.next_query(before, chance);
            before = Before::Query;
            loop {
                write!(self.buffer, "{anon_id}\t{query}\t")?;
                self.calendar.write(&mut self.buffer);
                self.click(last_word, vocabulary, chance)?;
                self.count += 1;
                if !chance.happens(self.again) {
                    break;
                }
                self.calendar.next_line(chance);
            }
            if self.buffer.len() >= FULL {
                self.hand_on()?;
            }
        }
        Ok(())
    }

    /// Ends the line with the rank and host of a click, or with two empty columns. Rank r has the probability
    /// 1 / (r x (r + 1)).
    fn click(&mut self, word: u32, vocabulary: &Vocabulary<'_>, chance: &mut Chance) -> io::Result<()> {
        if !chance.happens(CLICK) {
            self.buffer.extend_from_slice(b"\t\t\n");
            return Ok(());
        }
        let rank = ((1.0 / (1.0 - chance.unit())) as u64).min(MAX_RANK);
        write!(self.buffer, "\t{rank}\thttp://www.{}", vocabulary.word(word))?;
        if chance.happens(TWO_WORDS) {
            let second = vocabulary.draw(&vocabulary.all(), chance);
            self.buffer.extend_from_slice(vocabulary.word(second).as_bytes());
        }
        self.buffer.extend_from_slice(b".example\n");
        Ok(())
    }

    fn hand_on(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.bytes += self.buffer.len();
        self.buffer.clear();
        Ok(())
    }

    /// Writes the rest of the buffer, and returns the number of lines and of bytes.
    pub(super) fn finish(mut self) -> io::Result<(usize, usize)> {
        self.hand_on()?;
        self.out.flush()?;
        Ok((self.count, self.bytes))
    }
}
