//! The embedded word list: common words by class, and topics.

use std::sync::LazyLock;

/// A topic of posts, comments, queries and judgements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoTopic {
    /// From 1, as in the topics file.
    pub number: usize,
    /// The query: one to five words, as the Blog track's (Kohlschütter et al. 2010, section 6.1).
    pub title: &'static str,
    /// Its nouns, the most typical first; they include the title's.
    pub words: Vec<&'static str>,
    /// The title's nouns: without `of` and `the`.
    pub title_words: Vec<&'static str>,
    /// The other nouns: what posts about the topic speak of, whether they name it or not.
    pub related: Vec<&'static str>,
}

/// All words that the demo uses.
#[derive(Debug)]
pub struct DemoVocabulary {
    /// In the order of their numbers.
    pub topics: Vec<DemoTopic>,
    pub names: Vec<&'static str>,
    classes: Vec<(&'static str, Vec<&'static str>)>,
}

pub static VOCABULARY: LazyLock<DemoVocabulary> =
    LazyLock::new(|| parse(include_str!("vocabulary.txt")));

impl DemoVocabulary {
    /// Returns the common words of a class, such as `noun`; none if the file does not have the
    /// class.
    pub fn class(&self, name: &str) -> &[&'static str] {
        self.classes.iter().find(|(class, _)| *class == name).map_or(&[], |(_, words)| words)
    }
}

fn parse(text: &'static str) -> DemoVocabulary {
    let mut vocabulary =
        DemoVocabulary { topics: Vec::new(), names: Vec::new(), classes: Vec::new() };
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some((name, words)) = line.split_once(':') else { continue };
        let words: Vec<&str> = words.split_whitespace().collect();
        match name.strip_prefix("topic ") {
            Some(title) => {
                let number = vocabulary.topics.len() + 1;
                let title_words: Vec<&str> = title
                    .split(' ')
                    .filter(|word| words.iter().any(|w| stem(w) == stem(word)))
                    .collect();
                let related = words
                    .iter()
                    .filter(|word| title_words.iter().all(|w| stem(w) != stem(word)))
                    .copied()
                    .collect();
                vocabulary.topics.push(DemoTopic { number, title, words, title_words, related });
            }
            None if name == "name" => vocabulary.names = words,
            None => vocabulary.classes.push((name, words)),
        }
    }
    vocabulary
}

/// A word without a plural s: close enough to a search engine's stem for this vocabulary.
pub fn stem(word: &str) -> &str {
    word.strip_suffix('s').unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn has_word(topic: &DemoTopic, word: &str) -> bool {
        let stem = word.trim_end_matches('s');
        topic.words.iter().any(|known| known.trim_end_matches('s') == stem)
    }

    #[test]
    fn there_are_fifty_topics_whose_titles_are_queries_of_their_own_words() {
        assert_eq!(VOCABULARY.topics.len(), 50);
        let titles: BTreeSet<_> = VOCABULARY.topics.iter().map(|t| t.title).collect();
        assert_eq!(titles.len(), 50);
        for topic in &VOCABULARY.topics {
            assert_eq!(topic.words.len(), 12, "{}", topic.title);
            assert_eq!(topic.words.iter().collect::<BTreeSet<_>>().len(), 12, "{}", topic.title);
            let title_words: Vec<&str> = topic
                .title
                .split(' ')
                .filter(|word| !["of", "the", "by", "at", "against"].contains(word))
                .collect();
            assert!(!title_words.is_empty(), "{}", topic.title);
            for word in title_words {
                assert!(has_word(topic, word), "{}: {word}", topic.title);
            }
        }
    }

    #[test]
    fn words_need_no_escaping() {
        let classes = VOCABULARY.classes.iter().flat_map(|(_, words)| words);
        let all =
            classes.chain(VOCABULARY.topics.iter().flat_map(|t| &t.words)).chain(&VOCABULARY.names);
        assert!(all.clone().all(|word| word.bytes().all(|b| b.is_ascii_alphabetic())));
        assert!(all.count() > 900);
    }
}
