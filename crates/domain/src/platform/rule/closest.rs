//! What someone may have meant by a name that does not exist.

/// The name that differs least, if it differs little.
pub fn closest<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let most = 1 + given.chars().count() / 4;
    let near = known.map(|name| (distance(given, name), name)).filter(|(distance, _)| *distance <= most);
    near.min().map(|(_, name)| name)
}

/// How many letters have to be added, removed or replaced.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (above, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], above + 1);
        for (at, known) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *known);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::{closest, distance};

    #[test]
    fn a_slip_is_recognised_and_a_guess_is_not() {
        assert_eq!((distance("statu", "status"), distance("", "abc"), distance("kitten", "sitting")), (1, 3, 3));
        let known = || ["status", "start_date", "owner"].into_iter();
        assert_eq!(closest("statu", known()), Some("status"));
        assert_eq!(closest("owners", known()), Some("owner"));
        assert_eq!(closest("colour", known()), None);
    }
}
