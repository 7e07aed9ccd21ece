//! Runs the tests of one program in place of libtest, which writes its report among what the tests print. rustc.sh links
//! it into each test program, as the function that the compiler hands the list of tests (`custom_test_frameworks`).
#![feature(test)]
extern crate test;

use std::any::Any;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::{io::AsRawFd, io::FromRawFd, net::UnixStream};
use std::sync::{Arc, Mutex, MutexGuard};
use std::{env, fs, panic, process, thread};
use test::{ShouldPanic, TestDescAndFn, TestFn};

/// A longer text is of no use to anybody.
const LONGEST_TEXT: usize = 100_000;

extern "C" {
    fn fcntl(descriptor: i32, command: i32, ...) -> i32;
}

/// Asks and tells proctor (docs/adding-a-framework.md). If the channel is lost, the program ends with code 70.
struct Client {
    nonce: String,
    pid: u32,
    answers: BufReader<UnixStream>,
}

impl Client {
    /// Before any code under test runs: the variable leaves the environment.
    fn from_environment() -> Option<Client> {
        let channel = env::var("PROCTOR_CHANNEL").ok()?;
        env::remove_var("PROCTOR_CHANNEL");
        let (nonce, path) = channel.split_once(' ')?;
        let answers = BufReader::new(high(UnixStream::connect(path).ok()?));
        Some(Client { nonce: nonce.into(), pid: process::id(), answers })
    }

    /// Tells of an event, with `fields` as JSON behind its name, and returns proctor's answer.
    fn tell(&mut self, event: &str, fields: &str) -> String {
        let line = format!("{{\"nonce\":{},\"pid\":{},\"event\":\"{event}\"{fields}}}\n", quoted(&self.nonce), self.pid);
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
fn quoted(text: &str) -> String {
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
fn shown(name: &str) -> String {
    let words = name.to_lowercase().replace('_', " ");
    let mut words: Vec<_> = words.split_whitespace().collect();
    if words.len() > 1 && words[0] == "test" {
        words.remove(0);
    }
    let words = words.join(" ");
    let mut letters = words.chars();
    letters.next().map_or(words.clone(), |first| first.to_uppercase().chain(letters).collect())
}

/// What a test function returns: nothing before Rust 1.70.
trait Returned: Send + 'static {
    fn into_result(self) -> Result<(), String>;
}
impl Returned for () {
    fn into_result(self) -> Result<(), String> {
        Ok(())
    }
}
impl Returned for Result<(), String> {
    fn into_result(self) -> Result<(), String> {
        self
    }
}

fn text_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "Box<dyn Any>".into())
}

/// The lock, also where a thread has panicked that held it.
fn locked(text: &Mutex<String>) -> MutexGuard<'_, String> {
    text.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Why the test failed, if it did. It runs in a thread of its name, as under libtest.
fn failure<T: Returned>(name: &str, function: fn() -> T, expected: ShouldPanic, panics: &Mutex<String>) -> Option<String> {
    let ended = match thread::Builder::new().name(name.into()).spawn(function) {
        Ok(running) => running.join(),
        Err(error) => return Some(format!("the test's thread couldn't be started: {error}")),
    };
    let told = std::mem::take(&mut *locked(panics));
    match (ended.map(Returned::into_result), expected) {
        (Ok(Ok(())), ShouldPanic::No) | (Err(_), ShouldPanic::Yes) => None,
        (Ok(Ok(())), _) => Some("note: test did not panic as expected".into()),
        (Ok(Err(reason)), _) => Some(told + &reason),
        (Err(payload), ShouldPanic::No) if told.is_empty() => Some(format!("the test panicked: {}", text_of(&*payload))),
        (Err(_), ShouldPanic::No) => Some(told),
        (Err(payload), ShouldPanic::YesWithMessage(part)) if text_of(&*payload).contains(part) => None,
        (Err(_), ShouldPanic::YesWithMessage(part)) => Some(format!("{told}note: panic did not contain expected string: {part:?}")),
    }
}

/// The program's source, which rustc.sh has noted.
fn source() -> String {
    let program = env::args().next().unwrap_or_default();
    let programs = env::var("PROCTOR_PRIVATE").map(|place| fs::read_to_string(place + "/programs").unwrap_or_default());
    let line = programs.unwrap_or_default().lines().find_map(|line| line.strip_suffix(&format!("\t{program}")).map(String::from));
    line.unwrap_or(program)
}

/// The program's `main`. All tests run, `#[ignore]` or not, and a panic's words are kept for the test's message.
pub fn run(tests: &[&TestDescAndFn]) {
    let mut client = Client::from_environment().unwrap_or_else(|| {
        eprintln!("proctor starts this program");
        process::exit(70);
    });
    let panics = Arc::new(Mutex::new(String::new()));
    let kept = panics.clone();
    panic::set_hook(Box::new(move |info| {
        let place = info.location().map(|place| place.to_string()).unwrap_or_default();
        let thread = thread::current();
        let name = thread.name().unwrap_or("<unnamed>");
        *locked(&kept) += &format!("thread '{name}' panicked at {place}:\n{}\n", text_of(info.payload()));
    }));
    let file = source();
    let named = |test: &&TestDescAndFn| {
        let name = test.desc.name.to_string();
        let id = quoted(&format!("{file}::{name}"));
        format!("\"id\":{id},\"file\":{},\"name\":{}", quoted(&file), quoted(&shown(&name)))
    };
    let planned: Vec<_> = tests.iter().map(|test| format!("{{{}}}", named(test))).collect();
    client.tell("hello", ",\"can\":[\"skip\",\"stop\"]");
    client.tell("plan", &format!(",\"tests\":[{}]", planned.join(",")));
    let mut passed = true;
    for test in tests {
        let function = match test.testfn {
            TestFn::StaticTestFn(function) => function,
            _ => continue,
        };
        let _ = io::stdout().flush();
        match client.tell("ask", &format!(",{}", named(test))).as_str() {
            "skip" => continue,
            "stop" => break,
            _ => locked(&panics).clear(),
        }
        let failure = failure(&test.desc.name.to_string(), function, test.desc.should_panic, &panics);
        let _ = io::stdout().flush();
        passed &= failure.is_none();
        client.tell("finish", &match failure {
            Some(message) => format!(",{},\"status\":\"fail\",\"message\":{}", named(test), quoted(&message)),
            None => format!(",{},\"status\":\"pass\"", named(test)),
        });
    }
    client.tell("end", "");
    process::exit(if passed { 0 } else { 101 });
}
