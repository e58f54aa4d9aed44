//! The flags that do what fields of other search engines do.

/// The flag for what a field would do.
pub fn instead_of_field(field: &str) -> &'static str {
    match field {
        "title" | "intitle" | "allintitle" | "kind" => {
            "; --weight 'kind = title: 3' makes titles count more"
        }
        "text" | "intext" | "body" | "content" => "; --title drop searches the text without titles",
        "url" | "inurl" | "site" | "host" | "domain" => {
            "; --url-prefix chooses pages by their URLs"
        }
        "docno" => "; --docnos chooses pages by their names",
        "date" => "; --from and --to choose pages by their dates",
        "lang" | "language" => "; --page-language chooses pages by their language",
        "label" => "; --label chooses the blocks with a label",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use tamis::QUERY_FIELDS;

    #[test]
    fn every_flag_that_a_warning_names_is_one_of_the_search() {
        let cli = crate::cli::Cli::command();
        let search = cli.find_subcommand("search").unwrap();
        for field in QUERY_FIELDS {
            for flag in
                instead_of_field(field).split(' ').filter_map(|word| word.strip_prefix("--"))
            {
                assert!(
                    search.get_arguments().any(|argument| argument.get_long() == Some(flag)),
                    "{flag}"
                );
            }
        }
    }
}
