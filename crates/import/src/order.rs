//! Which row comes first: what others refer to is made before them, wherever it stands in the file.

use std::collections::HashMap;

/// The order of rows. `names` are the words of each row, `needs` those that it refers to. Rows that need each other in
/// a circle stay in the order of the file.
pub(super) fn order(names: &[Vec<String>], needs: &[Vec<String>]) -> Vec<usize> {
    let mut rows_of: HashMap<&str, usize> = HashMap::new();
    for (row, words) in names.iter().enumerate() {
        for word in words {
            rows_of.entry(word).or_insert(row);
        }
    }
    let mut done = vec![false; names.len()];
    let mut order = Vec::with_capacity(names.len());
    for first in 0..names.len() {
        // Rows on the way down, each with how many of its needs were looked at.
        let mut path = vec![(first, 0)];
        if std::mem::replace(&mut done[first], true) {
            continue;
        }
        while let Some((row, at)) = path.last_mut() {
            match needs[*row].get(*at) {
                None => {
                    order.push(*row);
                    path.pop();
                }
                Some(word) => {
                    *at += 1;
                    if let Some(next) = rows_of.get(word.as_str())
                        && !std::mem::replace(&mut done[*next], true)
                    {
                        path.push((*next, 0));
                    }
                }
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(all: &[(&str, &[&str])]) -> Vec<usize> {
        let names: Vec<Vec<String>> = all.iter().map(|(name, _)| vec![(*name).to_owned()]).collect();
        let needs: Vec<Vec<String>> =
            all.iter().map(|(_, needs)| needs.iter().map(|need| (*need).to_owned()).collect()).collect();
        order(&names, &needs)
    }

    #[test]
    fn what_is_needed_comes_first() {
        assert_eq!(rows(&[("a", &[]), ("b", &["a"])]), [0, 1]);
        assert_eq!(rows(&[("a", &["c"]), ("b", &[]), ("c", &["b", "elsewhere"])]), [1, 2, 0]);
        assert_eq!(rows(&[("a", &["b"]), ("b", &["a"]), ("c", &["c"])]), [1, 0, 2]);
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let many = 50_000;
        let names: Vec<Vec<String>> = (0..many).map(|row| vec![row.to_string()]).collect();
        let needs: Vec<Vec<String>> = (0..many).map(|row| vec![(row + 1).to_string()]).collect();
        assert_eq!(order(&names, &needs)[0], many - 1);
    }
}
