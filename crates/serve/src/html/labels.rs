//! The labels of an index in groups, for a list to choose from: by what their classifiers are for.

use tamis::blocks::classify::{Purpose, measured};

/// The heading of labels that no classifier of this program makes.
const OTHERS: &str = "labels of your own";

/// Labels under a heading: each as it is sent and as it is shown.
type LabelGroup<'a> = (&'a str, Vec<(&'a str, &'a str)>);

/// Groups labels by the purpose of their classifiers, in the order of `tamis classifiers`.
pub fn by_purpose(labels: &[String]) -> Vec<LabelGroup<'_>> {
    let purpose = |label: &str| {
        let classifier = label.split(':').next().unwrap_or(label);
        measured().find(|known| known.name == classifier).map(|known| known.purpose)
    };
    let mut groups: Vec<LabelGroup<'_>> = Vec::new();
    for of_group in Purpose::ALL.map(Some).into_iter().chain([None]) {
        let names = labels.iter().filter(|label| purpose(label) == of_group);
        let options: Vec<(&str, &str)> =
            names.map(|label| (label.as_str(), label.as_str())).collect();
        if !options.is_empty() {
            groups.push((of_group.map_or(OTHERS, Purpose::name), options));
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stand_under_what_they_are_for() {
        let labels = ["mine", "words-tree", "boilerpipe-article", "tamis", "victor"];
        let labels = labels.map(str::to_owned);
        let groups = by_purpose(&labels);
        let shown: Vec<(&str, Vec<&str>)> = groups
            .iter()
            .map(|(name, options)| (*name, options.iter().map(|(value, _)| *value).collect()))
            .collect();
        let all: usize = shown.iter().map(|(_, names)| names.len()).sum();
        assert_eq!(all, labels.len());
        assert_eq!(shown.last(), Some(&(OTHERS, vec!["mine"])));
        assert!(shown.len() > 2 && shown[0].0 == Purpose::ALL[0].name(), "{shown:?}");
    }
}
