//! The pages of `tamis serve` and reports in a real browser: headless Chromium, driven over
//! WebDriver. Where there is no Chromium or no chromedriver, every test says that it is skipped,
//! and passes.
//!
//! Tests wait for what they expect to see ([`browser::Browser::wait`]), never for a time. Each has
//! a session of its own with a fresh profile; all that run at once share one chromedriver and one
//! index.

mod accessibility;
mod attack;
mod browser;
mod chromedriver;
mod collection;
mod commits;
mod history;
mod judging;
mod keyboard;
mod measures;
mod page_view;
mod pages;
mod pins;
mod reports;
mod screenshots;
mod search;
mod served;
mod shared;
