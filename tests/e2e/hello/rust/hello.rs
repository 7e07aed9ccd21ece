// What tests in Rust do: one thread a test, channels, a server on loopback, a Unix socket, a child, files, panics.
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::process::Command;
use std::sync::mpsc;
use std::thread;

#[test]
fn threads_and_channels() {
    let (sender, receiver) = mpsc::channel();
    for n in 0..8 {
        let sender = sender.clone();
        thread::spawn(move || sender.send(n).unwrap());
    }
    drop(sender);
    assert_eq!(receiver.iter().sum::<i32>(), 28);
}

#[test]
fn a_server_on_loopback() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let client = thread::spawn(move || TcpStream::connect(address).unwrap().write_all(b"hello").unwrap());
    let mut text = String::new();
    listener.accept().unwrap().0.read_to_string(&mut text).unwrap();
    client.join().unwrap();
    assert_eq!(text, "hello");
}

#[test]
fn a_unix_socket() {
    let (mut first, mut second) = UnixStream::pair().unwrap();
    first.write_all(b"x").unwrap();
    second.read_exact(&mut [0]).unwrap();
}

#[test]
fn a_child() {
    let output = Command::new("sh").args(["-c", "echo 42"]).output().unwrap();
    assert_eq!(output.stdout, b"42\n");
}

#[test]
fn files() {
    let path = std::env::temp_dir().join(format!("hello-{}", std::process::id()));
    std::fs::write(&path, "hello").unwrap();
    std::fs::remove_file(&path).unwrap();
}

#[test]
#[should_panic]
fn panics() {
    panic!("on purpose");
}

#[test]
#[ignore]
fn ignored() {}

#[test]
fn fails_when_asked() {
    assert!(std::env::var("HELLO_FAIL").is_err());
}
