//! Runs the tests of one program in place of libtest, which writes its report among what the tests print. rustc.sh links
//! it into each test program, as the function that the compiler hands the list of tests (`custom_test_frameworks`).
#![feature(test)]
extern crate test;

pub mod client;

use client::{quoted, shown, Client};
use std::any::Any;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard};
use std::{env, fs, panic, process, thread};
use test::{ShouldPanic, TestDescAndFn, TestFn};

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
fn failure<T: Returned>(
    name: &str,
    function: fn() -> T,
    expected: ShouldPanic,
    panics: &Mutex<String>,
) -> Option<String> {
    let ended = match thread::Builder::new().name(name.into()).spawn(function) {
        Ok(running) => running.join(),
        Err(error) => return Some(format!("the test's thread couldn't be started: {error}")),
    };
    let told = std::mem::take(&mut *locked(panics));
    match (ended.map(Returned::into_result), expected) {
        (Ok(Ok(())), ShouldPanic::No) | (Err(_), ShouldPanic::Yes) => None,
        (Ok(Ok(())), _) => Some("note: test did not panic as expected".into()),
        (Ok(Err(reason)), _) => Some(told + &reason),
        (Err(payload), ShouldPanic::No) if told.is_empty() => {
            Some(format!("the test panicked: {}", text_of(&*payload)))
        }
        (Err(_), ShouldPanic::No) => Some(told),
        (Err(payload), ShouldPanic::YesWithMessage(part)) if text_of(&*payload).contains(part) => None,
        (Err(_), ShouldPanic::YesWithMessage(part)) => {
            Some(format!("{told}note: panic did not contain expected string: {part:?}"))
        }
    }
}

/// The program's source, which rustc.sh has noted.
fn source() -> String {
    let program = env::args().next().unwrap_or_default();
    let programs = env::var("PROCTOR_PRIVATE").map(|place| fs::read_to_string(place + "/programs").unwrap_or_default());
    let line = programs
        .unwrap_or_default()
        .lines()
        .find_map(|line| line.strip_suffix(&format!("\t{program}")).map(String::from));
    line.unwrap_or(program)
}

/// The program's `main`. All tests run, `#[ignore]` or not, and a panic's words are kept for the test's message.
pub fn run(tests: &[&TestDescAndFn]) {
    let mut client = Client::from_environment();
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
        client.tell(
            "finish",
            &match failure {
                Some(message) => format!(",{},\"status\":\"fail\",\"message\":{}", named(test), quoted(&message)),
                None => format!(",{},\"status\":\"pass\"", named(test)),
            },
        );
    }
    client.tell("end", "");
    process::exit(if passed { 0 } else { 101 });
}
