//! Asks and tells proctor (docs/adding-a-framework.md), and what a submission's tests are called.
use std::io::{BufRead, BufReader, Write};
use std::os::unix::{io::AsRawFd, io::FromRawFd, net::UnixStream};
use std::{env, process};

/// A longer text is of no use to anybody.
const LONGEST_TEXT: usize = 100_000;

extern "C" {
    fn fcntl(descriptor: i32, command: i32, ...) -> i32;
}

/// The run's channel. If it is lost, the program ends with code 70.
pub struct Client {
    nonce: String,
    pid: u32,
    answers: BufReader<UnixStream>,
}

impl Client {
    /// Before any code under test runs: the variable leaves the environment.
    pub fn from_environment() -> Client {
        let channel = env::var("PROCTOR_CHANNEL").unwrap_or_default();
        env::remove_var("PROCTOR_CHANNEL");
        let (nonce, path) = channel.split_once(' ').unwrap_or_default();
        match UnixStream::connect(path) {
            Ok(stream) => Client { nonce: nonce.into(), pid: process::id(), answers: BufReader::new(high(stream)) },
            Err(_) => {
                eprintln!("proctor starts this program");
                process::exit(70);
            }
        }
    }

    /// Tells of an event, with `fields` as JSON behind its name, and returns proctor's answer.
    pub fn tell(&mut self, event: &str, fields: &str) -> String {
        let line =
            format!("{{\"nonce\":{},\"pid\":{},\"event\":\"{event}\"{fields}}}\n", quoted(&self.nonce), self.pid);
        let mut answer = String::new();
        let told = self.answers.get_mut().write_all(line.as_bytes()).and_then(|_| self.answers.read_line(&mut answer));
        if process::id() != self.pid || !matches!(told, Ok(1..)) {
            process::exit(70);
        }
        answer.trim_end().into()
    }
}

/// The same connection at a number that code under test doesn't meet by chance; children don't inherit it.
fn high(stream: UnixStream) -> UnixStream {
    const DUPLICATE: i32 = 0x406; // F_DUPFD_CLOEXEC
    let copy = |least: &i32| unsafe { fcntl(stream.as_raw_fd(), DUPLICATE, *least) };
    let copy = [65_472, 4_032, 960].iter().map(copy).find(|copy| *copy >= 0);
    copy.map_or(stream, |copy| unsafe { UnixStream::from_raw_fd(copy) })
}

/// A JSON string. Of a long text only the beginning.
pub fn quoted(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars().take(LONGEST_TEXT) {
        match c {
            '"' | '\\' => json.extend(['\\', c]),
            c if c < ' ' => json += &format!("\\u{:04x}", c as u32),
            c => json.push(c),
        }
    }
    if text.chars().nth(LONGEST_TEXT).is_some() {
        json += "\\n[… the rest is left out …]";
    }
    json + "\""
}

/// The track's: no underscores, no word `test` in front, a capital letter.
pub fn shown(name: &str) -> String {
    let words = name.to_lowercase().replace('_', " ");
    let mut words: Vec<_> = words.split_whitespace().collect();
    if words.len() > 1 && words[0] == "test" {
        words.remove(0);
    }
    let words = words.join(" ");
    let mut letters = words.chars();
    letters.next().map_or(words.clone(), |first| first.to_uppercase().chain(letters).collect())
}
