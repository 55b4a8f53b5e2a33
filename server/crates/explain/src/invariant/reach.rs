//! How far an interval goes.

/// How far from `from` (which does) towards `end` one can go: constants of the formula (`bounds`) first, then by
/// halving. `does` is asked of an end: whether all numbers from `from` to it do.
pub(crate) fn reach<C>(
    asked: &mut C,
    from: i128,
    end: i128,
    bounds: &[i128],
    does: &mut dyn FnMut(&mut C, i128) -> bool,
) -> i128 {
    let towards = (end - from).signum();
    if towards == 0 || !does(asked, from + towards) {
        return from;
    }
    let mut reached = from + towards;
    let mut beyond = end + towards;
    let mut stops: Vec<i128> = bounds.to_vec();
    stops.retain(|b| (b - reached).signum() == towards && (end - b) * towards > 0);
    stops.push(end);
    stops.sort_by_key(|b| (b - from).abs());
    // What does, does up to some stop. All the way is likely, and so is not at all.
    let (mut known, mut open) = (0, stops.len());
    let mut next = open - 1;
    while known < open {
        if does(asked, stops[next]) {
            reached = stops[next];
            known = next + 1;
        } else {
            beyond = stops[next];
            open = next;
        }
        next = known + (open - known) / 2;
    }
    while (beyond - reached).abs() > 1 {
        // Just beyond a constant is the likely end.
        if !does(asked, reached + towards) {
            break;
        }
        reached += towards;
        let middle = reached + (beyond - reached) / 2;
        if middle != reached && does(asked, middle) {
            reached = middle;
        } else if middle != reached {
            beyond = middle;
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::reach;

    /// Wherever the end is, and whatever constants there are, it is found, with few questions.
    #[test]
    fn the_end_is_found() {
        let bounds: Vec<i128> = vec![-300, -7, 0, 4, 5, 90, 91, 1000];
        for last in -50..=120 {
            for (from, end) in [(-60, 2000), (-60, 100), (-51, 120)] {
                let last = i128::min(last, end);
                let mut asked = 0;
                let found = reach(&mut asked, from, end, &bounds, &mut |asked, to| {
                    *asked += 1;
                    to <= last
                });
                let mirrored: Vec<i128> = bounds.iter().map(|b| -b).collect();
                let back = reach(&mut 0, -from, -end, &mirrored, &mut |_: &mut i32, to| {
                    -to <= last
                });
                assert_eq!((found, -back), (last, last), "{from} {end}");
                assert!(asked <= 40, "{asked}");
            }
        }
    }
}
