//! Extends an interval as far as possible.

/// The farthest end that can be reached from `from`, for which `does` holds, towards `end`: constants of the formula
/// (`bounds`) are tried first, then bisection. `does` is called with an end and returns whether all numbers from `from`
/// to it are allowed.
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
    // `does` is monotonic in the stops. All of them, or none, are the likely answers.
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
        // The end is probably just beyond a constant.
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

    /// The end is found with few queries, wherever it is and whatever constants there are.
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
