//! Libraries and files that chance has made.

mod arbitrary;

use cairn_library::{read, write};
use proptest::prelude::*;

use crate::samples::{ORCHARD, orchard, shown};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn what_is_written_is_read_back(library in arbitrary::library()) {
        let text = write(&library);
        match read(text.as_bytes()) {
            Ok(mut again) => {
                again.notes.clear();
                prop_assert_eq!(again, library, "{}", text);
            }
            Err(problems) => prop_assert!(false, "{}\n{}", shown(&problems), text),
        }
    }

    /// What others read is the same document: the quotes and blocks are right, not only right for us.
    #[test]
    fn another_reader_sees_the_same(library in arbitrary::library()) {
        let text = write(&library);
        let seen: serde_json::Value = serde_saphyr::from_str(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(&seen["name"], &library.name, "{}", text);
        prop_assert_eq!(seen["description"].as_str(), library.description.as_deref(), "{}", text);
        for (threat, seen) in library.objects.threats.iter().zip(seen["objects"]["threats"].as_array().into_iter().flatten()) {
            prop_assert_eq!(seen["description"].as_str(), threat.description.as_deref(), "{}", text);
            prop_assert_eq!(seen["name"].as_str(), threat.name.as_deref(), "{}", text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_bytes_are_refused_and_no_more(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(read(&bytes).is_err());
    }

    #[test]
    fn random_yaml_is_refused_and_no_more(text in "[a-c:\\-\\[\\]{},&*!|>'\"#%@ \n\t0-9]{0,200}") {
        prop_assert!(read(text.as_bytes()).is_err());
    }

    /// Pieces cut out, put in, doubled and turned around. Such a file may still be sound.
    #[test]
    fn a_mangled_file_never_panics(
        edits in prop::collection::vec((0..ORCHARD.len(), 0..80usize, "[a-z0-9:\\-\\[\\]{},&*!|>'\"# \n\t]{0,12}", any::<bool>()), 1..8)
    ) {
        let mut bytes = ORCHARD.as_bytes().to_vec();
        for (at, length, text, double) in edits {
            let at = at.min(bytes.len());
            let end = (at + length).min(bytes.len());
            let cut = bytes[at..end].to_vec();
            let mut put = text.into_bytes();
            if double {
                put.extend([cut.as_slice(), cut.as_slice()].concat());
            }
            bytes.splice(at..end, put);
        }
        match read(&bytes) {
            Ok(library) => prop_assert!(read(write(&library).as_bytes()).is_ok()),
            Err(problems) => prop_assert!(!problems.is_empty()),
        }
    }
}

#[test]
fn the_sample_is_written_as_people_write() {
    let text = write(&orchard());
    assert!(
        text.starts_with("urn: urn:acme:risk:library:orchard\nlocale: en\nref_id: \"1.10\"\nname: Orchard care\n"),
        "{text}"
    );
    assert!(
        text.contains("          description: |\n            Prune in winter.\n\n            Not in frost.\n"),
        "{text}"
    );
    assert!(
        text.contains("            urn:acme:risk:req_node:orchard:child-first:question:2:\n              type: text\n"),
        "{text}"
    );
    assert_eq!(read(text.as_bytes()).unwrap(), orchard());
}
