//! A browser at work: what a person does with it, and what can be seen in it. Calls return when the
//! browser has answered, so tests read from top to bottom.

use crate::chromedriver::ChromeDriver;
use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// How long to wait for what must come, before a test fails. Far more than it takes.
const PATIENCE: Duration = Duration::from_secs(60);
const EVERY: Duration = Duration::from_millis(25);

/// Nothing is opened, updated or fetched that the tests do not request: the network must be empty
/// but for what pages do.
const ARGUMENTS: [&str; 12] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-proxy-server",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,1000",
];

/// A session of its own, with a profile of its own.
pub struct Browser {
    client: Client,
    runtime: Runtime,
    // Dropped after the session has ended.
    _profile: TempDir,
    _driver: Arc<ChromeDriver>,
}

impl Browser {
    /// Starts a browser; none where there is none, which is reported.
    pub fn start() -> Option<Self> {
        let driver = ChromeDriver::shared()?;
        let profile = tamis_testing::folder();
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let mut arguments: Vec<String> = ARGUMENTS.map(str::to_owned).into();
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        let capabilities = json!({
            "goog:chromeOptions": { "binary": driver.browser, "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
            // An alert fails the test that it comes up in.
            "unhandledPromptBehavior": "dismiss and notify",
        });
        let Value::Object(capabilities) = capabilities else { unreachable!() };
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = runtime.block_on(builder.capabilities(capabilities).connect(&driver.url));
        let client = client.unwrap_or_else(|error| panic!("no session: {error}"));
        Some(Self { client, runtime, _profile: profile, _driver: driver })
    }

    #[track_caller]
    fn done<T>(&self, work: impl Future<Output = Result<T, CmdError>>) -> T {
        let done = self.runtime.block_on(work);
        done.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Goes to an address and waits until it is loaded.
    #[track_caller]
    pub fn open(&self, url: &str) {
        self.done(self.client.goto(url));
    }

    /// Goes back in the history.
    #[track_caller]
    pub fn back(&self) {
        self.done(self.client.back());
    }

    /// Goes forward in the history.
    #[track_caller]
    pub fn forward(&self) {
        self.done(self.client.forward());
    }

    /// The address that the browser shows.
    #[track_caller]
    pub fn url(&self) -> String {
        self.done(self.client.current_url()).into()
    }

    /// The value of an expression of JavaScript on the page. A driver's scripts are not bound by
    /// the page's policy.
    #[track_caller]
    pub fn value(&self, expression: &str) -> Value {
        self.done(self.client.execute(&format!("return ({expression});"), Vec::new()))
    }

    /// Runs a script that calls the function `done` with its result.
    #[track_caller]
    pub fn result(&self, script: &str) -> Value {
        let script = format!("const done = arguments[arguments.length - 1];\n{script}");
        self.done(self.client.execute_async(&script, Vec::new()))
    }

    /// The text that an expression gives; none gives an empty one.
    #[track_caller]
    pub fn text(&self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression of JavaScript is true.
    #[track_caller]
    pub fn wait(&self, expression: &str) {
        let start = Instant::now();
        while !self.is_true(expression) {
            assert!(
                start.elapsed() < PATIENCE,
                "waited in vain for {expression}\nat {}:\n{}",
                self.url(),
                self.seen()
            );
            std::thread::sleep(EVERY);
        }
    }

    /// Whether an expression is true now. A page may be on its way to another one: then the
    /// expression has no value yet.
    fn is_true(&self, expression: &str) -> bool {
        let script = format!("return Boolean({expression});");
        let value = self.runtime.block_on(self.client.execute(&script, Vec::new()));
        value.is_ok_and(|value| value == true)
    }

    /// What a person reads on the page.
    #[track_caller]
    pub fn seen(&self) -> String {
        self.text("document.body.innerText")
    }

    #[track_caller]
    fn element(&self, css: &str) -> Element {
        self.done(self.client.find(Locator::Css(css)))
    }

    #[track_caller]
    pub fn click(&self, css: &str) {
        self.done(self.element(css).click());
    }

    /// Sends keys to an element.
    #[track_caller]
    pub fn type_into(&self, css: &str, keys: &str) {
        self.done(self.element(css).send_keys(keys));
    }

    /// Empties a field and types into it.
    #[track_caller]
    pub fn fill(&self, css: &str, text: &str) {
        let field = self.element(css);
        self.done(async {
            field.clear().await?;
            field.send_keys(text).await
        });
    }

    /// Presses a key and lets it go, wherever the focus is.
    #[track_caller]
    pub fn press(&self, key: char) {
        let keys = KeyActions::new("keyboard".to_owned());
        let keys = keys.then(KeyAction::Down { value: key }).then(KeyAction::Up { value: key });
        self.done(self.client.perform_actions(keys));
    }

    /// Goes on inside of a frame.
    #[track_caller]
    pub fn enter_frame(&self, css: &str) {
        self.done(self.element(css).enter_frame());
    }

    /// Goes on in the page around the frame.
    #[track_caller]
    pub fn leave_frame(&self) {
        self.done(self.client.enter_parent_frame());
    }

    /// Takes a picture of what is in the window.
    #[track_caller]
    pub fn picture(&self) -> Vec<u8> {
        self.done(self.client.screenshot())
    }

    /// Lines of one of the browser's logs that were written since the last call.
    #[track_caller]
    pub fn log(&self, kind: &'static str) -> Vec<Value> {
        let lines =
            self.done(self.client.issue_cmd(Own { path: "se/log", body: json!({ "type": kind }) }));
        lines.as_array().cloned().unwrap_or_default()
    }

    /// Sends a command of the DevTools protocol.
    #[track_caller]
    pub fn devtools(&self, command: &str, parameters: &Value) -> Value {
        let body = json!({ "cmd": command, "params": parameters });
        self.done(self.client.issue_cmd(Own { path: "goog/cdp/execute", body }))
    }

    /// Lets pages see a dark or a light system.
    #[track_caller]
    pub fn prefer(&self, scheme: &str) {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.devtools("Emulation.setEmulatedMedia", &features);
    }

    /// Makes the window as wide as this, below what a real window can be.
    #[track_caller]
    pub fn resize(&self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Runs no script of any page from now on; scripts of the driver still run.
    #[track_caller]
    pub fn disable_scripts(&self) {
        self.devtools("Emulation.setScriptExecutionDisabled", &json!({ "value": true }));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.runtime.block_on(self.client.clone().close());
    }
}

/// A command of chromedriver's own.
#[derive(Debug)]
struct Own {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Own {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (hyper::Method, Option<String>) {
        (hyper::Method::POST, Some(self.body.to_string()))
    }
}
