//! What jsoup does unlike browsers, each difference by its name.

use super::attributes::Note;
use crate::name::Set;

macro_rules! differences {
    ($($(#[$reason:meta])* $name:ident)*) => {
        /// How a tree builder reads pages. Browsers follow the WHATWG; jsoup 1.8 follows its draft
        /// of 2011, and has defects that Web2Text's results depend on.
        #[derive(Debug)]
        pub struct Dialect {
            pub note_attribute: Note,
            /// Elements that came later, and are like any unknown one.
            pub unknown: Set,
            $($(#[$reason])* pub $name: bool,)*
        }

        impl Dialect {
            pub const fn browsers(note_attribute: Note) -> Self {
                Self { note_attribute, unknown: Set::from_names(""), $($name: false,)* }
            }

            pub const fn jsoup(note_attribute: Note) -> Self {
                let unknown = Set::from_names("dialog rb rtc search template");
                Self { note_attribute, unknown, $($name: true,)* }
            }
        }
    };
}

differences! {
    /// Nodes know where they stand in the page, in UTF-16 units: the fork of jsoup 1.8.4 that
    /// Web2Text uses adds it. A text stands from the end of the token before it to its own end, an
    /// element from its start tag to its end tag.
    positions
    /// CDATA is text everywhere, not only in SVG and MathML.
    cdata_everywhere
    /// A character reference must match as a whole, and stand for one character; numbers are taken
    /// as they are.
    whole_references
    /// The values of attributes stay as they are written.
    raw_values
    /// The character after a slash in a tag is lost.
    skips_after_slash
    /// Text with references ends at the first start tag if its end tag is missing.
    repairs_text
    /// `<!----!>` goes on.
    long_first_dashes
    /// Every well-formed doctype is one of the standards.
    any_doctype
    /// So is none at all.
    standards_without_doctype
    /// White space is folded; a text is never joined with the one before, never moved out of a
    /// table, and left out of SCRIPT and STYLE.
    folds_text
    /// White space at the beginning of a text goes where the text goes.
    unsplit_text
    /// Of texts with U+0000, those that are nothing else are dropped; the others keep it.
    keeps_nulls
    /// An element that closes itself gets an end tag, whatever it is.
    closes_itself
    /// The 512th open element closes the innermost, instead of refusing the page; at most 128
    /// formatting elements are remembered.
    flattens
    /// A line feed that begins PRE, LISTING or TEXTAREA is not dropped.
    keeps_line_feed
    /// Attributes of a further HTML or BODY are dropped.
    one_root_tag
    /// Elements of SVG and MathML are like others; IMAGE in SVG is no IMG.
    plain_foreign
    /// COMMAND is empty, and ISINDEX is a form.
    old_elements
    /// MAIN is not on the lists of blocks.
    plain_main
    /// What does not belong into NOSCRIPT in HEAD is dropped, and does not end it.
    strict_noscript
    /// `</br>` before BODY is dropped.
    no_break_before_body
    /// A further A or NOBR closes the open one by an end tag in the current mode, which ends foster
    /// parenting; a further BUTTON begins it again.
    ends_in_mode
    /// The end of FORM closes no element that it may close.
    open_form
    /// RP and RT stand only in RUBY, and close all that is open in it.
    strict_ruby
    /// Of one token, all elements are moved out of a table, not the outermost alone; elements that
    /// come when no part of a table is the innermost are not.
    fosters_elements
    /// The adoption agency looks at 64 open elements and wraps a block in three at most; their
    /// copies lose their attributes, and none is reopened.
    early_adoption
    /// `</col>` ends COLGROUP.
    ends_column_group
    /// TFOOT must be in scope, not in table scope, to be closed.
    tfoot_in_scope
    /// The end of a cell that is not open ends the mode of cells.
    cell_mode_ends
    /// OPTGROUP closes OPTION or OPTGROUP, not both, and HR is dropped in SELECT.
    nests_options
    /// Without an element that decides about the mode, it is that of BODY.
    resets_to_body
    /// Comments after the body stay in it.
    comments_in_body
    /// In framesets, text with other than white space is dropped as a whole.
    strict_frameset
}
