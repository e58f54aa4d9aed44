//! What each call takes of the list of parameters, and how many values.

use super::parameters::{BoundKind, PARAMETERS, ParameterSpec, Part, Role, Shape};
use super::sweep::SweepRequest;

/// What is done with a request, which decides which parameters it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// A search for words.
    Search,
    /// A search for topics.
    Topics,
    /// A sweep.
    Sweep,
    /// A comparison of labels.
    Comparison,
}

/// The form of what is given for a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A whole number.
    Whole,
    /// A whole number or several, as an axis.
    Wholes,
    /// A number.
    Number,
    /// A number or several, as an axis.
    Numbers,
    /// On or off.
    Flag,
    /// On or off, or a text.
    FlagOrText,
    /// A text.
    Text,
    /// A text or several.
    Texts,
}

impl Call {
    /// Whether the call takes a parameter.
    pub fn takes(self, role: Role) -> bool {
        match self {
            // Words have no id that could be a docno.
            Self::Search => !matches!(role, Role::OtherThreshold | Role::RemoveQuery),
            Self::Topics => role != Role::OtherThreshold,
            Self::Sweep => role != Role::QuerySyntax,
            Self::Comparison => match role.part() {
                Part::Blocks => role.is_of_compared(),
                Part::Ranking | Part::Pages => true,
                Part::Query => matches!(role, Role::Hits | Role::RemoveQuery),
            },
        }
    }

    /// Whether a parameter may have several values, one at a time.
    pub fn has_axis(self, spec: &ParameterSpec) -> bool {
        // Several labels must all hold: `labels` is the axis.
        self == Self::Sweep && spec.role != Role::Label && SweepRequest::is_axis(spec.name)
    }

    /// The form of what is given for a parameter by its [keyword](ParameterSpec::keyword); none if
    /// it is not taken.
    pub fn form(self, spec: &ParameterSpec) -> Option<Form> {
        let several = self.has_axis(spec);
        self.takes(spec.role).then(|| match (spec.role, spec.role.shape()) {
            (Role::Collapse, _) => Form::FlagOrText,
            (_, Shape::Bound(BoundKind::Count) | Shape::Count) if several => Form::Wholes,
            (_, Shape::Bound(BoundKind::Count) | Shape::Count) => Form::Whole,
            (_, Shape::Bound(BoundKind::Ratio) | Shape::Number) if several => Form::Numbers,
            (_, Shape::Bound(BoundKind::Ratio) | Shape::Number) => Form::Number,
            (_, Shape::Switch) => Form::Flag,
            (_, Shape::Texts | Shape::Names) => Form::Texts,
            (_, Shape::Text | Shape::Choice(_)) if several => Form::Texts,
            (_, Shape::Text | Shape::Date | Shape::Choice(_)) => Form::Text,
        })
    }

    /// The parameters that have a keyword, with the form of each.
    pub fn keywords(self) -> impl Iterator<Item = (&'static str, &'static ParameterSpec, Form)> {
        PARAMETERS.iter().filter_map(move |spec| Some((spec.keyword()?, spec, self.form(spec)?)))
    }
}

impl Form {
    /// Its name in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole number",
            Self::Wholes => "whole numbers",
            Self::Number => "number",
            Self::Numbers => "numbers",
            Self::Flag => "flag",
            Self::FlagOrText => "flag or text",
            Self::Text => "text",
            Self::Texts => "texts",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parameter;
    use super::*;

    fn forms(name: &str) -> [Option<Form>; 3] {
        let spec = parameter(name).expect("it is listed");
        [Call::Search, Call::Sweep, Call::Comparison].map(|call| call.form(spec))
    }

    #[test]
    fn calls_take_what_they_can_do() {
        assert_eq!(forms("min_words"), [Some(Form::Whole), Some(Form::Wholes), None]);
        assert_eq!(forms("max_density"), [None, Some(Form::Numbers), None]);
        assert_eq!(forms("label"), [Some(Form::Texts), Some(Form::Texts), None]);
        assert_eq!(forms("model"), [Some(Form::Text), Some(Form::Texts), Some(Form::Text)]);
        assert_eq!(forms("collapse"), [Some(Form::FlagOrText); 3]);
        assert_eq!(forms("query_syntax"), [Some(Form::Flag), None, None]);
        assert_eq!(forms("remove_query"), [None, Some(Form::Flag), Some(Form::Flag)]);
    }
}
