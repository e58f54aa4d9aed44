//! What is on the pages: results, the form, the command line.

use crate::browser::Browser;
use serde_json::Value;

/// The value of every field of the form that has one, by name. Sliders have no name; they follow
/// their fields.
const FORM: &str = "[...document.querySelectorAll('#form [name]')]
    .filter((field) => field.type !== 'checkbox' || field.checked)
    .map((field) => field.name + '=' + field.value)";

/// The sliders and what a screen reader says of them.
const SLIDERS: &str = "[...document.querySelectorAll('#form [type=range]')]
    .map((slider) => slider.id + '=' + slider.value + ' ' + slider.getAttribute('aria-valuetext'))";

impl Browser {
    /// Waits until the results are those of an address of the search page, whose parameters may be
    /// in any encoding.
    #[track_caller]
    pub fn wait_for_results(&self, address: &str) {
        let address = Value::from(address);
        self.wait(&format!(
            "(() => {{
                const pairs = (url) => new URL(url, location.href).searchParams.toString();
                const answer = document.getElementById('answer');
                return answer && !document.body.hasAttribute('aria-busy')
                    && pairs(answer.dataset.address) === pairs({address}) \
                    && pairs(location.href) === pairs({address});
            }})()"
        ));
    }

    /// Docnos and scores of the results, in their order.
    #[track_caller]
    pub fn results(&self) -> Vec<(String, f32)> {
        let hits = self.value(
            "[...document.querySelectorAll('.hit')].map((hit) => [hit.dataset.docno, \
             hit.dataset.score])",
        );
        let hits: Vec<(String, String)> = serde_json::from_value(hits).expect("results");
        hits.into_iter().map(|(docno, score)| (docno, score.parse().expect("a score"))).collect()
    }

    /// The command line that the page shows.
    #[track_caller]
    pub fn command(&self) -> String {
        self.text("document.getElementById('command').textContent")
    }

    /// Every field and every slider of the form.
    #[track_caller]
    pub fn form(&self) -> Vec<String> {
        let all = self.value(&format!("{FORM}.concat({SLIDERS})"));
        all.as_array()
            .expect("fields")
            .iter()
            .map(|field| field.as_str().expect("text").to_owned())
            .collect()
    }

    /// The value of a field.
    #[track_caller]
    pub fn field(&self, id: &str) -> String {
        self.text(&format!("document.getElementById('{id}').value"))
    }

    /// Errors in the console, and what the page's policy forbade, since the last call.
    #[track_caller]
    pub fn complaints(&self) -> Vec<String> {
        let lines = self.log("browser");
        let bad =
            lines.iter().filter(|line| line["level"] == "SEVERE" || line["level"] == "WARNING");
        let bad = bad.map(|line| line["message"].as_str().unwrap_or_default().to_owned());
        // A field for numbers that is given something else gets a message of the page as well.
        bad.filter(|line| !line.contains("cannot be parsed, or is out of range")).collect()
    }
}
