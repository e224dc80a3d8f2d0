/// The fewest members that must be taken out so that the rest is in rising order: those that moved.
pub fn out_of_order(places: &[usize]) -> Vec<usize> {
    // The longest rising subsequence: `ends[n]` is where the best one of n + 1 members ends.
    let mut ends: Vec<usize> = vec![];
    let mut before: Vec<Option<usize>> = vec![None; places.len()];
    for (at, place) in places.iter().enumerate() {
        let length = ends.partition_point(|end| places[*end] < *place);
        before[at] = length.checked_sub(1).map(|shorter| ends[shorter]);
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut stays = vec![false; places.len()];
    let mut member = ends.last().copied();
    while let Some(at) = member {
        stays[at] = true;
        member = before[at];
    }
    (0..places.len()).filter(|at| !stays[*at]).collect()
}

#[cfg(test)]
mod tests {
    use super::out_of_order;

    #[test]
    fn only_what_moved_is_out_of_order() {
        assert_eq!(out_of_order(&[]), [0; 0]);
        assert_eq!(out_of_order(&[1, 5, 9]), [0; 0]);
        assert_eq!(out_of_order(&[9, 1, 2, 3]), [0]);
        assert_eq!(out_of_order(&[1, 2, 3, 0]), [3]);
        assert_eq!(out_of_order(&[0, 3, 1, 2, 4]), [1]);
        assert_eq!(out_of_order(&[2, 1, 0]).len(), 2);
    }
}
