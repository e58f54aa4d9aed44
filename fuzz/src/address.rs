//! Query strings of the addresses of `tamis serve`.

use tamis_index::index::{Manifest, Recipe};
use tamis_serve::{Failure, usual};

/// The usual address of a search asks for the same search: it is its own usual address, with the
/// same command. An error names the parameter, and a column in its value.
pub fn address(bytes: &[u8]) {
    let Ok(query) = std::str::from_utf8(bytes) else { return };
    let manifest = Manifest::new(Recipe::default());
    match usual(query, &manifest) {
        Ok((address, command)) => {
            assert!(address.is_ascii() && !address.contains([' ', '"', '<', '>']), "{address}");
            assert!(command.starts_with("tamis search INDEX"), "{command}");
            let again = usual(&address, &manifest).expect("what was read is read again");
            assert_eq!(again, (address, command));
        }
        Err(Failure::Problems(problems)) => {
            assert!(
                !problems.is_empty() && problems.iter().all(|problem| !problem.message.is_empty())
            );
        }
        Err(other) => panic!("{other:?}"),
    }
}
