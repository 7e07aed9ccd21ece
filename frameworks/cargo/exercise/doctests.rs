//! Runs the documentation's tests: `cargo test --doc` with the words behind it. Each of them is a program of its own, whose
//! output rustdoc keeps. So rustdoc's report has nothing in it that a test has printed.
use proctor_reporter::client::{shown, Client};
use std::io::{BufRead, BufReader};
use std::process::{exit, Command, Stdio};

/// A text in a line of JSON, as it stands there with its escapes.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let text = line.split_once(&format!("\"{name}\": \""))?.1;
    let mut escaped = false;
    let end = text.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    Some(&text[..end?])
}

/// "src/lib.rs - pairs::_NO_COMMA (line 3) - compile fail" is "No comma".
fn name_of(test: &str) -> String {
    let item = test.split(" - ").nth(1).and_then(|rest| rest.split("(line").next()).unwrap_or_default();
    let name = shown(item.trim().rsplit("::").next().unwrap_or_default());
    if name.is_empty() {
        test.into()
    } else {
        name
    }
}

fn main() {
    let mut client = Client::from_environment();
    client.tell("hello", ",\"can\":[]");
    let words = ["--", "--include-ignored", "-Zunstable-options", "--format=json", "--test-threads=1"];
    let started = Command::new("cargo")
        .args(["test", "--doc"])
        .args(std::env::args().skip(1))
        .args(words)
        .stdout(Stdio::piped())
        .spawn();
    let mut rustdoc = started.expect("cargo can be started");
    let (mut wanted, mut failed) = (false, false);
    for line in BufReader::new(rustdoc.stdout.take().expect("its output is piped")).lines().map_while(Result::ok) {
        let (event, test) = match (field(&line, "type"), field(&line, "event"), field(&line, "name")) {
            (Some("test"), Some(event), Some(test)) => (event, test),
            _ => continue,
        };
        let named = format!(",\"id\":\"{test}\",\"name\":\"{}\"", name_of(test));
        if event == "started" {
            wanted = client.tell("ask", &named) == "run";
        } else if wanted && event == "ok" {
            client.tell("finish", &format!("{named},\"status\":\"pass\""));
        } else if wanted {
            failed = true;
            let message = field(&line, "stdout").unwrap_or("The test failed.");
            client.tell("finish", &format!("{named},\"status\":\"fail\",\"message\":\"{message}\""));
        }
    }
    let code = rustdoc.wait().ok().and_then(|status| status.code()).unwrap_or(70);
    if code != 0 && !failed {
        client.tell("error", ",\"message\":\"The documentation's tests couldn't be run.\"");
    }
    client.tell("end", "");
    exit(code);
}
