//! Reads JSON as a sequence of events, each with its line. Open values are in a list, so that a tree of any
//! depth can be read. `serde_json`, which is recursive, only decodes single strings.

use crate::error::Fault;
use crate::taxonomy::formats::LineFault;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    Object,
    Array,
    End,
    Key(String),
    /// A decoded string, or a number as it is written in the text.
    Text(String),
    Nothing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    First,
    Separator,
    Value,
}

pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// The values that are not closed, innermost last: true for an object, and the token that comes next.
    open: Vec<(bool, Next)>,
    is_over: bool,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Tokens { text, at: 0, line: 1, open: Vec::new(), is_over: false }
    }

    /// The next event with its line; `None` after the end of the one value of the text.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Event)>, LineFault> {
        self.blanks();
        let Some(&byte) = self.text.as_bytes().get(self.at) else {
            return if self.is_over { Ok(None) } else { Err(self.fault()) };
        };
        let Some(&(is_object, next)) = self.open.last() else {
            return if self.is_over { Err(self.fault()) } else { self.value(byte).map(Some) };
        };
        match (next, byte) {
            (Next::First | Next::Separator, b'}' | b']') if (byte == b'}') == is_object => {
                self.at += 1;
                self.open.pop();
                self.close();
                Ok(Some((self.line, Event::End)))
            }
            (Next::Separator, b',') => {
                self.at += 1;
                self.blanks();
                match self.text.as_bytes().get(self.at) {
                    Some(&byte) => self.element(is_object, byte).map(Some),
                    None => Err(self.fault()),
                }
            }
            (Next::First, _) => self.element(is_object, byte).map(Some),
            (Next::Value, _) => self.value(byte).map(Some),
            _ => Err(self.fault()),
        }
    }

    /// Skips the rest of the object or array that the last event opened.
    pub(super) fn skip(&mut self) -> Result<(), LineFault> {
        let outside = self.open.len();
        while self.open.len() >= outside {
            if self.next()?.is_none() {
                return Err(self.fault());
            }
        }
        Ok(())
    }

    fn element(&mut self, is_object: bool, byte: u8) -> Result<(usize, Event), LineFault> {
        if !is_object {
            return self.value(byte);
        }
        let line = self.line;
        let key = if byte == b'"' { self.string()? } else { return Err(self.fault()) };
        self.blanks();
        if self.text.as_bytes().get(self.at) != Some(&b':') {
            return Err(self.fault());
        }
        self.at += 1;
        self.expect(Next::Value);
        Ok((line, Event::Key(key)))
    }

    fn value(&mut self, byte: u8) -> Result<(usize, Event), LineFault> {
        let line = self.line;
        let event = match byte {
            b'{' | b'[' => {
                self.at += 1;
                self.open.push((byte == b'{', Next::First));
                return Ok((line, if byte == b'{' { Event::Object } else { Event::Array }));
            }
            b'"' => Event::Text(self.string()?),
            _ => {
                let rest = &self.text[self.at..];
                let end = rest.find(|c: char| c == ',' || c == ']' || c == '}' || c.is_ascii_whitespace());
                let word = &rest[..end.unwrap_or(rest.len())];
                let event = match word {
                    "true" | "false" | "null" => Event::Nothing,
                    _ if serde_json::from_str::<serde_json::Number>(word).is_ok() => {
                        Event::Text(word.to_owned())
                    }
                    _ => return Err(self.fault()),
                };
                self.at += word.len();
                event
            }
        };
        self.close();
        Ok((line, event))
    }

    fn string(&mut self) -> Result<String, LineFault> {
        let bytes = &self.text.as_bytes()[self.at..];
        let mut end = 1;
        loop {
            match memchr::memchr2(b'"', b'\\', bytes.get(end..).unwrap_or_default()) {
                Some(offset) if bytes[end + offset] == b'"' => {
                    end += offset + 1;
                    break;
                }
                Some(offset) => end += offset + 2,
                None => return Err(self.fault()),
            }
        }
        let string =
            self.text.get(self.at..self.at + end).and_then(|literal| serde_json::from_str(literal).ok());
        let string = string.ok_or_else(|| self.fault())?;
        self.at += end;
        Ok(string)
    }

    fn close(&mut self) {
        self.is_over = self.open.is_empty();
        self.expect(Next::Separator);
    }

    fn expect(&mut self, next: Next) {
        if let Some((_, expected)) = self.open.last_mut() {
            *expected = next;
        }
    }

    fn blanks(&mut self) {
        for &byte in &self.text.as_bytes()[self.at..] {
            match byte {
                b'\n' => self.line += 1,
                b' ' | b'\t' | b'\r' => {}
                _ => break,
            }
            self.at += 1;
        }
    }

    fn fault(&self) -> LineFault {
        let start = self.text[..self.at].rfind('\n').map_or(0, |feed| feed + 1);
        (self.line, Fault::JsonText { column: self.at - start + 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(text: &str) -> Result<Vec<Event>, LineFault> {
        let mut tokens = Tokens::new(text);
        let mut events = Vec::new();
        while let Some((_, event)) = tokens.next()? {
            events.push(event);
        }
        Ok(events)
    }

    #[test]
    fn accepts_what_serde_json_accepts_and_nothing_else() {
        let good =
            r#"{};[];1;"a\u00e9\""; [ 1 , {"a" : [ null ] } ] ;{"a":-1.5e3,"b":true};[[],[{}]]"#.split(';');
        let bad = r#";{;[1,];[,1];{"a"};{"a":};{"a":1,};[1 2];1 2;{1:2};[};"a;[tru];{"a" 1};[1]];"\q";01;{"a":1 "b":2};"\"#;
        let bad = bad.split(';').chain(["\"a\n\""]);
        for text in good {
            assert!(
                serde_json::from_str::<serde_json::Value>(text).is_ok() && events(text).is_ok(),
                "{text}"
            );
        }
        for text in bad {
            assert!(
                serde_json::from_str::<serde_json::Value>(text).is_err() && events(text).is_err(),
                "{text}"
            );
        }
    }

    #[test]
    fn depth_costs_no_stack_and_faults_have_their_place() {
        let deep = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
        assert_eq!(events(&deep).unwrap().len(), 2_000_000);
        assert_eq!(events("[1,\n 2 3]"), Err((2, Fault::JsonText { column: 4 })));
        let mut tokens = Tokens::new("[{\"a\":[1,{}]},2]");
        tokens.next().unwrap();
        tokens.next().unwrap();
        tokens.skip().unwrap();
        assert_eq!(tokens.next().unwrap(), Some((1, Event::Text("2".to_owned()))));
    }
}
