//! What each call takes of the list of parameters, and how many values.

use super::parameters::{BoundKind, PARAMETERS, ParameterSpec, Part, Role, Shape};
use super::sweep::SweepRequest;

/// What is done with a request, which decides which parameters it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    Search,
    Topics,
    Sweep,
    Comparison,
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

    /// What is given for a parameter by its [keyword](ParameterSpec::keyword), in words; none if it
    /// is not taken.
    pub fn form(self, spec: &ParameterSpec) -> Option<&'static str> {
        let several = self.has_axis(spec);
        self.takes(spec.role).then(|| match (spec.role, spec.role.shape()) {
            (Role::Collapse, _) => "flag or text",
            (_, Shape::Bound(BoundKind::Count) | Shape::Count) if several => "whole numbers",
            (_, Shape::Bound(BoundKind::Count) | Shape::Count) => "whole number",
            (_, Shape::Bound(BoundKind::Ratio) | Shape::Number) if several => "numbers",
            (_, Shape::Bound(BoundKind::Ratio) | Shape::Number) => "number",
            (_, Shape::Switch) => "flag",
            (_, Shape::Texts | Shape::Names) => "texts",
            (_, Shape::Text | Shape::Choice(_)) if several => "texts",
            (_, Shape::Text | Shape::Date | Shape::Choice(_)) => "text",
        })
    }

    /// The parameters that have a keyword, with the form of each.
    pub fn keywords(
        self,
    ) -> impl Iterator<Item = (&'static str, &'static ParameterSpec, &'static str)> {
        PARAMETERS.iter().filter_map(move |spec| Some((spec.keyword()?, spec, self.form(spec)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::parameter;
    use super::*;

    fn forms(name: &str) -> [Option<&'static str>; 3] {
        let spec = parameter(name).expect("it is listed");
        [Call::Search, Call::Sweep, Call::Comparison].map(|call| call.form(spec))
    }

    #[test]
    fn calls_take_what_they_can_do() {
        assert_eq!(forms("min_words"), [Some("whole number"), Some("whole numbers"), None]);
        assert_eq!(forms("max_density"), [None, Some("numbers"), None]);
        assert_eq!(forms("label"), [Some("texts"), Some("texts"), None]);
        assert_eq!(forms("model"), [Some("text"), Some("texts"), Some("text")]);
        assert_eq!(forms("collapse"), [Some("flag or text"); 3]);
        assert_eq!(forms("query_syntax"), [Some("flag"), None, None]);
        assert_eq!(forms("remove_query"), [None, Some("flag"), Some("flag")]);
    }
}
