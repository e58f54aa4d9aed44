//! Remedies for errors, in the library's words. The command line rewords these with its own flags.

use std::fmt;

/// What to do about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// There is no index yet.
    Build,
    /// There is no index, but what one can be built from.
    BuildFrom,
    NameIndex,
    /// This is no page, but a collection.
    Inspect,
    /// This is no page, but an index.
    InspectPage,
    /// This is no page, but a folder.
    NamePage,
    /// The index is damaged, or of another version.
    Rebuild,
    /// The index is of a newer version.
    Update,
    /// A file was changed or lost.
    Restore,
    /// The index may be damaged.
    Check,
    /// The index is not complete.
    Finish,
    /// The index has no pages.
    AddPages,
    /// How often blocks repeat is not counted.
    Count,
    /// The index was built with other settings.
    SameSettings,
    /// Indexes that are searched as one were built with different settings.
    AlikeSettings,
    /// Indexes that are searched as one have different labels.
    AlikeLabels,
    /// Two indexes that are searched as one have a page of the same name.
    DistinctDocnos,
    /// This is known of one index alone.
    Combine,
    /// A classifier has another model than before.
    SameModel,
    /// The index does not store texts.
    StoreTexts,
    /// The index does not store texts, which only one format of an export can do without.
    StoreTextsOrCiff,
    /// The index does not store whole pages, and its collection cannot be read again.
    StorePages,
    /// The index does not know the languages of its pages.
    DetectLanguages,
    /// The index does not keep what its pages say of themselves.
    KeepMetadata,
    /// The index stores neither the structure of its pages nor the pages.
    StoreStructure,
    /// Pages have to be classified while they are indexed.
    BuildWithLabels,
    /// Blocks get scores while they are indexed.
    BuildWithScores,
    /// The index lacks the label of a classifier.
    AddLabel,
    /// The index was built with a label of this name.
    RenameLabel,
    /// A label of this name was added before.
    ReplaceLabel,
    /// A label does not fit.
    RemoveLabel,
    /// The tuned rule uses a label.
    ForgetRule,
    /// The file of added labels belongs to another index.
    AddLabelsAgain,
    /// A folder holds an index already.
    ReplaceIndex,
    /// A folder holds the results of another experiment.
    ReplaceResults,
    /// More records are damaged than allowed.
    AllowDamage,
    /// The index has no tuned rule, or one that cannot be used.
    Tune,
    /// The index changed since its rule was tuned.
    TuneAgain,
    /// Indexes have different tuned rules.
    AlikeRules,
    /// The index has too few titles to tune a rule by.
    Sieve,
    /// An index has labels, and no gold to score them by.
    Compare,
}

impl Remedy {
    pub const ALL: [Self; 41] = [
        Self::Build,
        Self::BuildFrom,
        Self::NameIndex,
        Self::Inspect,
        Self::InspectPage,
        Self::NamePage,
        Self::Rebuild,
        Self::Update,
        Self::Restore,
        Self::Check,
        Self::Finish,
        Self::AddPages,
        Self::Count,
        Self::SameSettings,
        Self::AlikeSettings,
        Self::AlikeLabels,
        Self::DistinctDocnos,
        Self::Combine,
        Self::SameModel,
        Self::StoreTexts,
        Self::StoreTextsOrCiff,
        Self::StorePages,
        Self::DetectLanguages,
        Self::KeepMetadata,
        Self::StoreStructure,
        Self::BuildWithLabels,
        Self::BuildWithScores,
        Self::AddLabel,
        Self::RenameLabel,
        Self::ReplaceLabel,
        Self::RemoveLabel,
        Self::ForgetRule,
        Self::AddLabelsAgain,
        Self::ReplaceIndex,
        Self::ReplaceResults,
        Self::AllowDamage,
        Self::Tune,
        Self::TuneAgain,
        Self::AlikeRules,
        Self::Sieve,
        Self::Compare,
    ];
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Build => "build one from a collection",
            Self::BuildFrom => "build one from it",
            Self::NameIndex => "name an index folder",
            Self::Inspect => "index it, then inspect its pages, or export their text",
            Self::InspectPage => "inspect a page of it",
            Self::NamePage => "name a file in it, or index it",
            Self::Rebuild => "build the index again from its collection",
            Self::Update => "update tamis to the version that wrote it, or build the index again",
            Self::Restore => "restore the file from a copy, or build the index again",
            Self::Check => "check the index, or build it again",
            Self::Finish => "finish building it first",
            Self::AddPages => "add archives that hold pages",
            Self::Count => "run the same ingest again: it reads nothing twice, and counts",
            Self::SameModel => {
                "bring the former model back, choose another folder, or build the index again"
            }
            Self::AlikeSettings => "build them with the same settings",
            Self::AlikeLabels => "give them the same labels",
            Self::DistinctDocnos => "delete the page from one of them",
            Self::Combine => "combine the indexes into one",
            Self::SameSettings => {
                "use the same settings, choose another folder, or build the index again"
            }
            Self::StoreTexts => "build the index again with the texts of its pages",
            Self::StoreTextsOrCiff => {
                "build the index again with the texts of its pages, or export CIFF, which needs no \
                 texts"
            }
            Self::StorePages => {
                "build the index again with whole pages stored, or add labels from a file"
            }
            Self::DetectLanguages => {
                "build the index again with languages detected, or with one language given for all \
                 pages"
            }
            Self::KeepMetadata => "build the index again with metadata",
            Self::StoreStructure => {
                "build the index again with the structure of its pages, or with whole pages, or \
                 export text"
            }
            Self::BuildWithLabels => "build the index again with these classifiers",
            Self::BuildWithScores => "build the index again with its scores",
            Self::AddLabel => "add it as a label",
            Self::RenameLabel => "choose another name, or build the index again",
            Self::ReplaceLabel => "replace the label, or choose another name",
            Self::RemoveLabel => "remove the label",
            Self::ForgetRule => "remove the rule first, or both at once",
            Self::AddLabelsAgain => "remove the labels and add them again",
            Self::ReplaceIndex => "name a new or empty folder, or replace the index",
            Self::ReplaceResults => "name another folder, or replace them",
            Self::Tune => "find one by tuning",
            Self::TuneAgain => "tune the index again",
            Self::AlikeRules => "forget the tuned rules of all, or tune them alike",
            Self::Sieve => "use the sieve",
            Self::Compare => "compare its labels by judgements",
            Self::AllowDamage => "allow more damaged records, and this one is listed and skipped",
        })
    }
}
