//! `tamis serve` in the book. It does not end by itself: in a chapter it runs until the chapter
//! ends, as in a terminal of its own; anywhere else it is ended with Ctrl-C once it listens.

use crate::case::Case;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// The last line that it prints when it starts.
const LISTENS: &str = "press Ctrl-C to end";

pub struct Serving {
    child: Child,
    /// The port that the book names, and the one that the system gave here.
    ports: Option<(String, String)>,
}

/// Whether a line of shell starts a server.
pub fn is_server(line: &str) -> bool {
    line.starts_with("tamis serve ") && !line.contains("--help")
}

impl Serving {
    /// Starts a server; what it prints until it listens, or if it does not.
    pub fn start(case: &Case, line: &str) -> (Self, String) {
        let port =
            line.split_whitespace().skip_while(|word| *word != "--port").nth(1).map(str::to_owned);
        // One that was free a moment ago may be taken by another test.
        let line = match &port {
            Some(port) => line.replace(&format!("--port {port}"), "--port 0"),
            None => line.to_owned(),
        };
        let mut shell = super::console::shell(case, &format!("exec {line}"));
        let mut child = shell.stdout(Stdio::piped()).spawn().expect("a shell");
        let mut printed = String::new();
        for line in BufReader::new(child.stdout.take().expect("it is piped")).lines() {
            let line = line.expect("UTF-8");
            printed += &format!("{line}\n");
            if line == LISTENS {
                break;
            }
        }
        let given = printed.split_once("http://127.0.0.1:").and_then(|(_, rest)| {
            rest.split(|c: char| !c.is_ascii_digit()).next().map(str::to_owned)
        });
        let serving = Self { child, ports: port.zip(given) };
        let printed = serving.of_book(&printed);
        (serving, printed)
    }

    /// What the book says, with the port of here.
    pub fn of_here(&self, text: &str) -> String {
        match &self.ports {
            Some((book, here)) => {
                text.replace(&format!("127.0.0.1:{book}"), &format!("127.0.0.1:{here}"))
            }
            None => text.to_owned(),
        }
    }

    /// What is printed here, with the port of the book.
    pub fn of_book(&self, text: &str) -> String {
        match &self.ports {
            Some((book, here)) => {
                text.replace(&format!("127.0.0.1:{here}"), &format!("127.0.0.1:{book}"))
            }
            None => text.to_owned(),
        }
    }

    /// Ends it as Ctrl-C does; its exit status.
    pub fn end(mut self) -> i32 {
        // It may have ended by itself, with an error.
        let _ = Command::new("kill")
            .args(["-INT", &self.child.id().to_string()])
            .stderr(Stdio::null())
            .status();
        self.child.wait().expect("it was started").code().unwrap_or(-1)
    }
}
