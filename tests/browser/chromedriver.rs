//! The process that speaks WebDriver and starts browsers.

use crate::shared::Shared;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

/// The names under which systems install Chromium.
const BROWSERS: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const DRIVER: &str = "chromedriver";

static RUNNING: Shared<ChromeDriver> = Shared::new();

/// A chromedriver that runs; it ends with this value, and all browsers with it.
pub struct ChromeDriver {
    process: Child,
    /// The address to send commands to.
    pub url: String,
    /// The browser to be started.
    pub browser: PathBuf,
}

impl ChromeDriver {
    /// The chromedriver of all tests that run now; none, and a line that says why, where there is
    /// no browser.
    pub fn shared() -> Option<Arc<Self>> {
        let Some(driver) = found(DRIVER) else {
            eprintln!("skipped: {DRIVER} is not installed, so no browser can be driven");
            return None;
        };
        let Some(browser) = BROWSERS.iter().find_map(|name| found(name)) else {
            eprintln!(
                "skipped: Chromium is not installed, so there is nothing to look at pages with"
            );
            return None;
        };
        Some(RUNNING.get(|| Self::start(driver, browser)))
    }

    fn start(driver: PathBuf, browser: PathBuf) -> Self {
        let mut command = Command::new(driver);
        command
            .args(["--port=0", "--log-level=WARNING"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut process = command.spawn().expect("chromedriver starts");
        let mut lines =
            BufReader::new(process.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let port = line.split_once("started successfully on port ")?.1;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        let port = port.expect("chromedriver says its port");
        // A closed or full pipe would end or block it when it prints more.
        std::thread::spawn(move || lines.for_each(drop));
        Self { process, url: format!("http://127.0.0.1:{port}"), browser }
    }
}

impl Drop for ChromeDriver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A program on the path.
fn found(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}
