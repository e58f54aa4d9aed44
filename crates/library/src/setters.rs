//! Setters that several builders have. A macro writes them into each, so that a builder's page
//! lists all that it takes.

/// Setters of a builder with a field `setup`: which blocks, of which pages, ranked how.
macro_rules! view_setters {
    () => {
        /// Asks for all of this, in the place of what was set before.
        pub fn request(mut self, request: tamis_search::request::Request) -> Self {
            self.setup.request = request;
            self
        }

        /// Sets a parameter of the request by its name, to a value as it is typed:
        /// `set("kind", "text")?`.
        ///
        /// # Errors
        /// An unknown name, and a value of another kind.
        pub fn set(mut self, name: &str, value: &str) -> $crate::Result<Self> {
            self.setup.request.set(name, value)?;
            Ok(self)
        }

        /// Sees the title always, never, or like any other block. Default: always.
        pub fn title(mut self, title: tamis_search::TitleRule) -> Self {
            self.setup.request.title = title;
            self
        }

        /// Counts the text of some blocks more or less often than once: `kind = title: 3`,
        /// `link_density > 0.5: 0.3`, or with a name for [sweeps](crate::SweepBuilder::weights),
        /// `title=kind = title: 3`. The first rule that holds weighs a block; 0 leaves it out.
        /// Weights are 0 to 100, in hundredths.
        ///
        /// # Errors
        /// A rule that does not parse, a weight out of range, or a name given twice.
        pub fn weight(mut self, rule: &str) -> $crate::Result<Self> {
            self.setup.add_weight(rule)?;
            Ok(self)
        }

        /// Weighs every block by a score of the index, such as `score.victor`: a block of score 0.3
        /// counts 0.3 times, one of score 0 not at all. Blocks for which a rule of
        /// [`weight`](Self::weight) holds keep its weight, and blocks without a score, such as
        /// titles, count once.
        ///
        /// # Errors
        /// A score that the index does not have, or a second score.
        pub fn weight_by(mut self, score: &str) -> $crate::Result<Self> {
            self.setup.weigh_by(score)?;
            Ok(self)
        }

        /// Weighs blocks as the sieve does, a preset that was found on judged collections: titles
        /// count more; text on many pages, links and short blocks count less
        /// ([`SIEVE`](tamis_search::rule::sieve::SIEVE)). Call it after [`weight`](Self::weight).
        ///
        /// # Errors
        /// More rules than a view can have.
        pub fn sieve(mut self) -> $crate::Result<Self> {
            self.setup.add_sieve()?;
            Ok(self)
        }

        /// Adds the parameters of a rule by its name: `sieve`, or `tuned` for the rule that is
        /// stored in the index ([`Index::tuned`](crate::Index::tuned)). Thresholds and weights of
        /// the same names that are set here take the place of the rule's.
        ///
        /// # Errors
        /// Another name; an index without a tuned rule; the tuned rule beside the sieve.
        pub fn rule(mut self, name: &str) -> $crate::Result<Self> {
            self.setup.add_named_rule(name)?;
            Ok(self)
        }

        /// Ranks by this model: `bm25` (the default), `ql-dirichlet`, `dph`, `ql-jm`, `pl2` or
        /// another.
        ///
        /// # Errors
        /// An unknown name.
        pub fn model(mut self, name: &str) -> $crate::Result<Self> {
            self.setup.set_model(name)?;
            Ok(self)
        }

        /// Sets the term frequency saturation of BM25, 0 or more. Default: 0.9.
        pub fn k1(mut self, k1: f64) -> Self {
            self.setup.request.parameters.k1 = Some(k1);
            self
        }

        /// Sets the length normalisation of BM25, 0 to 1. Default: 0.4.
        pub fn b(mut self, b: f64) -> Self {
            self.setup.request.parameters.b = Some(b);
            self
        }

        /// Sets the prior of Dirichlet smoothing in tokens, more than 0. Default: 1000; for Indri's
        /// form 2500.
        pub fn mu(mut self, mu: f64) -> Self {
            self.setup.request.parameters.mu = Some(mu);
            self
        }

        /// Sets the collection's share in Jelinek-Mercer smoothing, between 0 and 1. Default: 0.1;
        /// for Indri's form 0.4.
        pub fn lambda(mut self, lambda: f64) -> Self {
            self.setup.request.parameters.lambda = Some(lambda);
            self
        }

        /// Sets the length normalisation of PL2, more than 0. Default: 1.
        pub fn c(mut self, c: f64) -> Self {
            self.setup.request.parameters.c = Some(c);
            self
        }

        /// Expands queries by RM3, with 10 terms of 10 pages and half of the weight on the query's
        /// own words.
        pub fn rm3(self) -> Self {
            self.feedback(tamis_search::feedback::Feedback::new(
                tamis_search::feedback::Method::Rm3,
            ))
        }

        /// Expands queries by pseudo relevance feedback.
        pub fn feedback(mut self, feedback: tamis_search::feedback::Feedback) -> Self {
            self.setup.request.expansion = feedback.into();
            self
        }

        /// Sees only the pages with these docnos.
        pub fn docnos<S: Into<String>>(mut self, docnos: impl IntoIterator<Item = S>) -> Self {
            self.setup
                .request
                .pages
                .docnos
                .get_or_insert_default()
                .extend(docnos.into_iter().map(Into::into));
            self
        }

        /// Does not see the pages with these docnos.
        pub fn not_docnos<S: Into<String>>(mut self, docnos: impl IntoIterator<Item = S>) -> Self {
            self.setup.request.pages.not_docnos.extend(docnos.into_iter().map(Into::into));
            self
        }

        /// Sees only pages of this date or later: `2005`, `2005-12`, `2005-12-06`, or with a time
        /// (`2005-12-06T09:12:33Z`), in UTC. The date of a revisit counts as one of its page.
        ///
        /// # Errors
        /// An invalid date, or one after the last date.
        pub fn from(mut self, date: &str) -> $crate::Result<Self> {
            self.setup.filter_pages("from", date)?;
            Ok(self)
        }

        /// Sees only pages of this date or earlier; a time is that second.
        ///
        /// # Errors
        /// An invalid date, or one before the first date.
        pub fn to(mut self, date: &str) -> $crate::Result<Self> {
            self.setup.filter_pages("to", date)?;
            Ok(self)
        }

        /// Sees only pages that say they were published at this date or later, written as for
        /// [`from`](Self::from).
        ///
        /// # Errors
        /// An invalid date, or one after the last date.
        pub fn published_from(mut self, date: &str) -> $crate::Result<Self> {
            self.setup.filter_pages("published_from", date)?;
            Ok(self)
        }

        /// Sees only pages that say they were published at this date or earlier.
        ///
        /// # Errors
        /// An invalid date, or one before the first date.
        pub fn published_to(mut self, date: &str) -> $crate::Result<Self> {
            self.setup.filter_pages("published_to", date)?;
            Ok(self)
        }

        /// Restricts the search to pages in this language, given as a code; repeat to allow
        /// several.
        ///
        /// # Errors
        /// An unknown code.
        pub fn page_language(mut self, code: &str) -> $crate::Result<Self> {
            self.setup.filter_pages("page_language", code)?;
            Ok(self)
        }

        /// Restricts the search to URLs that start so, with or without scheme and `www.`: a host
        /// (`example.org`), or a host and the start of a path (`example.org/blo`); repeat to allow
        /// several.
        pub fn url_prefix(mut self, prefix: impl Into<String>) -> Self {
            self.setup.request.pages.url_prefixes.push(prefix.into());
            self
        }

        /// Sees only one of the captures of each URL that pass all other filters: the newest, or
        /// the one nearest to a date (`2006`, `2006-01`, `2006-01-15`, or with a time, in UTC).
        ///
        /// # Errors
        /// An invalid date.
        pub fn collapse_url(mut self, nearest_to: Option<&str>) -> $crate::Result<Self> {
            self.setup.request.pages.collapse = true;
            self.setup.request.pages.collapse_date = nearest_to.map(str::to_owned);
            self.setup.check_pages()?;
            Ok(self)
        }

        /// Sets the number of threads. Default: all cores.
        pub fn threads(mut self, threads: usize) -> Self {
            self.setup.threads = Some(threads);
            self
        }

        /// Stops soon after this is set to true, with
        /// [`Error::Interrupted`](tamis_index::Error::Interrupted). It is looked at between topics.
        pub fn stop(mut self, stop: &'a std::sync::atomic::AtomicBool) -> Self {
            self.setup.stop = Some(stop);
            self
        }
    };
}

