//! What the help shows where: the headings with their flags, the usual options of commands, the
//! groups of commands. A flag of a parameter has the heading of its role (`parameters.rs`), any
//! other the one that names it here; tests ask for what is missing.

pub const COLLECTION: &str = "Collection";
pub const JUDGEMENTS: &str = "Topics and judgements";
pub const RULE: &str = "Rule (which blocks are searched)";
pub const WEIGHTS: &str = "Weights (how much blocks count)";
pub const RANKING: &str = "Ranking";
pub const EXPANSION: &str = "Query expansion";
pub const PAGES: &str = "Pages that are searched";
/// What `tamis eval` takes of a search.
pub const VIEW: &str = "View of --index, as of `tamis search`";
pub const LABELS: &str = "Blocks and labels";
pub const LIMITS: &str = "Limits (0: none)";
pub const SWEEP: &str = "Axes of a sweep";
pub const STATISTICS: &str = "Statistics";
pub const OUTPUT: &str = "Output";
pub const GENERAL: &str = "General";

/// The headings in the order of the help, each with its flags. `COMMAND/FLAG` is a flag that means
/// something else in that command, and comes before all others.
pub const HEADINGS: &[(&str, &str)] = &[
    (
        COLLECTION,
        "index/out index/force combine/out combine/force shard plan shards include status \
         encoding language detect-language dedup accuracy/format train/format content \
         split part pages strict max-bad commit-every",
    ),
    (
        JUDGEMENTS,
        "topics qrels topic-field topic query-syntax measure level hits remove-query relevance \
         grades complete max-results judged-only collection-size compat run pseudo-topics prior \
         judge max-grade judge-blocks",
    ),
    (RULE, ""),
    (WEIGHTS, ""),
    (SWEEP, "grid separately"),
    (RANKING, ""),
    (EXPANSION, ""),
    (
        PAGES,
        "index docnos not-docnos spam-scores min-percentile url-prefix date captures \
         min-page-words",
    ),
    (VIEW, "eval/index"),
    (
        LABELS,
        "classifier label score cut analyzer from name remove label/force text validation \
         iterations deep",
    ),
    (LIMITS, "max-depth max-blocks max-ms max-record max-inflated"),
    (
        STATISTICS,
        "baseline test correction margin folds cross-validate by permutations seed zscores",
    ),
    (
        OUTPUT,
        "out force store json format links images metadata comments extract/url figures \
         figure-width font no-title top all per-topic no-summary changed runs tag \
         explain blocks html losses damaged note dry-run forget port host allow-host open",
    ),
    (GENERAL, "config threads progress-every quiet verbose help version"),
];

/// The options of `-h`, for commands that have many.
pub const USUAL: &[(&str, &str)] = &[
    ("index", "out force classifier score language detect-language dedup store threads json"),
    ("search", "topics min-words max-link-density label where rule sieve hits out json"),
    (
        "sweep",
        "topics qrels measure min-words min-density max-link-density grid separately folds out",
    ),
    ("compare", "topics qrels measure label rule hits folds out all json"),
    ("tune", "topics qrels measure dry-run forget out json"),
    ("eval", "measure per-topic level complete index baseline test format json out"),
    ("accuracy", "classifier score content split cross-validate out json"),
    ("train", "out content split validation seed note json"),
    (
        "export",
        "format out min-words max-link-density label where rule sieve min-page-words page-language",
    ),
    ("extract", "classifier format links images metadata comments blocks explain encoding json"),
    ("serve", "topics qrels judge run port open"),
];

/// The commands by who needs them.
pub const GROUPS: &[(&str, &[&str])] = &[
    ("A first collection", &["demo", "index", "search", "serve", "extract"]),
    ("Rules and experiments", &["sweep", "compare", "tune", "inspect", "export"]),
    ("Evaluation", &["eval", "measures", "models", "analyzers"]),
    ("Removers, their accuracy and training", &["classifiers", "accuracy", "train"]),
    ("Upkeep of an index", &["label", "stats", "verify", "shard", "combine", "delete"]),
    ("The program", &["help", "completions", "man"]),
];
