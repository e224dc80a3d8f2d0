//! Sorts rows so that an object is created before the rows that refer to it, wherever they are in the file.

use std::collections::HashMap;

/// The order of the rows. `names` are the names of each row, `needs` those that it refers to. Rows that refer to each
/// other in a circle keep the order of the file.
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
        // The rows on the current path, each with how many of its needs have been visited.
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