/// Setters of a builder with a field `setup` for rules about blocks.
macro_rules! rule_setters {
    () => {
        /// Sees only blocks that meet a rule, such as
        /// `words >= 11 and link_density <= 0.33 or kind = title`. Several rules must all be met.
        ///
        /// # Errors
        /// A rule that does not parse; the message gives the column.
        pub fn where_(mut self, rule: &str) -> $crate::Result<Self> {
            self.setup.add_rule(rule)?;
            Ok(self)
        }

        /// Sees only blocks that this classifier labels as content.
        ///
        /// # Errors
        /// A label that the index does not have.
        pub fn label(mut self, classifier: &str) -> $crate::Result<Self> {
            self.setup.add_label(classifier)?;
            Ok(self)
        }
    };
}

/// The thresholds that have setters of their own: name, the value of a search, and what its
/// setters say in a search and in a sweep. All others are set by their names (`set`, `axis`).
macro_rules! thresholds {
    ($use:ident) => {
        $use! {
            min_words(words: u32)
                ["Sees only blocks of at least this many words."]
                ["Sweeps the minimum words of a block, such as `1..=100`."],
            max_words(words: u32)
                ["Sees only blocks of at most this many words."]
                ["Sweeps the maximum words of a block."],
            min_density(density: f64)
                ["Sees only blocks of at least this text density:"
                 "words per full line of 80 characters."]
                ["Sweeps the minimum text density of a block,"
                 "in words per full line of 80 characters."],
            min_link_density(density: f64)
                ["Sees only blocks of at least this link density:"
                 "share of words inside links, 0 to 1."]
                ["Sweeps the minimum link density of a block, 0 to 1: `[0.0, 0.33, 0.5]`."],
            max_link_density(density: f64)
                ["Sees only blocks of at most this link density:"
                 "share of words inside links, 0 to 1."]
                ["Sweeps the maximum link density of a block, 0 to 1: `[0.2, 0.33, 1.0]`."],
            max_repeats(pages: u32)
                ["Sees only blocks whose tokens stand on at most this many pages of the index."]
                ["Sweeps the maximum number of pages of the index that hold a block of the same"
                 "tokens, each URL once: `[1, 2, 5, 10, 100]`."],
            max_site_share(share: f64)
                ["Sees only blocks whose tokens stand on at most this share of the other pages of"
                 "their site, 0 to 1."]
                ["Sweeps the maximum share of the other pages of a page's site that hold a block of"
                 "the same tokens, 0 to 1."],
        }
    };
}

