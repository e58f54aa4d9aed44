//! Clients that ask for a large answer and do not read it: they are cut off, and others are served.

use super::server::{LARGE, Served};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const ADDRESS: &str = "/page/original?docno=large";

/// Waits until the server has cut a connection: then nothing can be written to it.
fn until_cut(mut stream: &TcpStream) {
    let begun = Instant::now();
    while stream.write(b"\r\n").is_ok() {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "a client that does not read is still connected"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_client_that_does_not_read_is_cut_off_and_others_are_served() {
    let served = Served::with_large_page(Duration::from_millis(300));
    let slow: Vec<TcpStream> =
        (0..3).map(|_| served.send("GET", ADDRESS, served.host(), "")).collect();
    assert_eq!(served.get("/api/commit").status, 200);
    for connection in &slow {
        until_cut(connection);
    }
    for mut stream in slow {
        let mut read = Vec::new();
        assert!(
            stream.read_to_end(&mut read).is_err() || read.len() < LARGE,
            "the answer came to its end"
        );
    }
    assert_eq!(served.get("/api/commit").status, 200);
    // A client that reads gets all of it; how fast it can read here nobody knows.
    let whole = Served::with_large_page(Duration::from_secs(3600)).get(ADDRESS);
    assert_eq!(
        (whole.status, whole.body.len() > LARGE * 9 / 10),
        (200, true),
        "{} bytes",
        whole.body.len()
    );
}