/// Setters of thresholds of a builder with a field `setup`.
macro_rules! threshold_setters {
    ($($name:ident($value:ident: $type:ty) [$($seen:literal)*] [$($swept:literal)*],)*) => { $(
        $(#[doc = $seen])*
        pub fn $name(mut self, $value: $type) -> Self {
            self.setup.set_threshold(stringify!($name), $value);
            self
        }
    )* };
}

/// Setters of thresholds of a builder whose job is a sweep.
macro_rules! threshold_axes {
    ($($name:ident($value:ident: $type:ty) [$($seen:literal)*] [$($swept:literal)*],)*) => { $(
        $(#[doc = $swept])*
        pub fn $name(mut self, values: impl IntoIterator<Item = $type>) -> Self {
            self.job.sweep.set_axis(stringify!($name), values);
            self
        }
    )* };
}

/// Setters of a builder with a field `job` that has judged topics.
macro_rules! judging_setters {
    () => {
        /// Adds a measure by trec_eval's name or ir_measures': `P.10`, `ndcg_cut.10`, `nDCG@10`,
        /// `map`. The first measure selects the best point.
        ///
        /// # Errors
        /// An unknown measure, or one that has no value per topic or needs other judgements than
        /// qrels.
        pub fn measure(mut self, name: &str) -> $crate::Result<Self> {
            tamis_search::experiment::measures::measures([name])?;
            self.job.judged.measures.push(name.to_owned());
            Ok(self)
        }

        /// Sets the lowest grade that counts as relevant. Default: 1.
        pub fn level(mut self, level: i32) -> Self {
            self.job.judged.level = level;
            self
        }

        /// Sets the number of results per topic. Default: as many as the measures look at.
        pub fn hits(mut self, hits: usize) -> Self {
            self.setup.request.hits = Some(hits);
            self
        }

        /// Leaves the page whose docno is the topic's id out of its results. Default: false.
        pub fn remove_query(mut self, on: bool) -> Self {
            self.setup.request.remove_query = on;
            self
        }

        /// Names the topics and the qrels for the report. Default: `topics` and `qrels`.
        pub fn named(mut self, topics: impl Into<String>, qrels: impl Into<String>) -> Self {
            self.job.judged.topics.rename(topics);
            self.job.judged.qrels.rename(qrels);
            self
        }
    };
}

#[cfg(test)]
mod tests {
    use tamis_search::request::{Role, parameter};

    macro_rules! names {
        ($($name:ident($value:ident: $type:ty) [$($seen:literal)*] [$($swept:literal)*],)*) => {
            [$(stringify!($name)),*]
        };
    }

    #[test]
    fn setters_are_of_thresholds() {
        for name in thresholds!(names) {
            let listed = parameter(name).map(|spec| spec.role);
            assert!(matches!(listed, Some(Role::Threshold(_))), "{name}");
        }
    }
}
